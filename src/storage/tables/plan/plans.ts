/**
 * Plans: one row per week, with the meals as the API serves them, and the details that only the family sees.
 * A plan is always read and written as a whole, so it is one document with one version
 * (docs/decisions/0003-a-plan-is-one-document.md).
 */
import { sql } from 'kysely';
import {
  joinMeals,
  type MealDetails,
  mealDetails,
  type Meals,
  type Plan,
  type Plans,
  publicMeals,
  type PublicMeals,
} from '#domain/plan/plan.ts';
import type { Week } from '#domain/week/week.ts';
import { inBatches, readAll, readPages } from '#storage/paging.ts';
import { preparedFind } from '#storage/prepared.ts';
import type { Db } from '#storage/schema.ts';

export async function findPlan(db: Db, family: string, week: Week): Promise<Plan | undefined> {
  const row = await selectPlan(db, family, week).select('details').executeTakeFirst();
  return row && { id: row.id, week, version: row.version, meals: parseMeals(row) };
}

/** Null for a week without a plan. */
export async function findPlans(db: Db, family: string, weeks: readonly Week[]): Promise<Plans> {
  const plans: Plans = {};
  for (const week of new Set(weeks)) plans[week] = (await findPlan(db, family, week)) ?? null;
  return plans;
}

/** The plan with its meals as JSON text, for the public API, which passes them on without parsing. */
export const findPlanText = preparedFind(selectPlan);

function selectPlan(db: Db, family: string, week: Week) {
  return db
    .selectFrom('plans')
    .select(['id', 'version', 'meals'])
    .where('family_id', '=', family)
    .where('week', '=', week);
}

function selectPlans(db: Db, family: string) {
  return db
    .selectFrom('plans')
    .select(['id', 'week', 'version', 'meals', 'details'])
    .where('family_id', '=', family)
    .orderBy('week');
}

/** Even long plans can be parsed in this number without blocking the event loop for long. */
const PAGE_SIZE = 10;

/** All plans, or those from a week on, a page at a time. */
export async function* readAllPlans(
  db: Db,
  family: string,
  since: Week = '' as Week,
): AsyncGenerator<Plan[]> {
  const pages = readPages<PlanRow>(PAGE_SIZE, (after, limit) =>
    selectPlans(db, family)
      .where('week', after ? '>' : '>=', after?.week ?? since)
      .limit(limit)
      .execute(),
  );
  for await (const rows of pages) yield rows.map(toPlan);
}

/** The plans of these weeks, a batch at a time. */
export async function* readPlans(db: Db, family: string, weeks: readonly Week[]): AsyncGenerator<Plan[]> {
  for await (const batch of inBatches(weeks, PAGE_SIZE)) {
    const rows = await selectPlans(db, family).where('week', 'in', batch).execute();
    yield rows.map(toPlan);
  }
}

export async function listPlanWeeks(db: Db, family: string): Promise<Week[]> {
  const rows = await db
    .selectFrom('plans')
    .select('week')
    .where('family_id', '=', family)
    .orderBy('week')
    .execute();
  return rows.map(({ week }) => week);
}

/** From one week to another, both included. */
export async function findPlansBetween(db: Db, family: string, from: Week, to: Week): Promise<Plan[]> {
  const plans: Plan[] = [];
  const pages = readPages<PlanRow>(PAGE_SIZE, (after, limit) =>
    selectPlans(db, family)
      .where('week', after ? '>' : '>=', after?.week ?? from)
      .where('week', '<=', to)
      .limit(limit)
      .execute(),
  );
  for await (const rows of pages) plans.push(...rows.map(toPlan));
  return plans;
}

/** The weeks from `since` on in which a meal refers to this recipe. Its id contains only letters and digits. */
export async function findWeeksWithRecipe(
  db: Db,
  family: string,
  recipeId: string,
  since: Week,
): Promise<Week[]> {
  const wanted = `%"recipeId":"${recipeId}"%`;
  const isIn = sql<number>`case when meals like ${wanted} or details like ${wanted} then 1 else 0 end`;
  const weeks = await readAll<{ week: Week; isIn: number }>(PAGE_SIZE, (after, limit) =>
    db
      .selectFrom('plans')
      .select(['week', isIn.as('isIn')])
      .where('family_id', '=', family)
      .where('week', after ? '>' : '>=', after?.week ?? since)
      .orderBy('week')
      .limit(limit)
      .execute(),
  );
  return weeks.filter((week) => week.isIn === 1).map(({ week }) => week);
}

/** The stored size of the family's plans. */
export async function readPlanBytes(db: Db, family: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('plans')
    .select(sql<number | null>`sum(octet_length(meals) + octet_length(details))`.as('bytes'))
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

export function planBytes({ meals }: Pick<Plan, 'meals'>): number {
  const { meals: text, details } = planTexts(meals);
  return Buffer.byteLength(text) + Buffer.byteLength(details);
}

function planTexts(meals: Meals) {
  return { meals: JSON.stringify(publicMeals(meals)), details: JSON.stringify(mealDetails(meals)) };
}

type PlanRow = Omit<Plan, 'meals'> & { meals: string; details: string };

function toPlan(row: PlanRow): Plan {
  return { id: row.id, week: row.week, version: row.version, meals: parseMeals(row) };
}

function parseMeals({ meals, details }: { meals: string; details: string }): Meals {
  return joinMeals(JSON.parse(meals) as PublicMeals, JSON.parse(details) as MealDetails);
}

/**
 * Writes a plan over the version it was made from, 0 for none. Returns false and writes nothing when the plan
 * has another version by now.
 */
export async function savePlan(db: Db, family: string, plan: Plan, over: number): Promise<boolean> {
  const { id, week, version } = plan;
  const { meals, details } = planTexts(plan.meals);
  if (over === 0) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('plans')
      .values({ family_id: family, week, id, version, meals, details })
      .onConflict((conflict) => conflict.columns(['family_id', 'week']).doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await db
    .updateTable('plans')
    .set({ version, meals, details })
    .where('family_id', '=', family)
    .where('week', '=', week)
    .where('version', '=', over)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deletePlan(db: Db, family: string, week: Week, version: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('plans')
    .where('family_id', '=', family)
    .where('week', '=', week)
    .where('version', '=', version)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
