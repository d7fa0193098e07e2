/**
 * Counts the blocking constraints of an empty slot independently of the planner: every recipe for the slot at
 * the first constraint that excludes it.
 */
import type { BlockingConstraints } from '#domain/proposal/proposal.ts';
import type { Place } from '#domain/plan/plan.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import type { RecipeFacts } from './recipe-facts.ts';
import { breaksDiet, hasAllergen, suits, tableExclusions } from './hard-constraints.ts';
import { eatersAt, isMain } from './slots.ts';

const ORDER = ['allergens', 'diets', 'dislikes', 'minutes', 'rest', 'avoided', 'rules', 'used'];

/** The errors in the blocking constraints of a gap. */
export function countErrors(
  task: PlanningTask,
  place: Place,
  { dishes, steps }: BlockingConstraints,
  all: readonly RecipeFacts[],
): string[] {
  const suited = all.filter(({ recipe }) => suits(recipe, place));
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

/** A recipe that not everyone can eat, with or without its variant, counts at the first reason why someone cannot. */
function firstConstraint(task: PlanningTask, place: Place, facts: RecipeFacts): string | undefined {
  const { slotSettings, restWeeks } = task.preferences;
  const { recipe, clockMinutes } = facts;
  const eaters = eatersAt(task, place);
  if (eaters.some((eater) => hasAllergen(eater, facts))) return 'allergens';
  if (tableExclusions(eaters, facts).length > 0) {
    return eaters.some((eater) => breaksDiet(eater, facts)) ? 'diets' : 'dislikes';
  }
  if (clockMinutes > (slotSettings[place.day]?.[place.slot]?.minutes ?? clockMinutes)) return 'minutes';
  const weeks = task.servedWeeksAway[recipe.id] ?? restWeeks + 1;
  if (isMain(place) && weeks <= restWeeks) return 'rest';
  return task.avoided.includes(recipe.id) ? 'avoided' : undefined;
}
