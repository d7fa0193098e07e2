/** The plan store's state for the pages: a week with pending changes applied, and the state of the changes. Pure. */
import type { Meal, Meals, Plan } from '#domain/plan/plan.ts';
import type { Edit } from '#http/endpoints/plan/changes.ts';
import type { ValueState } from './cached-values.ts';
import type { MealAt, WeekPlace } from '#web/data/edit.ts';
import {
  lastChange,
  optimisticMeals,
  type PlanChange,
  type PlanOutbox,
  type ReceivedProblem,
  waiting,
} from '#web/data/outbox/plan-outbox.ts';

export type PlanState = {
  meals: Meals;
  state: 'loading' | 'ready' | 'failed';
  /** When the server last sent it. */
  seenAtMs?: number;
  /** It comes from this device: the server did not respond to the last request. */
  isStale: boolean;
};

/** `theirs` is what the slot holds now. Several places are a move, which is resolved as a whole. */
export type Conflict = {
  id: string;
  what: string;
  places: (WeekPlace & { mine: Meal | null; theirs: Meal | null })[];
};
export type Refused = { id: string; what: string; edits: Edit[]; reason: ReceivedProblem };

export type Connection = {
  isOnline: boolean;
  /** The session has expired: pending changes are sent after the same member has signed in again. */
  isSignedOut: boolean;
  /** Whether this browser stores pending changes; if not, closing the page loses them. */
  isStored: boolean;
};

export type SyncState = Connection & {
  waiting: number;
  conflicts: Conflict[];
  refused: Refused[];
  lastChange?: Pick<PlanChange, 'id' | 'edits' | 'what' | 'createdAtMs' | 'basis'>;
};

export function planState(outbox: PlanOutbox, cached: ValueState<Plan | null>, week: string): PlanState {
  const { value: plan, seenAtMs, hasFailed } = cached;
  const meals = optimisticMeals(outbox, plan?.meals ?? {}, week);
  if (plan === undefined) return { meals, state: hasFailed ? 'failed' : 'loading', isStale: false };
  return { meals, state: 'ready', ...(seenAtMs !== undefined && { seenAtMs }), isStale: hasFailed };
}

export function syncState(connection: Connection, outbox: PlanOutbox, shown: MealAt): SyncState {
  const last = lastChange(outbox);
  return {
    ...connection,
    waiting: waiting(outbox).length,
    conflicts: outbox
      .filter(({ state }) => state === 'conflict')
      .map(({ id, what, edits }) => ({
        id,
        what,
        places: edits.map((edit) => {
          const { week, day, slot, after: mine } = edit;
          return { week, day, slot, mine, theirs: shown(edit) };
        }),
      })),
    refused: outbox.filter((change) => change.state === 'refused'),
    ...(last && { lastChange: last }),
  };
}
