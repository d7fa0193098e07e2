/** The pages' interface to the plan store: hooks that read it, and functions that change the plan. */
import { useEffect } from 'react';
import type { Edit } from '#http/endpoints/plan/changes.ts';
import { onSignIn } from './session.ts';
import type { Account } from './database.ts';
import { createMemberStore } from '#web/data/stores/member-store.ts';
import { openPlanStore } from '#web/data/stores/plan-store.ts';
import type { PlanState, SyncState } from '#web/data/stores/view.ts';

export type { Conflict, PlanState, Refused, SyncState } from '#web/data/stores/view.ts';

export const plans = createMemberStore(openPlanStore);
/** Stops watching a preloaded week, once its page watches it. */
let stopPreload: (() => void) | undefined;

const NO_PLAN: PlanState = { meals: {}, state: 'loading', isStale: false };
const NO_SYNC: SyncState = {
  isOnline: true,
  isSignedOut: false,
  isStored: true,
  waiting: 0,
  conflicts: [],
  refused: [],
};

/** Fetches a week before its page is rendered; resolves when there is something to show. */
export function preloadWeek(account: Account, week: string): Promise<void> {
  plans.start(account);
  stopPreload = plans.current()?.watch(week);
  return new Promise((resolve) => {
    const stop = plans.subscribe(check);
    function check(): void {
      if (plans.current()?.planOf(week).state === 'loading') return;
      stop();
      resolve();
    }
    check();
  });
}

onSignIn(retryNow);

/** A week with all pending changes applied, refetched after changes while it is on the screen. */
export function usePlan(week: string | undefined): PlanState {
  const store = plans.useCurrent();
  useEffect(() => {
    if (week === undefined) return undefined;
    const stop = store?.watch(week);
    stopPreload?.();
    stopPreload = undefined;
    return stop;
  }, [store, week]);
  return plans.useSelected(() => (week && store?.planOf(week)) || NO_PLAN);
}

export function useSync(): SyncState {
  const store = plans.useCurrent();
  return plans.useSelected(() => store?.syncState() ?? NO_SYNC);
}

/**
 * Shows the edits at once, and sends them in order and once. `before` of an edit is what the person saw when
 * they began: it makes a conflict of what would overwrite another's change. `basis` is that of a proposal.
 * Returns the id of the change, for `undo`.
 */
export function change(edits: Edit[], what: string, basis?: string): string | undefined {
  return plans.current()?.change(edits, what, basis);
}

/** Undoes this change, or the last one. Where someone has changed the slot since, it becomes a conflict. */
export function undo(what: string, id?: string): void {
  plans.current()?.undo(what, id);
}

export function resolveConflict(id: string, choice: 'mine' | 'theirs'): void {
  plans.current()?.resolveConflict(id, choice);
}

/** The person has read the reason, and taken their text. */
export function dismissRefused(id: string): void {
  plans.current()?.dismissRefused(id);
}

/** Sends and fetches without waiting for the next retry. */
export function retryNow(): void {
  plans.current()?.reconnect();
}
