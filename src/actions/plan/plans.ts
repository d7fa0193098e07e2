/**
 * Changes of plans by version: each names the version that it is based on, 0 for no plan. If the plan has another
 * version now, nothing is changed and the current plan is returned.
 */
import { newId } from '#auth/secret.ts';
import {
  type Meal,
  dishesIn,
  mealAt,
  type Meals,
  asFamilyMeal,
  type Place,
  type Plan,
  replaceMeals,
  swapMeals,
  withKnownRecipes,
  withMeal,
} from '#domain/plan/plan.ts';
import type { AuditAction } from '#domain/family/security-events.ts';
import { MAX_BYTES } from '#domain/family/quota.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import { isWithinPlanningRange, type Week } from '#domain/week/week.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { deletePlan, findPlan, planBytes, readPlanBytes, savePlan } from '#storage/tables/plan/plans.ts';
import type { Tx } from '#storage/schema.ts';
import { findKnownRecipes } from '#queries/recipe/family-recipes.ts';

/** The plan to change. The operator's commands use the version 'any'. */
export type PlanTarget = { family: string; week: Week; version: number | 'any' };

export function putMeal(context: ChangeContext, target: PlanTarget, place: Place, meal: Meal) {
  return editPlan(context, target, 'plan.put', (meals) => withMeal(meals, place, asFamilyMeal(meal)), place);
}

export function clearMeal(context: ChangeContext, target: PlanTarget, place: Place) {
  return editPlan(
    context,
    target,
    'plan.clear',
    (meals) => (mealAt(meals, place) ? withMeal(meals, place, undefined) : refuse('slot-empty')),
    place,
  );
}

/** Moves a meal to an empty slot only, so that no meal is overwritten. */
export function moveMeal(context: ChangeContext, target: PlanTarget, from: Place, to: Place) {
  return editPlan(context, target, 'plan.move', (meals) => {
    if (!mealAt(meals, from)) return refuse('slot-empty');
    return mealAt(meals, to) ? refuse('slot-taken') : swapMeals(meals, from, to);
  });
}

export function swapPlaces(context: ChangeContext, target: PlanTarget, from: Place, to: Place) {
  return editPlan(context, target, 'plan.swap', (meals) =>
    mealAt(meals, from) && mealAt(meals, to) ? swapMeals(meals, from, to) : refuse('slot-empty'),
  );
}

export function replacePlan(context: ChangeContext, target: PlanTarget, meals: Meals) {
  return editPlan(context, target, 'plan.replace', (before) => replaceMeals(before, meals));
}

export async function copyPlan(
  context: ChangeContext,
  target: PlanTarget,
  from: Week,
): Promise<Plan | Refusal> {
  return editPlan(context, target, 'plan.copy', async (before, tx) => {
    const source = await findPlan(tx, target.family, from);
    return source ? replaceMeals(before, source.meals) : refuse('not-found');
  });
}

/** Returns undefined after deleting the plan. */
export function removePlan(context: ChangeContext, target: PlanTarget): Promise<Refusal | undefined> {
  const { family, week } = target;
  return auditedTransaction(context, family, async (tx, record) => {
    const current = await findPlan(tx, family, week);
    if (isStale(target, current)) return { refused: 'stale-plan', current: current ?? null };
    if (!current) return refuse('not-found');
    await record('plan.delete', { week });
    assertWritten(await deletePlan(tx, family, week, current.version));
    return undefined;
  });
}

function editPlan(
  context: ChangeContext,
  target: PlanTarget,
  action: AuditAction,
  alter: (meals: Meals, tx: Tx) => Meals | Refusal | Promise<Meals | Refusal>,
  detail: Partial<Place> = {},
): Promise<Plan | Refusal> {
  const { family, week } = target;
  return auditedTransaction(context, family, async (tx, record) => {
    const current = await findPlan(tx, family, week);
    if (isStale(target, current)) return { refused: 'stale-plan', current: current ?? null };
    const altered = await alter(current?.meals ?? {}, tx);
    if (isRefusal(altered)) return altered;
    if (!current && !(await findFamily(tx, family))) return refuse('not-found');
    // Only for a new plan: an existing plan may always be changed, however old it is.
    if (!current && !isWithinPlanningRange(week, context.nowMs)) return refuse('week-out-of-range');
    if (!(await hasRoomFor(tx, family, current, altered))) return refuse('quota-exceeded');
    const version = await record(action, { week, ...detail });
    return writePlan(tx, { family, week, version }, current, altered);
  });
}

/**
 * Replaces a plan by one with these meals; `version` is the number of this change. References to recipes that do not
 * exist are removed, so that the API never serves one.
 */
export async function writePlan(
  tx: Tx,
  { family, week, version }: { family: string; week: Week; version: number },
  current: Plan | undefined,
  meals: Meals,
): Promise<Plan> {
  const known = await findKnownRecipes(tx, family, dishesIn(meals));
  const plan: Plan = { id: current?.id ?? newId(), week, version, meals: withKnownRecipes(meals, known) };
  assertWritten(await savePlan(tx, family, plan, current?.version ?? 0));
  return plan;
}

/** Whether the family may store these meals. Always true if they take no more bytes than those they replace. */
export async function hasRoomFor(
  tx: Tx,
  family: string,
  current: Plan | undefined,
  meals: Meals,
): Promise<boolean> {
  const more = planBytes({ meals }) - (current ? planBytes(current) : 0);
  return more <= 0 || (await readPlanBytes(tx, family)) + more <= MAX_BYTES.plans;
}

function isStale({ version }: PlanTarget, current: Plan | undefined): boolean {
  return version !== 'any' && version !== (current?.version ?? 0);
}

/** Changes of a family run one at a time, so a plan cannot change between its read and its write. */
function assertWritten(isWritten: boolean): void {
  if (!isWritten) throw new Error('A plan was changed by another transaction.');
}
