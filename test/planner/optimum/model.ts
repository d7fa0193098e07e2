/** A week as an integer program: the choices, and linear expressions of them. */
import type { Rule } from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { fixedCount, mealCounts } from '../hard-constraints.ts';
import type { IntegerProgram, Linear } from '../integer-program.ts';
import { type Facts, factsFor } from '../recipe-facts.ts';
import type { Cooked, EatenDish, PlannedSlot } from '../slots.ts';

/** `slots`: where it is cooked, and where its leftovers are eaten, if they are. */
export type Choice = Cooked & { column: number; slots: PlannedSlot[] };
/** A week as an integer program. */
export type Model = {
  task: PlanningTask;
  facts: Facts;
  slots: PlannedSlot[];
  /** Fixed meals that are cooked. */
  fixed: Cooked[];
  /** And their further dishes: all that is cooked and not chosen. */
  bought: Cooked[];
  /** Dishes of fixed meals that everyone eats: leftovers too. */
  fixedEaten: EatenDish[];
  choices: Choice[];
  program: IntegerProgram;
};

/** The sum of a coefficient of each choice, as a linear expression. */
export function each(
  choices: readonly Choice[],
  coefficientOf: (choice: Choice) => number,
  constant = 0,
): Linear {
  const terms = choices
    .map((choice) => ({ column: choice.column, coefficient: coefficientOf(choice) }))
    .filter((term) => term.coefficient !== 0);
  return { terms, constant };
}

export const once = (): number => 1;

/** How many meals count for a rule, leftovers too. */
export function counted({ task, facts, slots, choices }: Model, rule: Rule): Linear {
  const dishes = new Set(choices.map(({ dish }) => dish));
  const counting = new Map<PlannedSlot, Set<Dish>>(
    slots.map((slot) => [
      slot,
      new Set([...dishes].filter(({ id }) => mealCounts(task, rule, slot, factsFor(facts, id)))),
    ]),
  );
  return each(
    choices,
    (choice) => choice.slots.filter((slot) => counting.get(slot)?.has(choice.dish)).length,
    fixedCount(task, rule, facts),
  );
}
