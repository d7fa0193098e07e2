/** Who can eat a dish or its variant, for the integer program. */
import type { Eater } from '#domain/preferences/preferences.ts';
import type { Dish, DishContents } from '#planner/model/dish.ts';

/** Whether everyone eats the dish, or some eat it and the others its variant. Nobody cooks what harms anyone. */
export function isFor(dish: Dish, eaters: readonly Eater[]): boolean {
  const { variant } = dish;
  const others = eaters.filter((eater) => !canEat(dish, eater));
  if (others.length === 0) return true;
  return (
    variant !== undefined &&
    others.length < eaters.length &&
    others.every((eater) => canEat(variant, eater)) &&
    ![dish, variant].some((contents) => eaters.some((eater) => isHarmful(contents, eater)))
  );
}

/** Traces of it matter: allergens, and gluten and dairy for those who avoid them. */
function isHarmful(contents: DishContents, eater: Eater): boolean {
  const diets = eater.diets.filter((diet) => diet === 'gluten-free' || diet === 'dairy-free');
  return hasAllergen(contents, eater) || !canEat(contents, { ...eater, allergens: [], dislikes: [], diets });
}

function hasAllergen({ isComplete, allergens }: DishContents, eater: Eater): boolean {
  return (
    eater.allergens.length > 0 &&
    (!isComplete || eater.allergens.some((allergen) => allergens.includes(allergen)))
  );
}

export function canEat(contents: DishContents, eater: Eater): boolean {
  const { isComplete, breaks, foodKeys } = contents;
  const never = eater.dislikes.filter(({ isHard }) => isHard).map(({ foodId }) => foodId);
  const isUnknown = !isComplete && eater.diets.length + never.length > 0;
  return (
    !hasAllergen(contents, eater) &&
    !isUnknown &&
    !eater.diets.some((diet) => breaks.includes(diet)) &&
    !never.some((foodKey) => foodKeys.includes(foodKey))
  );
}
