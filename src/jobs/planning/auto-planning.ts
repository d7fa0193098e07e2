/**
 * Automatic planning: polls twice a minute for families whose planning time has come and fills the empty
 * slots of their next week. One transaction stores the plan and the next due time. So each week is planned
 * once, however many servers poll, and again if a server was killed before the transaction.
 */
import { BASE_LANGUAGE } from '#languages/language.ts';
import { weekDueAt } from '#domain/preferences/planning-due.ts';
import { type Meals, withMeal } from '#domain/plan/plan.ts';
import { acceptedMeal } from '#domain/proposal/proposal.ts';
import { isRefusal } from '#domain/refusal.ts';
import { weekAt } from '#domain/week/week.ts';
import { PLANNER } from '#storage/actor.ts';
import { auditedTransaction } from '#storage/transaction.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import type { Tx } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { findDueFamilies, findPreferences, advanceDueAt } from '#storage/tables/plan/preferences.ts';
import { openCookbook, openTranslation } from '#jobs/cookbook-opening.ts';
import type { PlannerPool } from './planner-pool.ts';
import { readBasis } from '#queries/plan/proposal-basis.ts';
import { translateProposal } from '#queries/plan/translated-proposal.ts';
import { type WeekProposal, proposeWeek } from './planning.ts';
import { writePlan } from '#actions/plan/plans.ts';
import { nextDue } from '#actions/plan/preferences.ts';

export type AutoPlanningOptions = {
  store: Store;
  planner: PlannerPool;
  clock: () => number;
  onFailure: (error: unknown, family?: string) => void;
};

type Due = { family: string; dueAt: string };
/** `outdated`: the data changed while the week was planned. `busy`: the planner's queue is full. */
type Outcome = 'done' | 'outdated' | 'busy' | 'failed';

const POLL_INTERVAL_MS = 30_000;
/** Few, so that automatic planning does not delay the requests of people. */
const BATCH_SIZE = 2;
/** About five minutes; then this week is skipped, so that it does not delay other families. */
const MAX_FAILURES = 10;
/** The longest time from the due time of a week to its end. */
const MAX_AGE_MS = 14 * 86_400_000;

export class AutoPlanning {
  readonly #options: AutoPlanningOptions;
  readonly #intervalMs: number;
  readonly #failures = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: AutoPlanningOptions, intervalMs: number = POLL_INTERVAL_MS) {
    this.#options = options;
    this.#intervalMs = intervalMs;
  }

  start(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#polling = this.planDueWeeks()
        .catch((error: unknown) => this.#options.onFailure(error))
        .finally(() => this.start());
    }, this.#intervalMs).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#polling;
  }

  /** Plans all due weeks, a few at a time. A week that fails is tried again at the next poll. */
  async planDueWeeks(): Promise<void> {
    const { store, clock } = this.#options;
    const failed = new Set<string>();
    while (!this.#isStopped) {
      const due = await findDueFamilies(store.db, clock(), BATCH_SIZE + failed.size);
      const batch = due.filter(({ family }) => !failed.has(family)).slice(0, BATCH_SIZE);
      const outcomes = await Promise.all(batch.map((family) => this.#plan(family)));
      if (batch.length === 0 || outcomes.includes('busy')) return;
      for (const [at, { family }] of batch.entries()) if (outcomes[at] === 'failed') failed.add(family);
    }
  }

  async #plan(due: Due): Promise<Outcome> {
    const key = `${due.family} ${due.dueAt}`;
    try {
      const outcome = await planDue(this.#options, due);
      if (outcome === 'done') this.#failures.delete(key);
      return outcome;
    } catch (error) {
      if (this.#isStopped) return 'failed';
      this.#options.onFailure(error, due.family);
      const failures = (this.#failures.get(key) ?? 0) + 1;
      this.#failures.set(key, failures);
      if (failures < MAX_FAILURES) return 'failed';
      this.#failures.delete(key);
      return storeAndReschedule(this.#options, due, undefined);
    }
  }
}

async function planDue(options: AutoPlanningOptions, due: Due): Promise<Outcome> {
  const { store, planner, clock } = options;
  const { db } = store;
  const familyRow = await findFamily(db, due.family);
  if (!familyRow) return 'done';
  const [dueMs, nowMs] = [Date.parse(due.dueAt), clock()];
  const week = weekDueAt(dueMs, familyRow.timeZone);
  // The server was down for long: skip a week that is past.
  const isPast = week < weekAt(Temporal.Instant.fromEpochMilliseconds(nowMs), familyRow.timeZone);
  if (isPast) return storeAndReschedule(options, due, undefined);
  openCookbook();
  const proposalOptions = { seed: 0, locked: [], avoided: [], fixedMeals: 'all' } as const;
  const proposed = await proposeWeek(
    { db, planner, nowMs, client: 'automatic' },
    due.family,
    week,
    proposalOptions,
  );
  if (!isRefusal(proposed)) {
    const { language = BASE_LANGUAGE } = (await findPreferences(db, due.family)) ?? {};
    await openTranslation(language);
    const proposal = translateProposal(proposed.proposal, language);
    return storeAndReschedule(options, due, { ...proposed, proposal });
  }
  return proposed.refused === 'planner-busy' ? 'busy' : storeAndReschedule(options, due, undefined);
}

/** Stores the proposed meals and the next due time, or nothing if the data has changed since. */
function storeAndReschedule(
  { store, clock }: AutoPlanningOptions,
  { family, dueAt }: Due,
  proposed: WeekProposal | undefined,
): Promise<Outcome> {
  const nowMs = clock();
  return auditedTransaction(
    { store, actor: PLANNER, nowMs },
    family,
    async (tx, record): Promise<Outcome> => {
      const [familyRow, current] = [await findFamily(tx, family), await findPreferences(tx, family)];
      if (!familyRow || !current) return 'done';
      if (proposed && !(await isCurrent(tx, family, proposed))) return 'outdated';
      const afterMs = Math.max(Date.parse(dueAt), nowMs - MAX_AGE_MS);
      const next = nextDue(current.preferences.autoPlan, familyRow.timeZone, afterMs);
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

async function isCurrent(tx: Tx, family: string, { proposal, basis, plan }: WeekProposal): Promise<boolean> {
  const current = await findPlan(tx, family, proposal.week);
  return current?.version === plan?.version && basis === (await readBasis(tx, family, proposal.week));
}

/** The meals of the plan with the proposed ones, or undefined if no meal is proposed. */
function mealsOf({ proposal, plan }: WeekProposal): Meals | undefined {
  const added = proposal.meals.flatMap((proposed) => {
    const meal = acceptedMeal(proposed);
    return meal ? [{ place: { day: proposed.day, slot: proposed.slot }, meal }] : [];
  });
  if (added.length === 0) return undefined;
  return added.reduce((meals, { place, meal }) => withMeal(meals, place, meal), plan?.meals ?? {});
}
