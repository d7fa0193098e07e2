/**
 * What happens to plans. Every change is made against the version its maker saw, 0 for no plan; if
 * that is no longer the plan's version, nothing is changed and the maker is shown what is there.
 */
import { newId } from '#auth/secret.ts';
import {
  type Meal,
  mealAt,
  type Meals,
  mealsIn,
  asFamilyMeal,
  type Place,
  type Plan,
  replaceMeals,
  swapMeals,
  withKnownRecipes,
  withMeal,
} from '#domain/plan/plan.ts';
import { MAX_BYTES } from '#domain/family/quota.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import { isWithinPlanningRange, type Week } from '#domain/week/week.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { findFamily } from '#storage/families.ts';
import { deletePlan, findPlan, planBytes, readPlanBytes, savePlan } from '#storage/plans.ts';
import type { Tx } from '#storage/schema.ts';
import { findKnownIds } from '#queries/family-recipes.ts';

/** The plan a change is for. An operator may change whatever is there: version 'any'. */
export type Target = { family: string; week: Week; version: number | 'any' };

export function putMeal(context: ChangeContext, target: Target, place: Place, meal: Meal) {
  return edit(context, target, 'plan.put', (meals) => withMeal(meals, place, asFamilyMeal(meal)), place);
}

export function clearMeal(context: ChangeContext, target: Target, place: Place) {
  return edit(
    context,
    target,
    'plan.clear',
    (meals) => (mealAt(meals, place) ? withMeal(meals, place, undefined) : refuse('empty-slot')),
    place,
  );
}

/** To an empty place only: a meal that is there must not vanish under another. */
export function moveMeal(context: ChangeContext, target: Target, from: Place, to: Place) {
  return edit(context, target, 'plan.move', (meals) => {
    if (!mealAt(meals, from)) return refuse('empty-slot');
    return mealAt(meals, to) ? refuse('taken-slot') : swapMeals(meals, from, to);
  });
}

export function swapPlaces(context: ChangeContext, target: Target, from: Place, to: Place) {
  return edit(context, target, 'plan.swap', (meals) =>
    mealAt(meals, from) && mealAt(meals, to) ? swapMeals(meals, from, to) : refuse('empty-slot'),
  );
}

export function replacePlan(context: ChangeContext, target: Target, meals: Meals) {
  return edit(context, target, 'plan.replace', (before) => replaceMeals(before, meals));
}

export async function copyPlan(context: ChangeContext, target: Target, from: Week): Promise<Plan | Refusal> {
  return edit(context, target, 'plan.copy', async (before, tx) => {
    const source = await findPlan(tx, target.family, from);
    return source ? replaceMeals(before, source.meals) : refuse('not-found');
  });
}

/** Answers undefined when it is done: there is no plan any more. */
export function removePlan(context: ChangeContext, target: Target): Promise<Refusal | undefined> {
  const { family, week } = target;
  return auditedTransaction(context, family, async (tx, record) => {
    const current = await findPlan(tx, family, week);
    if (isStale(target, current)) return { refused: 'stale-plan', current: current ?? null };
    if (!current) return refuse('not-found');
    await record('plan.delete', { week });
    mustHold(await deletePlan(tx, family, week, current.version));
    return undefined;
  });
}

function edit(
  context: ChangeContext,
  target: Target,
  action: string,
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
    // Only for a new plan: one that is there may always be changed, however old it has grown.
    if (!current && !isWithinPlanningRange(week, context.nowMs)) return refuse('far-week');
    if (!(await hasRoomFor(tx, family, current, altered))) return refuse('family-full');
    const version = await record(action, { week, ...detail });
    return writePlan(tx, { family, week, version }, current, altered);
  });
}

/**
 * The plan with these meals, over the one that was there; `version` is the number of this change. What
 * points at no recipe loses its pointer, whichever way it came, so that the API never shows one.
 */
export async function writePlan(
  tx: Tx,
  { family, week, version }: { family: string; week: Week; version: number },
  current: Plan | undefined,
  meals: Meals,
): Promise<Plan> {
  const known = await findKnownIds(tx, family, mealsIn(meals));
  const plan: Plan = { id: current?.id ?? newId(), week, version, meals: withKnownRecipes(meals, known) };
  mustHold(await savePlan(tx, family, plan, current?.version ?? 0));
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

function isStale({ version }: Target, current: Plan | undefined): boolean {
  return version !== 'any' && version !== (current?.version ?? 0);
}

/** One change of a family runs at a time, so the version we looked at is the one we write over. */
function mustHold(isWritten: boolean): void {
  if (!isWritten) throw new Error('A plan has changed under a change.');
}
