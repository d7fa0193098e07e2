/**
 * The planning problem as an integer program, which HiGHS solves to proven optimality. It is written from the
 * definition of the score, without the planner's code. A choice is a dish that is cooked in a slot, alone or with leftovers
 * for a later slot. Locks are not modelled. Here are the choices and the constraints; the objective is in optimum/.
 */
import { isSamePlace } from '#domain/plan/plan.ts';
import type { ProposedMeal } from '#domain/proposal/proposal.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { leftoverExclusions, mayCook, ruleBounds } from './hard-constraints.ts';
import {
  addChoice,
  addConstraint,
  emptyProgram,
  type Linear,
  type Solution,
  solve,
  objectiveOf,
} from './integer-program.ts';
import { eatenValue } from './optimum/meal-value.ts';
import { type Choice, counted, each, type Model, once } from './optimum/model.ts';
import { addNutrition } from './optimum/nutrition-terms.ts';
import { addBudget, addOpenedPacks, addPantry } from './optimum/shopping-terms.ts';
import { addSoftTerms } from './optimum/soft-terms.ts';
import { type Facts, factsFor } from './recipe-facts.ts';
import { fixedDishes, fixedEaten, fixedSides, fixedSidesEaten, isMain, plannedSlots } from './slots.ts';

/** `facts`: the contents of the recipes. `dishes`: those that may be cooked. `filled`: how many slots must be. */
export function modelOf(
  task: PlanningTask,
  facts: Facts,
  { dishes = task.dishes, filled }: { dishes?: readonly Dish[]; filled?: number } = {},
): Model {
  const program = emptyProgram();
  const slots = plannedSlots(task);
  const model: Model = {
    task,
    facts,
    slots,
    fixed: fixedDishes(task),
    bought: [...fixedDishes(task), ...fixedSides(task)],
    fixedEaten: [...fixedEaten(task), ...fixedSidesEaten(task)],
    choices: [],
    program,
  };
  model.choices.push(...dishes.flatMap((dish) => choicesOf(model, dish)));
  assignmentConstraints(model, filled);
  hardRuleConstraints(model);
  addSoftTerms(model);
  addNutrition(model);
  addBudget(model);
  addPantry(model);
  addOpenedPacks(model);
  return model;
}

function choicesOf({ task, facts, slots, program }: Model, dish: Dish): Choice[] {
  const recipe = factsFor(facts, dish.id);
  return slots
    .filter((slot) => mayCook(task, slot, recipe))
    .flatMap((slot): Choice[] => {
      const value = eatenValue(task, slot, dish, true);
      const alone = { ...slot, dish, slots: [slot], column: addChoice(program, value) };
      const eating = slots.filter((later) => leftoverExclusions(task, slot, later, recipe).length === 0);
      return [
        alone,
        ...eating.map((later) => ({
          ...alone,
          servings: slot.servings + later.servings,
          slots: [slot, later],
          column: addChoice(program, value + eatenValue(task, later, dish, false)),
        })),
      ];
    });
}

function assignmentConstraints({ slots, choices, program }: Model, filled: number | undefined): void {
  const isFull = filled === slots.length;
  for (const slot of slots) {
    const here = choices.filter((choice) => choice.slots.includes(slot));
    addConstraint(program, each(here, once), isFull ? 1 : 0, 1);
  }
  for (const ofDish of Map.groupBy(choices, ({ dish }) => dish).values()) {
    const main = ofDish.filter(isMain);
    if (main.length === 0) continue;
    // A dish is one main meal, or breakfasts.
    const breakfasts = ofDish.filter((choice) => !isMain(choice));
    if (breakfasts.length === 0) addConstraint(program, each(main, once), 0, 1);
    for (const breakfast of breakfasts) addConstraint(program, each([...main, breakfast], once), 0, 1);
  }
  if (filled !== undefined && !isFull) {
    const all = each(choices, (choice) => choice.slots.length);
    addConstraint(program, all, filled, filled);
  }
}

function hardRuleConstraints(model: Model): void {
  const { task, facts, choices, program } = model;
  for (const rule of task.preferences.rules.filter(({ isHard }) => isHard)) {
    const { slots, least, most } = ruleBounds(task, rule, facts);
    const count = counted(model, rule);
    addConstraint(program, count, 0, most);
    const taken = each(
      choices,
      (choice) => -choice.slots.filter((slot) => slots.some((place) => isSamePlace(place, slot))).length,
    );
    addConstraint(program, plus(count, taken, slots.length), least, Infinity);
  }
}

/** HiGHS requires every column at most once in a constraint. */
function plus(first: Linear, second: Linear, shift: number): Linear {
  const byColumn = new Map<number, number>();
  for (const { column, coefficient } of [...first.terms, ...second.terms]) {
    byColumn.set(column, (byColumn.get(column) ?? 0) + coefficient);
  }
  const terms = [...byColumn]
    .map(([column, coefficient]) => ({ column, coefficient }))
    .filter(({ coefficient }) => coefficient !== 0);
  return { terms, constant: first.constant + second.constant + shift };
}

/** The columns of the choices of a proposal. */
export function columnsOf({ choices }: Model, meals: readonly ProposedMeal[]): number[] {
  return meals.flatMap((meal) => {
    if (meal.kind !== 'cooked') return [];
    const eating = meals.find((later) => later.kind === 'leftovers' && isSamePlace(later.of, meal));
    const found = choices.find(
      (choice) =>
        isSamePlace(choice, meal) &&
        choice.dish.id === meal.recipeId &&
        (eating ? choice.slots[1] && isSamePlace(choice.slots[1], eating) : choice.slots.length === 1),
    );
    if (!found) throw new Error(`${meal.recipeId} is not allowed on ${meal.day} for ${meal.slot}.`);
    return [found.column];
  });
}

/** The objective of a proposal, or undefined if it violates a constraint. */
export function objectiveOfMeals(model: Model, meals: readonly ProposedMeal[]): number | undefined {
  return objectiveOf(model.program, columnsOf(model, meals));
}

/** The score of a proposal, by a program of its dishes only. */
export function scoreOf(
  task: PlanningTask,
  meals: readonly ProposedMeal[],
  facts: Facts,
): number | undefined {
  const ids = new Set(meals.flatMap((meal) => (meal.kind === 'cooked' ? meal.recipeId : [])));
  return objectiveOfMeals(
    modelOf(task, facts, { dishes: task.dishes.filter(({ id }) => ids.has(id)) }),
    meals,
  );
}

/** The optimal week: first the most filled slots, then the highest score. */
export async function findOptimum(
  task: PlanningTask,
  meals: readonly ProposedMeal[],
  facts: Facts,
  seconds: number,
): Promise<Solution & { filled: number; isFillProven: boolean }> {
  const model = modelOf(task, facts);
  let filled = meals.filter(({ kind }) => kind === 'cooked' || kind === 'leftovers').length;
  let isFillProven = filled === model.slots.length;
  let start = columnsOf(model, meals);
  if (!isFillProven) {
    const most = await maxFilled(modelOf(task, facts), start, seconds);
    ({ start, filled, isFillProven } = most);
  }
  const { program } = modelOf(task, facts, { filled });
  return { ...(await solve(program, start, seconds)), filled, isFillProven };
}

/** The largest number of slots that can be filled. */
async function maxFilled(model: Model, start: number[], seconds: number) {
  for (const column of model.program.columns) column.objective = 0;
  for (const { column, slots } of model.choices) {
    (model.program.columns[column] as { objective: number }).objective = slots.length;
  }
  model.program.constant = 0;
  const { chosen, value, isProven } = await solve(model.program, start, seconds);
  return { start: chosen, filled: value, isFillProven: isProven };
}
