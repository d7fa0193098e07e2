/**
 * The objective function: the definition of a week's score. Slow and simple on purpose: the search updates
 * the same sum incrementally, and tests compare it with this one.
 */
import { DAYS } from '#domain/week/week.ts';
import {
  type Assignment,
  type CompiledDish,
  type CompiledInstance,
  type CompiledSlot,
  EMPTY,
  leftoversSource,
} from './compiled-instance.ts';
import type { NutritionProfile } from '#planner/model/objective/nutrition-profiles.ts';
import { costOfFood, openingsByDays } from './purchases.ts';
import { isMainMeal } from './slots.ts';
import { pairsPenalty } from '#planner/model/objective/variety.ts';

export const NEAR_IDENTICAL_PENALTY = 1200;
export const SOFT_RULE_PENALTY = 3000;
export const OVER_BUDGET_PENALTY = 5000;
export const CENT_OVER_BUDGET_PENALTY = 5;
export const DUE_FOOD_USED = 1500;
export const OPENING_PENALTY = 30;
export const PROTEIN_GRAM_PENALTY = 10;

/** Compared lexicographically: more filled slots first, then the higher score. */
export type ObjectiveValue = { filled: number; score: number };

/** A dish that is cooked or eaten in the week. `slot` is undefined for one of a fixed meal. */
type Serving = {
  dish: CompiledDish;
  index: number;
  day: number;
  isMain: boolean;
  servings: number;
  slot: number | undefined;
  /** Of leftovers the day on which they were cooked. */
  cookedDay?: number | undefined;
};

export function evaluate(instance: CompiledInstance, assignment: Assignment): ObjectiveValue {
  const contents = Array.from(assignment);
  const cooked = contents.flatMap((content, slot) => servingOf(instance, content, slot) ?? []);
  const reheated = contents.flatMap((content, slot) => {
    const source = leftoversSource(content);
    const serving = source === undefined ? undefined : servingOf(instance, contents[source] ?? EMPTY, slot);
    return serving ? { ...serving, cookedDay: instance.slots[source ?? -1]?.day } : [];
  });
  const fixed = fixedServings(instance, instance.fixedMeals);
  const sides = fixedServings(instance, instance.fixedSides);
  const allCooked = [...cooked, ...fixed.filter(({ isCooked }) => isCooked)];
  const bought = [...allCooked, ...sides.filter(({ isCooked }) => isCooked)];
  const mainMeals = allCooked.filter(({ isMain }) => isMain);
  const score =
    sum(cooked, ({ index, slot }) => slotOf(instance, slot).cookedUtility[index] as number) +
    sum(reheated, ({ index, slot }) => slotOf(instance, slot).leftoversUtility[index] as number) +
    fairness(instance, [...cooked, ...reheated]) -
    NEAR_IDENTICAL_PENALTY * nearIdenticalPairs(mainMeals) -
    varietyPenalty(instance, allCooked, reheated) +
    counterValue(instance, allCooked) -
    budgetPenalty(instance, [...bought, ...reheated]) +
    DUE_FOOD_USED * dueFoodsUsed(instance, bought) -
    OPENING_PENALTY * openings(instance, bought) -
    nutritionPenalty(instance, [
      ...cooked,
      ...reheated,
      ...fixed,
      ...sides.filter(({ isForAll }) => isForAll),
    ]) -
    softRulePenalty(instance, [...cooked, ...reheated]);
  return { filled: cooked.length + reheated.length, score };
}

function slotOf({ slots }: CompiledInstance, slot: number | undefined): CompiledSlot {
  return slots[slot ?? -1] as CompiledSlot;
}

function servingOf({ dishes, slots }: CompiledInstance, content: number, index: number): Serving | undefined {
  const [dish, slot] = [dishes[content], slots[index]];
  if (!dish || !slot) return undefined;
  const { day, place, servings } = slot;
  return { dish, index: content, day, isMain: isMainMeal(place), servings, slot: index };
}

function fixedServings({ dishes }: CompiledInstance, fixed: CompiledInstance['fixedMeals']) {
  return fixed.map(({ dish, place, ...meal }) => ({
    ...meal,
    dish: dishes[dish] as CompiledDish,
    index: dish,
    isMain: isMainMeal(place),
    slot: undefined,
  }));
}

/** Max-min fairness: the utility of the eater with the lowest utility over the week. */
function fairness(instance: CompiledInstance, eaten: readonly Serving[]): number {
  if (instance.eaterCount < 2) return 0;
  const eaterUtilities = Array.from({ length: instance.eaterCount }, (_, eater) =>
    sum(
      eaten.filter(({ slot }) => slotOf(instance, slot).eaters.includes(eater)),
      ({ dish }) => dish.eaterUtilities[eater] ?? 0,
    ),
  );
  return Math.min(...eaterUtilities);
}

function nearIdenticalPairs(cooked: readonly Serving[]): number {
  return sum(
    cooked,
    ({ dish }, at) => cooked.slice(at + 1).filter(({ index }) => dish.nearIdentical.includes(index)).length,
  );
}

function varietyPenalty(
  { varietyGroups, mainMeals }: CompiledInstance,
  cooked: readonly Serving[],
  reheated: readonly Serving[],
): number {
  return sum(varietyGroups, (group, index) => {
    const isOfGroup = ({ dish, isMain }: Serving): boolean =>
      (isMain ? dish.varietyGroups : dish.breakfastGroups).includes(index);
    const meals = cooked.filter(isOfGroup);
    const eaten = [...meals, ...reheated.filter(isOfGroup)];
    const neighbours = sum(DAYS.slice(1), (_, day) => Math.max(0, countOnDays(eaten, [day, day + 1]) - 1));
    return pairsPenalty(group, meals.length, mainMeals) + group.neighbourPenalty * neighbours;
  });
}

/** Leftovers do not count beside the meal for which they were cooked. */
function countOnDays(eaten: readonly Serving[], days: readonly number[]): number {
  return eaten.filter(({ day, cookedDay = -1 }) => days.includes(day) && !days.includes(cookedDay)).length;
}

function counterValue({ mealCounters }: CompiledInstance, meals: readonly Serving[]): number {
  return sum(mealCounters, ({ matches, isOfMainMeals, valueOf }) =>
    valueOf(meals.filter(({ index, isMain }) => matches[index] === 1 && (isMain || !isOfMainMeals)).length),
  );
}

function budgetPenalty({ budgetCents, pricedFoods }: CompiledInstance, meals: readonly Serving[]): number {
  if (budgetCents === Infinity) return 0;
  const cents = sum(pricedFoods, (food, index) => costOfFood(food, requiredOf(index, meals)));
  const over = Math.max(0, cents - budgetCents);
  return over === 0 ? 0 : OVER_BUDGET_PENALTY + CENT_OVER_BUDGET_PENALTY * over;
}

/** Tenths of a gram of a food that the meals require. */
function requiredOf(food: number, meals: readonly Serving[]): number {
  return sum(meals, ({ dish, servings }) => {
    const [, amount] = dish.amounts.find(([index]) => index === food) ?? [food, 0];
    return amount * servings;
  });
}

function dueFoodsUsed({ dueFoods }: CompiledInstance, cooked: readonly Serving[]): number {
  return dueFoods.filter(({ lastDay }, index) =>
    cooked.some(({ day, dish }) => day <= lastDay && dish.dueFoods.includes(index)),
  ).length;
}

function openings({ openedFoods }: CompiledInstance, cooked: readonly Serving[]): number {
  return sum(openedFoods, ({ keepsDays }, index) => {
    const days = cooked.filter(({ dish }) => dish.openedFoods.includes(index)).map(({ day }) => day);
    return openingsByDays(keepsDays)[days.reduce((bits, day) => bits | (1 << day), 0)] as number;
  });
}

function nutritionPenalty({ nutritionProfiles }: CompiledInstance, eaten: readonly Serving[]): number {
  return sum(nutritionProfiles, (profile) =>
    sum(profile.bands, ({ energyKcal, proteinG }, day) => {
      const meals = eaten.filter(
        (meal) => meal.day === day && (meal.slot === undefined || profile.isPresent[meal.slot]),
      );
      return (
        distance(
          energyKcal,
          sum(meals, ({ dish }) => portionOf(profile, dish.energyKcal)),
        ) +
        PROTEIN_GRAM_PENALTY *
          distance(
            proteinG,
            sum(meals, ({ dish }) => portionOf(profile, dish.proteinG)),
          )
      );
    }),
  );
}

export function portionOf({ portion }: NutritionProfile, perServing: number): number {
  return Math.round(portion * perServing);
}

function distance({ min, max }: { min: number; max: number }, value: number): number {
  return Math.max(0, min - value) + Math.max(0, value - max);
}

function softRulePenalty({ rules }: CompiledInstance, eaten: readonly Serving[]): number {
  return sum(rules, ({ isHard, slots, dishes, fixedCount, atLeast, atMost }) => {
    if (isHard) return 0;
    const isCounted = ({ slot = -1, index }: Serving): boolean =>
      slots.includes(slot) && dishes.includes(index);
    const count = fixedCount + eaten.filter(isCounted).length;
    return SOFT_RULE_PENALTY * distance({ min: atLeast, max: atMost }, count);
  });
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item, index: number) => number): number {
  return items.reduce((total, item, index) => total + valueOf(item, index), 0);
}
