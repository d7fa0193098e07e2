/**
 * A second implementation of the score, slow and simple, without the planner's code. The score is the sum of its
 * parts, in tenths of a point. The weights are in score/weights.ts.
 */
import type { Place } from '#domain/plan/plan.ts';
import type { ProposedMeal } from '#domain/proposal/proposal.ts';
import type { Rule, Tag } from '#domain/preferences/preferences.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import {
  eatenValue,
  eaterValue,
  hasTrait,
  isKnown,
  isNearIdentical,
  type Trait,
} from './score/meal-value.ts';
import { boundsOf, eats, figuresOf, type Profile, profilesOf } from './score/nutrition.ts';
import { costOf, dueFoods, isUsed, openings, spoilingFoods } from './score/purchases.ts';
import {
  type Cooked,
  type EatenDish,
  eatersAt,
  fixedDishes,
  fixedLeftovers,
  isMain,
  mainMeals,
  sum,
} from './score/slots.ts';
import { FAVOURITE_SHARE, MIX_RANGES, WEEK_WEIGHTS as WEIGHTS } from './score/weights.ts';

/** Planned and fixed meals that are cooked, and planned and fixed leftovers. */
type CookedWeek = { chosen: Cooked[]; fixed: Cooked[]; leftovers: Leftovers[]; fixedLeftovers: EatenDish[] };
/** `of`: the meal for which they were cooked. */
type Leftovers = EatenDish & { of: Place };

export function scoreOf(task: PlanningTask, meals: readonly ProposedMeal[]): number {
  return sum(Object.values(scoreParts(task, meals)));
}

function scoreParts(task: PlanningTask, meals: readonly ProposedMeal[]): { [part: string]: number } {
  const week = cookedWeek(task, meals);
  const all = [...week.fixed, ...week.chosen];
  const main = all.filter(isMain);
  const eaten = [...all, ...week.leftovers, ...week.fixedLeftovers];
  return {
    cooked: sum(week.chosen.map((meal) => eatenValue(task, meal, meal.dish, true))),
    leftovers: sum(week.leftovers.map((meal) => eatenValue(task, meal, meal.dish, false))),
    fairness: fairness(task, [...week.chosen, ...week.leftovers]),
    similar: WEIGHTS.similarPair * similarPairs(main),
    ...repetitionParts(task, main),
    ...neighbourParts(main, week.leftovers),
    ...breakfastParts(all),
    favourites: WEIGHTS.favourite * Math.min(count(main, isFavourite(task)), favouriteLimit(task)),
    meat: WEIGHTS.mix * outside(count(main, isOfKind('meat')), mixRange(task, 'meat')),
    fish: WEIGHTS.mix * outside(count(main, isOfKind('fish')), mixRange(task, 'fish')),
    new: WEIGHTS.newDish * Math.max(0, count(main, isNew(task)) - newLimit(task)),
    budget: budget(task, all),
    pantry:
      WEIGHTS.pantry * dueFoods(task).filter(({ foodId, lastDay }) => isUsed(all, foodId, lastDay)).length,
    openings: WEIGHTS.opening * sum(spoilingFoods(task, dishesOf(all)).map((food) => openings(food, all))),
    nutrition: sum(
      profilesOf(task).flatMap((profile) => DAYS.map((day) => nutrition(task, profile, eaten, day))),
    ),
    rules:
      WEIGHTS.rule * sum(task.preferences.rules.map((rule) => (rule.isHard ? 0 : deviation(rule, eaten)))),
  };
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

function dishesOf(meals: readonly Cooked[]): Dish[] {
  return meals.map(({ dish }) => dish);
}

function count(meals: readonly Cooked[], has: (dish: Dish) => boolean): number {
  return dishesOf(meals).filter(has).length;
}

/** The sum of the eater for whom the planned meals are worth the least. */
function fairness(task: PlanningTask, meals: readonly EatenDish[]): number {
  const { eaters } = task.preferences;
  if (eaters.length < 2) return 0;
  const sums = eaters.map((eater) =>
    sum(
      meals
        .filter((meal) => eatersAt(task, meal).includes(eater))
        .map(({ dish }) => eaterValue(task, eater, dish)),
    ),
  );
  return Math.min(...sums);
}

function similarPairs(all: readonly Cooked[]): number {
  return sum(
    all.map(({ dish }, at) => all.slice(at + 1).filter((other) => isNearIdentical(dish, other.dish)).length),
  );
}

export const REPEATED_TRAITS = ['protein', 'cuisine', 'form', 'starch', 'mainFood'] as const;
export const NEIGHBOUR_TRAITS = ['protein', 'cuisine', 'form', 'starch'] as const;

/** The value of a trait for variety: the different pulses are one protein. */
function varietyOf(dish: Dish, trait: Trait): string {
  const value = dish[trait].toLowerCase();
  return trait === 'protein' && /^(beans|chickpeas|lentils)$/.test(value) ? 'pulses' : value;
}

/** The known values of a trait, and whether a dish has one of them. */
export function varietiesOf(meals: readonly { dish: Dish }[], trait: Trait): string[] {
  return [...new Set(meals.map(({ dish }) => varietyOf(dish, trait)))].filter(isKnown);
}
export function isOfVariety(dish: Dish, trait: Trait, value: string): boolean {
  return varietyOf(dish, trait) === value;
}

/** What c main meals with the same value of a trait cost. */
export function repetitionCost(task: PlanningTask, trait: Trait, c: number): number {
  const pairs = (c * (c - 1)) / 2;
  return Math.round((-WEIGHTS.repetition[trait] * pairs * 9) / Math.max(9, mainMeals(task)));
}

function repetitionParts(task: PlanningTask, main: readonly Cooked[]): { [part: string]: number } {
  const parts = REPEATED_TRAITS.map((trait) => {
    const costs = varietiesOf(main, trait).map((value) =>
      repetitionCost(
        task,
        trait,
        count(main, (dish) => isOfVariety(dish, trait, value)),
      ),
    );
    return [`${trait} in the week`, -sum(costs)];
  });
  return Object.fromEntries(parts) as { [part: string]: number };
}

function neighbourParts(
  main: readonly Cooked[],
  leftovers: readonly Leftovers[],
): { [part: string]: number } {
  const parts = NEIGHBOUR_TRAITS.map((trait) => {
    const repeats = varietiesOf(main, trait).map((value) => {
      const has = ({ dish }: EatenDish): boolean => isOfVariety(dish, trait, value);
      return neighbours(main.filter(has), leftovers.filter(has));
    });
    return [`${trait} on neighbouring days`, WEIGHTS.neighbours[trait] * sum(repeats)];
  });
  return Object.fromEntries(parts) as { [part: string]: number };
}

/** The meals after the first on each two days in a row. Leftovers do not count beside the meal they are from. */
function neighbours(cooked: readonly EatenDish[], leftovers: readonly Leftovers[]): number {
  const pairs = DAYS.slice(1).map((day, at): (Day | undefined)[] => [DAYS[at], day]);
  return sum(
    pairs.map((days) => {
      const reheated = leftovers.filter(({ day, of }) => days.includes(day) && !days.includes(of.day));
      return Math.max(0, cooked.filter(({ day }) => days.includes(day)).length + reheated.length - 1);
    }),
  );
}

function breakfastParts(all: readonly Cooked[]): { [part: string]: number } {
  const sameDish = [
    ...Map.groupBy(
      all.filter((meal) => !isMain(meal)),
      ({ dish }) => dish,
    ).values(),
  ];
  return {
    'same breakfast in the week': sum(sameDish.map(({ length }) => breakfastRepetition(length))),
    'same breakfast on neighbouring days':
      WEIGHTS.sameBreakfastNextDay * sum(sameDish.map((meals) => neighbours(meals, []))),
  };
}

export function breakfastRepetition(c: number): number {
  return (WEIGHTS.sameBreakfast * c * (c - 1)) / 2;
}

export function isFavourite({ preferences }: PlanningTask): (dish: Dish) => boolean {
  return (dish) => preferences.cuisines.some((cuisine) => hasTrait(dish, 'cuisine', cuisine));
}

export function favouriteLimit(task: PlanningTask): number {
  return Math.round(FAVOURITE_SHARE * mainMeals(task));
}

export function isOfKind(kind: 'meat' | 'fish'): (dish: Dish) => boolean {
  return ({ mainKind }) => mainKind === kind;
}

export type Bounds = { min: number; max: number };

export function mixRange(task: PlanningTask, kind: 'meat' | 'fish'): Bounds {
  const [min, max] = MIX_RANGES[task.preferences.mix ?? 'balanced'][kind];
  const meals = mainMeals(task);
  return { min: Math.round(min * meals), max: Math.round(max * meals) };
}

function outside(figure: number, { min, max }: Bounds): number {
  return Math.max(0, min - figure, figure - max);
}

export function isNew({ servedWeeksAway, stars }: PlanningTask): (dish: Dish) => boolean {
  return ({ id }) =>
    servedWeeksAway[id] === undefined && Object.values(stars).every((given) => given[id] === undefined);
}

/** A family that likes many dishes needs few new ones. */
export function newLimit(task: PlanningTask): number {
  const given = task.preferences.eaters.map(({ id }) => task.stars[id] ?? {});
  const liked = [...new Set(given.flatMap((stars) => Object.keys(stars)))].filter((recipeId) => {
    const all = given.flatMap((stars) => stars[recipeId] ?? []);
    return sum(all) / all.length >= 3.5;
  });
  return Math.max(3, Math.ceil(mainMeals(task) - liked.length / 2));
}

function budget(task: PlanningTask, all: readonly Cooked[]): number {
  const over = costOf(task, all) - (task.preferences.budgetCents ?? Infinity);
  return over > 0 ? WEIGHTS.overBudget + WEIGHTS.centOverBudget * over : 0;
}

function nutrition(task: PlanningTask, profile: Profile, eaten: readonly EatenDish[], day: Day): number {
  const figures = eaten
    .filter((meal) => meal.day === day && eats(task, profile, meal))
    .map(({ dish }) => figuresOf(profile, dish));
  const { minKcal, maxKcal, minProteinG, maxProteinG } = boundsOf(task, profile, day);
  const kcal = outside(sum(figures.map((each) => each.kcal)), { min: minKcal, max: maxKcal });
  const proteinG = outside(sum(figures.map((each) => each.proteinG)), { min: minProteinG, max: maxProteinG });
  return WEIGHTS.kcal * kcal + WEIGHTS.proteinG * proteinG;
}

export function isInScope({ days, slots }: Rule, { day, slot }: Place): boolean {
  return (days.length === 0 || days.includes(day)) && (slots.length === 0 || slots.includes(slot));
}

export function hasTag(dish: Dish, tag: Tag): boolean {
  const [kind, value] = tag.toLowerCase().split(/:(.*)/s) as [string, string];
  if (kind === 'protein') return dish.protein.toLowerCase() === value;
  if (kind === 'cuisine') return value !== '' && dish.cuisine.toLowerCase() === value;
  if (kind === 'tag') return dish.ownTags?.includes(value) === true;
  if (kind === 'diet') return dish.isComplete && !(dish.breaks as readonly string[]).includes(value);
  if (kind === 'food') return dish.foodKeys.includes(value);
  if (kind === 'group') return dish.foodKeys.includes(tag);
  return dish.title
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .includes(value);
}

function deviation(rule: Rule, eaten: readonly EatenDish[]): number {
  const found = eaten.filter((meal) => isInScope(rule, meal) && hasTag(meal.dish, rule.tag)).length;
  return Math.max(0, (rule.atLeast ?? 0) - found) + Math.max(0, found - (rule.atMost ?? found));
}
