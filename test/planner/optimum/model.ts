/** A week as an integer program: the choices, and linear expressions of them. */
import type { Eater, Rule, Tag } from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import type { IntegerProgram, Linear } from '../integer-program.ts';
import { hasTag, isInScope } from '../score.ts';
import type { Cooked, EatenDish, PlannedSlot } from '../score/slots.ts';
import { canEat } from './eatable.ts';

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
  const cache = new Map<Dish, boolean>();
  const isTagged = (dish: Dish): boolean =>
    cache.getOrInsertComputed(dish, () => hasTag(dish, rule.tag) || (isNever && !dish.isComplete));
  const isForbidden = rule.isHard && rule.atMost === 0;
  const isEaten = (dish: Dish, { eaters }: PlannedSlot): boolean =>
    isTagged(dish) || (isForbidden && isTaggedVariantEaten(dish, eaters, rule.tag));
  return each(
    choices,
    ({ dish, slots }) => slots.filter((slot) => isInScope(rule, slot) && isEaten(dish, slot)).length,
    fixedEaten.filter((meal) => isInScope(rule, meal) && isTagged(meal.dish)).length,
  );
}

/** Whether someone gets the variant, and it has the tag, an unknown ingredient, or adds the protein of the tag. */
function isTaggedVariantEaten(dish: Dish, eaters: readonly Eater[], tag: Tag): boolean {
  const { variant } = dish;
  if (variant === undefined || eaters.every((eater) => canEat(dish, eater))) return false;
  const [, protein] = /^protein:(.*)$/.exec(tag.toLowerCase()) ?? [];
  if (protein === undefined) {
    const isFood = /^(?:food|group):/.test(tag);
    return isFood && (!variant.isComplete || hasTag({ ...dish, ...variant }, tag));
  }
  const adds = variant.foodKeys.filter((key) => !dish.foodKeys.includes(key));
  return adds.includes(`group:${protein}`);
}
