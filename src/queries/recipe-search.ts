/** Looking for a recipe among the cookbook's and the family's own, in one order, a page at a time. */
import { catalogueVersion, isOlderVersion } from '#cookbook/catalogue-version.ts';
import { getFoods } from '#cookbook/foods.ts';
import { lazy, type Steps } from '#cookbook/lazy.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import type { Diet } from '#domain/food/food.ts';
import type { Slot } from '#domain/plan/plan.ts';
import { cardOf, type RecipeCard } from '#domain/recipe/recipe-card.ts';
import {
  comparePositions,
  type Position,
  rankOf,
  type RecipeWords,
  queryWords,
  wordsOf,
} from '#domain/recipe/recipe-search-words.ts';
import { findRecipes, type FoundRecipe, type OwnRecipe, type RecipeIndex } from '#storage/recipes.ts';
import { searchRecipes, updateRecipeIndex } from '#storage/recipes.ts';
import type { Store } from '#storage/store.ts';
import { understand } from './family-recipes.ts';

export type RecipeWish = {
  search: string;
  meal?: Slot | undefined;
  diet?: Diet | undefined;
  /** True for the family's own only, false for the cookbook's only. */
  own?: boolean | undefined;
  after?: Position | undefined;
  limit: number;
};

type Found = Position & { card: RecipeCard };

/** An empty page is the end: `next` says where another one begins. */
export async function searchFamilyRecipes(
  store: Store,
  family: string,
  wish: RecipeWish,
): Promise<{ recipes: RecipeCard[]; next: Position | undefined }> {
  const found = [
    ...(wish.own === true ? [] : searchCookbook(wish)),
    ...(wish.own === false ? [] : await searchOwn(store, family, wish)),
  ].toSorted(comparePositions);
  const page = found.slice(0, wish.limit);
  return {
    recipes: page.map(({ card }) => card),
    next: found.length > page.length ? page.at(-1) : undefined,
  };
}

/** What is kept beside an own recipe for finding it. */
export async function indexOf(own: OwnRecipe): Promise<RecipeIndex> {
  const [recipe, foods] = [await understand(own), getFoods()];
  return { ...wordsOf(recipe, foods), card: cardOf(recipe, true, foods), catalogue: catalogueVersion() };
}

type Entry = RecipeWords & { card: RecipeCard };

/** The cookbook, as it is searched. */
export const lazyEntries = lazy(function* (): Steps<Entry[]> {
  const [foods, entries] = [getFoods(), [] as Entry[]];
  for (const recipe of getRecipes().recipes) {
    yield;
    entries.push({ ...wordsOf(recipe, foods), card: cardOf(recipe, false, foods) });
  }
  return entries;
});

function searchCookbook({ search, after, ...wish }: RecipeWish): Found[] {
  const sought = queryWords(search);
  return lazyEntries.get().flatMap(({ card, ...words }) => {
    const rank = rankOf(words, sought);
    if (rank === undefined || !isWished(card, wish)) return [];
    const position = { rank, titleWords: words.titleWords, id: card.id };
    return after && comparePositions(position, after) <= 0 ? [] : [{ ...position, card }];
  });
}

/** One more than a page, so that it shows whether there are more. */
async function searchOwn(store: Store, family: string, wish: RecipeWish): Promise<Found[]> {
  const found: FoundRecipe[] = [];
  const search = {
    prefixes: queryWords(wish.search),
    cardTokens: [wish.meal, wish.diet].filter((token) => token !== undefined),
    catalogue: catalogueVersion(),
    limit: wish.limit + 1,
  };
  let { after } = wish;
  for (;;) {
    const batch = await searchRecipes(store.db, family, { ...search, after });
    const current = await withCurrentCards(store, family, batch);
    found.push(...current.filter(({ card }) => isWished(card, wish)));
    if (found.length > wish.limit || batch.length < search.limit) return found;
    after = batch.at(-1);
  }
}

function isWished({ meals, diets }: RecipeCard, { meal, diet }: Pick<RecipeWish, 'meal' | 'diet'>): boolean {
  return (!meal || meals.includes(meal)) && (!diet || diets.includes(diet));
}

/**
 * Recomputes cards of another catalogue version. Stores those that replace an older version; the index of a
 * newer program, which may be running on the same database, is left as it is.
 */
async function withCurrentCards(store: Store, family: string, batch: FoundRecipe[]): Promise<FoundRecipe[]> {
  const current = catalogueVersion();
  const stored = new Map(batch.map(({ id, catalogue }) => [id, catalogue]));
  const others = batch.filter(({ catalogue }) => catalogue !== current).map(({ id }) => id);
  if (others.length === 0) return batch;
  const recomputed = new Map<string, RecipeIndex>();
  const recipes = await findRecipes(store.db, family, others);
  for (const own of recipes) recomputed.set(own.id, await indexOf(own));
  const outdated = recipes.filter(({ id }) => isOlderVersion(stored.get(id) as string, current));
  if (outdated.length > 0) {
    await store.db.transaction().execute(async (tx) => {
      for (const own of outdated) {
        const replaced = { ...own, catalogue: stored.get(own.id) as string };
        await updateRecipeIndex(tx, family, replaced, recomputed.get(own.id) as RecipeIndex);
      }
    });
  }
  return batch.flatMap((found) => {
    const index = recomputed.get(found.id);
    if (index) return [{ ...found, card: index.card, catalogue: index.catalogue }];
    return others.includes(found.id) ? [] : [found];
  });
}
