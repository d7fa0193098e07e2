/**
 * The funnel of an empty slot, counted a second time: of all recipes for it, how many each wish takes away
 * from those that were left. Every recipe is counted once, so that the counts add up.
 */
import type { BlockingConstraints } from '#domain/proposal/proposal.ts';
import type { Place } from '#domain/plan/plan.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import type { RecipeFacts } from './recipe-facts.ts';

const ORDER = ['allergens', 'diets', 'dislikes', 'minutes', 'rest', 'avoided', 'rules', 'used'];

/** What is wrong with the obstacles that a gap is said to have. */
export function wrongFunnel(
  task: PlanningTask,
  place: Place,
  { dishes, steps }: BlockingConstraints,
  all: readonly RecipeFacts[],
): string[] {
  const suited = all.filter(({ recipe }) => recipe.meals.includes(place.slot));
  const taken = suited.map((facts) => firstObstacle(task, place, facts));
  const wrongs = [];
  if (dishes !== suited.length) wrongs.push(`${dishes} dishes for the slot instead of ${suited.length}`);
  for (const kind of ['allergens', 'diets', 'dislikes', 'minutes', 'rest', 'avoided']) {
    const expected = taken.filter((obstacle) => obstacle === kind).length;
    const told = steps.find((step) => step.kind === kind)?.dishes ?? 0;
    if (told !== expected) wrongs.push(`${kind}: ${told} dishes instead of ${expected}`);
  }
  const sum = steps.reduce((total, step) => total + step.dishes, 0);
  if (sum !== dishes) wrongs.push(`the steps take ${sum} of ${dishes} dishes`);
  const kinds = steps.map(({ kind }) => ORDER.indexOf(kind));
  if (kinds.some((kind, at) => kind <= (kinds[at - 1] ?? -1)))
    wrongs.push('the steps are not in their order');
  return wrongs;
}

function firstObstacle(task: PlanningTask, { day, slot }: Place, facts: RecipeFacts): string | undefined {
  const { eaters, table, restWeeks } = task.preferences;
  const { recipe, isCertain } = facts;
  /** Whether someone asks for something of this kind, and the recipe has it or could have it. */
  const isAgainst = <Asked>(asked: Asked[], has: (item: Asked) => boolean): boolean =>
    asked.length > 0 && (!isCertain || asked.some(has));
  if (
    isAgainst(
      eaters.flatMap(({ allergens }) => allergens),
      (allergen) => facts.allergens.has(allergen),
    )
  )
    return 'allergens';
  if (
    isAgainst(
      eaters.flatMap(({ diets }) => diets),
      (diet) => facts.broken.has(diet),
    )
  )
    return 'diets';
  const never = eaters.flatMap(({ dislikes }) => dislikes).filter(({ isHard }) => isHard);
  if (isAgainst(never, ({ foodId }) => facts.foodIds.has(foodId))) return 'dislikes';
  if (recipe.totalMinutes > (table[day]?.[slot]?.minutes ?? recipe.totalMinutes)) return 'minutes';
  if ((task.servedWeeksAway[recipe.id] ?? restWeeks + 1) <= restWeeks) return 'rest';
  const isAvoided = task.avoided.some(
    (each) => each.recipeId === recipe.id && each.day === day && each.slot === slot,
  );
  return isAvoided ? 'avoided' : undefined;
}
