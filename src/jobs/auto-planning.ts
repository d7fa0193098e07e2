/**
 * Weeks that plan themselves. Looks twice a minute for families whose hour has come and fills their next
 * week around whatever stands there. That it was done and when it is due again is one change with the plan
 * itself: so it happens once, however many servers look, and once more where one was killed on the way.
 */
import { weekDueAt } from '#domain/week/planning-due.ts';
import { type Meals, withMeal } from '#domain/plan/plan.ts';
import { mealProposed } from '#domain/proposal/proposal.ts';
import { isRefusal } from '#domain/refusal.ts';
import { weekAt } from '#domain/week/week.ts';
import { auditedTransaction, PLANNER } from '#storage/transaction.ts';
import { findFamily } from '#storage/families.ts';
import { findPlan } from '#storage/plans.ts';
import type { Tx } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { findDueFamilies, findPreferences, advanceDueAt } from '#storage/preferences.ts';
import { openCookbook } from './cookbook-opening.ts';
import type { PlannerPool } from './planner-pool.ts';
import { readBasis } from '#queries/proposal-basis.ts';
import { type Proposed, proposeWeek } from './planning.ts';
import { writePlan } from '#actions/plans.ts';
import { nextDue } from '#actions/preferences.ts';

export type AutoPlanningParts = {
  store: Store;
  planner: PlannerPool;
  clock: () => number;
  onFailure: (error: unknown, family?: string) => void;
};

type Due = { family: string; dueAt: string };
/** `again`: someone changed something meanwhile. `busy`: the planner has no time now. */
type Outcome = 'done' | 'again' | 'busy' | 'failed';

const LOOK_EVERY_MS = 30_000;
/** Few, so that people who ask for a week do not wait behind a whole town. */
const AT_ONCE = 2;
/** Some five minutes; then the family has to do without this once, and the others get their turn. */
const MOST_FAILURES = 10;
/** A week is past at the latest so long after the hour it is planned in. */
const PAST_MS = 14 * 86_400_000;

export class AutoPlanning {
  readonly #parts: AutoPlanningParts;
  readonly #everyMs: number;
  readonly #failures = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;

  /** A look may come sooner in a test. */
  constructor(parts: AutoPlanningParts, everyMs: number = LOOK_EVERY_MS) {
    this.#parts = parts;
    this.#everyMs = everyMs;
  }

  start(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.look()
        .catch((error: unknown) => this.#parts.onFailure(error))
        .finally(() => this.start());
    }, this.#everyMs).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** Plans for all whose hour has come, a few at a time. Where it fails, it is tried again at the next look. */
  async look(): Promise<void> {
    const { store, clock } = this.#parts;
    const failed = new Set<string>();
    while (!this.#isStopped) {
      const due = await findDueFamilies(store.db, clock(), AT_ONCE + failed.size);
      const some = due.filter(({ family }) => !failed.has(family)).slice(0, AT_ONCE);
      const outcomes = await Promise.all(some.map((one) => this.#plan(one)));
      if (some.length === 0 || outcomes.includes('busy')) return;
      for (const [at, { family }] of some.entries()) if (outcomes[at] === 'failed') failed.add(family);
    }
  }

  async #plan(due: Due): Promise<Outcome> {
    const key = `${due.family} ${due.dueAt}`;
    try {
      const outcome = await planDue(this.#parts, due);
      if (outcome === 'done') this.#failures.delete(key);
      return outcome;
    } catch (error) {
      if (this.#isStopped) return 'failed';
      this.#parts.onFailure(error, due.family);
      const failures = (this.#failures.get(key) ?? 0) + 1;
      this.#failures.set(key, failures);
      if (failures < MOST_FAILURES) return 'failed';
      this.#failures.delete(key);
      return keepDue(this.#parts, due, undefined);
    }
  }
}

async function planDue(parts: AutoPlanningParts, due: Due): Promise<Outcome> {
  const { store, planner, clock } = parts;
  const { db } = store;
  const home = await findFamily(db, due.family);
  if (!home) return 'done';
  const [dueMs, nowMs] = [Date.parse(due.dueAt), clock()];
  const week = weekDueAt(dueMs, home.timeZone);
  // After a long sleep: nobody needs a plan for what is over.
  const isPast = week < weekAt(Temporal.Instant.fromEpochMilliseconds(nowMs), home.timeZone);
  if (isPast) return keepDue(parts, due, undefined);
  openCookbook();
  const asked = { seed: 0, locked: [], avoided: [], standing: 'all' } as const;
  const proposed = await proposeWeek({ db, planner, nowMs, requester: 'automatic' }, due.family, week, asked);
  if (!isRefusal(proposed)) return keepDue(parts, due, proposed);
  return proposed.refused === 'planner-busy' ? 'busy' : keepDue(parts, due, undefined);
}

/** Writes what was proposed, and when it is due again; neither where it is not as it was seen any more. */
function keepDue(
  { store, clock }: AutoPlanningParts,
  { family, dueAt }: Due,
  proposed: Proposed | undefined,
): Promise<Outcome> {
  const nowMs = clock();
  return auditedTransaction(
    { store, actor: PLANNER, nowMs },
    family,
    async (tx, record): Promise<Outcome> => {
      const [home, current] = [await findFamily(tx, family), await findPreferences(tx, family)];
      if (!home || !current) return 'done';
      if (proposed && !(await isStillSo(tx, family, proposed))) return 'again';
      const afterMs = Math.max(Date.parse(dueAt), nowMs - PAST_MS);
      const next = nextDue(current.wishes.byItself, home.timeZone, afterMs);
      if (!(await advanceDueAt(tx, family, dueAt, next))) return 'done';
      const meals = proposed && mealsOf(proposed);
      if (!meals) return 'done';
      const { week } = proposed.proposal;
      const version = await record('plan.generate', { week });
      await writePlan(tx, { family, week, version }, proposed.plan ?? undefined, meals);
      return 'done';
    },
  );
}

async function isStillSo(tx: Tx, family: string, { proposal, basis, plan }: Proposed): Promise<boolean> {
  const current = await findPlan(tx, family, proposal.week);
  return current?.version === plan?.version && basis === (await readBasis(tx, family));
}

/** The plan with what is proposed for its empty places, or nothing where there is nothing to add. */
function mealsOf({ proposal, plan }: Proposed): Meals | undefined {
  const added = proposal.meals.flatMap((proposed) => {
    const meal = mealProposed(proposed);
    return meal ? [{ place: { day: proposed.day, slot: proposed.slot }, meal }] : [];
  });
  if (added.length === 0) return undefined;
  return added.reduce((meals, { place, meal }) => withMeal(meals, place, meal), plan?.meals ?? {});
}
