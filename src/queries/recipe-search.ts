/** Searches the recipes of the cookbook and of the family, in one order, page by page. */
import { hash } from 'node:crypto';
import { catalogueVersion, isOlderVersion } from '#cookbook/catalogue-version.ts';
import { getFoods } from '#cookbook/foods.ts';
import { lazy, type Steps } from '#cookbook/lazy.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import { byLanguage, findTranslation } from '#cookbook/translations.ts';
import type { Diet } from '#domain/food/food.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { wordsOfLine, wordsToSettle } from '#domain/ingredient-line/line-answers.ts';
import type { Slot } from '#domain/plan/plan.ts';
import type { BookLanguage } from '#domain/recipe/book-recipe.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import { cardOf, type RecipeCard } from '#domain/recipe/recipe-card.ts';
import {
  comparePositions,
  type Position,
  rankOf,
  type RecipeWords,
  queryWords,
  titleWordsOf,
  translatedWordsOf,
  wordsOf,
} from '#domain/recipe/recipe-search-words.ts';
import { findLineAnswersFingerprint } from '#storage/tables/line-answers.ts';
import { findRecipes, type FoundRecipe, type OwnRecipe, type RecipeIndex } from '#storage/tables/recipes.ts';
import { findRecipesByTitle } from '#storage/tables/recipe-titles.ts';
import { searchRecipes, updateRecipeIndex } from '#storage/tables/recipes.ts';
import type { Db } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { lockFamily } from '#storage/transaction.ts';
import { parseOwnRecipe } from './family-recipes.ts';

export type RecipeQuery = {
  search: string;
  /** Of the cookbook's recipes. */
  language: BookLanguage;
  meal?: Slot | undefined;
  diet?: Diet | undefined;
  /** True for the family's own recipes only, false for the cookbook's only. */
  own?: boolean | undefined;
  fits?: ((card: RecipeCard) => boolean) | undefined;
  after?: Position | undefined;
  limit: number;
};

type Match = Position & { card: RecipeCard };

/** `next` is the position after which the next page begins, undefined at the end. */
export async function searchFamilyRecipes(
  store: Store,
  family: string,
  query: RecipeQuery,
): Promise<{ recipes: RecipeCard[]; next: Position | undefined }> {
  const found = [
    ...(query.own === true ? [] : searchCookbook(query)),
    ...(query.own === false ? [] : await searchOwn(store, family, query)),
  ].toSorted(comparePositions);
  const page = found.slice(0, query.limit);
  return {
    recipes: page.map(({ card }) => card),
    next: found.length > page.length ? page.at(-1) : undefined,
  };
}

/** The family's own recipes with the same words in their title, at most three. */
export async function findSameTitle(
  db: Db,
  family: string,
  title: string,
): Promise<{ id: string; title: string }[]> {
  const words = titleWordsOf(title);
  return words === '' ? [] : findRecipesByTitle(db, family, words, 3);
}

/** The search index that is stored with a family's own recipe. */
export async function indexRecipe(db: Db, family: string, own: OwnRecipe): Promise<RecipeIndex> {
  return indexOf(await parseOwnRecipe(db, family, own));
}

export function indexOf(recipe: Recipe): RecipeIndex {
  const foods = getFoods();
  return {
    ...wordsOf(recipe, foods),
    card: cardOf(recipe, true, foods),
    catalogueVersion: catalogueVersion(),
    lineKeys: [...new Set(recipe.ingredients.flatMap((line) => answerableWords(line) ?? []).map(lineKeyOf))],
  };
}

/** The words of a line that a member has settled or may settle. */
function answerableWords(line: IngredientLine): string | undefined {
  return line.settledBy ? wordsOfLine(line.text) : wordsToSettle(line);
}

/** Identifies the words of a line, without showing them. Another line with the same key costs only time. */
export function lineKeyOf(words: string): string {
  return hash('sha256', words).slice(0, 12);
}

type IndexEntry = RecipeWords & { card: RecipeCard };

/** The search index of the cookbook. */
export const lazyCookbookIndex = lazy(function* (): Steps<IndexEntry[]> {
  const [foods, entries] = [getFoods(), [] as IndexEntry[]];
  for (const recipe of getRecipes().recipes) {
    yield;
    entries.push({ ...wordsOf(recipe, foods), card: cardOf(recipe, false, foods) });
  }
  return entries;
});

/** The same in other languages. */
export const lazyTranslatedIndexes = byLanguage((language) =>
  lazy(function* (): Steps<IndexEntry[]> {
    const entries: IndexEntry[] = [];
    for (const entry of lazyCookbookIndex.get()) {
      yield;
      const translation = findTranslation(entry.card.id, language);
      const card = translation && { ...entry.card, title: translation.title };
      entries.push(card ? { ...translatedWordsOf(entry, translation), card } : entry);
    }
    return entries;
  }),
);

function searchCookbook({ search, language, after, ...query }: RecipeQuery): Match[] {
  const prefixes = queryWords(search);
  const index = language === 'en' ? lazyCookbookIndex : lazyTranslatedIndexes[language];
  return index.get().flatMap(({ card, ...words }) => {
    const rank = rankOf(words, prefixes);
    if (rank === undefined || !matchesFilter(card, query)) return [];
    const position = { rank, titleWords: words.titleWords, id: card.id };
    return after && comparePositions(position, after) <= 0 ? [] : [{ ...position, card }];
  });
}

/** Returns one recipe more than a page holds, if there is one: then there is a next page. */
async function searchOwn(store: Store, family: string, query: RecipeQuery): Promise<Match[]> {
  const found: FoundRecipe[] = [];
  const search = {
    prefixes: queryWords(query.search),
    filter: { ...(query.meal && { meals: [query.meal] }), ...(query.diet && { diets: [query.diet] }) },
    catalogueVersion: catalogueVersion(),
    limit: query.limit + 1,
  };
  let { after } = query;
  for (;;) {
    const batch = await searchRecipes(store.db, family, { ...search, after });
    const current = await withCurrentCards(store, family, batch);
    found.push(...current.filter(({ card }) => matchesFilter(card, query)));
    if (found.length > query.limit || batch.length < search.limit) return found;
    after = batch.at(-1);
  }
}

function matchesFilter(
  card: RecipeCard,
  { meal, diet, fits }: Pick<RecipeQuery, 'meal' | 'diet' | 'fits'>,
): boolean {
  const { meals, diets } = card;
  return (!meal || meals.includes(meal)) && (!diet || diets.includes(diet)) && (!fits || fits(card));
}

/** The same recipes with cards of this catalogue version, without those that were deleted meanwhile. */
async function withCurrentCards(store: Store, family: string, batch: FoundRecipe[]): Promise<FoundRecipe[]> {
  const current = catalogueVersion();
  const others = batch.filter(({ catalogueVersion: version }) => version !== current);
  if (others.length === 0) return batch;
  const recomputed = await refreshIndexes(store, family, others);
  const otherIds = new Set(others.map(({ id }) => id));
  return batch.flatMap((found) => {
    const index = recomputed.get(found.id);
    if (index) return [{ ...found, card: index.card, catalogueVersion: index.catalogueVersion }];
    return otherIds.has(found.id) ? [] : [found];
  });
}

/**
 * Computes indexes again, by recipe. Stores those that replace an older version; the index of a newer program, which
 * may be running on the same database, is left as it is.
 */
export async function refreshIndexes(
  store: Store,
  family: string,
  stored: readonly Pick<FoundRecipe, 'id' | 'catalogueVersion'>[],
): Promise<ReadonlyMap<string, RecipeIndex>> {
  const versions = new Map(stored.map(({ id, catalogueVersion: version }) => [id, version]));
  const answers = await findLineAnswersFingerprint(store.db, family);
  const recipes = await findRecipes(store.db, family, [...versions.keys()]);
  const recomputed = new Map<string, RecipeIndex>();
  for (const own of recipes) recomputed.set(own.id, await indexRecipe(store.db, family, own));
  const outdated = recipes.filter(({ id }) => isOlderVersion(versions.get(id) ?? '', catalogueVersion()));
  if (outdated.length === 0) return recomputed;
  await store.db.transaction().execute(async (tx) => {
    await lockFamily(tx, store.kind, family);
    // An index that was computed with an answer that was taken back since could be a false "free of".
    if ((await findLineAnswersFingerprint(tx, family)) !== answers) return;
    for (const own of outdated) {
      const replaced = { ...own, catalogueVersion: versions.get(own.id) ?? '' };
      await updateRecipeIndex(tx, family, replaced, recomputed.get(own.id) as RecipeIndex);
    }
  });
  return recomputed;
}
