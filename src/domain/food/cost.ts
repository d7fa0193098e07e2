/**
 * The cost of foods, by the family's own prices or else the catalogue's estimates, in the family's currency. What has
 * no known cost (a line not understood, an amount without a weight) is left out, and `isAtLeast` marks the result
 * as a lower bound.
 */
import type { FoodCatalogue } from './food-catalogue.ts';
import type { Food } from './food.ts';
import { add, fraction, fractionNumber, multiply, ZERO } from '#domain/quantity/fraction.ts';
import { type Quantity, findGrams } from '#domain/quantity/quantity.ts';

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
