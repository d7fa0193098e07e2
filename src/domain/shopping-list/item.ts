/**
 * The items of a shopping list as they are sent and shown: plain JSON, exact amounts as text. The field names
 * are part of the API.
 */
import { type Aisle, AISLES } from '#domain/food/food.ts';
import { nameKey } from '#domain/food/name-key.ts';
import type { Place } from '#domain/plan/plan.ts';
import type { Buy, RequiredAmount } from './shown-amounts.ts';

/** The aisle of lines that name no known food. */
export const OTHER_AISLE = 'other';
export type ListAisle = Aisle | typeof OTHER_AISLE;
/** In the order of a usual shop. */
export const LIST_AISLES: readonly ListAisle[] = [...AISLES, OTHER_AISLE];

/** Exact amounts by unit, fit for JSON: `{ g: '1001/2', bunch: '1' }`. */
export type Amounts = { readonly [unit: string]: string };

/** What an item is for: a meal of the week or a line added by hand. */
export type Purpose = (Place & { readonly description: string }) | AddedPurpose;

/** Undoing `opId` removes the line from the list. */
export type AddedPurpose = { readonly added: string; readonly opId: string };

export type Item = {
  /** Stays the same while the plan changes: `food:onion`, `food:onion:2`, `line:…`, `added:…`. */
  readonly id: string;
  /** `asked`: a staple that is probably at home. `open`: to buy. `ticked`: done. `dropped`: removed by hand. */
  readonly state: 'probably-at-home' | 'open' | 'ticked' | 'dropped';
  /** Absent where the item is a line as typed. */
  readonly foodId?: string;
  /** The food's name in the right number, or the line as typed. */
  readonly name: string;
  readonly aisle: ListAisle;
  /** Empty if no amount is known; several only if units do not convert. */
  readonly buy: readonly Buy[];
  /** Whether some meal requires the food without an amount: "to taste". */
  readonly isSome: boolean;
  /** How many times a line as typed is required, if not once, as a fraction: `3/2`. */
  readonly times?: string;
  /** What meals need of it, where the amount is also for lines that somebody added. */
  readonly forMeals?: readonly RequiredAmount[];
  /** The required amount for display; absent if `buy` already shows it. */
  readonly needed?: readonly RequiredAmount[];
  /** Whether `buy` is less than required by less than a tenth of a pack. */
  readonly isLess?: boolean;
  /** Names of foods that a recipe allows instead. */
  readonly alternatives?: readonly string[];
  /** The exact required amounts; of a ticked item, those that it covers. */
  readonly needs: Amounts;
  /** The exact amounts of `buy`: what a tick records as bought. */
  readonly buys: Amounts;
  readonly for: readonly Purpose[];
  /** The operations that an undo names: the live ticks, drops or else wants. */
  readonly marks: readonly string[];
  /** The line as typed, if the item is for this line only. It is shown instead of the name: "bread", not "white bread". */
  readonly typed?: string;
  /** A typed amount that is not understood, or not yet: shown instead of `buy`. */
  readonly set?: string;
  /** The operations that changed the amount. */
  readonly changes?: readonly string[];
  /** The operations that moved it to its aisle. */
  readonly moves?: readonly string[];
};

/** An item as somebody without an account sees it: without the meals it is for. */
export type SharedItem = Pick<Item, 'name' | 'buy'> & Partial<Pick<Item, 'typed' | 'set' | 'times'>>;

/** A food that is always at home, and the operations that say so. */
export type FoodAtHome = {
  readonly foodId: string;
  readonly name: string;
  readonly marks: readonly string[];
};

/** A shop of the family, its order of aisles, and the operations that set it. */
export type Shop = {
  readonly name: string;
  readonly aisles: readonly ListAisle[];
  readonly marks: readonly string[];
};

export type ShoppingList = {
  /** Staples to ask about, in the order of aisles. */
  readonly probablyAtHome: readonly Item[];
  /** Open and ticked items by aisle, in the order in which the family walks through the shop. */
  readonly aisles: readonly { readonly aisle: ListAisle; readonly items: readonly Item[] }[];
  /** Removed by hand. */
  readonly dropped: readonly Item[];
  readonly atHome: readonly FoodAtHome[];
  /** In the order of their names; the usual shop is first and has no name. */
  readonly shops: readonly Shop[];
  /** All aisles in the order of the usual shop, as set or learnt, also those that have no items now. */
  readonly aisleOrder: readonly ListAisle[];
};

/** The key under which the aisle of an item is stored: its food, or the words of the line. */
export function aisleKey({ foodId, name }: Pick<Item, 'foodId' | 'name'>): string {
  return foodId === undefined ? `text:${nameKey(name).slice(0, 120).trim() || '?'}` : `food:${foodId}`;
}

/** The operations that added the lines an item is for. */
export function addedTo(item: Item): string[] {
  return item.for.flatMap((purpose) => ('opId' in purpose ? [purpose.opId] : []));
}

/** An item that shows a line as typed. */
export function typedItem(id: string, text: string, purpose: Purpose): Item {
  return {
    id,
    state: 'open',
    name: text,
    aisle: OTHER_AISLE,
    buy: [],
    isSome: false,
    needs: {},
    buys: {},
    for: [purpose],
    marks: [],
  };
}

const PART = /^food:([^:]+)(?::([1-9]\d{0,3}))?$/;

/** The food and the number of an item such as `food:onion:2`. */
export function parsePartId(itemId: string): { foodId: string; part: number } | undefined {
  const [, foodId, part] = PART.exec(itemId) ?? [];
  return foodId === undefined ? undefined : { foodId, part: Number(part ?? 1) };
}

export function itemIdOfPart(foodId: string, part: number): string {
  return part === 1 ? `food:${foodId}` : `food:${foodId}:${part}`;
}
