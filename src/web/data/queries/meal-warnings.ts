/** Loads the warnings of meals that are not, or not yet, in a week of this device. */
import { useQuery } from '@tanstack/react-query';
import { type Dish, dishesOf, MAX_DISHES_PER_WEEK, type Meal } from '#domain/plan/plan.ts';
import { type Warning, warningsAt, warningsOfMeal } from '#domain/preferences/warnings.ts';
import type { ResponseOf } from '#http/app-api.ts';
import type { WeekPlace } from '#web/data/edit.ts';
import { api } from '#web/base/api.ts';
import { currentLanguage } from '#web/base/i18n/language.ts';
import { queries, useMe } from '#web/data/session.ts';

type MealText = Pick<Dish, 'description' | 'recipeId' | 'eaterIds'>;

type WarningsResponse = ResponseOf<'POST /app/api/warnings'>;

export const NO_WARNINGS: WarningsResponse = {
  warnings: {},
  variantNames: { titles: {}, eaters: {} },
  nameStyle: 'none',
  absent: {},
};

/** Each dish once, and only what the server needs. */
export function distinctDishes(dishes: readonly MealText[]): Omit<MealText, 'eaterIds'>[] {
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

type Wanted = {
  /** The one of the meals, with its guests. */
  week?: string | undefined;
  /** The names of eaters are wanted, whatever the meals are. */
  isNeeded?: boolean;
};

/** As far as they are known. Retains earlier ones while new ones load. */
export function useMealWarnings(
  shown: readonly MealText[],
  { week, isNeeded = false }: Wanted = {},
): WarningsResponse {
  const { hasEaterRules } = useMe().family;
  const isWanted = isNeeded || hasEaterRules || shown.some(({ eaterIds }) => eaterIds !== undefined);
  const dishes = distinctDishes(shown);
  const { data } = useQuery(
    {
      queryKey: ['warnings', week, dishes],
      queryFn: () => requestWarnings(dishes, week),
      enabled: isWanted && dishes.length > 0,
      placeholderData: (before) => before,
    },
    queries,
  );
  return data ?? NO_WARNINGS;
}

/** The same, only of those who eat in the place. */
export function usePlaceWarnings(
  shown: readonly MealText[],
  place: WeekPlace,
): Pick<WarningsResponse, 'warnings' | 'variantNames'> {
  const { warnings, absent, variantNames } = useMealWarnings(shown, { week: place.week });
  return { warnings: warningsAt(warnings, absent, place), variantNames };
}

/** Whom a meal is not for, of those who eat in the place. Empty without a response: the sign follows later. */
export async function findWarnings(meal: Meal, place?: WeekPlace): Promise<Warning[]> {
  try {
    const { warnings, absent } = await requestWarnings(distinctDishes(dishesOf(meal)), place?.week);
    return warningsOfMeal(meal, place ? warningsAt(warnings, absent, place) : warnings);
  } catch {
    return [];
  }
}

function requestWarnings(meals: Omit<MealText, 'eaterIds'>[], week?: string): Promise<WarningsResponse> {
  return api('POST /app/api/warnings', {
    query: { language: currentLanguage() },
    body: { meals, ...(week !== undefined && { week }) },
  });
}
