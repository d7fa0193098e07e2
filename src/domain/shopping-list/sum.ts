/**
 * Sums of one food: exact, in grams wherever the food knows the way, else in millilitres or in what was
 * counted. Nothing is rounded and nothing guessed: what cannot be converted stays a sum beside the others.
 */
import type { Amounts } from './operations.ts';
import {
  type Fraction,
  ZERO,
  add,
  compare,
  fractionText,
  parseFraction,
  subtract,
} from '#domain/quantity/fraction.ts';
import { UNIT_NAMES, type Unit, unitKind } from '#domain/quantity/unit.ts';
import { type Quantity, type Weights, convert, findGrams } from '#domain/quantity/quantity.ts';

/** By unit: `g`, `ml`, or one that is counted. Nothing in it is zero or less. */
export type Sum = ReadonlyMap<Unit, Fraction>;

/** What is needed of a food. */
export type Need = {
  readonly sum: Map<Unit, Fraction>;
  /** How much of the grams was counted, and in what: it tells how people think of the food. */
  readonly counted: Map<Unit, Fraction>;
  /** Whether some of it is needed that nobody measures: "to taste". */
  isSome: boolean;
};

export function noNeed(): Need {
  return { sum: new Map(), counted: new Map(), isSome: false };
}

/** Adds to the need; without a quantity it is "some". */
export function addNeed(need: Need, quantity: Quantity | undefined, weights: Weights): void {
  if (!quantity) {
    need.isSome = true;
    return;
  }
  const { amount, unit } = comparable(quantity, weights);
  addTo(need.sum, unit, amount);
  if (unit === 'g' && unitKind(quantity.unit) === 'count') addTo(need.counted, quantity.unit, amount);
}

/** The unit in which most of the food was counted, if at least half of it was. */
export function habitOf({ sum, counted }: Need): Unit | undefined {
  const [most] = [...counted].toSorted(([one, first], [other, second]) => {
    return compare(second, first) || (one < other ? -1 : 1);
  });
  const all = [...counted.values()].reduce(add, ZERO);
  return compare(add(all, all), sum.get('g') ?? ZERO) >= 0 ? most?.[0] : undefined;
}

/** Every quantity of a food in the unit in which it can be added to the most others. */
export function comparable(quantity: Quantity, weights: Weights): Quantity {
  const grams = findGrams(quantity, weights);
  if (grams) return { amount: grams, unit: 'g' };
  if (unitKind(quantity.unit) === 'volume') return convert(quantity, 'ml', weights) ?? quantity;
  return { amount: quantity.amount, unit: quantity.unit };
}

export function addSums(one: Sum, other: Sum): Map<Unit, Fraction> {
  const sum = new Map(one);
  for (const [unit, amount] of other) addTo(sum, unit, amount);
  return sum;
}

/** What is left of the one when the other is taken off: never less than nothing. */
export function subtractSum(one: Sum, other: Sum): Map<Unit, Fraction> {
  const left = new Map<Unit, Fraction>();
  for (const [unit, amount] of one) {
    const rest = subtract(amount, other.get(unit) ?? ZERO);
    if (compare(rest, ZERO) > 0) left.set(unit, rest);
  }
  return left;
}

export function addTo(sum: Map<Unit, Fraction>, unit: Unit, amount: Fraction): void {
  if (compare(amount, ZERO) > 0) sum.set(unit, add(sum.get(unit) ?? ZERO, amount));
}

export function sumAmounts(sum: Sum): Amounts {
  return Object.fromEntries([...sum].map(([unit, amount]) => [unit, fractionText(amount)]));
}

/** From a stranger's device: any unit may come, and what is no amount counts as none. */
export function parseAmounts(amounts: Amounts, weights: Weights): Map<Unit, Fraction> {
  const sum = new Map<Unit, Fraction>();
  for (const [name, text] of Object.entries(amounts)) {
    const [unit, amount] = [UNIT_NAMES.find((one) => one === name), parseFraction(text)];
    const known = unit && amount && comparable({ amount, unit }, weights);
    if (known) addTo(sum, known.unit, known.amount);
  }
  return sum;
}
