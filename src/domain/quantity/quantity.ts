/**
 * Quantities, exact amounts of a unit, and their conversion. Masses convert to masses and volumes to volumes;
 * between mass, volume and pieces the food's density and piece weights are needed. Without them there is no
 * result: nothing is guessed.
 */
import { type Fraction, divide, multiply } from './fraction.ts';
import { SIZES, type Unit, unitKind, unitSize } from './unit.ts';

export type Quantity = { readonly amount: Fraction; readonly unit: Unit };

/** The density and piece weights of a food. `piece` is the usual size. */
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

/** Undefined if the weights do not allow the conversion. */
export function convert(quantity: Quantity, to: Unit, weights: Weights): Quantity | undefined {
  if (quantity.unit === to) return quantity;
  const [from, into] = isSameDimension(quantity.unit, to)
    ? [unitSize(quantity.unit), unitSize(to)]
    : [findUnitGrams(quantity.unit, weights), findUnitGrams(to, weights)];
  return from && into && { amount: divide(multiply(quantity.amount, from), into), unit: to };
}

/** Two masses or two volumes. */
function isSameDimension(first: Unit, second: Unit): boolean {
  return unitKind(first) !== 'count' && unitKind(first) === unitKind(second);
}

function findUnitGrams(unit: Unit, { gramsPerMl, pieceGrams }: Weights): Fraction | undefined {
  const kind = unitKind(unit);
  if (kind === 'mass') return unitSize(unit);
  if (kind === 'volume') return gramsPerMl && multiply(unitSize(unit), gramsPerMl);
  // A food with one weight for all sizes: "2 large turnips" weigh two turnips.
  return pieceGrams.get(unit) ?? (SIZES.has(unit) ? pieceGrams.get('piece') : undefined);
}
