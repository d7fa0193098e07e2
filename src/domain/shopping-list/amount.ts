/**
 * Amounts one can buy: whole pieces, whole packs, or a weight or volume that a person would ask for.
 * Always rounded up, from the exact need, and never down: whoever buys what is said has enough.
 */
import type { Aisle, Food } from '#domain/food/food.ts';
import {
  type Fraction,
  ONE,
  compare,
  divide,
  fraction,
  fractionNumber,
  multiply,
} from '#domain/quantity/fraction.ts';
import { PACKAGES, SIZES, type Unit, unitKind } from '#domain/quantity/unit.ts';
import { type Quantity, convert } from '#domain/quantity/quantity.ts';

export const UNIT_SYSTEMS = ['metric', 'us'] as const;
export type UnitSystem = (typeof UNIT_SYSTEMS)[number];

/** A number as people read it; the unit `piece` is not said. */
export type ShownAmount = { readonly amount: number; readonly unit: Unit };

/** So much to buy. A single pack of a liquid is best shown as its size: `250 ml`. */
export type Buy = { readonly packs: number; readonly size: ShownAmount } | ShownAmount;

/** What to buy, and exactly how much that is. */
type Offer = { readonly buy: Buy; readonly total: Quantity };

/** A unit, and the step to which amounts of it are rounded up, as long as they stay below the end. */
export type Step = { readonly unit: Unit; readonly step: Fraction; readonly below?: Fraction };

const GRAMS = metricSteps('g', 'kg');
const MILLILITRES = metricSteps('ml', 'l');
const SPOONS = [step('tsp', 1 / 4, 3), step('tbsp', 1 / 2, 4)];
const OUNCES = [step('oz', 1 / 4, 4), step('oz', 1, 16), step('lb', 1 / 4)];
const FLUID_OUNCES = [step('fl-oz', 1, 32), step('quart', 1 / 2)];
/** Below it an American reaches for a spoon, not for the scales; but not for herbs. */
const SPOONFUL_G = fraction(28);
const FRESH: ReadonlySet<Aisle> = new Set<Aisle>(['vegetables', 'fruit', 'herbs', 'meat', 'fish']);

/** How to buy an exact need; `habit` is the unit in which people count this food, if they do. */
export function offerFor(need: Quantity, food: Food, habit: Unit | undefined, system: UnitSystem): Offer {
  const unit = habit && wholeUnit(habit, food);
  const counted = unit && isCountedOut(food, unit, system) ? countOut(need, unit, food) : undefined;
  return counted ?? (food.loose ? undefined : packUp(need, food, system)) ?? measureOut(need, food, system);
}

/** Nobody sells two slices of a lemon: a part of a piece is bought as the piece. */
function wholeUnit(habit: Unit, { weights }: Food): Unit {
  if (SIZES.has(habit)) return habit;
  const [part, piece] = [weights.pieceGrams.get(habit), weights.pieceGrams.get('piece')];
  return part && piece && compare(part, piece) < 0 ? 'piece' : habit;
}

/** Tins are bought as tins whatever they weigh; other things by the piece if shops sell them so. */
function isCountedOut({ loose }: Food, habit: Unit, system: UnitSystem): boolean {
  return system === 'us' || loose || (PACKAGES.has(habit) && habit !== 'piece');
}

function countOut(need: Quantity, unit: Unit, { weights }: Food): Offer | undefined {
  const exact = convert(need, unit, weights);
  return exact && shown({ amount: roundUp(exact.amount, ONE), unit });
}

/** The packs that leave the least over; of equals the fewest. */
function packUp(need: Quantity, food: Food, system: UnitSystem): Offer | undefined {
  // How big American packs are we do not know, only what comes by the piece.
  if (system === 'us') return food.packs.some(isOfPieces) ? countOut(need, 'piece', food) : undefined;
  const [best] = food.packs
    .flatMap((pack) => {
      const exact = convert(need, pack.unit, food.weights);
      const many = exact && roundUp(divide(exact.amount, pack.amount), ONE);
      const total = many && { amount: multiply(many, pack.amount), unit: pack.unit };
      const bought = total && convert(total, need.unit, food.weights);
      return bought ? [{ pack, many, total, bought }] : [];
    })
    .toSorted((one, other) => {
      return compare(one.bought.amount, other.bought.amount) || compare(one.many, other.many);
    });
  if (!best) return undefined;
  const { pack, many, total } = best;
  const isSingle = isOfPieces(pack) && compare(pack.amount, ONE) === 0;
  return isSingle ? shown(total) : { buy: { packs: fractionNumber(many), size: shownAmount(pack) }, total };
}

export function isOfPieces({ unit }: Quantity): boolean {
  return unit === 'piece';
}

function measureOut(need: Quantity, food: Food, system: UnitSystem): Offer {
  if (unitKind(need.unit) === 'count') return shown({ ...need, amount: roundUp(need.amount, ONE) });
  const way = system === 'us' ? americanWay(need, food) : metricWay(need, food);
  for (const { unit, step, below } of way) {
    const exact = convert(need, unit, food.weights);
    const rounded = exact && roundUp(exact.amount, step);
    if (rounded && (!below || compare(rounded, below) < 0)) return shown({ amount: rounded, unit });
  }
  throw new Error(`${food.id}: there is no way to measure ${need.unit}`);
}

/** What cannot be measured as a liquid, since nobody knows its density, is weighed. */
function metricWay(need: Quantity, food: Food): Step[] {
  return isLiquid(need, food) ? [...MILLILITRES, ...GRAMS] : GRAMS;
}

function americanWay(need: Quantity, food: Food): Step[] {
  if (isLiquid(need, food)) return [...SPOONS, ...FLUID_OUNCES, ...OUNCES];
  return isSpooned(need, food) ? [...SPOONS, ...OUNCES] : OUNCES;
}

export function isSpooned({ amount }: Quantity, { aisle }: Food): boolean {
  return !FRESH.has(aisle) && compare(amount, SPOONFUL_G) < 0;
}

/** Shops tell: what they sell by volume is. So is a drink that has no pack. */
export function isLiquid(need: Quantity, { packs, aisle }: Food): boolean {
  if (packs.length === 0 && aisle === 'drinks') return true;
  return need.unit === 'ml' || packs.some(({ unit }) => unitKind(unit) === 'volume');
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

/** The step is a whole number or one part of one. */
export function step(unit: Unit, size: number, below?: number): Step {
  const exact = size < 1 ? fraction(1, Math.round(1 / size)) : fraction(size);
  return below === undefined ? { unit, step: exact } : { unit, step: exact, below: fraction(below) };
}

function shown(total: Quantity): Offer {
  return { buy: shownAmount(total), total };
}

export function shownAmount({ amount, unit }: Quantity): ShownAmount {
  return { amount: fractionNumber(amount), unit };
}

/** The next multiple of the step that is not less. */
function roundUp(amount: Fraction, step: Fraction): Fraction {
  const { numerator, denominator } = divide(amount, step);
  const whole = numerator / denominator;
  return multiply(fraction(whole * denominator === numerator ? whole : whole + 1n), step);
}
