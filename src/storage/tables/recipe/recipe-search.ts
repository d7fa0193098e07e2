/** Searches the family's own recipes by the index that is stored with each. */
import { type RawBuilder, sql } from 'kysely';
import type { RecipeCard } from '#domain/recipe-view/recipe-card.ts';
import { FOOD_RANK, type Position } from '#domain/recipe/recipe-search-words.ts';
import { inBatches, nextTurn } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';
import { containsAll, type Filter, filterTokens, parseCard } from './recipes.ts';

export type FoundRecipe = Position & { version: number; card: RecipeCard; catalogueVersion: string };

/** A search: prefixes of words, and what a card of the current catalogue must have. */
export type RecipeSearch = {
  /** The words as one text, to compare it with whole titles. */
  titleWords: string;
  prefixes: string[];
  /** For each prefix: recipes that have it in a tag or in the text of an earlier meal. */
  mentions: readonly (readonly string[])[];
  /** Only these recipes. */
  ids?: readonly string[] | undefined;
  filter: Filter;
  catalogueVersion: string;
  after: Position | undefined;
  limit: number;
};

/** Recipes searched in one turn of the event loop: in their titles, and in all of their words. */
const TITLES_BATCH_SIZE = 2_000;
const WORDS_BATCH_SIZE = 250;

/**
 * In the order of domain/recipe/recipe-search-words.ts: whole titles, their beginnings, words in the title, then all
 * others. Searches scan the recipes in the order of an index, a batch at a time, and end when there are enough. A card of
 * another catalogue version may be out of date: such recipes are returned too, and the caller checks them again.
 */
export async function searchRecipes(db: Db, family: string, search: RecipeSearch): Promise<FoundRecipe[]> {
  const { prefixes, after, limit } = search;
  const found: FoundRecipe[] = [];
  // A search without words finds every recipe by its title.
  for (const rank of prefixes.length === 0 ? [0] : [0, 1, 2, FOOD_RANK]) {
    if (after && after.rank > rank) continue;
    let from: Title | undefined = after?.rank === rank ? after : undefined;
    const size = rank === FOOD_RANK ? WORDS_BATCH_SIZE : TITLES_BATCH_SIZE;
    // Whole titles and their beginnings are neighbours in the index.
    const isRange = prefixes.length > 0 && rank < 2;
    for (;;) {
      const to: Title | undefined = isRange ? undefined : await findBatchEnd(db, family, from, size);
      found.push(...(await searchBatch(db, family, rank, search, { from, to, limit: limit - found.length })));
      if (found.length >= limit) return found;
      if (!to) break;
      from = to;
      await nextTurn();
    }
  }
  return found;
}

/** The position of a recipe in the order of titles. */
export type Title = Pick<Position, 'titleWords' | 'id'>;

/** The last title of the next batch; undefined if the batch is not full. Reads only the index. */
async function findBatchEnd(
  db: Db,
  family: string,
  from: Title | undefined,
  size: number,
): Promise<Title | undefined> {
  const { rows } = await sql<Title>`
    select title_words as "titleWords", id from recipes
    where family_id = ${family} and ${isAfter(from)}
    order by title_words, id limit 1 offset ${sql.lit(size - 1)}`.execute(db);
  return rows[0];
}

/** Searches the recipes after one title and up to another. */
async function searchBatch(
  db: Db,
  family: string,
  rank: number,
  search: RecipeSearch,
  { from, to, limit }: { from: Title | undefined; to: Title | undefined; limit: number },
): Promise<FoundRecipe[]> {
  const { ids, filter, catalogueVersion } = search;
  const tokens = filterTokens(filter).map((token) => JSON.stringify(token));
  const { rows } = await sql<CardRow>`
    select id, version, card, catalogue as "catalogueVersion", title_words as "titleWords"
    from recipes
    where family_id = ${family} and ${isAfter(from)} and ${to ? sql`(title_words, id) <= (${to.titleWords}, ${to.id})` : sql`1 = 1`}
      and ${isRank(rank, search)} and (catalogue <> ${catalogueVersion} or (${containsAll('card', tokens)}))
      and ${ids ? isOneOf(ids) : sql`1 = 1`}
    order by title_words, id limit ${sql.lit(limit)}`.execute(db);
  return rows.map((row) => ({ ...row, rank, card: parseCard(row.card) }));
}

type CardRow = Omit<FoundRecipe, 'card' | 'rank'> & { card: string };

function isRank(rank: number, { titleWords, prefixes, mentions }: RecipeSearch): RawBuilder<unknown> {
  const wordStarts = prefixes.map((prefix) => ` ${prefix}`);
  const isBeginning = sql`title_words like ${`${titleWords}%`}`;
  if (prefixes.length === 0) return sql`1 = 1`;
  if (rank === 0) return sql`title_words = ${titleWords}`;
  // The first condition lets the databases use the index.
  if (rank === 1)
    return sql`title_words > ${titleWords} and title_words < ${`${titleWords}\u{10FFFF}`} and ${isBeginning}`;
  const isInTitle = containsAll('title_words', wordStarts);
  if (rank === 2) return sql`not (${isBeginning}) and ${isInTitle}`;
  const isMentioned = wordStarts.map((start, at) => {
    const ids = mentions[at] ?? [];
    const isInWords = containsAll('words', [start]);
    return ids.length > 0 ? sql`((${isInWords}) or ${isOneOf(ids)})` : isInWords;
  });
  return sql`not (${isInTitle}) and ${sql.join(isMentioned, sql` and `)}`;
}

function isOneOf(ids: readonly string[]): RawBuilder<unknown> {
  return ids.length > 0 ? sql`id in (${sql.join(ids)})` : sql`1 = 0`;
}

function isAfter(title: Title | undefined): RawBuilder<unknown> {
  return title ? sql`(title_words, id) > (${title.titleWords}, ${title.id})` : sql`1 = 1`;
}

/** All titles, sorted, a batch at a time. Reads only the index. */
export async function* readAllTitles(db: Db, family: string): AsyncGenerator<Title[]> {
  let from: Title | undefined;
  for (;;) {
    const { rows } = await sql<Title>`
      select title_words as "titleWords", id from recipes
      where family_id = ${family} and ${isAfter(from)}
      order by title_words, id limit ${sql.lit(TITLES_BATCH_SIZE)}`.execute(db);
    yield rows;
    if (rows.length < TITLES_BATCH_SIZE) return;
    from = rows.at(-1);
    await nextTurn();
  }
}

/** The cards of these recipes, in any order. */
export async function findRecipeCards(
  db: Db,
  family: string,
  ids: readonly string[],
): Promise<Omit<FoundRecipe, 'rank'>[]> {
  const found: Omit<FoundRecipe, 'rank'>[] = [];
  for await (const batch of inBatches(ids, WORDS_BATCH_SIZE)) {
    const { rows } = await sql<CardRow>`
      select id, version, card, catalogue as "catalogueVersion", title_words as "titleWords"
      from recipes where family_id = ${family} and ${isOneOf(batch)}`.execute(db);
    found.push(...rows.map((row) => ({ ...row, card: parseCard(row.card) })));
  }
  return found;
}
