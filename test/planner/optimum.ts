/**
 * The best week there is, by proof: the planner's problem written down as a whole-number program from the
 * contract of its score, for HiGHS to solve. A choice is a dish in a slot, alone or with the next day's
 * lunch. Locks are not part of it.
 */
import { DAYS, type Day } from '#domain/week/week.ts';
import type { Place } from '#domain/plan/plan.ts';
import type { ProposedMeal } from '#domain/proposal/proposal.ts';
import type { Rule } from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import {
  addChoice,
  addCost,
  addGain,
  addPrice,
  addRow,
  emptyProgram,
  type Linear,
  type Program,
  type Solution,
  solve,
  worthOf,
} from './program.ts';
import {
  boughtFoods,
  type Cooked,
  dayBounds,
  dueFoods,
  fits,
  fixedDishes,
  fixedLeftovers,
  fixedMeal,
  gladness,
  isInScope,
  isSamePlace,
  kindsOf,
  ownPoints,
  PLACES,
  plannedPlaces,
  sum,
} from './score.ts';

type Seat = ReturnType<typeof plannedPlaces>[number];
type Choice = Cooked & { column: number; seats: Seat[] };
/** A week as a program. `filled` slots must be filled, where that is said. */
export type Model = {
  task: PlanningTask;
  seats: Seat[];
  fixed: Cooked[];
  choices: Choice[];
  program: Program;
};

export function modelOf(task: PlanningTask, filled?: number): Model {
  const program = emptyProgram();
  const seats = plannedPlaces(task);
  const model = { task, seats, fixed: fixedDishes(task), choices: choicesOf(task, seats, program), program };
  coverage(model, filled);
  hardRules(model);
  softRules(model);
  fairness(model);
  variety(model, 'protein', 250);
  variety(model, 'cuisine', 100);
  budget(model);
  pantry(model);
  shopping(model);
  for (const day of DAYS) nutrition(model, day);
  return model;
}

function choicesOf(task: PlanningTask, seats: Seat[], program: Program): Choice[] {
  const standing = new Set(PLACES.map((place) => fixedMeal(task, place)?.recipeId));
  return seats.flatMap((seat) => {
    const lunch =
      task.preferences.cooksDouble && seat.slot === 'dinner' ? lunchAfter(seat, seats) : undefined;
    return task.dishes
      .filter((dish) => !standing.has(dish.id) && isAllowed(task, seat, dish))
      .flatMap((dish) => {
        const worth = 1_000 + ownPoints(task, dish);
        const alone = { ...seat, dish, seats: [seat], column: addChoice(program, worth) };
        if (!lunch || !dish.isReheatable || isAvoided(task, lunch, dish)) return [alone];
        const servings = seat.servings + lunch.servings;
        return [
          alone,
          { ...alone, servings, seats: [seat, lunch], column: addChoice(program, worth + 1_050) },
        ];
      });
  });
}

function lunchAfter({ day }: Seat, seats: Seat[]): Seat | undefined {
  const tomorrow = DAYS[DAYS.indexOf(day) + 1];
  return seats.find((seat) => seat.day === tomorrow && seat.slot === 'lunch');
}

function isAllowed(task: PlanningTask, seat: Seat, dish: Dish): boolean {
  const { preferences: wishes, servedWeeksAway: served } = task;
  const { eaters, restWeeks } = wishes;
  const allergens = eaters.flatMap((eater) => eater.allergens);
  const diets = eaters.flatMap((eater) => eater.diets);
  const never = eaters.flatMap(({ dislikes }) =>
    dislikes.filter(({ isHard }) => isHard).map(({ foodId }) => foodId),
  );
  const isAsking = allergens.length + diets.length + never.length > 0;
  return (
    dish.slots.includes(seat.slot) &&
    (!isAsking || dish.isComplete) &&
    !allergens.some((allergen) => dish.allergens.includes(allergen)) &&
    !diets.some((diet) => dish.breaks.includes(diet)) &&
    !dish.foods.some(({ foodId }) => never.includes(foodId)) &&
    dish.totalMinutes <= (seat.minutes ?? dish.totalMinutes) &&
    (served[dish.id] ?? restWeeks + 1) > restWeeks &&
    !isAvoided(task, seat, dish)
  );
}

function isAvoided({ avoided }: PlanningTask, place: Place, dish: Dish): boolean {
  return avoided.some((each) => each.recipeId === dish.id && isSamePlace(each, place));
}

/** Each choice so many times. */
function each(choices: readonly Choice[], by: (choice: Choice) => number, constant = 0): Linear {
  const terms = choices
    .map((choice) => ({ column: choice.column, by: by(choice) }))
    .filter((term) => term.by !== 0);
  return { terms, constant };
}

const once = (): number => 1;

function coverage({ seats, choices, program }: Model, filled: number | undefined): void {
  const isFull = filled === seats.length;
  for (const seat of seats) {
    addRow(
      program,
      each(
        choices.filter((choice) => choice.seats.includes(seat)),
        once,
      ),
      isFull ? 1 : 0,
      1,
    );
  }
  for (const dish of new Set(choices.map((choice) => choice.dish))) {
    addRow(
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
    addRow(
      program,
      each(choices, (choice) => choice.seats.length),
      filled,
      filled,
    );
  }
}

/** How often a rule's kind stands in its scope: by choice, and by what stood before. */
function counted({ choices, fixed }: Model, rule: Rule): Linear {
  const isCounted = (cooked: Cooked): boolean => isInScope(rule, cooked) && fits(cooked.dish, rule.tag);
  return each(choices.filter(isCounted), once, fixed.filter(isCounted).length);
}

function hardRules(model: Model): void {
  for (const rule of model.task.preferences.rules.filter(({ isHard }) => isHard)) {
    const count = counted(model, rule);
    addRow(model.program, count, 0, Math.max(rule.atMost ?? Number.POSITIVE_INFINITY, count.constant));
    const seats = model.seats.filter((seat) => isInScope(rule, seat));
    const taken = each(
      model.choices,
      (choice) => -choice.seats.filter((seat) => seats.includes(seat)).length,
    );
    const least = Math.min(rule.atLeast ?? 0, count.constant + seats.length);
    addRow(model.program, plus(count, taken, seats.length), least, Number.POSITIVE_INFINITY);
  }
}

function softRules(model: Model): void {
  for (const rule of model.task.preferences.rules.filter(({ isHard }) => !isHard)) {
    const count = counted(model, rule);
    const { atLeast, atMost } = rule;
    if (atLeast !== undefined) addCost(model.program, 3_000, [times(count, -1, atLeast)]);
    if (atMost !== undefined) addCost(model.program, 3_000, [times(count, 1, -atMost)]);
  }
}

function times({ terms, constant }: Linear, factor: number, shift = 0): Linear {
  return {
    terms: terms.map(({ column, by }) => ({ column, by: by * factor })),
    constant: constant * factor + shift,
  };
}

/** HiGHS wants every column once in a row. */
function plus(one: Linear, other: Linear, shift: number): Linear {
  const byColumn = new Map<number, number>();
  for (const { column, by } of [...one.terms, ...other.terms]) {
    byColumn.set(column, (byColumn.get(column) ?? 0) + by);
  }
  const terms = [...byColumn].map(([column, by]) => ({ column, by })).filter(({ by }) => by !== 0);
  return { terms, constant: one.constant + other.constant + shift };
}

function fairness({ task, choices, program }: Model): void {
  const { eaters } = task.preferences;
  if (eaters.length < 2) return;
  const sums = eaters.map((eater) => each(choices, ({ dish }) => gladness(task, eater, dish)));
  addGain(program, 1, sums, Number.POSITIVE_INFINITY);
}

function variety({ choices, fixed, program }: Model, of: 'protein' | 'cuisine', cost: number): void {
  for (const kind of kindsOf([...choices, ...fixed], of)) {
    for (const [yesterday, today] of DAYS.slice(1).map((day, at) => [DAYS[at], day])) {
      const isClose = ({ day, slot, dish }: Cooked): boolean =>
        (day === yesterday || day === today) && slot !== 'breakfast' && dish[of] === kind;
      const close = each(choices.filter(isClose), once, fixed.filter(isClose).length - 1);
      if (close.terms.length + close.constant > 0) addCost(program, cost, [close]);
    }
  }
}

function budget({ task, choices, fixed, program }: Model): void {
  const { budgetCents } = task.preferences;
  if (budgetCents === undefined) return;
  const spent = sum(fixed.map(({ dish, servings }) => dish.costCents * servings));
  addCost(program, 1, [
    each(choices, ({ dish, servings }) => dish.costCents * servings, spent - budgetCents),
  ]);
}

function hasFood({ dish }: Cooked, foodId: string): boolean {
  return dish.foods.some((food) => food.foodId === foodId);
}

function pantry({ task, choices, fixed, program }: Model): void {
  for (const { foodId, lastDay } of dueFoods(task)) {
    const uses = (cooked: Cooked): boolean => DAYS.indexOf(cooked.day) <= lastDay && hasFood(cooked, foodId);
    addGain(program, 1_500, [each(choices.filter(uses), once, fixed.filter(uses).length)], 1);
  }
}

/**
 * A food is bought if any dish has it: as much as in the fullest slot and as of the dish that stands most,
 * which is far tighter than slot by slot and dish by dish. Foods of the same dishes are bought as one.
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

function buy({ choices, program, seats }: Model, users: Dish[], cost: number): void {
  const using = choices.filter(({ dish }) => users.includes(dish));
  if (users.length === 1) {
    for (const { column } of using) (program.columns[column] as { worth: number }).worth -= cost;
    return;
  }
  const bySeat = seats.map((seat) =>
    each(
      using.filter((choice) => choice.seats[0] === seat),
      once,
    ),
  );
  const byDish = users.map((user) =>
    each(
      using.filter(({ dish }) => dish === user),
      once,
    ),
  );
  addPrice(
    program,
    cost,
    [...bySeat, ...byDish].filter(({ terms }) => terms.length > 0),
  );
}

function nutrition({ task, choices, fixed, program }: Model, day: Day): void {
  const { leastKcal, mostKcal, leastProteinG } = dayBounds(task, day);
  const onDay = (place: Place): boolean => place.day === day;
  const eaten = (figure: 'energyKcal' | 'proteinG'): Linear =>
    each(
      choices,
      ({ dish, seats }) => seats.filter(onDay).length * Math.round(dish.nutrition[figure]),
      sum(
        [...fixed, ...fixedLeftovers(task)]
          .filter(onDay)
          .map(({ dish }) => Math.round(dish.nutrition[figure])),
      ),
    );
  addCost(program, 1, [times(eaten('energyKcal'), -1, leastKcal), times(eaten('energyKcal'), 1, -mostKcal)]);
  addCost(program, 10, [times(eaten('proteinG'), -1, leastProteinG)]);
}

/** The choices of a proposal, as columns. */
export function columnsOf({ choices }: Model, meals: readonly ProposedMeal[]): number[] {
  return meals.flatMap((meal) => {
    if (meal.kind !== 'cooked') return [];
    const isDouble = meals.some((other) => other.kind === 'leftovers' && isSamePlace(other.of, meal));
    const found = choices.find(
      (choice) =>
        isSamePlace(choice, meal) &&
        choice.dish.id === meal.recipeId &&
        choice.seats.length === (isDouble ? 2 : 1),
    );
    if (!found) throw new Error(`${meal.recipeId} may not stand on ${meal.day} for ${meal.slot}.`);
    return [found.column];
  });
}

/** What the program says that a proposal is worth; nothing if it breaks one of its rows. */
export function worthOfMeals(model: Model, meals: readonly ProposedMeal[]): number | undefined {
  return worthOf(model.program, columnsOf(model, meals));
}

/** The best week, filling as many slots as can be filled before anything else counts. */
export async function findOptimum(
  task: PlanningTask,
  meals: readonly ProposedMeal[],
  seconds: number,
): Promise<Solution & { filled: number; isFillProven: boolean }> {
  const model = modelOf(task);
  let filled = meals.filter(({ kind }) => kind === 'cooked' || kind === 'leftovers').length;
  let isFillProven = filled === model.seats.length;
  let start = columnsOf(model, meals);
  if (!isFillProven) {
    const most = await mostFilled(task, start, seconds);
    ({ start, filled, isFillProven } = most);
  }
  const { program } = modelOf(task, filled);
  return { ...(await solve(program, start, seconds)), filled, isFillProven };
}

/** How many slots can be filled at all. */
async function mostFilled(task: PlanningTask, start: number[], seconds: number) {
  const model = modelOf(task);
  for (const column of model.program.columns) column.worth = 0;
  for (const { column, seats } of model.choices) {
    (model.program.columns[column] as { worth: number }).worth = seats.length;
  }
  model.program.constant = 0;
  const { chosen, value, isProven } = await solve(model.program, start, seconds);
  return { start: chosen, filled: value, isFillProven: isProven };
}
