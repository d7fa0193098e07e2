/**
 * Exact amounts of one food, added up by unit: in grams wherever the food's weights allow it, otherwise in
 * millilitres or in a counted unit. Nothing is rounded or guessed: amounts that do not convert into each
 * other stay separate.
 */
import type { Amounts } from './item.ts';
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

/** By unit: `g`, `ml` or a counted one. All amounts are positive. */
export type ExactAmounts = ReadonlyMap<Unit, Fraction>;

/** Converts to grams if possible, else from a volume to millilitres; a counted unit stays. */
export function toBaseUnit(quantity: Quantity, weights: Weights): Quantity {
  const grams = findGrams(quantity, weights);
  if (grams) return { amount: grams, unit: 'g' };
  if (unitKind(quantity.unit) === 'volume') return convert(quantity, 'ml', weights) ?? quantity;
  return { amount: quantity.amount, unit: quantity.unit };
}

export function addAmount(amounts: Map<Unit, Fraction>, unit: Unit, amount: Fraction): void {
  if (compare(amount, ZERO) > 0) amounts.set(unit, add(amounts.get(unit) ?? ZERO, amount));
}

export function addAmounts(first: ExactAmounts, second: ExactAmounts): Map<Unit, Fraction> {
  const sum = new Map(first);
  for (const [unit, amount] of second) addAmount(sum, unit, amount);
  return sum;
}

/** Never below zero. */
export function subtractAmounts(first: ExactAmounts, second: ExactAmounts): Map<Unit, Fraction> {
  const left = new Map<Unit, Fraction>();
  for (const [unit, amount] of first) {
    const rest = subtract(amount, second.get(unit) ?? ZERO);
    if (compare(rest, ZERO) > 0) left.set(unit, rest);
  }
  return left;
}

export function formatAmounts(amounts: ExactAmounts): Amounts {
  return Object.fromEntries([...amounts].map(([unit, amount]) => [unit, fractionText(amount)]));
}

/** Untrusted input: ignores unknown units and texts that are no amount. */
export function parseAmounts(amounts: Amounts, weights: Weights): Map<Unit, Fraction> {
  const parsed = new Map<Unit, Fraction>();
  for (const [name, text] of Object.entries(amounts)) {
    const [unit, amount] = [UNIT_NAMES.find((candidate) => candidate === name), parseFraction(text)];
    const known = unit && amount && toBaseUnit({ amount, unit }, weights);
    if (known) addAmount(parsed, known.unit, known.amount);
  }
  return parsed;
}
