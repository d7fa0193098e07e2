/** The further dishes of a meal in the slot editor. A dish has a key, because rows move and a name may be empty. */
import { type Dish, type Meal, mealOfDishes, orderMeal } from '#domain/plan/plan.ts';

export type Side = { key: number; dish: Dish };

let lastKey = 0;

export function newSide(dish: Dish = { description: '' }): Side {
  lastKey += 1;
  return { key: lastKey, dish };
}

export function sidesOf(meal: Meal | null): Side[] {
  return meal?.sides?.map((dish) => newSide(dish)) ?? [];
}

/** Without a main dish, the first side becomes it. Dishes without a text are left out. */
export function withSides(main: Meal | null, sides: readonly Side[]): Meal | null {
  const named = sides.map(({ dish }) => dish).filter(({ description }) => description !== '');
  return main ? orderMeal({ ...main, sides: named }) : mealOfDishes(named);
}

/** Those that the meal did not have, and that have no recipe yet. */
export function typedSides(sides: readonly Side[], before: Meal | null): Dish[] {
  return sides
    .map(({ dish }) => dish)
    .filter(
      (dish) => dish.recipeId === undefined && dish.description !== '' && !before?.sides?.includes(dish),
    );
}
