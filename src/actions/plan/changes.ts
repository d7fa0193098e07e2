/**
 * Changes of plans as the web app sends them: edits of slots, each with the meal that was seen there and the new one.
 * A change is applied completely or not at all (docs/decisions/0006-changes-are-edits-with-an-id.md).
 */
import {
  dishesOf,
  isSameMeal,
  type Meal,
  mealAt,
  type Meals,
  type Place,
  PLACES,
  type Plans,
  withKnownRecipe,
  withMeal,
} from '#domain/plan/plan.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { isWithinPlanningRange, type Week } from '#domain/week/week.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { findPlans } from '#storage/tables/plan/plans.ts';
import { saveUndoStep, type UndoStep } from '#storage/tables/undo-steps.ts';
import type { Tx } from '#storage/schema.ts';
import { findKnownRecipes } from '#queries/recipe/family-recipes.ts';
import { readBasis } from '#queries/plan/proposal-basis.ts';
import { hasRoomFor, writePlan } from './plans.ts';

/** One slot: the meal that was seen there, undefined for any, and the meal to put there. */
type Edit = Place & { week: Week; before?: Meal | null | undefined; after: Meal | null };

/** Three whole weeks: a week copied over another, and one to spare. */
export const MAX_CHANGE = { weeks: 3, edits: 3 * PLACES.length };

type Change = {
  edits: Edit[];
  basis?: string | undefined;
  /** Whether the plans are those that the change is based on. */
  isExpected?: (plans: Plans) => boolean;
};

export function applyEdits(
  context: ChangeContext,
  family: string,
  { edits: requested, basis, isExpected }: Change,
): Promise<Refusal | undefined> {
  const { nowMs, changeId } = context;
  return auditedTransaction(context, family, async (tx, record) => {
    const plans = await findPlans(
      tx,
      family,
      requested.map(({ week }) => week),
    );
    if (isExpected?.(plans) === false) return refuse('stale-plan');
    // The recipes and preferences that the proposal was computed from may have changed.
    const [proposed] = requested;
    if (basis !== undefined && proposed && basis !== (await readBasis(tx, family, proposed.week))) {
      return { refused: 'proposal-outdated', plans };
    }
    const { edits, isUnchanged } = await compareWithPlans(tx, family, plans, requested);
    if (!isUnchanged) return { refused: 'conflict', plans };
    // An edit that changes nothing neither creates a plan nor changes its version.
    const effective = edits.filter(({ before, after }) => !isSameMeal(before, after));
    const editsByWeek = Map.groupBy(effective, ({ week }) => week);
    if (effective.some(({ week }) => !plans[week] && !isWithinPlanningRange(week, nowMs)))
      return refuse('week-out-of-range');
    if (!(await findFamily(tx, family))) return refuse('not-found');

    const edited = new Map<Week, Meals>();
    for (const [week, weekEdits] of editsByWeek) {
      const current = plans[week] ?? undefined;
      const meals = weekEdits.reduce(
        (meals, edit) => withMeal(meals, edit, edit.after),
        current?.meals ?? {},
      );
      if (!(await hasRoomFor(tx, family, current, meals))) return refuse('quota-exceeded');
      edited.set(week, meals);
    }

    for (const [week, meals] of edited) {
      const current = plans[week] ?? undefined;
      const version = await record('plan.change', {
        week,
        ...(changeId !== undefined && { change: changeId }),
      });
      await writePlan(tx, { family, week, version }, current, meals);
    }
    if (context.isUndoable && changeId !== undefined)
      await saveUndoStep(tx, family, changeId, undoStepOf(effective), nowMs);
    return undefined;
  });
}

function undoStepOf(edits: readonly Edit[]): UndoStep {
  const changed = edits.map(({ week, day, slot, before = null, after }) => ({
    week,
    day,
    slot,
    before,
    after,
  }));
  return { kind: 'plan', edits: changed };
}

/**
 * Whether every slot still has the meal that was seen there. A device may still have a recipe that was deleted:
 * its edits are not refused for that, so deleted recipes are removed before the comparison.
 */
async function compareWithPlans(
  tx: Tx,
  family: string,
  plans: Plans,
  edits: Edit[],
): Promise<{ edits: Edit[]; isUnchanged: boolean }> {
  const currentMeal = (edit: Edit) => mealAt(plans[edit.week]?.meals ?? {}, edit);
  const meals = edits.flatMap((edit) => [edit.before, edit.after, currentMeal(edit)]);
  const dishes = meals.flatMap((meal) => (meal ? dishesOf(meal) : []));
  const known = await findKnownRecipes(tx, family, dishes);
  const plain = edits.map((edit) => ({
    ...edit,
    before: withKnownRecipe(edit.before === undefined ? currentMeal(edit) : edit.before, known),
    after: withKnownRecipe(edit.after, known),
  }));
  const isSeen = (edit: Edit) => isSameMeal(withKnownRecipe(currentMeal(edit), known), edit.before);
  return { edits: plain, isUnchanged: plain.every(isSeen) };
}
