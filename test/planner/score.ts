/**
 * The score of a week, written down a second time: slow, plain, and without a line of the planner's own.
 * Points are tenths; every part is worth so much by itself, and the score is their sum.
 */
import { type Meal, mealAt, type Place, SLOTS, type Slot } from '#domain/plan/plan.ts';
import type { ProposedMeal } from '#domain/proposal/proposal.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import type { Rule, Tag } from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';

/** A dish that is cooked there, for so many. */
export type Cooked = Place & { dish: Dish; servings: number };
type Eaten = Place & { dish: Dish };
/** What the planner chose, what stood before, and what is eaten again: by the planner's choice or by people's. */
type CookedWeek = { chosen: Cooked[]; fixed: Cooked[]; leftovers: Eaten[]; eatenAgain: Eaten[] };

const KCAL: { [slot in Slot]: number } = { breakfast: 500, lunch: 700, dinner: 800 };

export const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

function scoreParts(task: PlanningTask, week: CookedWeek): { [part: string]: number } {
  const all = [...week.fixed, ...week.chosen];
  return {
    cooked: 1_000 * week.chosen.length,
    leftovers: 1_050 * week.leftovers.length,
    own: sum(week.chosen.map(({ dish }) => ownPoints(task, dish))),
    fairness: fairness(task, week),
    proteins: -250 * sum(kindsOf(all, 'protein').map((kind) => crowding(all, 'protein', kind))),
    cuisines: -100 * sum(kindsOf(all, 'cuisine').map((kind) => crowding(all, 'cuisine', kind))),
    budget: -Math.max(0, cost(all) - (task.preferences.budgetCents ?? Number.POSITIVE_INFINITY)),
    pantry: 1_500 * dueFoods(task).filter(({ foodId, lastDay }) => isUsed(all, foodId, lastDay)).length,
    shopping: -sum([
      ...boughtFoods(
        task,
        all.map(({ dish }) => dish),
      ).values(),
    ]),
    nutrition: -sum(DAYS.map((day) => nutritionGap(task, week, day))),
    rules:
      -3_000 * sum(task.preferences.rules.filter(({ isHard }) => !isHard).map((rule) => missed(rule, all))),
  };
}

export function scoreOf(task: PlanningTask, meals: readonly ProposedMeal[]): number {
  return sum(Object.values(scoreParts(task, cookedWeek(task, meals))));
}

function cookedWeek(task: PlanningTask, meals: readonly ProposedMeal[]): CookedWeek {
  const find = (id: string): Dish => {
    const dish = task.dishes.find((each) => each.id === id);
    if (!dish) throw new Error(`There is no dish ${id}.`);
    return dish;
  };
  return {
    chosen: meals.flatMap((meal) => (meal.kind === 'cooked' ? [{ ...meal, dish: find(meal.recipeId) }] : [])),
    fixed: fixedDishes(task),
    leftovers: meals.flatMap((meal) =>
      meal.kind === 'leftovers' ? [{ ...meal, dish: find(meal.recipeId) }] : [],
    ),
    eatenAgain: fixedLeftovers(task),
  };
}

export const PLACES: readonly Place[] = DAYS.flatMap((day) => SLOTS.map((slot) => ({ day, slot })));

export function isSamePlace(one: Place, other: Place): boolean {
  return one.day === other.day && one.slot === other.slot;
}

/** What stands there before the planner begins: what people placed, else what recurs. */
export function fixedMeal({ existingMeals: standing, preferences: wishes }: PlanningTask, place: Place) {
  return mealAt(standing, place) ?? wishes.recurring.find((recurring) => isSamePlace(recurring, place))?.meal;
}

/** What is known of the meals that stand already. Who eats out eats nothing of the cookbook's. */
function knownMeals(task: PlanningTask): (Cooked & { isAgain: boolean })[] {
  return PLACES.flatMap((place) => {
    const meal: Meal | undefined = fixedMeal(task, place);
    const dish = task.dishes.find(({ id }) => id === meal?.recipeId);
    if (!meal || !dish || meal.kind === 'eating-out') return [];
    const servings = meal.servings ?? task.preferences.table[place.day]?.[place.slot]?.servings ?? 4;
    return [{ ...place, dish, servings, isAgain: meal.kind === 'leftovers' }];
  });
}

export function fixedDishes(task: PlanningTask): Cooked[] {
  return knownMeals(task).filter(({ isAgain }) => !isAgain);
}

/** Somebody's own leftovers are eaten, and that is all they count for. */
export function fixedLeftovers(task: PlanningTask): Cooked[] {
  return knownMeals(task).filter(({ isAgain }) => isAgain);
}

/** The slots that are to be filled. */
export function plannedPlaces(task: PlanningTask) {
  return PLACES.flatMap((place) => {
    const sitting = task.preferences.table[place.day]?.[place.slot];
    return sitting && !fixedMeal(task, place) ? [{ ...place, ...sitting }] : [];
  });
}

/** What a dish is worth wherever it stands. */
export function ownPoints(
  { preferences: wishes, stars, servedWeeksAway: served, season, seed }: PlanningTask,
  dish: Dish,
): number {
  const { eaters, cuisines } = wishes;
  const given = sum(eaters.map(({ id }) => (stars[id]?.[dish.id] ?? 3) - 3));
  const unhappy = eaters.filter((eater) => isDisliked(eater, dish)).length;
  const weeks = served[dish.id];
  return (
    (eaters.length > 0 ? Math.round((200 * given) / eaters.length) : 0) -
    (eaters.length > 0 ? Math.round((300 * unhappy) / eaters.length) : 0) +
    (cuisines.includes(dish.cuisine) ? 150 : 0) +
    (dish.seasons.length === 0 ? 0 : dish.seasons.includes(season) ? 100 : -150) +
    (weeks === undefined ? 100 : 10 * Math.min(8, weeks)) +
    (seed === 0 ? 0 : whim(seed, dish.id))
  );
}

const timesIn32Bits = (one: bigint, other: bigint): bigint => (one * other) % 2n ** 32n;

/** 0 to 299, by seed and dish, worked out in whole numbers without end. */
function whim(seed: number, id: string): number {
  let hash = BigInt(seed) % 2n ** 32n;
  for (const letter of id) hash = timesIn32Bits(hash ^ BigInt(letter.charCodeAt(0)), 2_654_435_761n);
  hash = timesIn32Bits(hash ^ (hash / 2n ** 15n), 2_246_822_507n);
  return Number((hash ^ (hash / 2n ** 13n)) % 300n);
}

function isDisliked({ dislikes }: PlanningTask['preferences']['eaters'][number], dish: Dish): boolean {
  return dislikes.some(({ foodId, isHard }) => !isHard && dish.foods.some((food) => food.foodId === foodId));
}

/** How glad one eater is of a dish. */
export function gladness(
  { stars }: PlanningTask,
  eater: PlanningTask['preferences']['eaters'][number],
  dish: Dish,
): number {
  return 200 * ((stars[eater.id]?.[dish.id] ?? 3) - 3) - (isDisliked(eater, dish) ? 300 : 0);
}

function fairness(task: PlanningTask, { chosen }: CookedWeek): number {
  const { eaters } = task.preferences;
  if (eaters.length < 2) return 0;
  return Math.min(...eaters.map((eater) => sum(chosen.map(({ dish }) => gladness(task, eater, dish)))));
}

/** The kinds of which too many may stand close together. */
export function kindsOf(cooked: readonly Cooked[], of: 'protein' | 'cuisine'): string[] {
  const kinds = new Set(cooked.map(({ dish }) => dish[of]));
  return [...kinds].filter((kind) => kind !== '' && (of === 'cuisine' || kind !== 'none'));
}

function crowding(all: readonly Cooked[], of: 'protein' | 'cuisine', kind: string): number {
  const onDay = DAYS.map(
    (day) =>
      all.filter((each) => each.day === day && each.slot !== 'breakfast' && each.dish[of] === kind).length,
  );
  return sum(onDay.slice(1).map((count, yesterday) => Math.max(0, count + (onDay[yesterday] as number) - 1)));
}

function cost(all: readonly Cooked[]): number {
  return sum(all.map(({ dish, servings }) => dish.costCents * servings));
}

/** What is at home and wants to be eaten, and the last day of the week on which it is good (0 for Monday). */
export function dueFoods({ week, pantry }: PlanningTask): { foodId: string; lastDay: number }[] {
  return pantry.flatMap(({ foodId, bestBefore }) => {
    if (bestBefore === undefined) return [];
    const lastDay = Temporal.PlainDate.from(week).until(bestBefore, { largestUnit: 'days' }).days;
    return lastDay >= 0 && lastDay <= 13 ? [{ foodId, lastDay }] : [];
  });
}

function isUsed(all: readonly Cooked[], foodId: string, lastDay: number): boolean {
  return all.some(
    ({ day, dish }) => DAYS.indexOf(day) <= lastDay && dish.foods.some((food) => food.foodId === foodId),
  );
}

/** What has to be bought, and what each of it costs in points. */
export function boughtFoods({ pantry }: PlanningTask, dishes: readonly Dish[]): Map<string, number> {
  const atHome = new Set(pantry.map(({ foodId }) => foodId));
  const foods = dishes
    .flatMap((dish) => dish.foods)
    .filter(({ foodId, isStaple }) => !isStaple && !atHome.has(foodId));
  return new Map(foods.map(({ foodId, isPerishable }) => [foodId, isPerishable ? 200 : 80]));
}

/** What a day should have, given the meals that are known or planned. */
export function dayBounds(
  task: PlanningTask,
  day: Day,
): { leastKcal: number; mostKcal: number; leastProteinG: number } {
  const counted = [...plannedPlaces(task), ...knownMeals(task)].filter((place) => place.day === day);
  const kcal = sum(counted.map(({ slot }) => KCAL[slot]));
  return {
    leastKcal: Math.round(0.75 * kcal),
    mostKcal: Math.round(1.25 * kcal),
    leastProteinG: Math.round((0.7 * 50 * kcal) / 2_000),
  };
}

function nutritionGap(task: PlanningTask, week: CookedWeek, day: Day): number {
  const { chosen, fixed, leftovers, eatenAgain } = week;
  const eaten = [...chosen, ...fixed, ...leftovers, ...eatenAgain].filter((each) => each.day === day);
  const kcal = sum(eaten.map(({ dish }) => Math.round(dish.nutrition.energyKcal)));
  const proteinG = sum(eaten.map(({ dish }) => Math.round(dish.nutrition.proteinG)));
  const { leastKcal, mostKcal, leastProteinG } = dayBounds(task, day);
  return Math.max(0, leastKcal - kcal, kcal - mostKcal) + 10 * Math.max(0, leastProteinG - proteinG);
}

export function isInScope({ days, slots }: Rule, { day, slot }: Place): boolean {
  return (days.length === 0 || days.includes(day)) && (slots.length === 0 || slots.includes(slot));
}

export function fits(dish: Dish, tag: Tag): boolean {
  const [kind, value] = tag.toLowerCase().split(/:(.*)/s) as [string, string];
  if (kind === 'protein') return dish.protein.toLowerCase() === value;
  if (kind === 'cuisine') return value !== '' && dish.cuisine.toLowerCase() === value;
  if (kind === 'diet') return dish.isComplete && !(dish.breaks as readonly string[]).includes(value);
  return dish.title
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .includes(value);
}

function missed(rule: Rule, all: readonly Cooked[]): number {
  const count = all.filter((each) => isInScope(rule, each) && fits(each.dish, rule.tag)).length;
  return Math.max(0, (rule.atLeast ?? 0) - count) + Math.max(0, count - (rule.atMost ?? count));
}
