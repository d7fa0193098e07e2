/**
 * Reasons: why a dish stands where it stands, as facts that hold, the one that weighs most first. They
 * weigh about what the score gives for them, so that they tell what really decided.
 */
import type { MealReason } from '#domain/proposal/proposal.ts';
import type { Eater, Preferences } from '#domain/preferences/preferences.ts';
import type { DishFood } from '#planner/model/dish.ts';
import type { Ground } from '#planner/model/instance.ts';
import { isSamePlace } from '#planner/model/slots.ts';
import { type Cooking, dayNumber, type Menu } from '#planner/search/menu.ts';
import { findOwn, type PlanningTask } from '#planner/model/task.ts';
import { hurryDay } from '#planner/model/purchases.ts';

type Weighed = { weight: number; reason: MealReason };

const MOST = 3;
const GOOD_STARS = 4;
/** Up to so many minutes a sitting is in a hurry. */
const HURRY_MINUTES = 45;
/** Of what a serving may cost on average. */
const CHEAP_SHARE = 0.6;

/** Of a dish that is planned; at most three, at least one. */
export function reasonsFor(meal: Cooking, menu: Menu, ground: Ground, task: PlanningTask): MealReason[] {
  const found = [
    ...ruleReasons(meal, menu, ground),
    ...starReasons(meal, task),
    ...pantryReasons(meal, task),
    ...sharingReasons(meal, menu, task),
    ...timeReasons(meal, ground),
    ...dishReasons(meal, task),
    ...costReasons(meal, ground, task.wishes),
  ].toSorted((one, other) => other.weight - one.weight);
  const reasons = found.map(({ reason }) => reason);
  if (isLocked(meal, ground)) reasons.unshift({ kind: 'locked' });
  return reasons.length > 0 ? reasons.slice(0, MOST) : [{ kind: 'fits' }];
}

function isLocked(meal: Cooking, { planned, held }: Ground): boolean {
  return held[planned.findIndex((slot) => isSamePlace(slot, meal))] !== undefined;
}

/** Rules that would be missed without it. */
function ruleReasons(meal: Cooking, { cooked }: Menu, { rules }: Ground): Weighed[] {
  return rules
    .filter(({ covers, tagged, atLeast }) => {
      const many = cooked.filter((one) => covers(one) && tagged.has(one.dish)).length;
      return covers(meal) && tagged.has(meal.dish) && many <= atLeast;
    })
    .map(({ id, isHard }) => ({ weight: isHard ? 4000 : 3000, reason: { kind: 'rule', ruleId: id } }));
}

/** Of whoever likes it best. */
function starReasons({ dish }: Cooking, { wishes, stars }: PlanningTask): Weighed[] {
  const starsOf = ({ id }: Eater): number => findOwn(stars[id] ?? {}, dish.id) ?? 0;
  const most = Math.max(0, ...wishes.eaters.map(starsOf));
  const fan = wishes.eaters.find((eater) => starsOf(eater) === most);
  if (!fan || most < GOOD_STARS) return [];
  return [{ weight: 200 * (most - 3), reason: { kind: 'stars', eaterId: fan.id, stars: most } }];
}

/** The food that is to be used up first; where nothing hurries, one that need not be bought. */
function pantryReasons(meal: Cooking, { week, pantry }: PlanningTask): Weighed[] {
  return pantry
    .flatMap(({ foodId, bestBefore }): Weighed[] => {
      const food = meal.dish.foods.find((one) => one.foodId === foodId);
      if (!food) return [];
      const lastDay = bestBefore === undefined ? Infinity : hurryDay(week, bestBefore);
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

/** The most of what spoils and was opened on a day before. */
function sharingReasons(meal: Cooking, { cooked }: Menu, { pantry }: PlanningTask): Weighed[] {
  const atHome = new Set(pantry.map(({ foodId }) => foodId));
  const spoiling = meal.dish.foods.filter(
    ({ foodId, isPerishable, isStaple }) => isPerishable && !isStaple && !atHome.has(foodId),
  );
  return spoiling
    .toSorted((one, other) => other.grams - one.grams)
    .flatMap(({ foodId }): Weighed[] => {
      const opener = cooked.find(({ dish }) => dish.foods.some((food) => food.foodId === foodId));
      if (!opener || dayNumber(opener) >= dayNumber(meal)) return [];
      return [{ weight: 200, reason: { kind: 'shares', foodId, day: opener.day } }];
    })
    .slice(0, 1);
}

function buyingWeight({ isPerishable }: DishFood): number {
  return isPerishable ? 200 : 80;
}

function timeReasons(meal: Cooking, { planned }: Ground): Weighed[] {
  const { minutes = Infinity } = planned.find((slot) => isSamePlace(slot, meal)) ?? {};
  const { totalMinutes } = meal.dish;
  const found: Weighed[] = [];
  if (meal.reheatedOn) found.push({ weight: 1050, reason: { kind: 'double', day: meal.reheatedOn } });
  if (minutes <= HURRY_MINUTES) {
    const weight = minutes <= 30 ? 120 : 60;
    found.push({ weight, reason: { kind: 'quick', minutes: totalMinutes, day: meal.day } });
  }
  return found;
}

function dishReasons({ dish }: Cooking, { wishes, season, served }: PlanningTask): Weighed[] {
  const found: Weighed[] = [];
  const weeks = findOwn(served, dish.id);
  const isLoved = wishes.cuisines.some((cuisine) => cuisine.toLowerCase() === dish.cuisine.toLowerCase());
  if (isLoved && dish.cuisine !== '') {
    found.push({ weight: 150, reason: { kind: 'cuisine', cuisine: dish.cuisine } });
  }
  if (dish.seasons.includes(season)) found.push({ weight: 100, reason: { kind: 'season' } });
  if (weeks !== undefined) {
    found.push({ weight: 10 * Math.min(8, weeks), reason: { kind: 'rested', weeks } });
    // To a family that never served anything, "new" says nothing.
  } else if (Object.keys(served).length > 0) found.push({ weight: 90, reason: { kind: 'new' } });
  return found;
}

function costReasons(
  { dish, servings }: Cooking,
  { planned }: Ground,
  { budgetCents }: Preferences,
): Weighed[] {
  const many = planned.reduce((sum, slot) => sum + slot.servings, 0);
  if (budgetCents === undefined || dish.costCents > (CHEAP_SHARE * budgetCents) / many) return [];
  return [{ weight: 70, reason: { kind: 'cheap', costCents: dish.costCents * servings } }];
}
