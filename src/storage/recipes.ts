/**
 * The family's own recipes. What was typed is the recipe; the words and the card beside it are only for
 * finding and listing, so that a search among thousands understands none of them.
 */
import { type RawBuilder, sql } from 'kysely';
import type { RecipeCard } from '#domain/recipe-card.ts';
import type { RecipeSource } from '#domain/recipe-source.ts';
import type { Position, RecipeWords } from '#domain/recipe-words.ts';
import type { Db } from './schema.ts';
import type { Store } from './store.ts';

export type OwnRecipe = { id: string; version: number; source: RecipeSource };

/** What is kept beside a recipe, and the mark of the catalogue it was made with. */
export type RecipeIndex = RecipeWords & { card: RecipeCard; catalogue: string };

export type FoundRecipe = Position & { version: number; card: RecipeCard; catalogue: string };

function selectRecipes(db: Db, family: string) {
  return db.selectFrom('recipes').select(['id', 'version', 'source']).where('family_id', '=', family);
}

function ownRecipe({ id, version, source }: { id: string; version: number; source: string }): OwnRecipe {
  return { id, version, source: JSON.parse(source) as RecipeSource };
}

export async function findRecipe(db: Db, family: string, id: string): Promise<OwnRecipe | undefined> {
  const row = await selectRecipes(db, family).where('id', '=', id).executeTakeFirst();
  return row && ownRecipe(row);
}

export async function findRecipes(db: Db, family: string, ids: string[]): Promise<OwnRecipe[]> {
  if (ids.length === 0) return [];
  return (await selectRecipes(db, family).where('id', 'in', ids).execute()).map(ownRecipe);
}

export async function listRecipes(db: Db, family: string): Promise<OwnRecipe[]> {
  return (await selectRecipes(db, family).orderBy('id').execute()).map(ownRecipe);
}

/** A recipe still as text: nothing to parse for whoever only passes it on. */
export type RecipeText = { id: string; version: number; source: string };

export function findRecipeTexts(db: Db, family: string, ids: string[]): Promise<RecipeText[]> {
  return selectRecipes(db, family).where('id', 'in', ids).execute();
}

/** Which version of a recipe. */
export type RecipeMark = { id: string; version: number };

export function listRecipeMarks(db: Db, family: string): Promise<RecipeMark[]> {
  return db.selectFrom('recipes').select(['id', 'version']).where('family_id', '=', family).execute();
}

/** Changes with every recipe that is written or deleted: versions only grow. */
export async function findRecipesMark(db: Db, family: string): Promise<string> {
  const { count, newest } = await db
    .selectFrom('recipes')
    .select((select) => [select.fn.countAll().as('count'), select.fn.max('version').as('newest')])
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return `${count}-${newest ?? 0}`;
}

/** What the family's own recipes say of themselves, each once: only this is taken out of thousands of texts. */
export async function listRecipeTags(
  { db, kind }: Pick<Store, 'db' | 'kind'>,
  family: string,
): Promise<{ protein: string; cuisine: string }[]> {
  const field = (name: string) =>
    kind === 'postgres' ? sql`source::json ->> ${sql.lit(name)}` : sql`source ->> ${sql.lit(name)}`;
  const { rows } = await sql<{ protein: string; cuisine: string }>`
    select distinct ${field('protein')} as protein, ${field('cuisine')} as cuisine
    from recipes where family_id = ${family}`.execute(db);
  return rows;
}

/** Those of the ids that are recipes of this family. */
export async function findRecipeIds(db: Db, family: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('recipes')
    .select('id')
    .where('family_id', '=', family)
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countRecipes(db: Db, family: string): Promise<number> {
  const { count } = await db
    .selectFrom('recipes')
    .select((select) => select.fn.countAll().as('count'))
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertRecipe(
  db: Db,
  family: string,
  { id, ...recipe }: OwnRecipe,
  index: RecipeIndex,
): Promise<void> {
  await db
    .insertInto('recipes')
    .values({ family_id: family, id, ...columnsOf(recipe, index) })
    .execute();
}

/** Answers false, having written nothing, when the version it was made from is no longer the recipe's. */
export async function updateRecipe(
  db: Db,
  family: string,
  { id, ...recipe }: OwnRecipe,
  index: RecipeIndex,
  over: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recipes')
    .set(columnsOf(recipe, index))
    .where('family_id', '=', family)
    .where('id', '=', id)
    .where('version', '=', over)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function columnsOf(
  { version, source }: Omit<OwnRecipe, 'id'>,
  { titleWords, words, card, catalogue }: RecipeIndex,
) {
  return {
    version,
    title_words: titleWords,
    words,
    card: JSON.stringify(card),
    catalogue,
    source: JSON.stringify(source),
  };
}

export async function deleteRecipe(db: Db, family: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recipes')
    .where('family_id', '=', family)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** What a search is for: beginnings of words, and words that the card of a current catalogue must hold. */
export type RecipeSearch = {
  sought: string[];
  onCard: string[];
  catalogue: string;
  after: Position | undefined;
  limit: number;
};

/**
 * In the order of domain/recipe-words.ts. A card made with another catalogue may say what is no longer so:
 * such recipes come along, and whoever asked looks at them anew.
 */
export async function searchRecipes(
  db: Db,
  family: string,
  { sought, onCard, catalogue, after, limit }: RecipeSearch,
): Promise<FoundRecipe[]> {
  const beginnings = sought.map((word) => ` ${word}`);
  const tokens = onCard.map((token) => JSON.stringify(token));
  const { rows } = await sql<Record<keyof FoundRecipe, string> & { rank: number; version: number }>`
    select id, version, card, catalogue, title_words as "titleWords", rank from (
      select id, version, card, catalogue, title_words,
        case when ${every('title_words', beginnings)} then 0 else 1 end as rank
      from recipes
      where family_id = ${family} and ${every('words', beginnings)}
        and (catalogue <> ${catalogue} or (${every('card', tokens)}))
    ) as found
    where ${after ? sql`(rank, title_words, id) > (${sql.lit(after.rank)}, ${after.titleWords}, ${after.id})` : sql`1 = 1`}
    order by rank, title_words, id limit ${sql.lit(limit)}`.execute(db);
  return rows.map((row) => ({ ...row, card: JSON.parse(row.card) as RecipeCard }));
}

/** That a column contains every one of these texts, which hold no sign that means something to `like`. */
function every(column: string, texts: string[]): RawBuilder<unknown> {
  return texts.reduce<RawBuilder<unknown>>(
    (all, text) => sql`${all} and ${sql.ref(column)} like ${`%${text}%`}`,
    sql`1 = 1`,
  );
}
