/**
 * Items of a shopping list, as they are shown and sent: plain JSON, exact amounts as text. Which there are
 * and how much of each, shopping-list.ts decides.
 */
import type { Aisle } from '#domain/food/food.ts';
import type { Place } from '#domain/plan/plan.ts';
import type { Buy, ShownAmount } from './amount.ts';
import type { Amounts } from './operations.ts';

/** Where lines stand that name no known food. */
export const OTHER_AISLE = 'other';
export type ListAisle = Aisle | typeof OTHER_AISLE;

/** What an item is for: a meal of the week, or a line that somebody added. */
export type Purpose =
  | (Place & { readonly description: string })
  /** `opId` is the one to undo in order to take the line off the list. */
  | { readonly added: string; readonly opId: string };

/** `name` where it is simply counted: 3 eggs. */
export type Needed = ShownAmount & { readonly name?: string };

export type Item = {
  /** Stays the same while the plan changes: `food:onion`, `food:onion:2`, `line:…`, `added:…`. */
  readonly id: string;
  /** `asked`: a staple that most have at home. `open`: to buy. `ticked`: done. */
  readonly state: 'asked' | 'open' | 'ticked';
  /** Absent where the item is a line as typed. */
  readonly foodId?: string;
  /** The food's name in the right number, or the line as typed. */
  readonly name: string;
  readonly aisle: ListAisle;
  /** Empty where no amount is known; several only where units do not convert. */
  readonly buy: readonly Buy[];
  /** Whether some line asks for it without saying how much: "to taste". */
  readonly isSome: boolean;
  /** How many times a line as typed is needed, if not once, as a fraction: `3/2`. */
  readonly times?: string;
  /** How much is needed, to be read; absent where that is what one buys. */
  readonly needed?: readonly Needed[];
  /** The exact amounts that are needed; of what is ticked, those that it covers. */
  readonly needs: Amounts;
  /** The exact amounts that `buy` comes to: what a tick takes with it. */
  readonly buys: Amounts;
  readonly for: readonly Purpose[];
  /** What an undo names: the live ticks, or where there is none the answers to its question. */
  readonly marks: readonly string[];
};

export type ShoppingList = {
  /** Staples to ask about, in the order of aisles. */
  readonly asked: readonly Item[];
  /** Open and ticked items by aisle, in the order in which the family walks. */
  readonly aisles: readonly { readonly aisle: ListAisle; readonly items: readonly Item[] }[];
};

/** An item that says what somebody typed, and nothing more. */
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
