/**
 * Opens the cookbook before anybody waits for it: reading it, working out how it is searched and
 * understanding the first lines take half a second on a small machine. A step at a time, with everyone
 * else's turn in between. It takes some twenty megabytes, so it is not done at the start: whoever only
 * reads plans by key has a service without it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { lazyFoods } from '#cookbook/foods.ts';
import { lazyFoodsHash, lazyRecipesHash } from '#cookbook/catalogue-version.ts';
import { lazyRecipes } from '#cookbook/recipes.ts';
import { lazyEntries } from '#queries/recipe-search.ts';
import { lazyFoodFinder } from '#queries/ingredient-lines.ts';

/** In this order: each is made of those before it. */
const PARTS = [lazyFoods, lazyFoodFinder, lazyRecipes, lazyEntries, lazyFoodsHash, lazyRecipesHash];

let opening: Promise<void> | undefined;

/** To be called as often as one likes. */
export function openCookbook(): void {
  // Whoever then needs what cannot be read meets the same mistake, and is told.
  opening ??= open().catch(() => undefined);
}

export function isCookbookOpen(): boolean {
  return PARTS.every((part) => part.isDone());
}

async function open(): Promise<void> {
  for (const part of PARTS) {
    do await nextTurn();
    while (!part.resume());
  }
}
