/**
 * The cost of foods, by the family's own prices or else the catalogue's estimates, in the family's currency. What has
 * no known cost (a line not understood, an amount without a weight) is left out, and `isAtLeast` marks the result
 * as a lower bound.
 */
import type { FoodCatalogue } from './food-catalogue.ts';
import type { Food } from './food.ts';
import { usesOf } from './food-use.ts';
import { maxUnmeasuredGrams } from './unmeasured.ts';
import { add, fraction, fractionNumber, multiply, ZERO } from '#domain/quantity/fraction.ts';
import { type Quantity, findGrams } from '#domain/quantity/quantity.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';

/** A family's own prices in cents per kilogram, by food id. */
export type Prices = ReadonlyMap<string, number>;

export type Cost = {
  readonly costCents: number;
  /** Whether the cost is a lower bound. */
  readonly isAtLeast: boolean;
};

/** Undefined parts are unknown. */
export type FoodAmount = { readonly food?: string | undefined; readonly quantity?: Quantity | undefined };

/** Ten times the price of saffron. */
export const MAX_CENTS_PER_KG = 4_000_000;

export function centsPerKg({ id, pricePerKg }: Pick<Food, 'id' | 'pricePerKg'>, prices: Prices): number {
  return prices.get(id) ?? Math.round(pricePerKg * 100);
}

/** Rounded to cents once, at the end. */
export function costOf(amounts: Iterable<FoodAmount>, foods: FoodCatalogue, prices: Prices): Cost {
  let cents = ZERO;
  let isAtLeast = false;
  for (const { food: id, quantity } of amounts) {
    const food = id === undefined ? undefined : foods.find(id);
    const grams = food && quantity && findGrams(quantity, food.weights);
    if (grams) cents = add(cents, multiply(grams, fraction(centsPerKg(food, prices), 1_000)));
    // A food without a price is tap water: it costs nothing in any amount.
    else isAtLeast ||= food?.pricePerKg !== 0;
  }
  return { costCents: Math.round(fractionNumber(cents)), isAtLeast };
}

/** What a serving may cost more without a word. */
const NEGLIGIBLE_CENTS = 5;

/** Of the amounts that are used, not of whole packs. */
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
