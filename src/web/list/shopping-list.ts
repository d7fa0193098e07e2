/**
 * What the page uses of the list store: a list with all that waits laid over it, and the way to change
 * it. One store at a time, for whoever is signed in.
 */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Cost } from '#domain/food/cost.ts';
import type { ShoppingList } from '#domain/shopping-list/item.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import type { UnitSystem } from '#domain/quantity/unit-system.ts';
import { withPendingOperations } from '#domain/shopping-list/pending.ts';
import { onSignOut, useMe } from '#web/session.ts';
import { usePlan } from '#web/offline/sync.ts';
import { type Account, accountName } from '#web/offline/database.ts';
import type { Language } from '#web/i18n/language.ts';
import { type ListChange, isWaiting } from '#web/offline/list-outbox.ts';
import type { ListState } from './lists.ts';
import { openStore, type Store } from '#web/offline/list-store.ts';

export type ShoppingListState = {
  /** Absent while nothing is known of it. */
  list?: ShoppingList;
  units?: UnitSystem;
  cost?: Cost | undefined;
  seenAtMs?: number;
  hasFailed: boolean;
  /** How many operations of this week are still to be sent. */
  waiting: number;
  refused: ListChange[];
  /** Whether this browser keeps what waits. */
  isStored: boolean;
};

const NO_DEEDS: readonly ListChange[] = [];
const NO_LIST: ListState = { hasFailed: false };

let store: Store | undefined;
const listeners = new Set<() => void>();

function useStore(language: Language): Store | undefined {
  const { family, member } = useMe();
  useEffect(() => startListSync({ family: family.id, member: member.id }, language), [family.id, member.id]);
  return useSyncExternalStore(listen, () => store);
}

/** Sends what waits, and goes on until it is sent. */
export function startListSync(account: Account, language: Language): void {
  if (store && accountName(store.account) === accountName(account)) return;
  void store?.close('keep');
  store = openStore(account, language, tellAll);
  tellAll();
}

// On signing out the lists leave this device. What waits stays, for the same member only.
onSignOut(async () => {
  const closed = store;
  store = undefined;
  tellAll();
  await closed?.close('forget');
});

/** The list of a week, kept current while it is on the screen. */
export function useShoppingList(week: string, language: Language): ShoppingListState {
  const current = useStore(language);
  const state = useSyncExternalStore(listen, () => current?.listOf(week) ?? NO_LIST);
  const deeds = useSyncExternalStore(listen, () => current?.deeds() ?? NO_DEEDS);
  const isStored = useSyncExternalStore(listen, () => current?.isStored() ?? true);
  // The plan store hears of every change in the family and asks for the plan anew. Whenever it has an
  // answer, the service is there, and the list may be another.
  const { seenAtMs: heardAtMs } = usePlan(week);
  useEffect(() => current?.recall(week), [current, week]);
  useEffect(() => current?.refresh(week, language), [current, week, language, heardAtMs]);
  return useMemo(
    () => ({
      ...shown(
        state,
        deeds.filter((deed) => deed.week === week),
        language,
      ),
      isStored,
    }),
    [state, deeds, week, language, isStored],
  );
}

function shown({ answer, ...seen }: ListState, deeds: ListChange[], language: Language) {
  const waiting = deeds.filter(isWaiting).map(({ operation }) => operation);
  const refused = deeds.filter((deed) => !isWaiting(deed));
  const { list, units, cost } = answer ?? {};
  if (!list || !units) return { ...seen, waiting: waiting.length, refused };
  const order = list.aisles.map(({ aisle }) => aisle);
  return {
    ...seen,
    list: withPendingOperations(list, waiting, order, language),
    units,
    cost,
    waiting: waiting.length,
    refused,
  };
}

/** Shows at once, is sent until the service has it, and is done once. */
export function operate(week: string, operation: ListOperation): void {
  store?.operate(week, operation);
}

/** The person has read why. */
export function dismissRefused(opId: string): void {
  store?.dismiss(opId);
}

/** Something else was changed that the list follows from. */
export function refreshList(week: string, language: Language): void {
  store?.refresh(week, language);
}

function tellAll(): void {
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
