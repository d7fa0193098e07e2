/** Foods that nobody sells, and the whole food that people buy for them: lemons for lemon juice, eggs for yolks. */

import { compare, divide, type Fraction, subtract, ZERO } from '#domain/quantity/fraction.ts';
import type { Food } from './food.ts';

/** By the whole food, what each piece of it gives; the weight is that of `1 piece` of the part in the catalogue. */
export const PARTS_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['lemon', ['fresh-lemon-juice', 'lemon-zest']],
  ['lime', ['fresh-lime-juice', 'lime-zest']],
  ['orange', ['orange-zest']],
  ['egg', ['egg-yolk', 'egg-white']],
]);

/** Parts that a piece gives although it is used whole, or for its juice. */
const ZESTS: ReadonlySet<string> = new Set(['lemon-zest', 'lime-zest', 'orange-zest']);

/** How many pieces give these parts, beside pieces that are used whole: one lemon gives juice and zest. */
export function piecesForParts(
  parts: readonly { readonly id: string; readonly pieces: Fraction }[],
  usedWhole: Fraction,
): Fraction {
  return parts
    .map(({ id, pieces }) => (ZESTS.has(id) ? subtract(pieces, usedWhole) : pieces))
    .reduce((most, pieces) => (compare(pieces, most) > 0 ? pieces : most), ZERO);
}

/** How many pieces of a food so much of it is; zero if the weight of a piece is not known. */
export function piecesOf(food: Food, grams: Fraction): Fraction {
  const ofPiece = gramsOfPiece(food);
  return ofPiece ? divide(grams, ofPiece) : ZERO;
}

/** Yolks are listed as those of a large egg. */
export function gramsOfPiece({ weights: { pieceGrams } }: Food): Fraction | undefined {
  return pieceGrams.get('piece') ?? pieceGrams.get('large');
}
