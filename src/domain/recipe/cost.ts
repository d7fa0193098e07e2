/** The cost of a serving: of the amounts that are used, not of whole packs. */
import { centsPerKg, type Cost, costOf, type FoodAmount, type Prices } from '#domain/food/cost.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { Food } from '#domain/food/food.ts';
import { maxUnmeasuredGrams, usesOf } from './food-use.ts';
import type { Recipe } from './recipe.ts';

/** What a serving may cost more without a word. */
const NEGLIGIBLE_CENTS = 5;

export function costPerServing(
  { ingredients, servings }: Pick<Recipe, 'ingredients' | 'servings'>,
  foods: FoodCatalogue,
  prices: Prices,
): Cost {
  const lines = ingredients.filter(({ isHarmless }) => !isHarmless);
  if (lines.length === 0) return { costCents: 0, isAtLeast: true };
  const amounts = lines.flatMap((line): FoodAmount[] => {
    const uses = usesOf(line, foods);
    if (uses.length === 0) return [{}];
    return uses
      .filter(({ food, bought }) => bought || !isNegligible(food, prices))
      .map(({ food, bought }) => ({ food: food.id, quantity: bought }));
  });
  const { costCents, isAtLeast } = costOf(amounts, foods, prices);
  return { costCents: Math.round(costCents / servings), isAtLeast };
}

/** Salt and pepper to taste cost next to nothing. */
function isNegligible(food: Food, prices: Prices): boolean {
  return (centsPerKg(food, prices) * maxUnmeasuredGrams(food)) / 1_000 < NEGLIGIBLE_CENTS;
}
