/**
 * Counts the blocking constraints of an empty slot independently of the planner: every recipe for the slot at
 * the first constraint that excludes it.
 */
import type { BlockingConstraints } from '#domain/proposal/proposal.ts';
import type { Place } from '#domain/plan/plan.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import type { RecipeFacts } from './recipe-facts.ts';

const ORDER = ['allergens', 'diets', 'dislikes', 'minutes', 'rest', 'avoided', 'rules', 'used'];

/** The errors in the blocking constraints of a gap. */
export function countErrors(
  task: PlanningTask,
  place: Place,
  { dishes, steps }: BlockingConstraints,
  all: readonly RecipeFacts[],
): string[] {
  const suited = all.filter(({ recipe }) => recipe.meals.includes(place.slot));
  const taken = suited.map((facts) => firstConstraint(task, place, facts));
  const errors = [];
  if (dishes !== suited.length) errors.push(`${dishes} dishes for the slot instead of ${suited.length}`);
  for (const kind of ['allergens', 'diets', 'dislikes', 'minutes', 'rest', 'avoided']) {
    const expected = taken.filter((constraint) => constraint === kind).length;
    const actual = steps.find((step) => step.kind === kind)?.dishes ?? 0;
    if (actual !== expected) errors.push(`${kind}: ${actual} dishes instead of ${expected}`);
  }
  const sum = steps.reduce((total, step) => total + step.dishes, 0);
  if (sum !== dishes) errors.push(`the steps take ${sum} of ${dishes} dishes`);
  const kinds = steps.map(({ kind }) => ORDER.indexOf(kind));
  if (kinds.some((kind, at) => kind <= (kinds[at - 1] ?? -1)))
    errors.push('the steps are in the wrong order');
  return errors;
}

function firstConstraint(task: PlanningTask, { day, slot }: Place, facts: RecipeFacts): string | undefined {
  const { eaters, table, restWeeks } = task.preferences;
  const { recipe, isCertain } = facts;
  /** Whether an eater has such a constraint and the recipe violates it, or may violate it. */
  const violates = <Asked>(asked: Asked[], has: (item: Asked) => boolean): boolean =>
    asked.length > 0 && (!isCertain || asked.some(has));
  if (
    violates(
      eaters.flatMap(({ allergens }) => allergens),
      (allergen) => facts.allergens.has(allergen),
    )
  )
    return 'allergens';
  if (
    violates(
      eaters.flatMap(({ diets }) => diets),
      (diet) => facts.broken.has(diet),
    )
  )
    return 'diets';
  const never = eaters.flatMap(({ dislikes }) => dislikes).filter(({ isHard }) => isHard);
  if (violates(never, ({ foodId }) => facts.foodIds.has(foodId))) return 'dislikes';
  if (recipe.totalMinutes > (table[day]?.[slot]?.minutes ?? recipe.totalMinutes)) return 'minutes';
  if ((task.servedWeeksAway[recipe.id] ?? restWeeks + 1) <= restWeeks) return 'rest';
  const isAvoided = task.avoided.some(
    (each) => each.recipeId === recipe.id && each.day === day && each.slot === slot,
  );
  return isAvoided ? 'avoided' : undefined;
}
