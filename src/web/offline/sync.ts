/**
 * What pages use of the plan store: hooks that read, functions that act. One store at a time, for
 * whoever is signed in.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { onSignIn, onSignOut, useMe } from '#web/session.ts';
import type { Edit } from '#http/app/contract.ts';
import { openStore, type Store } from './plan-store.ts';
import { type Account, accountName } from './database.ts';
import type { PlanState, SyncState } from './view.ts';

export type { Conflict, PlanState, Refused, SyncState } from './view.ts';

let store: Store | undefined;
/** Ends a look at a week that was taken ahead of its page. */
let stopPreload: (() => void) | undefined;
const listeners = new Set<() => void>();

const NO_PLAN: PlanState = { meals: {}, state: 'loading', isStale: false };
const NO_SYNC: SyncState = {
  isOnline: true,
  isSignedOut: false,
  isStored: true,
  waiting: 0,
  conflicts: [],
  refused: [],
};

/** The store of whoever is signed in; what waits is sent when they have signed in again. */
function useStore(): Store | undefined {
  const { family, member } = useMe();
  useEffect(() => startSync({ family: family.id, member: member.id }), [family.id, member.id]);
  return useSyncExternalStore(listen, () => store);
}

function startSync(account: Account): void {
  if (store && accountName(store.account) === accountName(account)) return;
  void store?.close('keep');
  store = openStore(account, tellAll);
  tellAll();
}

/** Looks at a week for the page that is about to, and waits until there is something to see of it. */
export function preloadWeek(account: Account, week: string): Promise<void> {
  startSync(account);
  stopPreload = store?.watch(week);
  return new Promise((resolve) => {
    const stop = listen(look);
    function look(): void {
      if (store?.planOf(week).state === 'loading') return;
      stop();
      resolve();
    }
    look();
  });
}

onSignIn(() => store?.comeBack());

// On signing out the weeks leave this device. What waits stays, for the same member only; when that member
// was removed, it goes too.
onSignOut(async (isRemoved) => {
  const closed = store;
  store = undefined;
  tellAll();
  await closed?.close(isRemoved ? 'erase' : 'forget');
});

/** A week with all that waits laid over it, kept current while it is on the screen. */
export function usePlan(week: string | undefined): PlanState {
  const current = useStore();
  useEffect(() => {
    if (week === undefined) return undefined;
    const stop = current?.watch(week);
    stopPreload?.();
    stopPreload = undefined;
    return stop;
  }, [current, week]);
  return useSyncExternalStore(listen, () => (week && current?.planOf(week)) || NO_PLAN);
}

export function useSync(): SyncState {
  const current = useStore();
  return useSyncExternalStore(listen, () => current?.syncState() ?? NO_SYNC);
}

/**
 * Shows at once, is sent in its turn, and once. `before` is what the person saw when they began: that
 * makes a conflict visible instead of an overwrite. `basis` is that of a proposal. Answers the id of the
 * change, to undo it by.
 */
export function change(edits: Edit[], what: string, basis?: string): string | undefined {
  return store?.change(edits, what, basis);
}

/** Undoes this change, or the last one. Where someone has changed the place since, it is a conflict. */
export function undo(what: string, id?: string): void {
  store?.undo(what, id);
}

export function resolveConflict(id: string, choice: 'mine' | 'theirs'): void {
  store?.resolveConflict(id, choice);
}

/** The person has read why, and taken their text. */
export function dismissRefused(id: string): void {
  store?.dismissRefused(id);
}

/** Sends and asks again, without waiting for the next time. */
export function retryNow(): void {
  store?.comeBack();
}

function tellAll(): void {
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
