/** Which dishes a slot may not have because the week has them: breakfasts may be repeated, other meals may not. */
import { dishesOf, type Place } from '#domain/plan/plan.ts';
import { type Content, eatenDish } from '#planner/model/rules.ts';
import { type FixedMeal, isMainMeal } from '#planner/model/slots.ts';

type WeekMeals = { readonly planned: readonly Place[]; readonly fixedMeals: readonly FixedMeal[] };

/** The ids of the dishes that the slot may not have as well. */
export function usedDishIds(
  slot: Place,
  contents: readonly Content[],
  { planned, fixedMeals }: WeekMeals,
): Set<string> {
  const excludes = (place: Place): boolean => isMainMeal(slot) || isMainMeal(place);
  return new Set([
    ...planned.flatMap((plannedSlot, index) =>
      excludes(plannedSlot) ? (eatenDish(contents, index)?.id ?? []) : [],
    ),
    ...fixedMeals.flatMap((fixed) =>
      excludes(fixed) ? dishesOf(fixed.meal).flatMap(({ recipeId }) => recipeId ?? []) : [],
    ),
  ]);
}
