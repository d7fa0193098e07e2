/** A week as an integer program: the choices, and linear expressions of them. */
import type { Rule } from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import type { IntegerProgram, Linear } from '../integer-program.ts';
import { hasTag, isInScope } from '../score.ts';
import type { Cooked, EatenDish, PlannedSlot } from '../score/slots.ts';

/** `slots`: where it is cooked, and where its leftovers are eaten, if they are. */
export type Choice = Cooked & { column: number; slots: PlannedSlot[] };
/** A week as an integer program. */
export type Model = {
  task: PlanningTask;
  slots: PlannedSlot[];
  /** Fixed meals that are cooked. */
  fixed: Cooked[];
  /** Fixed meals that are eaten: leftovers too. */
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

/** How many meals in the rule's scope have its tag, leftovers too. */
export function counted({ choices, fixedEaten }: Model, rule: Rule): Linear {
  const isNever = rule.isHard && rule.atMost === 0 && /^(?:food|group):/.test(rule.tag);
  const known = new Map<Dish, boolean>();
  const isTagged = ({ dish }: { dish: Dish }): boolean =>
    known.getOrInsertComputed(dish, () => hasTag(dish, rule.tag) || (isNever && !dish.isComplete));
  return each(
    choices.filter(isTagged),
    (choice) => choice.slots.filter((slot) => isInScope(rule, slot)).length,
    fixedEaten.filter((meal) => isInScope(rule, meal) && isTagged(meal)).length,
  );
}
