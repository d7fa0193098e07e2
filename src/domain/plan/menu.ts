/**
 * A menu: the meals of a week, or of some of its days, which a family has saved under a name to use them again. It has
 * dishes and no people: servings, variants and who eats something else depend on the week.
 */
import { type Dish, mapSlots, type Meal, type Meals } from './plan.ts';

export type Menu = { id: string; name: string; meals: Meals };

export const MAX_MENU_NAME_LENGTH = 80;

/** Without dishes that only some eaters had beside the others. */
export function menuMeals(meals: Meals): Meals {
  return mapSlots(meals, ({ sides = [], ...main }): Meal => {
    const shared = sides.filter(({ eaterIds }) => eaterIds === undefined);
    return { ...menuDish(main), ...(shared.length > 0 && { sides: shared.map(menuDish) }) };
  });
}

function menuDish({ description, recipeId, kind }: Dish): Dish {
  return { description, ...(recipeId !== undefined && { recipeId }), ...(kind && { kind }) };
}
