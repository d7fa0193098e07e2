/**
 * What is needed, in the unit in which people think of the food: 300 ml of milk, 3 eggs, 2 cups. Rounded to
 * the nearest amount that reads well, since it is said beside what to buy and decides nothing.
 */
import type { Food } from '#domain/food/food.ts';
import { type Fraction, compare, divide, fraction, multiply } from '#domain/quantity/fraction.ts';
import { SIZES, type Unit, unitKind } from '#domain/quantity/unit.ts';
import { type Quantity, convert } from '#domain/quantity/quantity.ts';
import {
  type ShownAmount,
  type Step,
  type UnitSystem,
  isLiquid,
  isOfPieces,
  isSpooned,
  shownAmount,
  step,
} from './amount.ts';
import type { Needed } from './item.ts';
import { type Taste, nameFor } from './name.ts';

const GRAMS = [step('g', 1, 1_000), step('kg', 1 / 100)];
const MILLILITRES = [step('ml', 1, 1_000), step('l', 1 / 100)];
const SPOONS = [step('tsp', 1 / 4, 3), step('tbsp', 1 / 2, 4)];
const CUPS = [...SPOONS, step('cup', 1 / 4)];
const OUNCES = [step('oz', 1 / 4, 16), step('lb', 1 / 4)];
/** Half an onion is said; a tenth of one is not. */
const QUARTER = 1 / 4;

/** An exact need, as `comparable` has it; `habit` is the unit in which people count this food, if they do. */
export function neededOf(need: Quantity, food: Food, habit: Unit | undefined, taste: Taste): Needed {
  const needed = saidOf(need, food, habit, taste.units);
  const isSimplyCounted = needed.unit === 'piece' || SIZES.has(needed.unit);
  return isSimplyCounted ? { ...needed, name: nameFor(food, needed, taste.language) } : needed;
}

function saidOf(need: Quantity, food: Food, habit: Unit | undefined, system: UnitSystem): ShownAmount {
  for (const { unit, step: size, below } of waysToSay(need, food, habit, system)) {
    const exact = convert(need, unit, food.weights);
    const rounded = exact && nearest(exact.amount, size);
    if (rounded && (!below || compare(rounded, below) < 0)) return shownAmount({ amount: rounded, unit });
  }
  return shownAmount(need);
}

function waysToSay(need: Quantity, food: Food, habit: Unit | undefined, system: UnitSystem): Step[] {
  if (unitKind(need.unit) === 'count') return [step(need.unit, QUARTER)];
  const counted = habit ?? (food.packs.some(isOfPieces) ? 'piece' : undefined);
  const measured = system === 'us' ? americanWay(need, food) : metricWay(need, food);
  return counted ? [step(counted, QUARTER), ...measured] : measured;
}

function metricWay(need: Quantity, food: Food): Step[] {
  return isLiquid(need, food) ? [...MILLILITRES, ...GRAMS] : GRAMS;
}

function americanWay(need: Quantity, food: Food): Step[] {
  if (isLiquid(need, food)) return [...CUPS, ...OUNCES];
  return isSpooned(need, food) ? [...SPOONS, ...OUNCES] : OUNCES;
}

/** The nearest multiple of the step, and at least one: a little is not nothing. */
function nearest(amount: Fraction, size: Fraction): Fraction {
  const { numerator, denominator } = divide(amount, size);
  const many = (2n * numerator + denominator) / (2n * denominator);
  return multiply(fraction(many > 0n ? many : 1n), size);
}
