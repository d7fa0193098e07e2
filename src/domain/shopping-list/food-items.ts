/**
 * The items of one food. The pantry is deducted once, from the sum of what the meals require; lines added by
 * hand are not reduced, since "2 l milk" means to buy it. A ticked item stays ticked with what was bought. If
 * more is required later, the difference becomes another item, `food:milk:2`: no tick disappears, and nobody
 * buys the first part twice.
 */
import type { Food } from '#domain/food/food.ts';
import { ZERO, compare, type Fraction, fraction, multiply } from '#domain/quantity/fraction.ts';
import { type Unit, unitKind } from '#domain/quantity/unit.ts';
import type { UnitSystem } from '#domain/quantity/unit-system.ts';
import type { Quantity } from '#domain/quantity/quantity.ts';
import {
  type ExactAmounts,
  addAmount,
  addAmounts,
  formatAmounts,
  parseAmounts,
  subtractAmounts,
  toBaseUnit,
} from './exact-amounts.ts';
import { type Item, type Purpose, aisleKey } from './item.ts';
import type { ItemOperation } from './operations.ts';
import type { ListSettings } from './settings.ts';
import { type FoodRequirement, type Requirement, mainCountUnit } from './requirements.ts';
import {
  type Buy,
  type DisplayLocale,
  type ShownAmount,
  displayName,
  purchaseFor,
  requiredAmount,
} from './shown-amounts.ts';

/** A food at home; without a quantity there is enough for everything. */
export type PantryEntry = { readonly food: string; readonly quantity?: Quantity | undefined };

/** The live operations on the items of one food, by the number of the item. */
export type PartOperations = ReadonlyMap<number, readonly ItemOperation[]>;

const PART = /^food:([^:]+)(?::([1-9]\d{0,3}))?$/;

export function parsePartId(itemId: string): { foodId: string; part: number } | undefined {
  const [, foodId, part] = PART.exec(itemId) ?? [];
  return foodId === undefined ? undefined : { foodId, part: Number(part ?? 1) };
}

function itemIdOfPart(foodId: string, part: number): string {
  return part === 1 ? `food:${foodId}` : `food:${foodId}:${part}`;
}

/** What is at home, the settings of all lists, and how a typed amount is understood. */
export type FoodContext = {
  readonly pantry: readonly PantryEntry[];
  readonly settings: ListSettings;
  readonly understandAmount: (text: string, foodId: string) => Quantity | undefined;
};

export function foodItems(
  required: FoodRequirement,
  { pantry, settings, understandAmount }: FoodContext,
  operations: PartOperations,
  locale: DisplayLocale,
): Item[] {
  const { food, purposes, alternatives } = required;
  const key = aisleKey({ foodId: food.id, name: '' });
  const total = netRequirement(required, pantry);
  if (total.amounts.size === 0 && !total.isSome) return [];
  const countUnit = mainCountUnit(total);
  const item = (
    part: number,
    state: Item['state'],
    needs: ExactAmounts,
    buys: ExactAmounts,
    live: readonly ItemOperation[],
  ): Item => ({
    id: itemIdOfPart(food.id, part),
    state,
    foodId: food.id,
    aisle: settings.aisleOf(key) ?? food.aisle,
    ...movesOf(settings, key),
    ...amountsOf(needs, buys, food, countUnit, locale),
    isSome: total.isSome,
    ...(alternatives.length > 0 && {
      alternatives: alternatives.map((other) => displayName(other, undefined, locale.language)),
    }),
    for: purposes,
    marks: live.map(({ opId }) => opId),
  });
  let left: ExactAmounts = total.amounts;
  const ticked = tickedParts(operations, food);
  const items = ticked.map(({ part, bought, ticks }) => {
    const before = left;
    left = subtractAmounts(before, bought);
    const state = ticks.some(({ kind }) => kind === 'tick') ? 'ticked' : 'dropped';
    return item(part, state, subtractAmounts(before, left), bought, ticks);
  });
  const isBought = ticked.length > 0 && isCovered(total.amounts, ticked, food, countUnit, locale.units);
  const typed = typedOnly(purposes);
  if (isBought) return items.length === 1 ? items.map((one) => ({ ...one, ...typed })) : items;
  const part = lowestUnused(new Set(ticked.map((one) => one.part)));
  const wants = (operations.get(part) ?? []).filter(({ kind }) => kind === 'want');
  const changed = changedAmount(operations.get(part) ?? [], left, food, understandAmount);
  const isAsked =
    food.staple && wants.length === 0 && !changed && !purposes.some((purpose) => 'added' in purpose);
  const wanted = changed?.amounts ?? left;
  const open = item(part, isAsked ? 'asked' : 'open', wanted, wanted, wants);
  return [
    ...items,
    {
      ...open,
      ...(ticked.length === 0 && !changed && typed),
      ...(changed && { changes: changed.changes, ...(changed.text && { set: changed.text, buy: [] }) }),
    },
  ];
}

function typedOnly(purposes: readonly Purpose[]): Pick<Item, 'typed'> {
  const [only] = purposes;
  return only && 'added' in only && purposes.length === 1 ? { typed: only.added } : {};
}

/** The amount that somebody set, and what the meals require more since then. A text without a meaning is shown. */
function changedAmount(
  operations: readonly ItemOperation[],
  left: ExactAmounts,
  food: Food,
  understandAmount: FoodContext['understandAmount'],
): { amounts?: ExactAmounts; text?: string; changes: string[] } | undefined {
  const all = operations.filter((one) => one.kind === 'amount');
  const last = all.at(-1);
  if (!last) return undefined;
  const changes = all.map(({ opId }) => opId);
  const quantity = understandAmount(last.text, food.id);
  if (!quantity) return { text: last.text, changes };
  const amounts = subtractAmounts(left, parseAmounts(last.seen, food.weights));
  const { amount, unit } = toBaseUnit(quantity, food.weights);
  addAmount(amounts, unit, amount);
  return { amounts, changes };
}

export function movesOf(settings: ListSettings, key: string): Pick<Item, 'moves'> {
  const moves = settings.movesOf(key);
  return moves.length > 0 ? { moves } : {};
}

/** Nothing is missing, or so little that nobody buys a further pack. */
function isCovered(
  required: ExactAmounts,
  ticked: readonly TickedPart[],
  food: Food,
  countUnit: Unit | undefined,
  system: UnitSystem,
): boolean {
  const purchases = byUnit(required).map((one) => purchaseFor(one, food, countUnit, system));
  const bought = ticked.map((one) => one.bought).reduce(addAmounts);
  return (
    subtractAmounts(totalOf(purchases, food), bought).size === 0 ||
    subtractAmounts(required, bought).size === 0
  );
}

/** What is to be bought. */
function netRequirement(
  { food, cooked, added }: FoodRequirement,
  pantry: readonly PantryEntry[],
): Requirement {
  const left = withoutPantry(cooked, food, pantry);
  return {
    amounts: addAmounts(left.amounts, added.amounts),
    counted: addAmounts(cooked.counted, added.counted),
    isSome: left.isSome || added.isSome,
  };
}

function withoutPantry(
  cooked: Requirement,
  food: Food,
  pantry: readonly PantryEntry[],
): Pick<Requirement, 'amounts' | 'isSome'> {
  const entries = pantry.filter((entry) => entry.food === food.id);
  if (entries.length === 0) return cooked;
  const atHome = new Map<Unit, Fraction>();
  for (const { quantity } of entries) {
    if (!quantity) return { amounts: new Map(), isSome: false };
    const { amount, unit } = toBaseUnit(quantity, food.weights);
    addAmount(atHome, unit, amount);
  }
  // "To taste" needs no purchase if the measured lines leave something in the pantry.
  const isLeft = subtractAmounts(atHome, cooked.amounts).size > 0;
  return { amounts: subtractAmounts(cooked.amounts, atHome), isSome: cooked.isSome && !isLeft };
}

type TickedPart = {
  readonly part: number;
  readonly ticks: readonly BoughtOperation[];
  readonly bought: ExactAmounts;
};

type BoughtOperation = Extract<ItemOperation, { bought: object }>;

function tickedParts(operations: PartOperations, { weights }: Food): TickedPart[] {
  return [...operations]
    .map(([part, all]) => ({ part, ticks: all.filter((one) => 'bought' in one) }))
    .filter(({ ticks }) => ticks.length > 0)
    .map(({ part, ticks }) => ({
      part,
      ticks,
      bought: maxBought(ticks.map((tick) => parseAmounts(tick.bought, weights))),
    }))
    .toSorted((one, other) => one.part - other.part);
}

/** Concurrent ticks of one item are about the same purchase, so the largest counts and not the sum. */
function maxBought(sums: readonly ExactAmounts[]): ExactAmounts {
  const most = new Map<Unit, Fraction>();
  for (const [unit, amount] of sums.flatMap((sum) => [...sum])) {
    if (compare(amount, most.get(unit) ?? ZERO) > 0) most.set(unit, amount);
  }
  return most;
}

function lowestUnused(taken: ReadonlySet<number>): number {
  let part = 1;
  while (taken.has(part)) part += 1;
  return part;
}

function amountsOf(
  needs: ExactAmounts,
  bought: ExactAmounts,
  food: Food,
  countUnit: Unit | undefined,
  locale: DisplayLocale,
): Pick<Item, 'name' | 'buy' | 'buys' | 'needs' | 'needed' | 'isLess'> {
  const purchases = byUnit(bought).map((one) => purchaseFor(one, food, countUnit, locale.units));
  const buys = totalOf(purchases, food);
  const buy = purchases.map((purchase) => purchase.buy);
  const needed = byUnit(needs).map((one) => requiredAmount(one, food, countUnit, locale));
  // Two cans are 480 g drained; that is not what is printed on them.
  const isExact = food.cans.length > 0 && subtractAmounts(buys, needs).size === 0;
  const isLess = purchases.some((purchase) => purchase.isLess);
  const isShown =
    isShownBy(buy, needed) || (isExact && !isLess) || (food.loose && isOnlyRounded(buy, needs, buys));
  return {
    name: displayName(food, buy[0], locale.language),
    buy,
    buys: formatAmounts(buys),
    needs: formatAmounts(needs),
    ...(isShown ? {} : { needed }),
    ...(isLess && { isLess }),
  };
}

function totalOf(purchases: readonly { readonly total: Quantity }[], { weights }: Food): ExactAmounts {
  const sum = new Map<Unit, Fraction>();
  for (const { total } of purchases) {
    const { amount, unit } = toBaseUnit(total, weights);
    addAmount(sum, unit, amount);
  }
  return sum;
}

function byUnit(amounts: ExactAmounts): Quantity[] {
  return [...amounts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([unit, amount]) => ({ amount, unit }));
}

/** Whether something is bought by weight, a little more than required: the difference is only rounding. */
function isOnlyRounded(buy: readonly Buy[], needs: ExactAmounts, buys: ExactAmounts): boolean {
  if (buy.some((one) => 'packs' in one || unitKind(one.unit) !== 'mass')) return false;
  return [...buys].every(([unit, amount]) => {
    const need = needs.get(unit);
    return need !== undefined && compare(amount, multiply(need, ROUNDED)) <= 0;
  });
}

const ROUNDED = fraction(5, 4);

/** Whether the amounts to buy already show the required ones. */
function isShownBy(buy: readonly Buy[], needed: readonly ShownAmount[]): boolean {
  const bought = buy.map((one) => ('packs' in one && one.packs === 1 ? one.size : one));
  return needed.every(({ amount, unit }, at) => {
    const one = bought[at];
    return one && 'unit' in one && one.amount === amount && one.unit === unit;
  });
}
