/** Looking for a recipe among the cookbook's and the family's own, in one order, a page at a time. */
import { getFoods } from '#cookbook/foods.ts';
import { lazy, type Steps } from '#cookbook/lazy.ts';
import { catalogueMark } from '#cookbook/mark.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import type { Diet } from '#domain/food/food.ts';
import type { Slot } from '#domain/plan/plan.ts';
import { cardOf, type RecipeCard } from '#domain/recipe/recipe-card.ts';
import {
  comparePositions,
  type Position,
  rankOf,
  type RecipeWords,
  soughtWords,
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
  return { ...wordsOf(recipe, foods), card: cardOf(recipe, true, foods), catalogue: catalogueMark() };
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
  const sought = soughtWords(search);
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
    sought: soughtWords(wish.search),
    onCard: [wish.meal, wish.diet].filter((token) => token !== undefined),
    catalogue: catalogueMark(),
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

/** A card that an older program or catalogue made may be wrong: it is made anew, and kept. */
async function withCurrentCards(store: Store, family: string, batch: FoundRecipe[]): Promise<FoundRecipe[]> {
  const stale = batch.filter(({ catalogue }) => catalogue !== catalogueMark()).map(({ id }) => id);
  if (stale.length === 0) return batch;
  const renewed = new Map<string, RecipeIndex>();
  const recipes = await findRecipes(store.db, family, stale);
  for (const own of recipes) renewed.set(own.id, await indexOf(own));
  await store.db.transaction().execute(async (tx) => {
    for (const own of recipes) {
      await updateRecipeIndex(tx, family, own, renewed.get(own.id) as RecipeIndex);
    }
  });
  return batch.flatMap((found) => {
    const index = renewed.get(found.id);
    if (index) return [{ ...found, card: index.card, catalogue: index.catalogue }];
    return stale.includes(found.id) ? [] : [found];
  });
}
