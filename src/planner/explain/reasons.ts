/**
 * Reasons: what speaks for a dish, as facts, the most important first. The weight of a reason is about its
 * share of the score, so that the reasons name what decided.
 */
import { isSamePlace } from '#domain/plan/plan.ts';
import type { MealReason } from '#domain/proposal/proposal.ts';
import type { Eater } from '#domain/preferences/preferences.ts';
import { isChild } from '#domain/preferences/servings.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { Instance } from '#planner/model/instance.ts';
import { isNew } from '#planner/model/objective/meal-counters.ts';
import { spoilsOnceOpened, tenthsOfGrams, boughtTenths, useByDay } from '#planner/model/purchases.ts';
import type { PlannedSlot } from '#planner/model/slots.ts';
import { findByRecipe, type PlanningTask } from '#planner/model/task.ts';
import { type CookedMeal, dayNumber, type Menu } from '#planner/search/menu.ts';
import { hasHistory, mealCost } from './totals.ts';

type WeightedReason = { weight: number; reason: MealReason };

const MAX_REASONS = 3;
const MIN_STARS = 4;
/** Dishes of a cuisine that an eater must have rated before we say that the eater loves it. */
const MIN_RATED = 2;
const QUICK_MINUTES = 15;
const WEEKEND = DAYS.indexOf('Saturday');
/** After fewer weeks nobody has missed a dish. */
const MIN_RESTED_WEEKS = 4;
/** Share of the average budget per serving up to which a dish is cheap. */
const CHEAP_SHARE = 0.6;

/** Up to three reasons for a planned dish. */
export function reasonsFor(
  meal: CookedMeal,
  menu: Menu,
  instance: Instance,
  task: PlanningTask,
): MealReason[] {
  const slot = instance.planned.find((candidate) => isSamePlace(candidate, meal));
  const eaters = (slot?.eaters ?? []).map((index) => task.preferences.eaters[index] as Eater);
  const found = [
    ...ruleReasons(meal, menu, instance),
    ...starReasons(meal, eaters, task),
    ...pantryReasons(meal, task),
    ...sharingReasons(meal, menu, task),
    ...timeReasons(meal),
    ...dishReasons(meal, menu, eaters, task),
    ...costReasons(meal, menu, instance, task),
  ].toSorted((first, second) => second.weight - first.weight);
  const reasons = found.map(({ reason }) => reason);
  if (isLocked(meal, instance)) reasons.unshift({ kind: 'locked' });
  return reasons.slice(0, MAX_REASONS);
}

function isLocked(meal: CookedMeal, { planned, lockedContents }: Instance): boolean {
  return lockedContents[planned.findIndex((slot) => isSamePlace(slot, meal))] !== undefined;
}

/** Rules whose lower bound the week would not reach without this meal. */
function ruleReasons(meal: CookedMeal, { eaten }: Menu, { rules }: Instance): WeightedReason[] {
  return rules
    .filter(({ covers, tagged, atLeast }) => {
      const count = eaten.filter((serving) => covers(serving) && tagged.has(serving.dish)).length;
      return covers(meal) && tagged.has(meal.dish) && count <= atLeast;
    })
    .map(({ id, isHard }) => ({ weight: isHard ? 4000 : 3000, reason: { kind: 'rule', ruleId: id } }));
}

/** That everyone likes it, or the stars of the eater who likes it best. */
function starReasons({ dish }: CookedMeal, eaters: readonly Eater[], task: PlanningTask): WeightedReason[] {
  const given = eaters.map((eater) => ({
    eater,
    stars: findByRecipe(task.stars[eater.id] ?? {}, dish.id) ?? 0,
  }));
  const [fewest, most] = [
    Math.min(...given.map((rating) => rating.stars)),
    Math.max(...given.map((rating) => rating.stars)),
  ];
  if (given.length > 1 && fewest >= MIN_STARS) {
    return [{ weight: 200 * fewest, reason: { kind: 'everyone', stars: fewest } }];
  }
  const fan = given.find(({ stars }) => stars === most);
  if (fan && most >= MIN_STARS) {
    return [{ weight: 200 * (most - 3), reason: { kind: 'stars', eaterId: fan.eater.id, stars: most } }];
  }
  if (most > 0) return [];
  const ofCuisine = task.dishes.filter(({ cuisine }) => cuisine !== '' && cuisine === dish.cuisine);
  const lover = eaters.find(({ id }) => loves(task.stars[id] ?? {}, ofCuisine));
  return lover ? [{ weight: 160, reason: { kind: 'loves', eaterId: lover.id, cuisine: dish.cuisine } }] : [];
}

function loves(stars: PlanningTask['stars'][string], ofCuisine: readonly Dish[]): boolean {
  const given = ofCuisine.flatMap(({ id }) => findByRecipe(stars, id) ?? []);
  return (
    given.length >= MIN_RATED && given.reduce((sum, rating) => sum + rating, 0) / given.length >= MIN_STARS
  );
}

/** The pantry food with the earliest date, or, if none is due, one that need not be bought. */
function pantryReasons(meal: CookedMeal, { week, pantry }: PlanningTask): WeightedReason[] {
  return pantry
    .flatMap(({ foodId, bestBefore }): WeightedReason[] => {
      const food = meal.dish.foods.find((food) => food.foodId === foodId);
      if (!food) return [];
      const lastDay = bestBefore === undefined ? Infinity : useByDay(week, bestBefore);
      if (lastDay !== Infinity && dayNumber(meal) <= lastDay) {
        return [{ weight: 1500 - lastDay, reason: { kind: 'pantry', foodId, bestBefore } }];
      }
      return food.isStaple || lastDay !== Infinity || food.keepsDays === Infinity
        ? []
        : [{ weight: 80, reason: { kind: 'pantry', foodId } }];
    })
    .toSorted((first, second) => second.weight - first.weight)
    .slice(0, 1);
}

/** The food with the most grams of which an earlier meal opens a pack and leaves a rest that is still good. */
function sharingReasons(meal: CookedMeal, { cooked }: Menu, { pantry }: PlanningTask): WeightedReason[] {
  const atHome = new Set(pantry.map(({ foodId }) => foodId));
  return meal.dish.foods
    .filter((food) => spoilsOnceOpened(food) && !atHome.has(food.foodId) && food.grams > 0)
    .toSorted((first, second) => second.grams - first.grams)
    .flatMap(({ foodId, keepsDays }): WeightedReason[] => {
      const opener = cooked.findLast(
        (earlier) => dayNumber(earlier) < dayNumber(meal) && leavesRest(earlier, foodId),
      );
      const days = opener ? dayNumber(meal) - dayNumber(opener) : Infinity;
      if (!opener || days > keepsDays) return [];
      const lastDay = DAYS[Math.min(DAYS.length - 1, dayNumber(opener) + keepsDays)] as Day;
      return [{ weight: 110, reason: { kind: 'shares', foodId, day: opener.day, lastDay } }];
    })
    .slice(0, 1);
}

/** Whether the meal opens a pack of the food and does not use all of it. */
function leavesRest({ dish, servings }: CookedMeal, foodId: string): boolean {
  const food = dish.foods.find((food) => food.foodId === foodId);
  if (!food || food.grams === 0) return false;
  const used = tenthsOfGrams(food.grams) * servings;
  return boughtTenths(food.packs.map(tenthsOfGrams), used) > used;
}

function timeReasons({ dish, day, leftoversAt }: CookedMeal): WeightedReason[] {
  const found: WeightedReason[] = [];
  if (leftoversAt) found.push({ weight: 1050, reason: { kind: 'double', ...leftoversAt } });
  if (dish.activeMinutes <= QUICK_MINUTES && DAYS.indexOf(day) < WEEKEND) {
    found.push({ weight: 100, reason: { kind: 'quick', minutes: dish.activeMinutes } });
  }
  return found;
}

function dishReasons(
  { dish }: CookedMeal,
  { cooked }: Menu,
  eaters: readonly Eater[],
  task: PlanningTask,
): WeightedReason[] {
  const { preferences, season, servedWeeksAway } = task;
  const found: WeightedReason[] = [];
  const weeks = findByRecipe(servedWeeksAway, dish.id);
  const isFavourite = preferences.cuisines.some(
    (cuisine) => cuisine.toLowerCase() === dish.cuisine.toLowerCase(),
  );
  if (task.wanted.includes(dish.id)) found.push({ weight: 1500, reason: { kind: 'wanted' } });
  if (isFavourite && dish.cuisine !== '') {
    found.push({ weight: 150, reason: { kind: 'cuisine', cuisine: dish.cuisine } });
  }
  if (dish.mainKind === 'fish' && cooked.filter((serving) => serving.dish.mainKind === 'fish').length === 1) {
    found.push({ weight: 130, reason: { kind: 'fish' } });
  }
  if (dish.isForChildren && eaters.some(isChild)) found.push({ weight: 120, reason: { kind: 'children' } });
  if (dish.seasons.includes(season)) found.push({ weight: 90, reason: { kind: 'season' } });
  if (weeks !== undefined && weeks >= MIN_RESTED_WEEKS) {
    found.push({ weight: 10 * Math.min(8, weeks), reason: { kind: 'rested', weeks } });
  }
  if (hasHistory(task) && isNew(dish, task)) found.push({ weight: 60, reason: { kind: 'new' } });
  return found;
}

function costReasons(
  meal: CookedMeal,
  menu: Menu,
  { planned }: Instance,
  task: PlanningTask,
): WeightedReason[] {
  const { budgetCents } = task.preferences;
  if (budgetCents === undefined) return [];
  const totalServings = planned.reduce((sum, slot: PlannedSlot) => sum + slot.servings, 0);
  const costCents = mealCost(meal, menu, task);
  if (costCents > (CHEAP_SHARE * budgetCents * meal.servings) / totalServings) return [];
  return [{ weight: 70, reason: { kind: 'cheap', costCents } }];
}
