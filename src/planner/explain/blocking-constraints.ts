/**
 * Blocking constraints: why a slot stays empty. Every dish for the slot is counted once, at the first
 * constraint that excludes it, so that the counts add up to the number of dishes.
 */
import type { BlockingConstraint, BlockingConstraints } from '#domain/proposal/proposal.ts';
import type { Eater, Preferences } from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import { FILTER_CONSTRAINTS, type FilterConstraint } from '#planner/model/hard-filter.ts';
import type { Instance } from '#planner/model/instance.ts';
import { usedDishIds } from '#planner/model/objective/repeats.ts';
import { rulesAgainst } from '#planner/model/rules.ts';
import type { PlannedSlot } from '#planner/model/slots.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import type { Menu } from '#planner/search/menu.ts';

/** `index`: of an empty planned slot. */
export function blockingConstraintsOf(
  index: number,
  menu: Menu,
  instance: Instance,
  { preferences }: PlanningTask,
): BlockingConstraints {
  const slot = instance.planned[index] as PlannedSlot;
  const eaters = slot.eaters.map((eater) => preferences.eaters[eater] as Eater);
  const dishes = instance.dishes.filter((dish) => dish.slots.includes(slot.slot));
  const steps: BlockingConstraint[] = [];
  let remaining = dishes;
  for (const constraint of FILTER_CONSTRAINTS) {
    const isExcluded = (dish: Dish): boolean => instance.hardFilter.violates(constraint, dish, slot);
    const excluded = remaining.filter(isExcluded);
    if (excluded.length > 0)
      steps.push(filterStep(constraint, excluded, { ...preferences, eaters }, slot.minutes ?? 0));
    remaining = remaining.filter((dish) => !isExcluded(dish));
  }
  const usedIds = usedDishIds(slot, menu.contents, instance);
  const used = remaining.filter(({ id }) => usedIds.has(id));
  const violated = remaining
    .filter(({ id }) => !usedIds.has(id))
    .map(rulesAgainst(index, menu.contents, instance));
  const ruleIds = new Set(violated.flat().map(({ id }) => id));
  if (violated.length > 0) steps.push({ kind: 'rules', ruleIds: [...ruleIds], dishes: violated.length });
  if (used.length > 0) steps.push({ kind: 'used', dishes: used.length });
  return { dishes: dishes.length, steps };
}

function filterStep(
  kind: FilterConstraint,
  excluded: readonly Dish[],
  { eaters, restWeeks }: Preferences,
  minutes: number,
): BlockingConstraint {
  const dishes = excluded.length;
  switch (kind) {
    case 'allergens': {
      const wanted = eaters.flatMap((eater) => eater.allergens);
      const found = new Set(excluded.flatMap(({ allergens }) => allergens));
      return { kind, allergens: foundOrAll(wanted, found), dishes };
    }
    case 'diets': {
      const wanted = eaters.flatMap((eater) => eater.diets);
      const found = new Set(excluded.flatMap(({ breaks }) => breaks));
      return { kind, diets: foundOrAll(wanted, found), dishes };
    }
    case 'dislikes': {
      const hard = eaters.flatMap(({ dislikes }) => dislikes.filter(({ isHard }) => isHard));
      const wanted = hard.map(({ foodId }) => foodId);
      const found = new Set(excluded.flatMap(({ foodKeys }) => foodKeys));
      return { kind, foodIds: foundOrAll(wanted, found), dishes };
    }
    case 'minutes':
      return { kind, minutes, dishes };
    case 'rest':
      return { kind, weeks: restWeeks, dishes };
    default:
      return { kind, dishes };
  }
}

/** Unique. All wanted items if none was found: the dishes have ingredient lines that were not understood. */
function foundOrAll<Item>(wanted: readonly Item[], found: ReadonlySet<Item>): Item[] {
  const both = new Set(wanted.filter((item) => found.has(item)));
  return [...(both.size > 0 ? both : new Set(wanted))];
}
