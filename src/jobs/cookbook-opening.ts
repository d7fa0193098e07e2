/**
 * Loads the cookbook, its search index and the ingredient parser before the first request needs them, which
 * would otherwise take half a second on a small machine. Works in steps and yields to the event loop in
 * between. It needs about 20 MB, so it waits for the first member: a service that only serves plans by API
 * key never loads it.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { lazyFoods } from '#cookbook/foods.ts';
import type { LazyValue } from '#cookbook/lazy.ts';
import { lazyFoodsHash, lazyRecipesHash } from '#cookbook/catalogue-version.ts';
import { lazyRecipes } from '#cookbook/recipes.ts';
import { lazyTranslations } from '#cookbook/translations.ts';
import { BASE_LANGUAGE, type Language } from '#languages/language.ts';
import { lazyBrandedRecipes } from '#queries/recipe/book-brands.ts';
import { lazyCookbookIndex, lazyTranslatedIndexes } from '#queries/recipe/recipe-search.ts';
import { lazyParserFoods } from '#queries/recipe/ingredient-lines.ts';

/** In the order of their dependencies. */
const PARTS = [
  lazyFoods,
  lazyParserFoods,
  lazyRecipes,
  lazyCookbookIndex,
  lazyBrandedRecipes,
  lazyFoodsHash,
  lazyRecipesHash,
];

let opening: Promise<void> | undefined;

/** Idempotent. */
export function openCookbook(): void {
  // Ignored here: the first request that needs the cookbook gets the same error.
  opening ??= open(PARTS).catch(() => undefined);
}

export function isCookbookOpen(): boolean {
  return PARTS.every((part) => part.isDone());
}

/**
 * Loads the cookbook in this language, for a request that needs it. Other requests run in between. Idempotent. A
 * service that nobody uses in another language does without these four megabytes.
 */
export async function openTranslation(language: Language): Promise<void> {
  if (language === BASE_LANGUAGE) return;
  openCookbook();
  await opening;
  await open([lazyTranslations[language], lazyTranslatedIndexes[language]]);
}

async function open(parts: readonly Pick<LazyValue<unknown>, 'resume' | 'isDone'>[]): Promise<void> {
  for (const part of parts) {
    while (!part.isDone()) {
      await yieldToEventLoop();
      part.resume();
    }
  }
}
