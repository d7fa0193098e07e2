/** Prices as they stand on the shelf: for a kilogram or pound, a litre, a piece, or a pack as it is sold. */
import { MAX_CENTS_PER_KG } from './cost.ts';
import type { Food } from './food.ts';
import { fractionNumber, fractionText, ONE } from '#domain/quantity/fraction.ts';
import { findGrams, type Quantity } from '#domain/quantity/quantity.ts';
import type { Unit } from '#domain/quantity/unit.ts';

/** An amount that a shop can name a price for. */
export type SoldAmount = {
  /** Its name in requests: `500 g`. */
  readonly per: string;
  readonly amount: number;
  readonly unit: Unit;
  readonly grams: number;
  readonly isPack: boolean;
};

/** A price as it was typed. */
export type Offer = { readonly cents: number; readonly per: string };

type SoldFood = Pick<Food, 'weights' | 'packs'>;

const SINGLE = ['kg', 'lb', 'l', 'piece'] as const;

/** Each weight once: a pack of 1 kg is a kilogram. Without those whose weight is not known. */
export function soldAmounts({ weights, packs }: SoldFood): SoldAmount[] {
  const singles = SINGLE.map((unit) => soldAmount({ amount: ONE, unit }, weights, false));
  const found = [...singles, ...packs.map((pack) => soldAmount(pack, weights, true))];
  const known = found.filter((grams) => grams !== undefined);
  return known.filter(({ grams }, at) => known.findIndex((earlier) => earlier.grams === grams) === at);
}

/** Undefined if the food is not sold by this amount, or for no such price. */
export function centsPerKgOf(food: SoldFood, { cents, per }: Offer): number | undefined {
  const sold = soldAmounts(food).find((amount) => amount.per === per);
  const centsPerKg = sold && Math.round((cents * 1_000) / sold.grams);
  return centsPerKg !== undefined && centsPerKg <= MAX_CENTS_PER_KG ? centsPerKg : undefined;
}

function soldAmount(quantity: Quantity, weights: Food['weights'], isPack: boolean): SoldAmount | undefined {
  const grams = findGrams(quantity, weights);
  if (!grams || fractionNumber(grams) <= 0) return undefined;
  const { amount, unit } = quantity;
  const per = `${fractionText(amount)} ${unit}`;
  return { per, amount: fractionNumber(amount), unit, grams: fractionNumber(grams), isPack };
}
