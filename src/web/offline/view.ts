/**
 * What a page is shown of the plan store: a week with all that waits laid over it, and what became of
 * the changes made here. Pure.
 */
import type { Meal, Meals } from '#domain/plan/plan.ts';
import type { MealAt, WeekPlace } from './edit.ts';
import type { Edit } from '#http/app/contract.ts';
import {
  type PlanChange,
  lastChange,
  type PlanOutbox,
  type RefusalReason,
  optimisticMeals,
  waiting,
} from './plan-outbox.ts';
import type { WeekState } from './cached-weeks.ts';

export type PlanState = {
  meals: Meals;
  state: 'loading' | 'ready' | 'failed';
  /** When the server last had it so. */
  seenAtMs?: number;
  /** It comes from this device: the last time we asked, the server did not answer. */
  isStale: boolean;
};

/** `theirs` is what stands there now; several places are a move, decided as a whole. */
export type Conflict = {
  id: string;
  what: string;
  places: (WeekPlace & { mine: Meal | null; theirs: Meal | null })[];
};
export type Refused = { id: string; what: string; edits: Edit[]; reason: RefusalReason };

/** How this device stands to the server. */
export type Connection = {
  isOnline: boolean;
  /** The session ended: what waits is sent once the same member signs in again. */
  isSignedOut: boolean;
  /** Whether this browser keeps what waits; if not, closing the page loses it. */
  isStored: boolean;
};

export type SyncState = Connection & {
  waiting: number;
  conflicts: Conflict[];
  refused: Refused[];
  lastChange?: Pick<PlanChange, 'id' | 'what' | 'madeAtMs'>;
};

export function planState(
  ledger: PlanOutbox,
  { plan, seenAtMs, hasFailed }: WeekState,
  week: string,
): PlanState {
  const meals = optimisticMeals(ledger, plan?.meals ?? {}, week);
  if (plan === undefined) return { meals, state: hasFailed ? 'failed' : 'loading', isStale: false };
  return { meals, state: 'ready', ...(seenAtMs !== undefined && { seenAtMs }), isStale: hasFailed };
}

export function syncState(reach: Connection, ledger: PlanOutbox, shown: MealAt): SyncState {
  const last = lastChange(ledger);
  return {
    ...reach,
    waiting: waiting(ledger).length,
    conflicts: ledger
      .filter(({ state }) => state === 'conflict')
      .map(({ id, what, edits }) => ({
        id,
        what,
        places: edits.map((edit) => {
          const { week, day, slot, after: mine } = edit;
          return { week, day, slot, mine, theirs: shown(edit) };
        }),
      })),
    refused: ledger.filter((entry) => entry.state === 'refused'),
    ...(last && { lastChange: last }),
  };
}
