/**
 * A second implementation of the score, slow and simple, without the planner's code. The score is the sum of its
 * parts, in tenths of a point.
 */
import { type Meal, mealAt, type Place, SLOTS, type Slot } from '#domain/plan/plan.ts';
import type { ProposedMeal } from '#domain/proposal/proposal.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import type { Rule, Tag } from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';

/** A dish that is cooked in a slot. */
export type Cooked = Place & { dish: Dish; servings: number };
type EatenDish = Place & { dish: Dish };
/** Planned and fixed meals that are cooked, and planned and fixed leftovers. */
type CookedWeek = { chosen: Cooked[]; fixed: Cooked[]; leftovers: EatenDish[]; fixedLeftovers: EatenDish[] };

const KCAL: { [slot in Slot]: number } = { breakfast: 500, lunch: 700, dinner: 800 };

export const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

function scoreParts(task: PlanningTask, week: CookedWeek): { [part: string]: number } {
  const all = [...week.fixed, ...week.chosen];
  return {
    cooked: 1_000 * week.chosen.length,
    leftovers: 1_050 * week.leftovers.length,
    own: sum(week.chosen.map(({ dish }) => dishUtility(task, dish))),
    fairness: fairness(task, week),
    proteins: -250 * sum(varietyGroupsOf(all, 'protein').map((kind) => repetitions(all, 'protein', kind))),
    cuisines: -100 * sum(varietyGroupsOf(all, 'cuisine').map((kind) => repetitions(all, 'cuisine', kind))),
    budget: -Math.max(0, cost(all) - (task.preferences.budgetCents ?? Number.POSITIVE_INFINITY)),
    pantry: 1_500 * dueFoods(task).filter(({ foodId, lastDay }) => isUsed(all, foodId, lastDay)).length,
    shopping: -sum([
      ...boughtFoods(
        task,
        all.map(({ dish }) => dish),
      ).values(),
    ]),
    nutrition: -sum(DAYS.map((day) => nutritionPenalty(task, week, day))),
    rules:
      -3_000 *
      sum(task.preferences.rules.filter(({ isHard }) => !isHard).map((rule) => deviation(rule, all))),
  };
}

export function scoreOf(task: PlanningTask, meals: readonly ProposedMeal[]): number {
  return sum(Object.values(scoreParts(task, cookedWeek(task, meals))));
}

function cookedWeek(task: PlanningTask, meals: readonly ProposedMeal[]): CookedWeek {
  const find = (id: string): Dish => {
    const dish = task.dishes.find((each) => each.id === id);
    if (!dish) throw new Error(`unknown dish ${id}`);
    return dish;
  };
  return {
    chosen: meals.flatMap((meal) => (meal.kind === 'cooked' ? [{ ...meal, dish: find(meal.recipeId) }] : [])),
    fixed: fixedDishes(task),
    leftovers: meals.flatMap((meal) =>
      meal.kind === 'leftovers' ? [{ ...meal, dish: find(meal.recipeId) }] : [],
    ),
    fixedLeftovers: fixedLeftovers(task),
  };
}

export const PLACES: readonly Place[] = DAYS.flatMap((day) => SLOTS.map((slot) => ({ day, slot })));

export function isSamePlace(one: Place, other: Place): boolean {
  return one.day === other.day && one.slot === other.slot;
}

/** The existing meal of a place, or else its recurring meal. */
export function fixedMeal({ existingMeals, preferences }: PlanningTask, place: Place) {
  return (
    mealAt(existingMeals, place) ??
    preferences.recurring.find((recurring) => isSamePlace(recurring, place))?.meal
  );
}

/** The fixed meals with a known dish. A meal eaten out has none. */
function knownMeals(task: PlanningTask): (Cooked & { isLeftovers: boolean })[] {
  return PLACES.flatMap((place) => {
    const meal: Meal | undefined = fixedMeal(task, place);
    const dish = task.dishes.find(({ id }) => id === meal?.recipeId);
    if (!meal || !dish || meal.kind === 'eating-out') return [];
    const servings = meal.servings ?? task.preferences.table[place.day]?.[place.slot]?.servings ?? 4;
    return [{ ...place, dish, servings, isLeftovers: meal.kind === 'leftovers' }];
  });
}

export function fixedDishes(task: PlanningTask): Cooked[] {
  return knownMeals(task).filter(({ isLeftovers }) => !isLeftovers);
}

/** Fixed leftovers count only for nutrition. */
export function fixedLeftovers(task: PlanningTask): Cooked[] {
  return knownMeals(task).filter(({ isLeftovers }) => isLeftovers);
}

/** The slots to fill. */
export function plannedPlaces(task: PlanningTask) {
  return PLACES.flatMap((place) => {
    const settings = task.preferences.table[place.day]?.[place.slot];
    return settings && !fixedMeal(task, place) ? [{ ...place, ...settings }] : [];
  });
}

/** The utility of a dish in any slot, without the 1,000 for a cooked meal. */
export function dishUtility(
  { preferences, stars, servedWeeksAway, season, seed }: PlanningTask,
  dish: Dish,
): number {
  const { eaters, cuisines } = preferences;
  const given = sum(eaters.map(({ id }) => (stars[id]?.[dish.id] ?? 3) - 3));
  const unhappy = eaters.filter((eater) => isDisliked(eater, dish)).length;
  const weeks = servedWeeksAway[dish.id];
  return (
    (eaters.length > 0 ? Math.round((200 * given) / eaters.length) : 0) -
    (eaters.length > 0 ? Math.round((300 * unhappy) / eaters.length) : 0) +
    (cuisines.includes(dish.cuisine) ? 150 : 0) +
    (dish.seasons.length === 0 ? 0 : dish.seasons.includes(season) ? 100 : -150) +
    (weeks === undefined ? 100 : 10 * Math.min(8, weeks)) +
    (seed === 0 ? 0 : jitter(seed, dish.id))
  );
}

const timesIn32Bits = (one: bigint, other: bigint): bigint => (one * other) % 2n ** 32n;

/** 0 to 299, by seed and dish, in arbitrary precision. */
function jitter(seed: number, id: string): number {
  let hash = BigInt(seed) % 2n ** 32n;
  for (const letter of id) hash = timesIn32Bits(hash ^ BigInt(letter.charCodeAt(0)), 2_654_435_761n);
  hash = timesIn32Bits(hash ^ (hash / 2n ** 15n), 2_246_822_507n);
  return Number((hash ^ (hash / 2n ** 13n)) % 300n);
}

function isDisliked({ dislikes }: PlanningTask['preferences']['eaters'][number], dish: Dish): boolean {
  return dislikes.some(({ foodId, isHard }) => !isHard && dish.foodKeys.includes(foodId));
}

/** The utility of a dish for one eater. */
export function eaterUtility(
  { stars }: PlanningTask,
  eater: PlanningTask['preferences']['eaters'][number],
  dish: Dish,
): number {
  return 200 * ((stars[eater.id]?.[dish.id] ?? 3) - 3) - (isDisliked(eater, dish) ? 300 : 0);
}

function fairness(task: PlanningTask, { chosen }: CookedWeek): number {
  const { eaters } = task.preferences;
  if (eaters.length < 2) return 0;
  return Math.min(...eaters.map((eater) => sum(chosen.map(({ dish }) => eaterUtility(task, eater, dish)))));
}

/** The proteins or cuisines whose repetition costs points. */
export function varietyGroupsOf(cooked: readonly Cooked[], of: 'protein' | 'cuisine'): string[] {
  const kinds = new Set(cooked.map(({ dish }) => dish[of]));
  return [...kinds].filter((kind) => kind !== '' && (of === 'cuisine' || kind !== 'none'));
}

function repetitions(all: readonly Cooked[], of: 'protein' | 'cuisine', kind: string): number {
  const onDay = DAYS.map(
    (day) =>
      all.filter((each) => each.day === day && each.slot !== 'breakfast' && each.dish[of] === kind).length,
  );
  return sum(onDay.slice(1).map((count, yesterday) => Math.max(0, count + (onDay[yesterday] as number) - 1)));
}

function cost(all: readonly Cooked[]): number {
  return sum(all.map(({ dish, servings }) => dish.costCents * servings));
}

/** Pantry foods that are due, and the last day on which they are good (0 is Monday). */
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

/** The foods to buy, and the points that each costs. */
export function boughtFoods({ pantry }: PlanningTask, dishes: readonly Dish[]): Map<string, number> {
  const atHome = new Set(pantry.map(({ foodId }) => foodId));
  const foods = dishes
    .flatMap((dish) => dish.foods)
    .filter(({ foodId, isStaple }) => !isStaple && !atHome.has(foodId));
  return new Map(foods.map(({ foodId, isPerishable }) => [foodId, isPerishable ? 200 : 80]));
}

/** The nutrition band of a day, by its planned and known meals. */
export function dayBounds(
  task: PlanningTask,
  day: Day,
): { minKcal: number; maxKcal: number; minProteinG: number } {
  const counted = [...plannedPlaces(task), ...knownMeals(task)].filter((place) => place.day === day);
  const kcal = sum(counted.map(({ slot }) => KCAL[slot]));
  return {
    minKcal: Math.round(0.75 * kcal),
    maxKcal: Math.round(1.25 * kcal),
    minProteinG: Math.round((0.7 * 50 * kcal) / 2_000),
  };
}

function nutritionPenalty(task: PlanningTask, week: CookedWeek, day: Day): number {
  const { chosen, fixed, leftovers, fixedLeftovers: eatenAgain } = week;
  const eaten = [...chosen, ...fixed, ...leftovers, ...eatenAgain].filter((each) => each.day === day);
  const kcal = sum(eaten.map(({ dish }) => Math.round(dish.nutrition.energyKcal)));
  const proteinG = sum(eaten.map(({ dish }) => Math.round(dish.nutrition.proteinG)));
  const { minKcal, maxKcal, minProteinG } = dayBounds(task, day);
  return Math.max(0, minKcal - kcal, kcal - maxKcal) + 10 * Math.max(0, minProteinG - proteinG);
}

export function isInScope({ days, slots }: Rule, { day, slot }: Place): boolean {
  return (days.length === 0 || days.includes(day)) && (slots.length === 0 || slots.includes(slot));
}

export function hasTag(dish: Dish, tag: Tag): boolean {
  const [kind, value] = tag.toLowerCase().split(/:(.*)/s) as [string, string];
  if (kind === 'protein') return dish.protein.toLowerCase() === value;
  if (kind === 'cuisine') return value !== '' && dish.cuisine.toLowerCase() === value;
  if (kind === 'diet') return dish.isComplete && !(dish.breaks as readonly string[]).includes(value);
  if (kind === 'food') return dish.foodKeys.includes(value);
  if (kind === 'group') return dish.foodKeys.includes(tag);
  return dish.title
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .includes(value);
}

function deviation(rule: Rule, all: readonly Cooked[]): number {
  const count = all.filter((each) => isInScope(rule, each) && hasTag(each.dish, rule.tag)).length;
  return Math.max(0, (rule.atLeast ?? 0) - count) + Math.max(0, count - (rule.atMost ?? count));
}
