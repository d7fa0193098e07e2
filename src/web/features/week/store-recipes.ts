/** Stores the recipes of the coming meals on this device while it has nothing else to do, for cooking without network. */
import { useEffect } from 'react';
import { dishesOf, type Meals, mealAt, SLOTS } from '#domain/plan/plan.ts';
import type { Language } from '#languages/language.ts';
import { DAYS } from '#domain/week/week.ts';
import { dateOf } from '#web/base/calendar.ts';
import { isStoredSince, loadRecipe, type WantedRecipe } from '#web/data/stores/recipe-store.ts';
import { recipeRequest } from '#web/data/queries/recipe-queries.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

const FRESH_MS = 12 * 3_600_000;

export function useStoredRecipes(week: string, meals: Meals, today: string): void {
  const { language } = useTranslation();
  const wanted = DAYS.filter((day) => dateOf(week, day) >= today).flatMap((day) =>
    SLOTS.flatMap((slot) => {
      const meal = mealAt(meals, { day, slot });
      return (meal ? dishesOf(meal) : []).flatMap(({ recipeId, servings, variant }) => {
        if (recipeId === undefined) return [];
        const plain = recipeRequest(recipeId, language, { servings });
        // The page of the recipe shows the dish for everyone, the page to cook from both.
        const split = { servings, variantServings: variant?.servings };
        return variant ? [plain, recipeRequest(recipeId, language, split)] : [plain];
      });
    }),
  );
  const key = JSON.stringify(wanted);
  useEffect(() => {
    // Without a worker, the app does not open without network either.
    if (key === '[]' || !navigator.serviceWorker?.controller) return undefined;
    let hasEnded = false;
    const storeAll = async () => {
      for (const recipe of JSON.parse(key) as WantedRecipe[]) {
        if (hasEnded) return;
        await storeRecipe(recipe, language);
      }
    };
    const timer = window.setTimeout(() => void storeAll().catch(() => {}), DELAY_MS);
    return () => {
      hasEnded = true;
      window.clearTimeout(timer);
    };
  }, [key, language]);
}

/** With the recipes that its lines stand for, at all levels. */
async function storeRecipe(wanted: WantedRecipe, language: Language): Promise<void> {
  if (await isStoredSince(wanted, Date.now() - FRESH_MS)) return;
  const { ingredients } = await loadRecipe(wanted);
  for (const { recipe } of ingredients) {
    if (recipe?.title === undefined) continue;
    await storeRecipe(recipeRequest(recipe.id, language, { servings: recipe.servings }), language);
  }
}

/** After everything that the page itself loads. */
const DELAY_MS = 3_000;
