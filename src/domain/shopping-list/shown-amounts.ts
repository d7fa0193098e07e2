/**
 * Amounts as a shopper reads them, from exact ones. What to buy is in whole pieces, whole packs or a weight
 * or volume that one can ask for, and rounded up, so that it is enough; only for less than a tenth of a pack
 * nobody buys a further one. What is required is shown beside it in the unit in which people think of the food
 * and rounded to the nearest, since it decides nothing.
 */
import type { Language } from '#languages/language.ts';
import type { Aisle, Food } from '#domain/food/food.ts';
import {
  type Fraction,
  ONE,
  compare,
  divide,
  fraction,
  fractionNumber,
  multiply,
  subtract,
} from '#domain/quantity/fraction.ts';
import { PACKAGES, SIZES, type Unit, unitKind } from '#domain/quantity/unit.ts';
import type { UnitSystem } from '#domain/quantity/unit-system.ts';
import { type Quantity, convert, findGrams } from '#domain/quantity/quantity.ts';

/** The unit system and the language in which a list is shown. */
export type DisplayLocale = { readonly units: UnitSystem; readonly language: Language };

/** A number for display; the unit `piece` is not shown. */
export type ShownAmount = { readonly amount: number; readonly unit: Unit };

/** What to buy. A single pack of a liquid is best shown as its size: `250 ml`. */
export type Buy = { readonly packs: number; readonly size: ShownAmount } | ShownAmount;

/** `name` where the food is counted by the piece: 3 eggs. `isDrained` without the liquid of a can. */
export type RequiredAmount = ShownAmount & { readonly name?: string; readonly isDrained?: boolean };

/** What to buy, exactly how much that is, and whether it is a little less than required. */
type Purchase = { readonly buy: Buy; readonly total: Quantity; readonly isLess: boolean };

/** A unit for amounts below a limit, and the multiple to which they are rounded. */
type Step = { readonly unit: Unit; readonly multiple: Fraction; readonly below?: Fraction };

const SPOONS = [step('tsp', 1 / 4, 3), step('tbsp', 1 / 2, 4)];
const PURCHASE = {
  grams: metricSteps('g', 'kg'),
  millilitres: metricSteps('ml', 'l'),
  ounces: [step('oz', 1 / 4, 4), step('oz', 1, 16), step('lb', 1 / 4)],
  liquids: [...SPOONS, step('fl-oz', 1, 32), step('quart', 1 / 2)],
};
const REQUIRED = {
  grams: [step('g', 1, 1_000), step('kg', 1 / 100)],
  millilitres: [step('ml', 1, 1_000), step('l', 1 / 100)],
  ounces: [step('oz', 1 / 4, 16), step('lb', 1 / 4)],
  liquids: [...SPOONS, step('cup', 1 / 4)],
};
/** Half an onion is shown; a tenth of one is not. */
const COUNTED_MULTIPLE = 1 / 4;
/** US recipes measure smaller amounts by the spoon, except fresh food. */
const SPOONFUL_G = fraction(28);
const FRESH: ReadonlySet<Aisle> = new Set<Aisle>(['vegetables', 'fruit', 'herbs', 'meat', 'fish']);

/** `required` is in a base unit; `countUnit` is the unit in which recipes count the food, if they do. */
export function purchaseFor(
  required: Quantity,
  food: Food,
  countUnit: Unit | undefined,
  system: UnitSystem,
): Purchase {
  const counting = countUnit ?? (isLessThanPiece(required, food) ? 'piece' : undefined);
  const unit = counting && wholeUnit(counting, food);
  const counted =
    unit && isSoldByCount(food, unit, system) ? purchaseByCount(required, unit, food) : undefined;
  return (
    counted ??
    (food.loose ? undefined : purchasePacks(required, food, system)) ??
    purchaseByMeasure(required, food, system)
  );
}

/** 5 g of chillies are one chilli, where shops sell them loose. */
function isLessThanPiece(required: Quantity, { aisle, loose, weights }: Food): boolean {
  const [piece, grams] = [weights.pieceGrams.get('piece'), findGrams(required, weights)];
  if (!loose || !COUNTED_AISLES.has(aisle) || !piece || !grams) return false;
  return compare(grams, piece) < 0 && compare(piece, LARGEST_PIECE_G) <= 0;
}

const COUNTED_AISLES: ReadonlySet<Aisle> = new Set<Aisle>(['vegetables', 'fruit']);
/** A heavier one is sold in parts too: a pumpkin. */
const LARGEST_PIECE_G = fraction(250);

/** Nobody sells two slices of a lemon: a part of a piece is bought as the piece. */
function wholeUnit(countUnit: Unit, { weights }: Food): Unit {
  if (SIZES.has(countUnit)) return countUnit;
  const [part, piece] = [weights.pieceGrams.get(countUnit), weights.pieceGrams.get('piece')];
  return part && piece && compare(part, piece) < 0 ? 'piece' : countUnit;
}

/** Tins are bought as tins whatever they weigh; other foods by the piece if shops sell them loose. */
function isSoldByCount({ loose, cans }: Food, unit: Unit, system: UnitSystem): boolean {
  if (isContainer(unit)) return true;
  // What swims in a can is not sold by the piece.
  return loose || (system === 'us' && cans.length === 0);
}

function isContainer(unit: Unit): boolean {
  return PACKAGES.has(unit) && unit !== 'piece';
}

function purchaseByCount(required: Quantity, unit: Unit, { weights }: Food): Purchase | undefined {
  const exact = convert(required, unit, weights);
  if (!exact) return undefined;
  const amount = isContainer(unit) ? roundPacks(exact.amount) : roundUp(exact.amount, ONE);
  return purchase({ amount, unit }, compare(amount, exact.amount) < 0);
}

/** A further pack is not bought for less than a tenth of one. */
export const NEGLIGIBLE_PART = fraction(1, 10);

function roundPacks(exact: Fraction): Fraction {
  const enough = roundUp(exact, ONE);
  const fewer = subtract(enough, ONE);
  const isEnough = compare(fewer, ONE) >= 0 && compare(subtract(exact, fewer), NEGLIGIBLE_PART) < 0;
  return isEnough ? fewer : enough;
}

/** The packs that leave the least over; among equals the fewest. */
function purchasePacks(required: Quantity, food: Food, system: UnitSystem): Purchase | undefined {
  const can = food.cans[0]?.unit;
  // The sizes of US packs are not in the catalogue, only what is sold by the piece or in cans.
  if (system === 'us') {
    if (can) return purchaseByCount(required, can, food);
    return food.packs.some(isOfPieces) ? purchaseByCount(required, 'piece', food) : undefined;
  }
  const [best] = food.packs
    .flatMap((pack) => packsFor(required, pack, food))
    .toSorted((first, second) => {
      return compare(first.bought.amount, second.bought.amount) || compare(first.count, second.count);
    });
  if (!best) return undefined;
  const { pack, count, total, isLess } = best;
  const isSinglePiece = isOfPieces(pack) && compare(pack.amount, ONE) === 0;
  if (isSinglePiece) return purchase(total, isLess);
  // The drained weight is not what a can is known by.
  if (can && isCan(pack, can, food)) return purchase({ amount: count, unit: can }, isLess);
  return { buy: { packs: fractionNumber(count), size: shownAmount(pack) }, total, isLess };
}

function packsFor(required: Quantity, pack: Quantity, { weights }: Food) {
  const exact = convert(required, pack.unit, weights);
  const packs = exact && divide(exact.amount, pack.amount);
  // An egg too few is not a little less.
  const count = packs && (isOfPieces(pack) ? roundUp(packs, ONE) : roundPacks(packs));
  const total = count && { amount: multiply(count, pack.amount), unit: pack.unit };
  const bought = total && convert(total, required.unit, weights);
  return bought ? [{ pack, count, total, bought, isLess: compare(count, packs) < 0 }] : [];
}

function isCan(pack: Quantity, can: Unit, { weights }: Food): boolean {
  const [one, other] = [findGrams(pack, weights), weights.pieceGrams.get(can)];
  return one !== undefined && other !== undefined && compare(one, other) === 0;
}

function isOfPieces({ unit }: Quantity): boolean {
  return unit === 'piece';
}

function purchaseByMeasure(required: Quantity, food: Food, system: UnitSystem): Purchase {
  if (unitKind(required.unit) === 'count')
    return purchase({ ...required, amount: roundUp(required.amount, ONE) });
  const rounded = firstRounded(required, food, measuringSteps(required, food, system, PURCHASE), roundUp);
  if (!rounded) throw new Error(`${food.id}: no unit to measure ${required.unit} in`);
  return purchase(rounded);
}

function purchase(total: Quantity, isLess = false): Purchase {
  return { buy: shownAmount(total), total, isLess };
}

/** `required` is in a base unit; `countUnit` is the unit in which recipes count the food, if they do. */
export function requiredAmount(
  required: Quantity,
  food: Food,
  countUnit: Unit | undefined,
  { units, language }: DisplayLocale,
): RequiredAmount {
  const steps = requiredSteps(required, food, countUnit, units);
  const shown = shownAmount(firstRounded(required, food, steps, roundToNearest) ?? required);
  const isByPiece = shown.unit === 'piece' || SIZES.has(shown.unit);
  if (isByPiece) return { ...shown, name: displayName(food, shown, language) };
  const isDrained = food.cans.length > 0 && unitKind(shown.unit) === 'mass';
  return isDrained ? { ...shown, isDrained } : shown;
}

function requiredSteps(
  required: Quantity,
  food: Food,
  countUnit: Unit | undefined,
  system: UnitSystem,
): Step[] {
  if (unitKind(required.unit) === 'count') return [step(required.unit, COUNTED_MULTIPLE)];
  const counted = countUnit ?? (food.packs.some(isOfPieces) ? 'piece' : undefined);
  const measured = measuringSteps(required, food, system, REQUIRED);
  return counted ? [step(counted, COUNTED_MULTIPLE), ...measured] : measured;
}

/** A liquid of unknown density is weighed if its volume is not known. */
function measuringSteps(
  required: Quantity,
  food: Food,
  system: UnitSystem,
  { grams, millilitres, ounces, liquids }: typeof PURCHASE,
): Step[] {
  if (system === 'metric') return isLiquid(required, food) ? [...millilitres, ...grams] : grams;
  if (isLiquid(required, food)) return [...liquids, ...ounces];
  return isSpooned(required, food) ? [...SPOONS, ...ounces] : ounces;
}

function isSpooned({ amount }: Quantity, { aisle }: Food): boolean {
  return !FRESH.has(aisle) && compare(amount, SPOONFUL_G) < 0;
}

/** What shops sell by volume is a liquid, and so is a drink without a pack. */
function isLiquid(required: Quantity, { packs, aisle }: Food): boolean {
  if (packs.length === 0 && aisle === 'drinks') return true;
  return required.unit === 'ml' || packs.some(({ unit }) => unitKind(unit) === 'volume');
}

/** In the first unit into which the amount converts and whose limit it does not reach. */
function firstRounded(
  required: Quantity,
  { weights }: Food,
  steps: readonly Step[],
  round: (amount: Fraction, multiple: Fraction) => Fraction,
): Quantity | undefined {
  for (const { unit, multiple, below } of steps) {
    const exact = convert(required, unit, weights);
    const rounded = exact && round(exact.amount, multiple);
    if (rounded && (!below || compare(rounded, below) < 0)) return { amount: rounded, unit };
  }
  return undefined;
}

/** The next multiple that is not less. */
function roundUp(amount: Fraction, multiple: Fraction): Fraction {
  const { numerator, denominator } = divide(amount, multiple);
  const whole = numerator / denominator;
  return multiply(fraction(whole * denominator === numerator ? whole : whole + 1n), multiple);
}

/** The nearest multiple, at least one: a little is not shown as nothing. */
function roundToNearest(amount: Fraction, multiple: Fraction): Fraction {
  const { numerator, denominator } = divide(amount, multiple);
  const count = (2n * numerator + denominator) / (2n * denominator);
  return multiply(fraction(count > 0n ? count : 1n), multiple);
}

function metricSteps(small: Unit, big: Unit): Step[] {
  return [
    step(small, 1, 20),
    step(small, 5, 100),
    step(small, 10, 250),
    step(small, 50, 1_000),
    step(big, 1 / 10),
  ];
}

/** `multiple` is a whole number or 1/n. */
function step(unit: Unit, multiple: number, below?: number): Step {
  const exact = multiple < 1 ? fraction(1, Math.round(1 / multiple)) : fraction(multiple);
  return below === undefined ? { unit, multiple: exact } : { unit, multiple: exact, below: fraction(below) };
}

function shownAmount({ amount, unit }: Quantity): ShownAmount {
  return { amount: fractionNumber(amount), unit };
}

/** The food's name behind an amount: one onion, two onions, 500 g onions, a slice of onion. */
export function displayName(
  { names, id }: Food,
  amount: Buy | undefined,
  language: DisplayLocale['language'],
): string {
  const name = names[language][0] ?? { singular: id, plural: id };
  if (!amount || 'packs' in amount || unitKind(amount.unit) !== 'count') return name.plural;
  const isWhole = amount.unit === 'piece' || SIZES.has(amount.unit);
  const isSingular = isWhole ? amount.amount <= 1 : !PACKAGES.has(amount.unit);
  return isSingular ? name.singular : name.plural;
}
