/**
 * The planning problem as an integer program, which HiGHS solves to proven optimality. It is written from the
 * definition of the score, without the planner's code. A choice is a dish in a slot, alone or with leftovers for the
 * next day's lunch. Locks are not modelled.
 */
import { DAYS, type Day } from '#domain/week/week.ts';
import type { Place } from '#domain/plan/plan.ts';
import type { ProposedMeal } from '#domain/proposal/proposal.ts';
import type { Rule } from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import {
  addChoice,
  addPenalty,
  addReward,
  addFixedCost,
  addConstraint,
  emptyProgram,
  type Linear,
  type IntegerProgram,
  type Solution,
  solve,
  objectiveOf,
} from './integer-program.ts';
import {
  boughtFoods,
  type Cooked,
  dayBounds,
  dueFoods,
  hasTag,
  fixedDishes,
  fixedLeftovers,
  fixedMeal,
  eaterUtility,
  isInScope,
  isSamePlace,
  varietyGroupsOf,
  dishUtility,
  PLACES,
  plannedPlaces,
  sum,
} from './score.ts';

type PlannedSlot = ReturnType<typeof plannedPlaces>[number];
type Choice = Cooked & { column: number; slots: PlannedSlot[] };
/** A week as an integer program. */
export type Model = {
  task: PlanningTask;
  slots: PlannedSlot[];
  fixed: Cooked[];
  choices: Choice[];
  program: IntegerProgram;
};

export function modelOf(task: PlanningTask, filled?: number): Model {
  const program = emptyProgram();
  const slots = plannedPlaces(task);
  const model = { task, slots, fixed: fixedDishes(task), choices: choicesOf(task, slots, program), program };
  assignmentConstraints(model, filled);
  hardRuleConstraints(model);
  softRulePenalties(model);
  fairness(model);
  variety(model, 'protein', 250);
  variety(model, 'cuisine', 100);
  budget(model);
  pantry(model);
  shopping(model);
  for (const day of DAYS) nutrition(model, day);
  return model;
}

function choicesOf(task: PlanningTask, slots: PlannedSlot[], program: IntegerProgram): Choice[] {
  const existing = new Set(PLACES.map((place) => fixedMeal(task, place)?.recipeId));
  return slots.flatMap((slot) => {
    const lunch =
      task.preferences.cooksDouble && slot.slot === 'dinner' ? lunchAfter(slot, slots) : undefined;
    return task.dishes
      .filter((dish) => !existing.has(dish.id) && isAllowed(task, slot, dish))
      .flatMap((dish) => {
        const utility = 1_000 + dishUtility(task, dish);
        const alone = { ...slot, dish, slots: [slot], column: addChoice(program, utility) };
        if (!lunch || !dish.isReheatable || isAvoided(task, lunch, dish)) return [alone];
        const servings = slot.servings + lunch.servings;
        return [
          alone,
          { ...alone, servings, slots: [slot, lunch], column: addChoice(program, utility + 1_050) },
        ];
      });
  });
}

function lunchAfter({ day }: PlannedSlot, slots: PlannedSlot[]): PlannedSlot | undefined {
  const tomorrow = DAYS[DAYS.indexOf(day) + 1];
  return slots.find((slot) => slot.day === tomorrow && slot.slot === 'lunch');
}

function isAllowed(task: PlanningTask, slot: PlannedSlot, dish: Dish): boolean {
  const { preferences, servedWeeksAway } = task;
  const { eaters, restWeeks } = preferences;
  const allergens = eaters.flatMap((eater) => eater.allergens);
  const diets = eaters.flatMap((eater) => eater.diets);
  const never = eaters.flatMap(({ dislikes }) =>
    dislikes.filter(({ isHard }) => isHard).map(({ foodId }) => foodId),
  );
  const hasRestrictions = allergens.length + diets.length + never.length > 0;
  return (
    dish.slots.includes(slot.slot) &&
    (!hasRestrictions || dish.isComplete) &&
    !allergens.some((allergen) => dish.allergens.includes(allergen)) &&
    !diets.some((diet) => dish.breaks.includes(diet)) &&
    !dish.foodKeys.some((foodKey) => never.includes(foodKey)) &&
    dish.totalMinutes <= (slot.minutes ?? dish.totalMinutes) &&
    (servedWeeksAway[dish.id] ?? restWeeks + 1) > restWeeks &&
    !isAvoided(task, slot, dish)
  );
}

function isAvoided({ avoided }: PlanningTask, place: Place, dish: Dish): boolean {
  return avoided.some((each) => each.recipeId === dish.id && isSamePlace(each, place));
}

/** The sum of a coefficient of each choice, as a linear expression. */
function each(choices: readonly Choice[], coefficientOf: (choice: Choice) => number, constant = 0): Linear {
  const terms = choices
    .map((choice) => ({ column: choice.column, coefficient: coefficientOf(choice) }))
    .filter((term) => term.coefficient !== 0);
  return { terms, constant };
}

const once = (): number => 1;

function assignmentConstraints({ slots, choices, program }: Model, filled: number | undefined): void {
  const isFull = filled === slots.length;
  for (const slot of slots) {
    addConstraint(
      program,
      each(
        choices.filter((choice) => choice.slots.includes(slot)),
        once,
      ),
      isFull ? 1 : 0,
      1,
    );
  }
  for (const dish of new Set(choices.map((choice) => choice.dish))) {
    addConstraint(
      program,
      each(
        choices.filter((choice) => choice.dish === dish),
        once,
      ),
      0,
      1,
    );
  }
  if (filled !== undefined && !isFull) {
    addConstraint(
      program,
      each(choices, (choice) => choice.slots.length),
      filled,
      filled,
    );
  }
}

/** How many choices and fixed meals in the rule's scope have its tag. */
function counted({ choices, fixed }: Model, rule: Rule): Linear {
  const isNever = rule.isHard && rule.atMost === 0 && /^(?:food|group):/.test(rule.tag);
  const isCounted = (cooked: Cooked): boolean =>
    isInScope(rule, cooked) && (hasTag(cooked.dish, rule.tag) || (isNever && !cooked.dish.isComplete));
  return each(choices.filter(isCounted), once, fixed.filter(isCounted).length);
}

function hardRuleConstraints(model: Model): void {
  for (const rule of model.task.preferences.rules.filter(({ isHard }) => isHard)) {
    const count = counted(model, rule);
    addConstraint(model.program, count, 0, Math.max(rule.atMost ?? Number.POSITIVE_INFINITY, count.constant));
    const slots = model.slots.filter((slot) => isInScope(rule, slot));
    const taken = each(
      model.choices,
      (choice) => -choice.slots.filter((slot) => slots.includes(slot)).length,
    );
    const least = Math.min(rule.atLeast ?? 0, count.constant + slots.length);
    addConstraint(model.program, plus(count, taken, slots.length), least, Number.POSITIVE_INFINITY);
  }
}

function softRulePenalties(model: Model): void {
  for (const rule of model.task.preferences.rules.filter(({ isHard }) => !isHard)) {
    const count = counted(model, rule);
    const { atLeast, atMost } = rule;
    if (atLeast !== undefined) addPenalty(model.program, 3_000, [times(count, -1, atLeast)]);
    if (atMost !== undefined) addPenalty(model.program, 3_000, [times(count, 1, -atMost)]);
  }
}

function times({ terms, constant }: Linear, factor: number, shift = 0): Linear {
  return {
    terms: terms.map(({ column, coefficient }) => ({ column, coefficient: coefficient * factor })),
    constant: constant * factor + shift,
  };
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

function fairness({ task, choices, program }: Model): void {
  const { eaters } = task.preferences;
  if (eaters.length < 2) return;
  const sums = eaters.map((eater) => each(choices, ({ dish }) => eaterUtility(task, eater, dish)));
  addReward(program, 1, sums, Number.POSITIVE_INFINITY);
}

function variety({ choices, fixed, program }: Model, of: 'protein' | 'cuisine', cost: number): void {
  for (const kind of varietyGroupsOf([...choices, ...fixed], of)) {
    for (const [yesterday, today] of DAYS.slice(1).map((day, at) => [DAYS[at], day])) {
      const isClose = ({ day, slot, dish }: Cooked): boolean =>
        (day === yesterday || day === today) && slot !== 'breakfast' && dish[of] === kind;
      const close = each(choices.filter(isClose), once, fixed.filter(isClose).length - 1);
      if (close.terms.length + close.constant > 0) addPenalty(program, cost, [close]);
    }
  }
}

function budget({ task, choices, fixed, program }: Model): void {
  const { budgetCents } = task.preferences;
  if (budgetCents === undefined) return;
  const spent = sum(fixed.map(({ dish, servings }) => dish.costCents * servings));
  addPenalty(program, 1, [
    each(choices, ({ dish, servings }) => dish.costCents * servings, spent - budgetCents),
  ]);
}

function hasFood({ dish }: Cooked, foodId: string): boolean {
  return dish.foods.some((food) => food.foodId === foodId);
}

function pantry({ task, choices, fixed, program }: Model): void {
  for (const { foodId, lastDay } of dueFoods(task)) {
    const uses = (cooked: Cooked): boolean => DAYS.indexOf(cooked.day) <= lastDay && hasFood(cooked, foodId);
    addReward(program, 1_500, [each(choices.filter(uses), once, fixed.filter(uses).length)], 1);
  }
}

/**
 * A food is bought if any dish has it. Bounds over all dishes of a slot and over all slots of a dish give a
 * much tighter relaxation than one bound per choice. Foods of the same dishes share one variable.
 */
function shopping(model: Model): void {
  const { task, choices, fixed, program } = model;
  const bought = boughtFoods(
    task,
    fixed.map(({ dish }) => dish),
  );
  program.constant -= sum([...bought.values()]);
  const dishes = [...new Set(choices.map(({ dish }) => dish))];
  const baskets = new Map<string, { users: Dish[]; cost: number }>();
  for (const [foodId, cost] of boughtFoods(task, dishes)) {
    if (bought.has(foodId)) continue;
    const users = dishes.filter((dish) => dish.foods.some((food) => food.foodId === foodId));
    const key = users.map(({ id }) => id).join();
    baskets.set(key, { users, cost: cost + (baskets.get(key)?.cost ?? 0) });
  }
  for (const { users, cost } of baskets.values()) buy(model, users, cost);
}

function buy({ choices, program, slots }: Model, users: Dish[], cost: number): void {
  const using = choices.filter(({ dish }) => users.includes(dish));
  if (users.length === 1) {
    for (const { column } of using) (program.columns[column] as { objective: number }).objective -= cost;
    return;
  }
  const bySlot = slots.map((slot) =>
    each(
      using.filter((choice) => choice.slots[0] === slot),
      once,
    ),
  );
  const byDish = users.map((user) =>
    each(
      using.filter(({ dish }) => dish === user),
      once,
    ),
  );
  addFixedCost(
    program,
    cost,
    [...bySlot, ...byDish].filter(({ terms }) => terms.length > 0),
  );
}

function nutrition({ task, choices, fixed, program }: Model, day: Day): void {
  const { minKcal, maxKcal, minProteinG } = dayBounds(task, day);
  const onDay = (place: Place): boolean => place.day === day;
  const eaten = (figure: 'energyKcal' | 'proteinG'): Linear =>
    each(
      choices,
      ({ dish, slots }) => slots.filter(onDay).length * Math.round(dish.nutrition[figure]),
      sum(
        [...fixed, ...fixedLeftovers(task)]
          .filter(onDay)
          .map(({ dish }) => Math.round(dish.nutrition[figure])),
      ),
    );
  addPenalty(program, 1, [times(eaten('energyKcal'), -1, minKcal), times(eaten('energyKcal'), 1, -maxKcal)]);
  addPenalty(program, 10, [times(eaten('proteinG'), -1, minProteinG)]);
}

/** The columns of the choices of a proposal. */
export function columnsOf({ choices }: Model, meals: readonly ProposedMeal[]): number[] {
  return meals.flatMap((meal) => {
    if (meal.kind !== 'cooked') return [];
    const isDouble = meals.some((other) => other.kind === 'leftovers' && isSamePlace(other.of, meal));
    const found = choices.find(
      (choice) =>
        isSamePlace(choice, meal) &&
        choice.dish.id === meal.recipeId &&
        choice.slots.length === (isDouble ? 2 : 1),
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
