/**
 * From what is needed of a food to its items. The pantry is taken off what the meals need, once, after
 * summing; what was added by hand comes on top, since whoever writes "2 l milk" wants to buy it. What is
 * ticked stays ticked with what was bought then. If the need grows beyond that, the difference is an item
 * of its own, `food:milk:2`, so that a tick never goes away by itself and nobody buys the first part twice.
 */
import type { Food } from './food.ts';
import { ZERO, compare, type Fraction } from './quantity-fraction.ts';
import { PACKAGES, SIZES, type Unit, unitKind } from './quantity-unit.ts';
import type { Quantity } from './quantity.ts';
import { type Buy, type UnitSystem, offerFor } from './shopping-list-amount.ts';
import type { Item } from './shopping-list-item.ts';
import type { FoodNeed } from './shopping-list-need.ts';
import type { Mark } from './shopping-list-operations.ts';
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
} from './shopping-list-sum.ts';

/** What is at home; without a quantity, enough of it for anything. */
export type PantryEntry = { readonly food: string; readonly quantity?: Quantity | undefined };

export type Taste = { readonly units: UnitSystem; readonly language: keyof Food['names'] };

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
    ...buying(buys, food, habit, taste),
    isSome: total.isSome,
    needs: sumAmounts(needs),
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

/** The part of an item that says how much. */
function buying(
  sum: Sum,
  food: Food,
  habit: Unit | undefined,
  { units, language }: Taste,
): Pick<Item, 'name' | 'buy' | 'buys'> {
  const offers = [...sum]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([unit, amount]) => offerFor({ amount, unit }, food, habit, units));
  const buys = new Map<Unit, Fraction>();
  for (const { total } of offers) {
    const { amount, unit } = comparable(total, food.weights);
    addTo(buys, unit, amount);
  }
  const buy = offers.map((offer) => offer.buy);
  return { name: nameFor(food, buy[0], language), buy, buys: sumAmounts(buys) };
}

/** One onion, two onions, 500 g onions, a slice of onion. */
function nameFor({ names, id }: Food, buy: Buy | undefined, language: keyof Food['names']): string {
  const name = names[language][0] ?? names.en[0] ?? { singular: id, plural: id };
  if (!buy || 'packs' in buy || unitKind(buy.unit) !== 'count') return name.plural;
  const isWhole = buy.unit === 'piece' || SIZES.has(buy.unit);
  const isOne = isWhole ? buy.amount === 1 : !PACKAGES.has(buy.unit);
  return isOne ? name.singular : name.plural;
}
