/**
 * The family's own recipes. `source` is the recipe as it was typed. The search words and the card are derived
 * from it, so that a search among thousands of recipes does not have to parse them.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Diet } from '#domain/food/food.ts';
import type { Slot } from '#domain/plan/plan.ts';
import type { Course } from '#domain/recipe/course.ts';
import type { RecipeCard } from '#domain/recipe-view/recipe-card.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import type { RecipeWords } from '#domain/recipe/recipe-search-words.ts';
import { inBatches, nextTurn, readPages } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';

export type OwnRecipe = { id: string; version: number; source: RecipeSource };

/**
 * The search index of a recipe, and the catalogue version it was made with. `lineKeys` identify the lines that a
 * member's answer may change, `usedRecipes` the recipes that are ingredients of it, at all levels.
 */
export type RecipeIndex = RecipeWords & {
  card: RecipeCard;
  catalogueVersion: string;
  lineKeys: string[];
  usedRecipes: readonly string[];
};

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
  const found: OwnRecipe[] = [];
  for await (const texts of readRecipeTexts(db, family, ids)) found.push(...texts.map(ownRecipe));
  return found;
}

/** A recipe with its source as JSON text, for callers that pass it on without parsing. */
export type RecipeText = { id: string; version: number; source: string };

/** The first batch of these recipes. Empty if the family has none of them. */
export async function findFirstRecipeTexts(db: Db, family: string, ids: string[]): Promise<RecipeText[]> {
  for await (const texts of readRecipeTexts(db, family, ids)) return texts;
  return [];
}

/** Yields batches of about as many bytes as take a millisecond; a longer recipe is a batch of its own. */
async function* readRecipeTexts(db: Db, family: string, ids: string[]): AsyncGenerator<RecipeText[]> {
  for await (const batch of inBatches(ids, BATCH_SIZE)) {
    const sizes = await selectSizes(db, family).where('id', 'in', batch).orderBy('id').execute();
    yield* readBySize(db, family, sizes);
  }
}

/** All recipes, sorted by id, a batch at a time. */
export async function* readAllRecipeTexts(db: Db, family: string): AsyncGenerator<RecipeText[]> {
  const pages = readPages<RecipeSize>(BATCH_SIZE, (after, limit) =>
    selectSizes(db, family)
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
  for await (const sizes of pages) yield* readBySize(db, family, sizes);
}

const BATCH_SIZE = 250;
const BATCH_BYTES = 250_000;

type RecipeSize = { id: string; bytes: number };

/** Both databases know the length of a text without reading the text. */
function selectSizes(db: Db, family: string) {
  return db
    .selectFrom('recipes')
    .select(['id', sql<number>`octet_length(source)`.as('bytes')])
    .where('family_id', '=', family);
}

async function* readBySize(db: Db, family: string, sizes: RecipeSize[]): AsyncGenerator<RecipeText[]> {
  let [ids, sum]: [string[], number] = [[], 0];
  for (const { id, bytes } of sizes) {
    if (ids.length > 0 && sum + bytes > BATCH_BYTES) {
      yield await selectRecipes(db, family).where('id', 'in', ids).orderBy('id').execute();
      await nextTurn();
      [ids, sum] = [[], 0];
    }
    ids.push(id);
    sum += bytes;
  }
  if (ids.length > 0) yield await selectRecipes(db, family).where('id', 'in', ids).orderBy('id').execute();
}

/** The stored size of the family's recipes, including their index. */
export async function readRecipeBytes(db: Db, family: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('recipes')
    .select(
      sql<number | null>`sum(octet_length(source) + octet_length(words) + octet_length(card))`.as('bytes'),
    )
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/** The size of these recipes as they were typed. */
export async function readSourceBytes(db: Db, family: string, ids: readonly string[]): Promise<number> {
  const { bytes } = await db
    .selectFrom('recipes')
    .select(sql<number | null>`sum(octet_length(source))`.as('bytes'))
    .where('family_id', '=', family)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/** The stored size of a recipe with this index. */
export function recipeBytes(source: RecipeSource, index: RecipeIndex): number {
  const { words, card } = indexColumns(index);
  return sourceBytes(source) + Buffer.byteLength(words) + Buffer.byteLength(card);
}

export function sourceBytes(source: RecipeSource): number {
  return Buffer.byteLength(JSON.stringify(source));
}

/** Older than any catalogue version: an index with it is made again when it is used. */
export const OUTDATED = '';

/** Identifies one version of a recipe. */
export type RecipeVersion = { id: string; version: number };

export function listRecipeVersions(db: Db, family: string): Promise<RecipeVersion[]> {
  return db.selectFrom('recipes').select(['id', 'version']).where('family_id', '=', family).execute();
}

/** The versions of those of these recipes that there are. */
export async function findVersions(
  db: Db,
  family: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('recipes')
    .select(['id', 'version'])
    .where('family_id', '=', family)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** A text that changes whenever a recipe is written or deleted: versions only grow. */
export async function findRecipesFingerprint(db: Db, family: string): Promise<string> {
  const { count, newest } = await db
    .selectFrom('recipes')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.max('version').as('newest')])
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return `${count}-${newest ?? 0}`;
}

/** The distinct tags of the family's own recipes. The limit is far above what a family has. */
export function listRecipeTags(db: Db, family: string): Promise<{ protein: string; cuisine: string }[]> {
  return db
    .selectFrom('recipe_tags')
    .select(['protein', 'cuisine'])
    .distinct()
    .where('family_id', '=', family)
    .limit(MAX_TAGS)
    .execute();
}

const MAX_TAGS = 1_000;

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

/** The number of recipes, their stored size as in `readRecipeBytes`, and the newest version: one look at all rows. */
export async function readRecipeTotals(
  db: Db,
  family: string,
): Promise<{ count: number; bytes: number; newest: number }> {
  const { count, bytes, newest } = await db
    .selectFrom('recipes')
    .select((eb) => [
      eb.fn.countAll().as('count'),
      sql<number | null>`sum(octet_length(source) + octet_length(words) + octet_length(card))`.as('bytes'),
      eb.fn.max('version').as('newest'),
    ])
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return { count: Number(count), bytes: bytes ?? 0, newest: newest ?? 0 };
}

export function findRecipesSince(db: Db, family: string, version: number): Promise<RecipeText[]> {
  return selectRecipes(db, family).where('version', '>', version).execute();
}

export async function countRecipes(db: Db, family: string): Promise<number> {
  const { count } = await db
    .selectFrom('recipes')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Inserts many recipes, a batch at a time. */
export async function insertRecipes(
  db: Db,
  family: string,
  recipes: readonly { own: OwnRecipe; index: RecipeIndex }[],
): Promise<void> {
  for await (const batch of inBatches(recipes, INSERT_BATCH_SIZE)) {
    const rows = batch.map(({ own: { id, version, source }, index }) => ({
      family_id: family,
      id,
      version,
      source: JSON.stringify(source),
      ...indexColumns(index),
    }));
    await db.insertInto('recipes').values(rows).execute();
    const tags = batch.map(({ own: { id, source } }) => ({
      family_id: family,
      recipe_id: id,
      protein: source.protein,
      cuisine: source.cuisine,
    }));
    await db.insertInto('recipe_tags').values(tags).execute();
  }
}

/** A batch takes about two milliseconds. */
const INSERT_BATCH_SIZE = 50;

export async function insertRecipe(
  db: Db,
  family: string,
  { id, version, source }: OwnRecipe,
  index: RecipeIndex,
): Promise<void> {
  await db
    .insertInto('recipes')
    .values({ family_id: family, id, version, source: JSON.stringify(source), ...indexColumns(index) })
    .execute();
  await saveTags(db, family, id, source);
}

/** Returns false and writes nothing when the recipe no longer has the version it was made from. */
export async function updateRecipe(
  db: Db,
  family: string,
  { id, version, source }: OwnRecipe,
  index: RecipeIndex,
  over: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recipes')
    .set({ version, source: JSON.stringify(source), ...indexColumns(index) })
    .where('family_id', '=', family)
    .where('id', '=', id)
    .where('version', '=', over)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await saveTags(db, family, id, source);
  await markUsersOutdated(db, family, id);
  return true;
}

/** Writes only the index, and only over the index of this recipe version and catalogue version. */
export async function updateRecipeIndex(
  db: Db,
  family: string,
  { id, version, catalogueVersion }: RecipeVersion & Pick<RecipeIndex, 'catalogueVersion'>,
  index: RecipeIndex,
): Promise<void> {
  await db
    .updateTable('recipes')
    .set(indexColumns(index))
    .where('family_id', '=', family)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('catalogue', '=', catalogueVersion)
    .execute();
}

function indexColumns({ titleWords, words, card, catalogueVersion, lineKeys, usedRecipes }: RecipeIndex) {
  const tokens = [...filterTokens(card), ...usedRecipes.map(usedToken)];
  const stored = JSON.stringify({ ...card, lineKeys, tokens } satisfies StoredCard);
  return { title_words: titleWords, words, card: stored, catalogue: catalogueVersion };
}

/** Among what is searched in a card. The ids of own recipes have no wildcard but one that fits too many. */
function usedToken(id: string): string {
  return `uses:${id}`;
}

/** In the transaction that changes or deletes a recipe: what was computed from it elsewhere is not true any more. */
async function markUsersOutdated(db: Db, family: string, id: string): Promise<void> {
  await db
    .updateTable('recipes')
    .set({ catalogue: OUTDATED })
    .where('family_id', '=', family)
    .where('catalogue', '<>', OUTDATED)
    .where(sql<boolean>`${containsAll('card', [JSON.stringify(usedToken(id))])}`)
    .execute();
}

/** The titles of recipes that use this one, at any level, sorted. */
export async function findUsers(db: Db, family: string, id: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('recipes')
    .select('card')
    .where('family_id', '=', family)
    .where(sql<boolean>`${containsAll('card', [JSON.stringify(usedToken(id))])}`)
    .orderBy('title_words')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ card }) => parseCard(card).title);
}

/** With the keys in the card, which is read for a search anyway: a column behind `source` would be slow to read. */
type StoredCard = RecipeCard & Pick<RecipeIndex, 'lineKeys'> & { tokens: string[] };

/** What a search filters by. A diet alone would also match the diets that the recipe breaks. */
export function filterTokens({ meals = [], course, diets = [] }: Filter): string[] {
  return [
    ...meals.map((meal) => `meal:${meal}`),
    ...(course ? [`course:${course}`] : []),
    ...diets.map((diet) => `diet:${diet}`),
  ];
}

export type Filter = { meals?: readonly Slot[]; course?: Course; diets?: readonly Diet[] };

export function parseCard(text: string): RecipeCard {
  const { lineKeys: _keys, tokens: _tokens, ...card } = JSON.parse(text) as StoredCard;
  return card;
}

/** Marks the indexes of the recipes that have this line, so that they are made again. Returns the recipes' ids. */
export async function markIndexesOutdated(db: Db, family: string, lineKey: string): Promise<string[]> {
  const rows = await db
    .updateTable('recipes')
    .set({ catalogue: OUTDATED })
    .where('family_id', '=', family)
    .where(sql<boolean>`${containsAll('card', [JSON.stringify(lineKey)])}`)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The same for many lines at once, where nobody asks which recipes: those that are marked already are not written again. */
export async function markAllOutdated(db: Db, family: string, lineKeys: readonly string[]): Promise<void> {
  if (lineKeys.length === 0) return;
  await db
    .updateTable('recipes')
    .set({ catalogue: OUTDATED })
    .where('family_id', '=', family)
    .where('catalogue', '<>', OUTDATED)
    .where((eb) => eb.or(lineKeys.map((key) => sql<boolean>`card like ${`%${JSON.stringify(key)}%`}`)))
    .execute();
}

async function saveTags(
  db: Db,
  family: string,
  id: string,
  { protein, cuisine }: RecipeSource,
): Promise<void> {
  await db
    .insertInto('recipe_tags')
    .values({ family_id: family, recipe_id: id, protein, cuisine })
    .onConflict((conflict) => conflict.columns(['family_id', 'recipe_id']).doUpdateSet({ protein, cuisine }))
    .execute();
}

export async function deleteRecipe(db: Db, family: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recipes')
    .where('family_id', '=', family)
    .where('id', '=', id)
    .executeTakeFirst();
  await markUsersOutdated(db, family, id);
  return numDeletedRows === 1n;
}

/** The column contains all of these texts. They must not contain wildcards of `like`. */
export function containsAll(column: string, texts: string[]): RawBuilder<unknown> {
  return texts.reduce<RawBuilder<unknown>>(
    (all, text) => sql`${all} and ${sql.ref(column)} like ${`%${text}%`}`,
    sql`1 = 1`,
  );
}
