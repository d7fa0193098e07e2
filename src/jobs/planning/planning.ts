/**
 * Plans a week for a family: reads the data of the planning task and runs it in the planner pool. Stores
 * nothing. A proposal has a basis, which shows later whether the data has changed since.
 */
import {
  familyMeals,
  isSamePlace,
  type Meal,
  mapRecipeIds,
  type Meals,
  type Place,
  type Plan,
  PLACES,
  withMeal,
} from '#domain/plan/plan.ts';
import {
  type Alternative,
  type Proposal,
  type ProposedMeal,
  type Repair,
  withVariantsOfLeftovers,
} from '#domain/proposal/proposal.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import { parsePartId } from '#domain/shopping-list/item.ts';
import { seasonOf } from '#domain/week/season.ts';
import { type Day, DAYS, isWithinPlanningRange, type Week } from '#domain/week/week.ts';
import { preferencesFor, type RecurringMeal } from '#domain/preferences/preferences.ts';
import { type WarnedMeal, warningsAt, warningsOfMeal } from '#domain/preferences/warnings.ts';
import type { Lock, PantryFood, PlanningTask } from '#planner/model/task.ts';
export type { Lock };
import { findFamily } from '#storage/tables/account/families.ts';
import { findLiveOperations } from '#storage/tables/shopping-list/list-state.ts';
import { findPantry, type StoredPantryEntry } from '#storage/tables/shopping-list/pantry.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { readAllLineAnswers } from '#storage/tables/recipe/line-answers.ts';
import { readPrices } from '#storage/tables/shopping-list/prices.ts';
import { readAllRejectedDishes } from '#storage/tables/plan/rejected-dishes.ts';
import { findFirstRecipeTexts, listRecipeVersions } from '#storage/tables/recipe/recipes.ts';
import type { Db } from '#storage/schema.ts';
import { currentRecipeId } from '#cookbook/recipes.ts';
import { findPantryGrams } from '#queries/shopping-list/pantry.ts';
import { countsOwnTags, readBasis } from '#queries/plan/proposal-basis.ts';
import { keepSmallest, readServedWeeksAway } from '#queries/plan/served-dishes.ts';
import { ownTagsIn, readRecipeNotes } from '#queries/recipe/recipe-notes.ts';
import { readLasting } from '#queries/recipe/lasting-notes.ts';
import type { PlannerPool, TaskClient } from './planner-pool.ts';
import type { Job } from './planner-worker.ts';
import { readStars } from '#queries/recipe/stars.ts';
import { readWeekPreferences } from '#queries/plan/preferences.ts';
import { readMealWarnings } from '#queries/plan/warnings.ts';

export type PlanningContext = {
  db: Db;
  planner: Pick<PlannerPool, 'run'>;
  nowMs: number;
  client: TaskClient;
};

/** Which meals of an earlier proposal stay, and which dishes the family rejected. */
export type ProposalOptions = Pick<PlanningTask, 'seed' | 'locked' | 'avoided'>;

/** A meal that a member has chosen for a place of a proposal; nothing is stored yet. */
export type PlacedMeal = Place & { meal: Meal };

/** Which meals of the plan the planner must not change: those that people placed, or all. */
export type FixedMeals = 'own' | 'all';

/** `leftOut`: recurring meals that are not for an eater. */
export type WeekProposal = { proposal: Proposal; basis: string; plan: Plan | null; leftOut: WarnedMeal[] };

/** How many weeks before and after the week count as recently served, at least. */
const MIN_SERVED_WEEKS = 26;

export async function proposeWeek(
  { db, planner, nowMs, client }: PlanningContext,
  family: string,
  week: Week,
  {
    fixedMeals,
    placed = [],
    ...options
  }: ProposalOptions & { fixedMeals: FixedMeals; placed?: PlacedMeal[] },
): Promise<WeekProposal | Refusal> {
  if (!isWithinPlanningRange(week, nowMs)) return refuse('week-out-of-range');
  // Read first: a change during the following reads then makes the proposal outdated, not wrong.
  const basis = await readBasis(db, family, week);
  const plan = (await findPlan(db, family, week)) ?? null;
  const read = { meals: plan?.meals ?? {}, fixedMeals, placed };
  const input = await readInput({ db, nowMs }, family, week, read);
  if (!input) return refuse('not-found');
  const { leftOut, ...job } = input;
  const proposal = await planner.run({
    family,
    client,
    job: { kind: 'propose', ...job, task: { ...job.task, ...options } },
    findFirstRecipeTexts: (ids) => findFirstRecipeTexts(db, family, ids),
  });
  if (isRefusal(proposal)) return proposal;
  const meals = withVariantsOfLeftovers(proposal.meals).map((meal) => asPlaced(meal, placed));
  return { proposal: { ...proposal, meals }, basis, plan, leftOut };
}

/** The planner knows placed meals as recurring ones: both stay where they are. */
function asPlaced(proposed: ProposedMeal, placed: readonly PlacedMeal[]): ProposedMeal {
  const chosen = placed.find((meal) => isSamePlace(meal, proposed));
  return chosen && proposed.kind === 'recurring' ? { ...proposed, isPlaced: true } : proposed;
}

/** Other dishes for one place of a proposal. `meals`: the meals of the proposal. */
export async function findAlternatives(
  { db, planner, nowMs, client }: PlanningContext,
  family: string,
  week: Week,
  { placed, seed, meals, place }: { placed?: PlacedMeal[]; seed: number; meals: Lock[]; place: Place },
): Promise<Alternative[] | Refusal> {
  if (!isWithinPlanningRange(week, nowMs)) return refuse('week-out-of-range');
  const plan = await findPlan(db, family, week);
  const input = await readInput({ db, nowMs }, family, week, {
    // A meal that somebody put there does not stand in the way of others.
    meals: withMeal(plan?.meals ?? {}, place, undefined),
    fixedMeals: 'own',
    placed,
  });
  if (!input) return refuse('not-found');
  const { leftOut: _leftOut, ...job } = input;
  const task = { ...job.task, seed, locked: [], avoided: [] };
  return planner.run({
    family,
    client,
    job: { kind: 'alternatives', ...job, task, meals, place },
    findFirstRecipeTexts: (ids) => findFirstRecipeTexts(db, family, ids),
  });
}

/** `plan`: the plan that the repair was made for. */
export type WeekRepair = { repair: Repair; basis: string; plan: Plan | null };

/** Repairs a week from which a meal was removed, whether or not the plan still has it. */
export async function findRepair(
  { db, planner, nowMs, client }: PlanningContext,
  family: string,
  week: Week,
  { place, meal }: { place: Place; meal: Meal },
): Promise<WeekRepair | Refusal> {
  if (!isWithinPlanningRange(week, nowMs)) return refuse('week-out-of-range');
  const basis = await readBasis(db, family, week);
  const plan = (await findPlan(db, family, week)) ?? null;
  const meals = withMeal(plan?.meals ?? {}, place, meal);
  const familyRow = await findFamily(db, family);
  const input = await readInput({ db, nowMs }, family, week, { meals, fixedMeals: 'all' });
  if (!input || !familyRow) return refuse('not-found');
  const { leftOut: _leftOut, ...job } = input;
  const isPast = pastDays(week, familyRow.timeZone, nowMs);
  const live = await findLiveOperations(db, family, week);
  const request = {
    removed: place,
    open: PLACES.filter(({ day }) => !isPast(day)),
    bought: live.flatMap((operation) =>
      operation.kind === 'tick' ? (parsePartId(operation.itemId)?.foodId ?? []) : [],
    ),
  };
  const repair = await planner.run({
    family,
    client,
    job: { kind: 'repair', ...job, task: { ...job.task, seed: 0, locked: [], avoided: [] }, request },
    findFirstRecipeTexts: (ids) => findFirstRecipeTexts(db, family, ids),
  });
  return isRefusal(repair) ? repair : { repair, basis, plan };
}

type JobInput = Pick<Job, 'own' | 'answers' | 'prices' | 'tags'> & {
  task: Omit<Job['task'], keyof ProposalOptions>;
  leftOut: WarnedMeal[];
};

async function readInput(
  { db, nowMs }: Pick<PlanningContext, 'db' | 'nowMs'>,
  family: string,
  week: Week,
  {
    meals,
    fixedMeals,
    placed = [],
  }: { meals: Meals; fixedMeals: FixedMeals; placed?: PlacedMeal[] | undefined },
): Promise<JobInput | undefined> {
  const familyRow = await findFamily(db, family);
  if (!familyRow) return undefined;
  const isPast = pastDays(week, familyRow.timeZone, nowMs);
  const saved = preferencesFor(await readWeekPreferences(db, family, week), isPast);
  const isFree = (meal: Place) => !placed.some((chosen) => isSamePlace(chosen, meal));
  const { recurring, leftOut } = await checkRecurring(db, family, week, saved.recurring.filter(isFree));
  const preferences = { ...saved, recurring: [...placed, ...recurring].map(withCurrentRecipe) };
  const eaten = Object.fromEntries(DAYS.filter(isPast).map((day) => [day, meals[day]]));
  const own = await listRecipeVersions(db, family);
  const notes = await readRecipeNotes(db, family);
  const wanted = await readLasting(db, family, 'soonSince', { notes, nowMs, planned: week });
  return {
    own,
    answers: await readAnswers(db, family),
    leftOut,
    prices: await readPrices(db, family),
    tags: countsOwnTags(preferences) ? ownTagsIn(notes) : new Map(),
    task: {
      familyId: family,
      week,
      season: seasonOf(week, familyRow.timeZone),
      preferences,
      // Meals of past days were eaten, so they stay even if the planner generated them.
      existingMeals: mapRecipeIds(
        fixedMeals === 'all' ? meals : { ...familyMeals(meals), ...eaten },
        currentRecipeId,
      ),
      servedWeeksAway: await readServedWeeksAway(
        db,
        family,
        week,
        Math.max(MIN_SERVED_WEEKS, preferences.restWeeks),
      ),
      rejectedWeeksAgo: await readRejectedWeeksAgo(db, family, week, wanted),
      wanted: [...wanted],
      stars: await readStars(db, family),
      pantry: await pantryFoods((await findPantry(db, family))?.entries ?? [], week),
    },
  };
}

/** The answers of the members to lines of recipes, by words. */
async function readAnswers(db: Db, family: string): Promise<Job['answers']> {
  const answers = await Array.fromAsync(readAllLineAnswers(db, family));
  return new Map(answers.flat().map(({ words, version: _version, ...answer }) => [words, answer]));
}

/** Recurring meals are checked like all other dishes, except for eaters who eat something else then. */
async function checkRecurring(
  db: Db,
  family: string,
  week: Week,
  all: readonly RecurringMeal[],
): Promise<{ recurring: RecurringMeal[]; leftOut: WarnedMeal[] }> {
  const { warnings, absent } = await readMealWarnings(
    db,
    family,
    all.map(({ meal }) => meal),
    { week },
  );
  const checked = all.map((recurring) => ({
    ...recurring,
    warnings: warningsOfMeal(recurring.meal, warningsAt(warnings, absent, recurring)),
  }));
  return {
    recurring: all.filter((_, index) => checked[index]?.warnings.length === 0),
    leftOut: checked.filter((recurring) => recurring.warnings.length > 0),
  };
}

function withCurrentRecipe(recurring: RecurringMeal): RecurringMeal {
  const { recipeId } = recurring.meal;
  return recipeId === undefined
    ? recurring
    : { ...recurring, meal: { ...recurring.meal, recipeId: currentRecipeId(recipeId) } };
}

/** Which days of the week are past in the family's time zone. */
function pastDays(week: Week, timeZone: string, nowMs: number): (day: Day) => boolean {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone);
  const { days } = Temporal.PlainDate.from(week).until(now.toPlainDate());
  return (day) => DAYS.indexOf(day) < days;
}

/** Of each rejected dish that is not wanted, the whole weeks from its rejection to the Monday of the week. */
async function readRejectedWeeksAgo(
  db: Db,
  family: string,
  week: Week,
  wanted: ReadonlySet<string>,
): Promise<PlanningTask['rejectedWeeksAgo']> {
  const weeksAgo: Record<string, number> = {};
  for await (const rejectedDishes of readAllRejectedDishes(db, family)) {
    for (const { recipeId, rejectedOn } of rejectedDishes) {
      const id = currentRecipeId(recipeId);
      if (wanted.has(id)) continue;
      const { weeks } = Temporal.PlainDate.from(rejectedOn).until(week, { largestUnit: 'weeks' });
      keepSmallest(weeksAgo, id, Math.max(0, weeks));
    }
  }
  return weeksAgo;
}

/** Unique foods. If a food has several dates, the earliest one that is not past counts. */
async function pantryFoods(entries: readonly StoredPantryEntry[], week: Week): Promise<PantryFood[]> {
  const byFood = Map.groupBy(entries, ({ foodId }) => foodId);
  return Promise.all(
    [...byFood].map(async ([foodId, packs]) => {
      const dates = packs.flatMap(({ bestBefore }) => bestBefore ?? []).toSorted();
      const grams = await findPantryGrams(packs);
      const bestBefore = dates.find((date) => date >= week) ?? dates[0];
      return { foodId, bestBefore, ...(grams !== undefined && { grams }) };
    }),
  );
}
