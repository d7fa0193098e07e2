/**
 * Reasons: why a dish was chosen, as facts, the most important first. The weight of a reason is about its
 * share of the score, so that the reasons name what decided.
 */
import type { MealReason } from '#domain/proposal/proposal.ts';
import type { Eater, Preferences } from '#domain/preferences/preferences.ts';
import type { DishFood } from '#planner/model/dish.ts';
import type { Instance } from '#planner/model/instance.ts';
import { isSamePlace } from '#planner/model/slots.ts';
import { type CookedMeal, dayNumber, type Menu } from '#planner/search/menu.ts';
import { findByRecipe, type PlanningTask } from '#planner/model/task.ts';
import { useByDay } from '#planner/model/purchases.ts';

type WeightedReason = { weight: number; reason: MealReason };

const MAX_REASONS = 3;
const MIN_STARS = 4;
/** In slots with at most this much time, a short cooking time is a reason. */
const QUICK_SLOT_MINUTES = 45;
/** Share of the average budget per serving up to which a dish is cheap. */
const CHEAP_SHARE = 0.6;

/** One to three reasons for a planned dish. */
export function reasonsFor(
  meal: CookedMeal,
  menu: Menu,
  instance: Instance,
  task: PlanningTask,
): MealReason[] {
  const found = [
    ...ruleReasons(meal, menu, instance),
    ...starReasons(meal, task),
    ...pantryReasons(meal, task),
    ...sharingReasons(meal, menu, task),
    ...timeReasons(meal, instance),
    ...dishReasons(meal, task),
    ...costReasons(meal, instance, task.preferences),
  ].toSorted((one, other) => other.weight - one.weight);
  const reasons = found.map(({ reason }) => reason);
  if (isLocked(meal, instance)) reasons.unshift({ kind: 'locked' });
  return reasons.length > 0 ? reasons.slice(0, MAX_REASONS) : [{ kind: 'fits' }];
}

function isLocked(meal: CookedMeal, { planned, lockedContents }: Instance): boolean {
  return lockedContents[planned.findIndex((slot) => isSamePlace(slot, meal))] !== undefined;
}

/** Rules whose lower bound the week would not reach without this meal. */
function ruleReasons(meal: CookedMeal, { cooked }: Menu, { rules }: Instance): WeightedReason[] {
  return rules
    .filter(({ covers, tagged, atLeast }) => {
      const count = cooked.filter((one) => covers(one) && tagged.has(one.dish)).length;
      return covers(meal) && tagged.has(meal.dish) && count <= atLeast;
    })
    .map(({ id, isHard }) => ({ weight: isHard ? 4000 : 3000, reason: { kind: 'rule', ruleId: id } }));
}

/** The stars of the eater who likes the dish best. */
function starReasons({ dish }: CookedMeal, { preferences, stars }: PlanningTask): WeightedReason[] {
  const starsOf = ({ id }: Eater): number => findByRecipe(stars[id] ?? {}, dish.id) ?? 0;
  const most = Math.max(0, ...preferences.eaters.map(starsOf));
  const fan = preferences.eaters.find((eater) => starsOf(eater) === most);
  if (!fan || most < MIN_STARS) return [];
  return [{ weight: 200 * (most - 3), reason: { kind: 'stars', eaterId: fan.id, stars: most } }];
}

/** The pantry food with the earliest date, or, if none is due, one that need not be bought. */
function pantryReasons(meal: CookedMeal, { week, pantry }: PlanningTask): WeightedReason[] {
  return pantry
    .flatMap(({ foodId, bestBefore }): WeightedReason[] => {
      const food = meal.dish.foods.find((one) => one.foodId === foodId);
      if (!food) return [];
      const lastDay = bestBefore === undefined ? Infinity : useByDay(week, bestBefore);
      if (lastDay !== Infinity && dayNumber(meal) <= lastDay) {
        return [{ weight: 1500 - lastDay, reason: { kind: 'pantry', foodId, bestBefore } }];
      }
      return food.isStaple || lastDay !== Infinity
        ? []
        : [{ weight: buyingWeight(food), reason: { kind: 'pantry', foodId } }];
    })
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, 1);
}

/** The perishable food with the most grams that an earlier meal of the week opened. */
function sharingReasons(meal: CookedMeal, { cooked }: Menu, { pantry }: PlanningTask): WeightedReason[] {
  const atHome = new Set(pantry.map(({ foodId }) => foodId));
  const perishable = meal.dish.foods.filter(
    ({ foodId, isPerishable, isStaple }) => isPerishable && !isStaple && !atHome.has(foodId),
  );
  return perishable
    .toSorted((one, other) => other.grams - one.grams)
    .flatMap(({ foodId }): WeightedReason[] => {
      const opener = cooked.find(({ dish }) => dish.foods.some((food) => food.foodId === foodId));
      if (!opener || dayNumber(opener) >= dayNumber(meal)) return [];
      return [{ weight: 200, reason: { kind: 'shares', foodId, day: opener.day } }];
    })
    .slice(0, 1);
}

function buyingWeight({ isPerishable }: DishFood): number {
  return isPerishable ? 200 : 80;
}

function timeReasons(meal: CookedMeal, { planned }: Instance): WeightedReason[] {
  const { minutes = Infinity } = planned.find((slot) => isSamePlace(slot, meal)) ?? {};
  const { totalMinutes } = meal.dish;
  const found: WeightedReason[] = [];
  if (meal.reheatedOn) found.push({ weight: 1050, reason: { kind: 'double', day: meal.reheatedOn } });
  if (minutes <= QUICK_SLOT_MINUTES) {
    const weight = minutes <= 30 ? 120 : 60;
    found.push({ weight, reason: { kind: 'quick', minutes: totalMinutes, day: meal.day } });
  }
  return found;
}

function dishReasons(
  { dish }: CookedMeal,
  { preferences, season, servedWeeksAway }: PlanningTask,
): WeightedReason[] {
  const found: WeightedReason[] = [];
  const weeks = findByRecipe(servedWeeksAway, dish.id);
  const isFavourite = preferences.cuisines.some(
    (cuisine) => cuisine.toLowerCase() === dish.cuisine.toLowerCase(),
  );
  if (isFavourite && dish.cuisine !== '') {
    found.push({ weight: 150, reason: { kind: 'cuisine', cuisine: dish.cuisine } });
  }
  if (dish.seasons.includes(season)) found.push({ weight: 100, reason: { kind: 'season' } });
  if (weeks !== undefined) {
    found.push({ weight: 10 * Math.min(8, weeks), reason: { kind: 'rested', weeks } });
    // If the family never served any dish, every dish is new.
  } else if (Object.keys(servedWeeksAway).length > 0) found.push({ weight: 90, reason: { kind: 'new' } });
  return found;
}

function costReasons(
  { dish, servings }: CookedMeal,
  { planned }: Instance,
  { budgetCents }: Preferences,
): WeightedReason[] {
  const totalServings = planned.reduce((sum, slot) => sum + slot.servings, 0);
  if (budgetCents === undefined || dish.costCents > (CHEAP_SHARE * budgetCents) / totalServings) return [];
  return [{ weight: 70, reason: { kind: 'cheap', costCents: dish.costCents * servings } }];
}
