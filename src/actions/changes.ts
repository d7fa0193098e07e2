/**
 * Changes as the web app makes them: a few places, each with what was seen there and what shall be
 * there. All of it happens or nothing does, and a change that is sent again is not made again
 * (docs/decisions/0006-changes-are-edits-with-an-id.md).
 */
import {
  isSameMeal,
  type Meal,
  mealAt,
  type Meals,
  type Place,
  type Plans,
  withKnownRecipe,
  withMeal,
} from '#domain/plan/plan.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { isWithinPlanningRange, type Week } from '#domain/week/week.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { deleteChangesBefore, deleteOldestChanges, hasChange, insertChange } from '#storage/changes.ts';
import { findFamily } from '#storage/families.ts';
import { findPlan } from '#storage/plans.ts';
import type { Tx } from '#storage/schema.ts';
import { findKnownIds } from '#queries/family-recipes.ts';
import { readBasis } from '#queries/proposal-basis.ts';
import { hasRoomFor, writePlan } from './plans.ts';

/** One place: what its maker saw there, and what shall stand there instead. */
export type Edit = Place & { week: Week; before: Meal | null; after: Meal | null };

/** Longer than any device keeps a change that it could not send. */
const REMEMBERED_MS = 90 * 86_400_000;
/** More than two hundred a day for 90 days. A family that makes more keeps its ids for a shorter time. */
const MOST_REMEMBERED = 20_000;

/** Answers the plans of the weeks it touched, as they are now. */
export function makeChange(
  context: ChangeContext,
  family: string,
  { id, edits: wanted, basis }: { id: string; edits: Edit[]; basis?: string | undefined },
): Promise<{ plans: Plans } | Refusal> {
  const { nowMs } = context;
  return auditedTransaction(context, family, async (tx, record) => {
    const plans = await findPlans(tx, family, new Set(wanted.map(({ week }) => week)));
    if (await hasChange(tx, family, id)) return { plans };
    // A proposal, made from recipes and wishes that may be others by now.
    if (basis !== undefined && basis !== (await readBasis(tx, family))) {
      return { refused: 'proposal-outdated', plans };
    }
    const { edits, areSeen } = await compareWith(tx, family, plans, wanted);
    if (!areSeen) return { refused: 'conflict', plans };
    // A plan is neither made nor given a new version by an edit that leaves things as they are.
    const real = edits.filter(({ before, after }) => !isSameMeal(before, after));
    const editsByWeek = Map.groupBy(real, ({ week }) => week);
    if (real.some(({ week }) => !plans[week] && !isWithinPlanningRange(week, nowMs)))
      return refuse('far-week');
    if (!(await findFamily(tx, family))) return refuse('not-found');

    const edited = new Map<Week, Meals>();
    for (const [week, some] of editsByWeek) {
      const current = plans[week] ?? undefined;
      const meals = some.reduce((meals, edit) => withMeal(meals, edit, edit.after), current?.meals ?? {});
      if (!(await hasRoomFor(tx, family, current, meals))) return refuse('family-full');
      edited.set(week, meals);
    }

    await deleteChangesBefore(tx, family, nowMs - REMEMBERED_MS);
    await deleteOldestChanges(tx, family, MOST_REMEMBERED - 1);
    await insertChange(tx, family, id, nowMs);
    for (const [week, meals] of edited) {
      const current = plans[week] ?? undefined;
      const version = await record('plan.change', { week, change: id });
      plans[week] = await writePlan(tx, { family, week, version }, current, meals);
    }
    return { plans };
  });
}

/**
 * Whether every place still holds what was seen there. A device may still know a recipe that was deleted:
 * that is no reason to refuse what it sends, so such recipes count for nothing.
 */
async function compareWith(
  tx: Tx,
  family: string,
  plans: Plans,
  edits: Edit[],
): Promise<{ edits: Edit[]; areSeen: boolean }> {
  const standing = (edit: Edit) => mealAt(plans[edit.week]?.meals ?? {}, edit);
  const mentioned = edits.flatMap((edit) => [edit.before, edit.after, standing(edit)]);
  const known = await findKnownIds(tx, family, mentioned);
  const plain = edits.map((edit) => ({
    ...edit,
    before: withKnownRecipe(edit.before, known),
    after: withKnownRecipe(edit.after, known),
  }));
  const isSeen = (edit: Edit) => isSameMeal(withKnownRecipe(standing(edit), known), edit.before);
  return { edits: plain, areSeen: plain.every(isSeen) };
}

async function findPlans(tx: Tx, family: string, weeks: Set<Week>): Promise<Plans> {
  const plans: Plans = {};
  for (const week of weeks) plans[week] = (await findPlan(tx, family, week)) ?? null;
  return plans;
}
