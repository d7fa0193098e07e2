/**
 * A week for a family: gathers all that the planner may know, and has it planned in a thread of its own.
 * Nothing is stored here. A proposal names its basis, by which it shows later whether it still holds.
 */
import { type Meals, mealsIn, ownMeals, type Place, type Plan } from '#domain/plan/plan.ts';
import type { Alternative, Proposal } from '#domain/proposal/proposal.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import { seasonOf } from '#domain/week/season.ts';
import { type Day, DAYS, isInReach, type Week, weekOf } from '#domain/week/week.ts';
import { preferencesFor } from '#domain/preferences/preferences.ts';
import type { Lock, PantryFood, PlanningTask } from '#planner/model/task.ts';
import { findFamily } from '#storage/families.ts';
import { findPantry, type StoredPantryEntry } from '#storage/pantry.ts';
import { findPlan, findPlansBetween } from '#storage/plans.ts';
import { readPrices } from '#storage/prices.ts';
import { findFirstRecipeTexts, listRecipeVersions } from '#storage/recipes.ts';
import type { Db } from '#storage/schema.ts';
import { readBasis } from '#queries/proposal-basis.ts';
import type { PlannerPool, Requester } from './planner-pool.ts';
import type { Job } from './planner-worker.ts';
import { readStars } from '#queries/stars.ts';
import { readPreferences } from '#queries/preferences.ts';

export type Planning = { db: Db; planner: PlannerPool; nowMs: number; requester: Requester };

/** What is asked beyond the wishes: which of an earlier proposal stays, and what shall not come again. */
export type Asked = Pick<PlanningTask, 'seed' | 'locked' | 'avoided'>;

/** Whose meals stand: the planner leaves alone what people placed, or whatever is there. */
export type Standing = 'own' | 'all';

export type Proposed = { proposal: Proposal; basis: string; plan: Plan | null };

/** As far as the planner looks for the last time that a dish was served. */
const LEAST_WEEKS = 8;

export async function proposeWeek(
  { db, planner, nowMs, requester }: Planning,
  family: string,
  week: Week,
  { standing, ...asked }: Asked & { standing: Standing },
): Promise<Proposed | Refusal> {
  if (!isInReach(week, nowMs)) return refuse('far-week');
  // Before all that depends on it: what changes while it is read makes the proposal outdated, never wrong.
  const basis = await readBasis(db, family);
  const plan = (await findPlan(db, family, week)) ?? null;
  const given = await gather({ db, nowMs }, family, week, { meals: plan?.meals ?? {}, standing });
  if (!given) return refuse('not-found');
  const proposal = await planner.run({
    family,
    requester,
    job: { kind: 'propose', ...given, task: { ...given.task, ...asked } },
    findFirstRecipeTexts: (ids) => findFirstRecipeTexts(db, family, ids),
  });
  return isRefusal(proposal) ? proposal : { proposal, basis, plan };
}

/** Other dishes for one place of a proposal, of which `meals` is the rest. */
export async function findAlternatives(
  { db, planner, nowMs, requester }: Planning,
  family: string,
  week: Week,
  { seed, meals, place }: { seed: number; meals: Lock[]; place: Place },
): Promise<Alternative[] | Refusal> {
  if (!isInReach(week, nowMs)) return refuse('far-week');
  const plan = await findPlan(db, family, week);
  const given = await gather({ db, nowMs }, family, week, { meals: plan?.meals ?? {}, standing: 'own' });
  if (!given) return refuse('not-found');
  const task = { ...given.task, seed, locked: [], avoided: [] };
  return planner.run({
    family,
    requester,
    job: { kind: 'alternatives', ...given, task, meals, place },
    findFirstRecipeTexts: (ids) => findFirstRecipeTexts(db, family, ids),
  });
}

type Given = Pick<Job, 'own' | 'prices'> & { task: Omit<Job['task'], keyof Asked> };

async function gather(
  { db, nowMs }: Pick<Planning, 'db' | 'nowMs'>,
  family: string,
  week: Week,
  { meals, standing }: { meals: Meals; standing: Standing },
): Promise<Given | undefined> {
  const home = await findFamily(db, family);
  if (!home) return undefined;
  const isOver = daysOver(week, home.timeZone, nowMs);
  const wishes = preferencesFor((await readPreferences(db, family)).wishes, isOver);
  const eaten = Object.fromEntries(DAYS.filter(isOver).map((day) => [day, meals[day]]));
  const own = await listRecipeVersions(db, family);
  return {
    own,
    prices: await readPrices(db, family),
    task: {
      week,
      season: seasonOf(week, home.timeZone),
      preferences: wishes,
      // Whoever placed it: what was eaten cannot be planned differently.
      existingMeals: standing === 'all' ? meals : { ...ownMeals(meals), ...eaten },
      servedWeeksAway: await readServed(db, family, week, Math.max(LEAST_WEEKS, wishes.restWeeks)),
      stars: await readStars(db, family),
      pantry: pantryFoods((await findPantry(db, family))?.entries ?? [], week),
    },
  };
}

/** Which days of the week are over where the family lives. */
function daysOver(week: Week, timeZone: string, nowMs: number): (day: Day) => boolean {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone);
  const { days } = Temporal.PlainDate.from(week).until(now.toPlainDate());
  return (day) => DAYS.indexOf(day) < days;
}

/** How many weeks away each dish is served next, before or after. */
async function readServed(
  db: Db,
  family: string,
  week: Week,
  weeks: number,
): Promise<PlanningTask['servedWeeksAway']> {
  const monday = Temporal.PlainDate.from(week);
  const [from, to] = [weekOf(monday.subtract({ weeks })), weekOf(monday.add({ weeks }))];
  const served: Record<string, number> = {};
  for (const plan of await findPlansBetween(db, family, from, to)) {
    const away = Math.abs(monday.until(plan.week, { largestUnit: 'weeks' }).weeks);
    if (away === 0) continue;
    for (const { recipeId } of mealsIn(plan.meals)) {
      if (recipeId !== undefined) served[recipeId] = Math.min(away, served[recipeId] ?? away);
    }
  }
  return served;
}

/** Each food once; of several packs the first that is to be used up, and not past its date, counts. */
function pantryFoods(entries: readonly StoredPantryEntry[], week: Week): PantryFood[] {
  const byFood = Map.groupBy(entries, ({ foodId }) => foodId);
  return [...byFood].map(([foodId, packs]) => {
    const dates = packs.flatMap(({ bestBefore }) => bestBefore ?? []).toSorted();
    return { foodId, bestBefore: dates.find((date) => date >= week) ?? dates[0] };
  });
}
