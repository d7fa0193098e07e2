/**
 * The items of one food. The pantry is deducted once, from the sum of what the meals require; lines added by
 * hand are not reduced, since "2 l milk" means to buy it. A ticked item stays ticked with what was bought, and
 * covers what meals require and the added lines that the tick names. If meals require more later, or somebody adds
 * the food again, that becomes another item, `food:milk:2`: no tick disappears, nobody buys the first part twice, and
 * no addition is lost.
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
import { type Item, type Purpose, aisleKey, itemIdOfPart } from './item.ts';
import type { ItemOperation } from './operations.ts';
import type { ListSettings } from './settings.ts';
import {
  type AddedRequirement,
  type FoodRequirement,
  type Requirement,
  emptyRequirement,
  mainCountUnit,
} from './requirements.ts';
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
  const { food, alternatives } = required;
  const key = aisleKey({ foodId: food.id, name: '' });
  const cooked = withoutPantry(required.cooked, food, pantry);
  const lines = [...required.added.values()];
  const total = sumOf([cooked, ...lines]);
  if (isNothing(total)) return [];
  const countUnit = mainCountUnit(total);
  const meals = isNothing(cooked) ? [] : required.purposes;
  const item = (
    part: number,
    needs: ExactAmounts,
    buys: ExactAmounts,
    more: Pick<Item, 'state' | 'for' | 'isSome' | 'marks'>,
  ): Item => ({
    id: itemIdOfPart(food.id, part),
    foodId: food.id,
    aisle: settings.aisleOf(key) ?? food.aisle,
    ...movesOf(settings, key),
    ...amountsOf(needs, buys, food, countUnit, locale),
    ...(alternatives.length > 0 && {
      alternatives: alternatives.map((alternative) => displayName(alternative, undefined, locale.language)),
    }),
    ...more,
  });
  const ticked = tickedParts(operations, food);
  const linesOf = ({ ticks }: TickedPart) =>
    lines.filter((line) => ticks.some((tick) => buysLine(tick, line)));
  const done = new Set(ticked.flatMap(linesOf));
  const fresh = lines.filter((line) => !done.has(line));
  const covered = sumOf([cooked, ...done]);
  const isBought = ticked.length > 0 && isCovered(covered.amounts, ticked, food, countUnit, locale.units);
  let left = covered.amounts;
  const tickedItems = ticked.map((tick) => {
    const before = left;
    left = subtractAmounts(before, tick.bought);
    const state = tick.ticks.some(({ kind }) => kind === 'tick') ? 'ticked' : 'dropped';
    const purposes = [...meals, ...purposesOf(linesOf(tick))];
    return {
      ...item(tick.part, subtractAmounts(before, left), tick.bought, {
        state,
        for: purposes,
        isSome: cooked.isSome,
        marks: tick.ticks.map(({ opId }) => opId),
      }),
      ...(isBought && meals.length === 0 && typedOnly(linesOf(tick))),
    };
  });
  const items = tickedItems.filter((item) => item.for.length > 0);
  if (isBought && fresh.length === 0) return items;
  const part = lowestUnused(new Set(ticked.map((tick) => tick.part)));
  const here = operations.get(part) ?? [];
  const wants = here.filter(({ kind }) => kind === 'want');
  const rest = { ...covered, amounts: isBought ? NOTHING : left };
  const open = sumOf([rest, ...fresh]).amounts;
  const changed = changedAmount(here, open, food, understandAmount);
  const purposes = [...(isBought ? [] : [...meals, ...purposesOf([...done])]), ...purposesOf(fresh)];
  const isAsked =
    food.staple && wants.length === 0 && !changed && !purposes.some((purpose) => 'added' in purpose);
  const wanted = changed?.amounts ?? open;
  const ofMeals = fresh.length > 0 && !changed ? byUnit(rest.amounts) : [];
  return [
    ...items,
    {
      ...item(part, wanted, wanted, {
        state: isAsked ? 'probably-at-home' : 'open',
        for: purposes,
        isSome: !isBought && cooked.isSome,
        marks: wants.map(({ opId }) => opId),
      }),
      ...(ofMeals.length > 0 && {
        forMeals: ofMeals.map((meal) => requiredAmount(meal, food, countUnit, locale)),
      }),
      ...(purposes.length === 1 && !changed && typedOnly(fresh)),
      ...(changed && { changes: changed.changes, ...(changed.text && { set: changed.text, buy: [] }) }),
    },
  ];
}

const NOTHING = new Map<Unit, Fraction>();

function isNothing({ amounts, isSome }: Requirement): boolean {
  return amounts.size === 0 && !isSome;
}

function sumOf(requirements: readonly Requirement[]): Requirement {
  return {
    amounts: requirements.map(({ amounts }) => amounts).reduce(addAmounts, new Map()),
    counted: requirements.map(({ counted }) => counted).reduce(addAmounts, new Map()),
    isSome: requirements.some(({ isSome }) => isSome),
  };
}

/** Whether an operation is about a line: one that was added later is still to be bought. */
function buysLine({ lines, partLines }: BoughtOperation, { purpose, isPart }: AddedRequirement): boolean {
  // A tick that names no lines buys all of the item.
  if (!lines || (isPart && !partLines)) return true;
  return lines.includes(purpose.opId) || (partLines?.includes(purpose.opId) ?? false);
}

function purposesOf(lines: readonly AddedRequirement[]): Purpose[] {
  return lines.map(({ purpose }) => purpose);
}

/** A line that names other foods too is not shown for each of them. */
function typedOnly(lines: readonly AddedRequirement[]): Pick<Item, 'typed'> {
  const [only] = lines;
  return only && !only.isPart && lines.length === 1 ? { typed: only.purpose.added } : {};
}

/** The amount that somebody set, and what the meals require more since then. A text without a meaning is shown. */
function changedAmount(
  operations: readonly ItemOperation[],
  left: ExactAmounts,
  food: Food,
  understandAmount: FoodContext['understandAmount'],
): { amounts?: ExactAmounts; text?: string; changes: string[] } | undefined {
  const all = operations.filter((operation) => operation.kind === 'amount');
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
  const purchases = byUnit(required).map((amount) => purchaseFor(amount, food, countUnit, system));
  const bought = ticked.map((tick) => tick.bought).reduce(addAmounts);
  return (
    subtractAmounts(totalOf(purchases, food), bought).size === 0 ||
    subtractAmounts(required, bought).size === 0
  );
}

/** What the meals require beside the pantry. */
function withoutPantry(cooked: Requirement, food: Food, pantry: readonly PantryEntry[]): Requirement {
  const entries = pantry.filter((entry) => entry.food === food.id);
  if (entries.length === 0) return cooked;
  const atHome = new Map<Unit, Fraction>();
  for (const { quantity } of entries) {
    if (!quantity) return emptyRequirement();
    const { amount, unit } = toBaseUnit(quantity, food.weights);
    addAmount(atHome, unit, amount);
  }
  // "To taste" needs no purchase if the measured lines leave something in the pantry.
  const isLeft = subtractAmounts(atHome, cooked.amounts).size > 0;
  const amounts = subtractAmounts(cooked.amounts, atHome);
  return { ...cooked, amounts, isSome: cooked.isSome && !isLeft };
}

type TickedPart = {
  readonly part: number;
  readonly ticks: readonly BoughtOperation[];
  readonly bought: ExactAmounts;
};

type BoughtOperation = Extract<ItemOperation, { bought: object }>;

function tickedParts(operations: PartOperations, { weights }: Food): TickedPart[] {
  return [...operations]
    .map(([part, all]) => ({ part, ticks: all.filter((tick) => 'bought' in tick) }))
    .filter(({ ticks }) => ticks.length > 0)
    .map(({ part, ticks }) => ({
      part,
      ticks,
      bought: maxBought(ticks.map((tick) => parseAmounts(tick.bought, weights))),
    }))
    .toSorted((first, second) => first.part - second.part);
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
  const purchases = byUnit(bought).map((amount) => purchaseFor(amount, food, countUnit, locale.units));
  const buys = totalOf(purchases, food);
  const buy = purchases.map((purchase) => purchase.buy);
  const needed = byUnit(needs).map((amount) => requiredAmount(amount, food, countUnit, locale));
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
    .toSorted(([first], [second]) => (first < second ? -1 : 1))
    .map(([unit, amount]) => ({ amount, unit }));
}

/** Whether something is bought by weight, a little more than required: the difference is only rounding. */
function isOnlyRounded(buy: readonly Buy[], needs: ExactAmounts, buys: ExactAmounts): boolean {
  if (buy.some((amount) => 'packs' in amount || unitKind(amount.unit) !== 'mass')) return false;
  return [...buys].every(([unit, amount]) => {
    const need = needs.get(unit);
    return need !== undefined && compare(amount, multiply(need, ROUNDED)) <= 0;
  });
}

const ROUNDED = fraction(5, 4);

/** Whether the amounts to buy already show the required ones. */
function isShownBy(buy: readonly Buy[], needed: readonly ShownAmount[]): boolean {
  const bought = buy.map((amount) => ('packs' in amount && amount.packs === 1 ? amount.size : amount));
  return needed.every(({ amount, unit }, at) => {
    const one = bought[at];
    return one && 'unit' in one && one.amount === amount && one.unit === unit;
  });
}
