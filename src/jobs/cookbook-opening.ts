/**
 * Loads the cookbook, its search index and the ingredient parser before the first request needs them, which
 * would otherwise take half a second on a small machine. Works in steps and yields to the event loop in
 * between. It needs about 20 MB, so it waits for the first member: a service that only serves plans by API
 * key never loads it.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { lazyFoods } from '#cookbook/foods.ts';
import { lazyFoodsHash, lazyGroupsHash, lazyRecipesHash } from '#cookbook/catalogue-version.ts';
import { lazyRecipes } from '#cookbook/recipes.ts';
import { lazyCookbookIndex } from '#queries/recipe-search.ts';
import { lazyParserFoods } from '#queries/ingredient-lines.ts';

/** In the order of their dependencies. */
const PARTS = [
  lazyFoods,
  lazyParserFoods,
  lazyRecipes,
  lazyCookbookIndex,
  lazyFoodsHash,
  lazyGroupsHash,
  lazyRecipesHash,
];

let opening: Promise<void> | undefined;

/** Idempotent. */
export function openCookbook(): void {
  // Ignored here: the first request that needs the cookbook gets the same error.
  opening ??= open().catch(() => undefined);
}

export function isCookbookOpen(): boolean {
  return PARTS.every((part) => part.isDone());
}

async function open(): Promise<void> {
  for (const part of PARTS) {
    do await yieldToEventLoop();
    while (!part.resume());
  }
}
