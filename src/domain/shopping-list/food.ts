/**
 * From what is needed of a food to its items. The pantry is taken off what the meals need, once, after
 * summing; what was added by hand comes on top, since whoever writes "2 l milk" wants to buy it. What is
 * ticked stays ticked with what was bought then. If the need grows beyond that, the difference is an item
 * of its own, `food:milk:2`, so that a tick never goes away by itself and nobody buys the first part twice.
 */
import type { Food } from '#domain/food/food.ts';
import { ZERO, compare, type Fraction } from '#domain/quantity/fraction.ts';
import type { Unit } from '#domain/quantity/unit.ts';
import type { Quantity } from '#domain/quantity/quantity.ts';
import { type Buy, type ShownAmount, offerFor } from './amount.ts';
import type { Item } from './item.ts';
import { type Taste, nameFor } from './name.ts';
import type { FoodNeed } from './need.ts';
import { neededOf } from './needed.ts';
import type { Mark } from './operations.ts';
import {
  type Need,
  type Sum,
  addSums,
  addTo,
  comparable,
  habitOf,
  parseAmounts,
  subtractSum,
  sumAmounts,
} from './sum.ts';

/** What is at home; without a quantity, enough of it for anything. */
export type PantryEntry = { readonly food: string; readonly quantity?: Quantity | undefined };

/** The live marks on the items of one food, by the number of the item. */
export type PartMarks = ReadonlyMap<number, readonly Mark[]>;

const PART = /^food:([^:]+)(?::([1-9]\d{0,3}))?$/;

/** Which item of which food an id means, if it is one of a food. */
export function parsePartId(itemId: string): { foodId: string; part: number } | undefined {
  const [, foodId, part] = PART.exec(itemId) ?? [];
  return foodId === undefined ? undefined : { foodId, part: Number(part ?? 1) };
}

function partId(foodId: string, part: number): string {
  return part === 1 ? `food:${foodId}` : `food:${foodId}:${part}`;
}

export function foodItems(
  needed: FoodNeed,
  pantry: readonly PantryEntry[],
  marks: PartMarks,
  taste: Taste,
): Item[] {
  const { food, purposes } = needed;
  const total = totalNeed(needed, pantry);
  if (total.sum.size === 0 && !total.isSome) return [];
  const habit = habitOf(total);
  const item = (part: number, state: Item['state'], needs: Sum, buys: Sum, live: readonly Mark[]): Item => ({
    id: partId(food.id, part),
    state,
    foodId: food.id,
    aisle: food.aisle,
    ...amountsOf(needs, buys, food, habit, taste),
    isSome: total.isSome,
    for: purposes,
    marks: live.map(({ opId }) => opId),
  });
  let left: Sum = total.sum;
  const ticked = tickedParts(marks, food);
  const items = ticked.map(({ part, bought, ticks }) => {
    const before = left;
    left = subtractSum(before, bought);
    return item(part, 'ticked', subtractSum(before, left), bought, ticks);
  });
  if (left.size === 0 && ticked.length > 0) return items;
  const part = lowestFree(new Set(ticked.map((one) => one.part)));
  const wants = marks.get(part) ?? [];
  const isAsked = food.staple && wants.length === 0 && !purposes.some((purpose) => 'added' in purpose);
  return [...items, item(part, isAsked ? 'asked' : 'open', left, left, wants)];
}

/** What is to be bought altogether. */
function totalNeed({ food, cooked, added }: FoodNeed, pantry: readonly PantryEntry[]): Need {
  const left = afterPantry(cooked, food, pantry);
  return {
    sum: addSums(left.sum, added.sum),
    counted: addSums(cooked.counted, added.counted),
    isSome: left.isSome || added.isSome,
  };
}

function afterPantry(cooked: Need, food: Food, pantry: readonly PantryEntry[]): Pick<Need, 'sum' | 'isSome'> {
  const entries = pantry.filter((entry) => entry.food === food.id);
  if (entries.length === 0) return cooked;
  const atHome = new Map<Unit, Fraction>();
  for (const { quantity } of entries) {
    if (!quantity) return { sum: new Map(), isSome: false };
    const { amount, unit } = comparable(quantity, food.weights);
    addTo(atHome, unit, amount);
  }
  // A pinch to taste comes out of what the measured lines leave over.
  const isOver = subtractSum(atHome, cooked.sum).size > 0;
  return { sum: subtractSum(cooked.sum, atHome), isSome: cooked.isSome && !isOver };
}

type TickedPart = { readonly part: number; readonly ticks: readonly Mark[]; readonly bought: Sum };

function tickedParts(marks: PartMarks, { weights }: Food): TickedPart[] {
  return [...marks]
    .map(([part, all]) => ({ part, ticks: all.filter((mark) => mark.kind === 'tick') }))
    .filter(({ ticks }) => ticks.length > 0)
    .map(({ part, ticks }) => ({
      part,
      ticks,
      bought: mostBought(ticks.map((tick) => parseAmounts(tick.bought, weights))),
    }))
    .toSorted((one, other) => one.part - other.part);
}

/** Two people who tick the same item at the same time mean the same thing in the basket. */
function mostBought(sums: readonly Sum[]): Sum {
  const most = new Map<Unit, Fraction>();
  for (const [unit, amount] of sums.flatMap((sum) => [...sum])) {
    if (compare(amount, most.get(unit) ?? ZERO) > 0) most.set(unit, amount);
  }
  return most;
}

function lowestFree(taken: ReadonlySet<number>): number {
  let part = 1;
  while (taken.has(part)) part += 1;
  return part;
}

/** The part of an item that says how much: of what is needed, and of what is bought for it. */
function amountsOf(
  needs: Sum,
  bought: Sum,
  food: Food,
  habit: Unit | undefined,
  taste: Taste,
): Pick<Item, 'name' | 'buy' | 'buys' | 'needs' | 'needed'> {
  const offers = inOrder(bought).map((one) => offerFor(one, food, habit, taste.units));
  const buys = new Map<Unit, Fraction>();
  for (const { total } of offers) {
    const { amount, unit } = comparable(total, food.weights);
    addTo(buys, unit, amount);
  }
  const buy = offers.map((offer) => offer.buy);
  const needed = inOrder(needs).map((one) => neededOf(one, food, habit, taste));
  return {
    name: nameFor(food, buy[0], taste.language),
    buy,
    buys: sumAmounts(buys),
    needs: sumAmounts(needs),
    ...(isSaid(needed, buy) ? {} : { needed }),
  };
}

function inOrder(sum: Sum): Quantity[] {
  return [...sum]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([unit, amount]) => ({ amount, unit }));
}

/** Whether what to buy says it all. */
function isSaid(needed: readonly ShownAmount[], buy: readonly Buy[]): boolean {
  const bought = buy.map((one) => ('packs' in one && one.packs === 1 ? one.size : one));
  return needed.every(({ amount, unit }, at) => {
    const one = bought[at];
    return one && 'unit' in one && one.amount === amount && one.unit === unit;
  });
}
