/**
 * The planning problem as an integer program, which HiGHS solves to proven optimality. It is written from the
 * definition of the score, without the planner's code. A choice is a dish that is cooked in a slot, alone or with leftovers
 * for a later slot. Locks are not modelled. Here are the choices and the hard constraints; the objective is in optimum/.
 */
import type { Place } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import type { ProposedMeal } from '#domain/proposal/proposal.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import {
  addChoice,
  addConstraint,
  emptyProgram,
  type Linear,
  type IntegerProgram,
  type Solution,
  solve,
  objectiveOf,
} from './integer-program.ts';
import { isFor } from './optimum/eatable.ts';
import { type Choice, counted, each, type Model, once } from './optimum/model.ts';
import { addBudget, addOpenedPacks, addPantry } from './optimum/shopping-terms.ts';
import { addSoftTerms } from './optimum/soft-terms.ts';
import { isInScope } from './score.ts';
import { eatenValue } from './score/meal-value.ts';
import {
  fixedDishes,
  fixedLeftovers,
  fixedMeal,
  isMain,
  isSamePlace,
  PLACES,
  type PlannedSlot,
  plannedSlots,
} from './score/slots.ts';

export function modelOf(task: PlanningTask, filled?: number): Model {
  const program = emptyProgram();
  const slots = plannedSlots(task);
  const fixed = fixedDishes(task);
  const choices = choicesOf(task, slots, program);
  const fixedEaten = [...fixed, ...fixedLeftovers(task)];
  const model = { task, slots, fixed, fixedEaten, choices, program };
  assignmentConstraints(model, filled);
  hardRuleConstraints(model);
  addSoftTerms(model);
  addBudget(model);
  addPantry(model);
  addOpenedPacks(model);
  return model;
}

function choicesOf(task: PlanningTask, slots: PlannedSlot[], program: IntegerProgram): Choice[] {
  const existing = PLACES.map((place) => ({ ...place, recipeId: fixedMeal(task, place)?.recipeId }));
  const dishes = task.dishes.filter(({ id }) => !task.avoided.includes(id));
  return slots.flatMap((slot) =>
    dishes
      .filter(
        (dish) =>
          dish.slots.includes(slot.slot) &&
          dish.clockMinutes <= slot.minutes &&
          !existing.some((meal) => meal.recipeId === dish.id && (isMain(slot) || isMain(meal))) &&
          !isResting(task, dish, slot) &&
          isFor(dish, slot.eaters),
      )
      .flatMap((dish): Choice[] => {
        const value = eatenValue(task, slot, dish, true);
        const alone = { ...slot, dish, slots: [slot], column: addChoice(program, value) };
        const eating = slots.filter((later) => mayEatLeftovers(task, dish, slot, later));
        return [
          alone,
          ...eating.map((later) => ({
            ...alone,
            servings: slot.servings + later.servings,
            slots: [slot, later],
            column: addChoice(program, value + eatenValue(task, later, dish, false)),
          })),
        ];
      }),
  );
}

function isResting({ preferences, servedWeeksAway }: PlanningTask, { id }: Dish, slot: Place): boolean {
  return isMain(slot) && (servedWeeksAway[id] ?? Infinity) <= preferences.restWeeks;
}

function mayEatLeftovers(
  { preferences }: PlanningTask,
  dish: Dish,
  cooked: PlannedSlot,
  later: PlannedSlot,
): boolean {
  const days = DAYS.indexOf(later.day) - DAYS.indexOf(cooked.day);
  const lasts = days === 1 ? dish.isReheatable || dish.freezes : days > 1 && dish.freezes;
  return preferences.cooksDouble && lasts && isMain(cooked) && isMain(later) && isFor(dish, later.eaters);
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
  for (const rule of model.task.preferences.rules.filter(({ isHard }) => isHard)) {
    const count = counted(model, rule);
    addConstraint(model.program, count, 0, Math.max(rule.atMost ?? Infinity, count.constant));
    // A slot that no dish fits does not take the place of one that the rule asks for.
    const slots = model.slots.filter(
      (slot) => isInScope(rule, slot) && model.choices.some((choice) => choice.slots.includes(slot)),
    );
    const taken = each(
      model.choices,
      (choice) => -choice.slots.filter((slot) => slots.includes(slot)).length,
    );
    const least = Math.min(rule.atLeast ?? 0, count.constant + slots.length);
    addConstraint(model.program, plus(count, taken, slots.length), least, Infinity);
  }
}

/** HiGHS requires every column at most once in a constraint. */
function plus(one: Linear, other: Linear, shift: number): Linear {
  const byColumn = new Map<number, number>();
  for (const { column, coefficient } of [...one.terms, ...other.terms]) {
    byColumn.set(column, (byColumn.get(column) ?? 0) + coefficient);
  }
  const terms = [...byColumn]
    .map(([column, coefficient]) => ({ column, coefficient }))
    .filter(({ coefficient }) => coefficient !== 0);
  return { terms, constant: one.constant + other.constant + shift };
}

/** The columns of the choices of a proposal. */
export function columnsOf({ choices }: Model, meals: readonly ProposedMeal[]): number[] {
  return meals.flatMap((meal) => {
    if (meal.kind !== 'cooked') return [];
    const eating = meals.find((other) => other.kind === 'leftovers' && isSamePlace(other.of, meal));
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

/** The optimal week: first the most filled slots, then the highest score. */
export async function findOptimum(
  task: PlanningTask,
  meals: readonly ProposedMeal[],
  seconds: number,
): Promise<Solution & { filled: number; isFillProven: boolean }> {
  const model = modelOf(task);
  let filled = meals.filter(({ kind }) => kind === 'cooked' || kind === 'leftovers').length;
  let isFillProven = filled === model.slots.length;
  let start = columnsOf(model, meals);
  if (!isFillProven) {
    const most = await maxFilled(task, start, seconds);
    ({ start, filled, isFillProven } = most);
  }
  const { program } = modelOf(task, filled);
  return { ...(await solve(program, start, seconds)), filled, isFillProven };
}

/** The largest number of slots that can be filled. */
async function maxFilled(task: PlanningTask, start: number[], seconds: number) {
  const model = modelOf(task);
  for (const column of model.program.columns) column.objective = 0;
  for (const { column, slots } of model.choices) {
    (model.program.columns[column] as { objective: number }).objective = slots.length;
  }
  model.program.constant = 0;
  const { chosen, value, isProven } = await solve(model.program, start, seconds);
  return { start: chosen, filled: value, isFillProven: isProven };
}
