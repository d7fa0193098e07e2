/** Loads the warnings of meals that are not, or not yet, in a week of this device. */
import { useQuery } from '@tanstack/react-query';
import { type Dish, dishesOf, MAX_DISHES_PER_WEEK, type Meal } from '#domain/plan/plan.ts';
import { type Warning, type WarningsByMeal, warningsOfMeal } from '#domain/preferences/warnings.ts';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { queries, useMe } from '#web/data/session.ts';

type MealText = Pick<Dish, 'description' | 'recipeId'>;

const NONE: WarningsByMeal = {};

/** Each dish once, and only what the server needs. */
export function distinctDishes(dishes: readonly MealText[]): MealText[] {
  const texts = dishes
    .filter(({ description }) => description.trim())
    .map(({ description, recipeId }) =>
      recipeId === undefined ? { description } : { description, recipeId },
    );
  return [...new Map(texts.map((dish) => [JSON.stringify(dish), dish])).values()].slice(
    0,
    MAX_DISHES_PER_WEEK,
  );
}

/** By recipe or text, as far as they are known. Retains earlier ones while new ones load. */
export function useMealWarnings(shown: readonly MealText[]): WarningsByMeal {
  const { hasEaterRules } = useMe().family;
  const dishes = distinctDishes(shown);
  const { data } = useQuery(
    {
      queryKey: ['warnings', dishes],
      queryFn: () => requestWarnings(dishes),
      enabled: hasEaterRules && dishes.length > 0,
      placeholderData: (before) => before,
    },
    queries,
  );
  return data?.warnings ?? NONE;
}

/** Whom a meal is not for. Empty without a response: the sign follows later. */
export async function findWarnings(meal: Meal): Promise<Warning[]> {
  try {
    const { warnings } = await requestWarnings(distinctDishes(dishesOf(meal)));
    return warningsOfMeal(meal, warnings);
  } catch {
    return [];
  }
}

function requestWarnings(meals: MealText[]): Promise<ResponseOf<'POST /app/api/warnings'>> {
  return api('POST /app/api/warnings', { body: { meals } });
}
