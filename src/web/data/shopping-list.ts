/** The pages' interface to the list store: hooks that read a list with pending operations applied, and changes. */
import { useEffect, useMemo } from 'react';
import type { Cost } from '#domain/food/cost.ts';
import type { UnitSystem } from '#domain/quantity/unit-system.ts';
import { arrangeItems } from '#domain/shopping-list/aisle-order.ts';
import type { Item, ShoppingList } from '#domain/shopping-list/item.ts';
import { isSetting, type ListOperation } from '#domain/shopping-list/operations.ts';
import { allItems, withPendingOperations } from '#domain/shopping-list/pending.ts';
import type { ResponseOf } from '#http/app-api.ts';
import type { Language } from '#languages/language.ts';
import type { Account } from './database.ts';
import { isWaiting, type ListChange } from '#web/data/outbox/list-outbox.ts';
import { type ListState, openListStore } from '#web/data/stores/list-store.ts';
import { createMemberStore } from '#web/data/stores/member-store.ts';
import { plans } from './sync.ts';
import { onSignOut } from './session.ts';
import { useShop } from './shop.ts';

export type ListWarnings = ResponseOf<'GET /app/api/lists/:week'>['warnings'];

export type ShoppingListState = {
  /** Absent until it was loaded. */
  list?: ShoppingList | undefined;
  units?: UnitSystem;
  cost?: Cost | undefined;
  /** By food: whom it may harm. */
  warnings?: ListWarnings | undefined;
  seenAtMs?: number;
  hasFailed: boolean;
  /** The number of unsent operations of this week. */
  waiting: number;
  refused: ListChange[];
  /** Whether this browser stores unsent operations. */
  isStored: boolean;
};

const NO_CHANGES: readonly ListChange[] = [];
const NO_LIST: ListState = { hasFailed: false };

const lists = createMemberStore(openListStore);

/** Opens the list store, which sends pending operations. */
export const startListSync = lists.start;

/** Stops watching a preloaded list, once its page watches it. */
let stopPreload: (() => void) | undefined;

/** Fetches a list before its page is rendered; resolves when there is something to show. */
export function preloadList(account: Account, week: string): Promise<void> {
  lists.start(account);
  stopPreload = lists.current()?.watch(week);
  return new Promise((resolve) => {
    const stop = lists.subscribe(check);
    function check(): void {
      const { value, hasFailed } = lists.current()?.stateOf(week) ?? NO_LIST;
      if (!value && !hasFailed) return;
      stop();
      resolve();
    }
    check();
  });
}

/** The list of a week, refetched after changes while it is on the screen. */
export function useShoppingList(week: string, language: Language): ShoppingListState {
  const store = lists.useCurrent();
  const state = lists.useSelected(() => store?.stateOf(week) ?? NO_LIST);
  const changes = lists.useSelected(() => store?.changes() ?? NO_CHANGES);
  const isStored = lists.useSelected(() => store?.isStored() ?? true);
  // Every change of the family may change the list.
  const events = plans.useCurrent();
  useEffect(() => events?.onChanged((changeId) => store?.refresh(week, changeId)), [events, store, week]);
  // Fetched again for another language: the server names the items in the language of the request.
  useEffect(() => {
    const stop = store?.watch(week);
    stopPreload?.();
    stopPreload = undefined;
    return stop;
  }, [store, week, language]);
  const [shop] = useShop();
  return useMemo(() => {
    const shopping: ShoppingListState = { ...optimisticList(state, changes, week, language), isStored };
    const arranged = { ...shopping, list: shopping.list && inOrderOf(shop, shopping.list, language) };
    return shareWithLast(arranged);
  }, [state, changes, week, language, isStored, shop]);
}

function inOrderOf(shop: string, list: ShoppingList, language: Language): ShoppingList {
  const order = list.shops?.find(({ name }) => name === shop)?.aisles;
  if (shop === '' || !order) return list;
  return { ...list, ...arrangeItems(allItems(list), order, language) };
}

/** What the page showed last. */
let lastShown: ShoppingListState | undefined;
onSignOut(async () => void (lastShown = undefined));

function shareWithLast(next: ShoppingListState): ShoppingListState {
  return (lastShown = shareUnchanged(lastShown, next));
}

/** Retains the objects of items and warnings that are the same as before: their rows are not rendered again. */
function shareUnchanged(before: ShoppingListState | undefined, next: ShoppingListState): ShoppingListState {
  if (!before?.list || !next.list) return next;
  const known = new Map(allItems(before.list).map((item) => [item.id, item]));
  const share = (item: Item): Item => {
    const one = known.get(item.id);
    return one && (one === item || JSON.stringify(one) === JSON.stringify(item)) ? one : item;
  };
  const { probablyAtHome, aisles, dropped } = next.list;
  const list = {
    ...next.list,
    probablyAtHome: probablyAtHome.map(share),
    aisles: aisles.map(({ aisle, items }) => ({ aisle, items: items.map(share) })),
    dropped: dropped.map(share),
  };
  const isSame = JSON.stringify(before.warnings) === JSON.stringify(next.warnings);
  return { ...next, list, warnings: isSame ? before.warnings : next.warnings };
}

/** What is added and taken back on the list of an earlier week, and settings, concern this list too. */
function concerns(week: string, { week: sentTo, operation }: ListChange): boolean {
  if (sentTo === week || operation.kind === 'undo' || isSetting(operation)) return true;
  return operation.kind === 'add' && sentTo < week;
}

function optimisticList(
  { value, ...cached }: ListState,
  changes: readonly ListChange[],
  week: string,
  language: Language,
) {
  const waiting = changes.filter((change) => isWaiting(change) && concerns(week, change));
  const operations = waiting.map(({ operation }) => operation);
  const counts = {
    waiting: waiting.filter((change) => change.week === week).length,
    refused: changes.filter((change) => !isWaiting(change) && change.week === week),
  };
  if (!value) return { ...cached, ...counts };
  const { list, units, cost, warnings } = value;
  return {
    ...cached,
    ...counts,
    list: withPendingOperations(list, operations, language),
    units,
    cost,
    warnings,
  };
}

/** The items of the list as the server sent it last. */
export function shownItems(week: string): Item[] {
  const list = lists.current()?.stateOf(week).value?.list;
  return list ? allItems(list) : [];
}

/** Shows the operation at once, and sends it until the server has it; it is applied once. */
export function operate(week: string, operation: ListOperation): void {
  lists.current()?.operate(week, operation);
}

/** The person has read the reason. */
export function dismissRefused(opId: string): void {
  lists.current()?.dismissRefused(opId);
}

/** Refetches the list, because prices or the pantry have changed. */
export function refreshList(week: string): void {
  lists.current()?.refresh(week);
}
