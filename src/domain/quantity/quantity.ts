/**
 * Quantities: an exact amount of a unit, and how they turn into one another. Masses and volumes do so by
 * themselves; between mass, volume and pieces only a food knows the way, by its density and the weight of
 * its pieces. Where it does not, there is no answer: a quantity is never guessed.
 */
import { type Fraction, divide, multiply } from './fraction.ts';
import { SIZES, type Unit, unitKind, unitSize } from './unit.ts';

export type Quantity = { readonly amount: Fraction; readonly unit: Unit };

/** What a food weighs. The weight of a `piece` is that of the one people mean when they say no more. */
export type Weights = {
  readonly gramsPerMl?: Fraction | undefined;
  readonly pieceGrams: ReadonlyMap<Unit, Fraction>;
};

export function scale({ amount, unit }: Quantity, by: Fraction): Quantity {
  return { amount: multiply(amount, by), unit };
}

export function findGrams({ amount, unit }: Quantity, weights: Weights): Fraction | undefined {
  const grams = findUnitGrams(unit, weights);
  return grams && multiply(amount, grams);
}

/** The same quantity in another unit, if there is a way. */
export function convert(quantity: Quantity, to: Unit, weights: Weights): Quantity | undefined {
  if (quantity.unit === to) return quantity;
  const [from, into] = isMeasured(quantity.unit, to)
    ? [unitSize(quantity.unit), unitSize(to)]
    : [findUnitGrams(quantity.unit, weights), findUnitGrams(to, weights)];
  return from && into && { amount: divide(multiply(quantity.amount, from), into), unit: to };
}

/** Two volumes or two masses need no food to be compared. */
function isMeasured(one: Unit, other: Unit): boolean {
  return unitKind(one) !== 'count' && unitKind(one) === unitKind(other);
}

function findUnitGrams(unit: Unit, { gramsPerMl, pieceGrams }: Weights): Fraction | undefined {
  const kind = unitKind(unit);
  if (kind === 'mass') return unitSize(unit);
  if (kind === 'volume') return gramsPerMl && multiply(unitSize(unit), gramsPerMl);
  // A food with one weight for all sizes: "2 large turnips" are turnips all the same.
  return pieceGrams.get(unit) ?? (SIZES.has(unit) ? pieceGrams.get('piece') : undefined);
}
