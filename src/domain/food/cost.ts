/**
 * What foods cost: by the catalogue's rough prices, or by those that a family knows better. A price has no
 * currency, it is the one the family shops with. Whatever has no price (a line not understood, an amount
 * without a weight) is left out, and then the whole says "at least".
 */
import type { FoodCatalogue } from './food-catalogue.ts';
import type { Food } from './food.ts';
import { add, fraction, fractionNumber, multiply, ZERO } from '#domain/quantity/fraction.ts';
import { type Quantity, findGrams } from '#domain/quantity/quantity.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';

/** A family's own, in cents per kilogram, by food. */
export type Prices = ReadonlyMap<string, number>;

export type Cost = {
  readonly costCents: number;
  /** Whether there may be more. */
  readonly isAtLeast: boolean;
};

/** So much of a food; either may be unknown. */
export type FoodAmount = { readonly food?: string | undefined; readonly quantity?: Quantity | undefined };

/** Ten times what saffron costs. */
export const MAX_CENTS_PER_KG = 4_000_000;

export function centsPerKg({ id, pricePerKg }: Pick<Food, 'id' | 'pricePerKg'>, prices: Prices): number {
  return prices.get(id) ?? Math.round(pricePerKg * 100);
}

/** In whole cents, rounded once, at the end. */
export function costOf(amounts: Iterable<FoodAmount>, foods: FoodCatalogue, prices: Prices): Cost {
  let cents = ZERO;
  let isAtLeast = false;
  for (const { food: id, quantity } of amounts) {
    const food = id === undefined ? undefined : foods.find(id);
    const grams = food && quantity && findGrams(quantity, food.weights);
    if (grams) cents = add(cents, multiply(grams, fraction(centsPerKg(food, prices), 1_000)));
    // What runs from the tap costs nothing, however much of it there is.
    else isAtLeast ||= food?.pricePerKg !== 0;
  }
  return { costCents: Math.round(fractionNumber(cents)), isAtLeast };
}

/** Of the amounts that are used, not of the packs that are opened for them. */
export function costPerServing(
  { ingredients, servings }: Pick<Recipe, 'ingredients' | 'servings'>,
  foods: FoodCatalogue,
  prices: Prices,
): Cost {
  if (ingredients.length === 0) return { costCents: 0, isAtLeast: true };
  const { costCents, isAtLeast } = costOf(
    ingredients.map(({ understood }) => understood ?? {}),
    foods,
    prices,
  );
  return { costCents: Math.round(costCents / servings), isAtLeast };
}
