/** The titles of the family's own recipes. */
import type { RecipeCard } from '#domain/recipe-view/recipe-card.ts';
import { inBatches } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';

/** Recipes with exactly these words in their title. */
export async function findRecipesByTitle(
  db: Db,
  family: string,
  titleWords: string,
  limit: number,
): Promise<{ id: string; title: string }[]> {
  const rows = await db
    .selectFrom('recipes')
    .select(['id', 'card'])
    .where('family_id', '=', family)
    .where('title_words', '=', titleWords)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, card }) => ({ id, title: (JSON.parse(card) as RecipeCard).title }));
}

/** Recipes with the words of one of these titles. */
export async function findRecipesByTitles(
  db: Db,
  family: string,
  titleWords: readonly string[],
): Promise<{ id: string; title: string; titleWords: string }[]> {
  const found: { id: string; title: string; titleWords: string }[] = [];
  for await (const batch of inBatches(titleWords, TITLES_AT_ONCE)) {
    const rows = await db
      .selectFrom('recipes')
      .select(['id', 'card', 'title_words as titleWords'])
      .where('family_id', '=', family)
      .where('title_words', 'in', batch)
      .orderBy('id')
      .limit(MAX_FOUND)
      .execute();
    found.push(
      ...rows.map(({ card, ...row }) => ({ ...row, title: (JSON.parse(card) as RecipeCard).title })),
    );
  }
  return found;
}

const TITLES_AT_ONCE = 250;
/** More than there are, unless a family calls all of its recipes the same. */
const MAX_FOUND = 500;

/** The titles of these recipes, by id. */
export async function findTitles(
  db: Db,
  family: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  for await (const batch of inBatches(ids, TITLES_AT_ONCE)) {
    const rows = await db
      .selectFrom('recipes')
      .select(['id', 'card'])
      .where('family_id', '=', family)
      .where('id', 'in', batch)
      .execute();
    for (const { id, card } of rows) titles.set(id, (JSON.parse(card) as RecipeCard).title);
  }
  return titles;
}
