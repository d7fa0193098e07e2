/**
 * What happens to plans. Every change is made against the version its maker saw, 0 for no plan; if
 * that is no longer the plan's version, nothing is changed and the maker is shown what is there.
 */
import { newId } from '#auth/secret.ts';
import {
  type Meal,
  mealAt,
  type Meals,
  orderMeals,
  type Place,
  type Plan,
  swapMeals,
  withMeal,
} from '#domain/plan.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import type { Week } from '#domain/week.ts';
import { change, type ChangeContext } from '#storage/audit.ts';
import { findFamily } from '#storage/families.ts';
import { deletePlan, findPlan, savePlan } from '#storage/plans.ts';

/** The plan a change is for. An operator may change whatever is there: version 'any'. */
export type Target = { family: string; week: Week; version: number | 'any' };

export function putMeal(context: ChangeContext, target: Target, place: Place, meal: Meal) {
  return edit(context, target, 'plan.put', (meals) => withMeal(meals, place, meal), place);
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
  return edit(context, target, 'plan.replace', () => meals);
}

export async function copyPlan(context: ChangeContext, target: Target, from: Week): Promise<Plan | Refusal> {
  const source = await findPlan(context.store.db, target.family, from);
  if (!source) return refuse('not-found');
  return edit(context, target, 'plan.copy', () => source.meals);
}

/** Answers undefined when it is done: there is no plan any more. */
export function removePlan(context: ChangeContext, target: Target): Promise<Refusal | undefined> {
  const { family, week } = target;
  return untilFirst(() =>
    change(context, family, async (tx, record) => {
      const current = await findPlan(tx, family, week);
      if (!current) return refuse('not-found');
      if (isStale(target, current)) return { refused: 'stale-plan', current };
      await record('plan.delete', { week });
      if (!(await deletePlan(tx, family, week, current.version))) throw new Overtaken();
      return undefined;
    }),
  );
}

function edit(
  context: ChangeContext,
  target: Target,
  action: string,
  alter: (meals: Meals) => Meals | Refusal,
  detail: Partial<Place> = {},
): Promise<Plan | Refusal> {
  const { family, week } = target;
  return untilFirst(() =>
    change(context, family, async (tx, record) => {
      const current = await findPlan(tx, family, week);
      if (isStale(target, current)) return { refused: 'stale-plan', current: current ?? null };
      const altered = alter(current?.meals ?? {});
      if (isRefusal(altered)) return altered;
      if (!current && !(await findFamily(tx, family))) return refuse('not-found');
      const version = await record(action, { week, ...detail });
      const plan: Plan = { id: current?.id ?? newId(), week, version, meals: orderMeals(altered) };
      if (!(await savePlan(tx, family, plan, current?.version ?? 0))) throw new Overtaken();
      return plan;
    }),
  );
}

function isStale({ version }: Target, current: Plan | undefined): boolean {
  return version !== 'any' && version !== (current?.version ?? 0);
}

/** Another process was faster between our look and our write: the transaction must not stand. */
class Overtaken extends Error {}

/** Tries until nobody overtakes. Each time round someone else's change has succeeded, so this ends. */
async function untilFirst<Outcome>(attempt: () => Promise<Outcome>): Promise<Outcome> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
}
