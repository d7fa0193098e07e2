/**
 * The objective function: the definition of a week's score. Slow and simple on purpose: the search updates
 * the same sum incrementally, and tests compare it with this one.
 */
import { DAYS } from '#domain/week/week.ts';
import {
  type Assignment,
  type CompiledDish,
  type CompiledInstance,
  EMPTY,
  LEFTOVERS,
} from './compiled-instance.ts';

export const LEFTOVERS_UTILITY = 1050;
export const SOFT_RULE_PENALTY = 3000;
export const PROTEIN_GRAM_PENALTY = 10;

/** Compared lexicographically: more filled slots first, then the higher score. */
export type ObjectiveValue = { filled: number; score: number };

/** A dish that is cooked or eaten in the week. */
type Serving = { dish: CompiledDish; day: number; slot: string; servings: number };

export function evaluate(instance: CompiledInstance, assignment: Assignment): ObjectiveValue {
  const contents = Array.from(assignment);
  const cooked = contents.flatMap((content, index) => servingOf(instance, content, index) ?? []);
  const reheated = contents.flatMap((content, index) =>
    content === LEFTOVERS
      ? (servingOf(instance, contents[instance.slots[index]?.previousDinner ?? -1] ?? EMPTY, index) ?? [])
      : [],
  );
  const fixed = instance.fixedMeals.map(({ dish, day, place, servings, isCooked }) => ({
    dish: instance.dishes[dish] as CompiledDish,
    day,
    slot: place.slot,
    servings,
    isCooked,
  }));
  const allCooked = [...cooked, ...fixed.filter(({ isCooked }) => isCooked)];
  const score =
    sum(cooked, ({ dish }) => dish.utility) +
    LEFTOVERS_UTILITY * reheated.length +
    fairness(instance, cooked) -
    repetitionPenalty(instance, allCooked) -
    centsOverBudget(instance, [...allCooked, ...reheated]) +
    purchaseGain(instance, allCooked) -
    nutritionPenalty(instance, [...cooked, ...reheated, ...fixed]) -
    softRulePenalty(instance, contents);
  return { filled: cooked.length + reheated.length, score };
}

function servingOf({ dishes, slots }: CompiledInstance, content: number, index: number): Serving | undefined {
  const [dish, slot] = [dishes[content], slots[index]];
  return dish && slot && { dish, day: slot.day, slot: slot.place.slot, servings: slot.servings };
}

/** Max-min fairness: the utility of the eater with the lowest utility over the week. */
function fairness({ eaterCount }: CompiledInstance, cooked: readonly Serving[]): number {
  if (eaterCount < 2) return 0;
  const eaterUtilities = Array.from({ length: eaterCount }, (_, eater) =>
    sum(cooked, ({ dish }) => dish.eaterUtilities[eater] ?? 0),
  );
  return Math.min(...eaterUtilities);
}

/** For each use after the first of a protein or cuisine in two neighbouring days, at lunch and dinner. */
function repetitionPenalty({ varietyGroups }: CompiledInstance, cooked: readonly Serving[]): number {
  const mainMeals = cooked.filter(({ slot }) => slot !== 'breakfast');
  return sum(varietyGroups, ({ penalty }, group) => {
    const counts = DAYS.map(
      (_, day) =>
        mainMeals.filter((meal) => meal.day === day && meal.dish.varietyGroups.includes(group)).length,
    );
    return (
      penalty * sum(counts.slice(1), (count, yesterday) => Math.max(0, count + (counts[yesterday] ?? 0) - 1))
    );
  });
}

function centsOverBudget({ budgetCents }: CompiledInstance, meals: readonly Serving[]): number {
  return Math.max(0, sum(meals, ({ dish, servings }) => dish.costCents * servings) - budgetCents);
}

function purchaseGain({ purchases }: CompiledInstance, cooked: readonly Serving[]): number {
  return sum(purchases, ({ gain, lastDay }, purchase) =>
    cooked.some(({ day, dish }) => day <= lastDay && dish.purchases.includes(purchase)) ? gain : 0,
  );
}

function nutritionPenalty({ nutritionBands }: CompiledInstance, eaten: readonly Serving[]): number {
  return sum(nutritionBands, ({ minKcal, maxKcal, minProteinG }, day) => {
    const meals = eaten.filter((meal) => meal.day === day);
    const energyKcal = sum(meals, ({ dish }) => dish.energyKcal);
    const proteinG = sum(meals, ({ dish }) => dish.proteinG);
    return (
      Math.max(0, minKcal - energyKcal) +
      Math.max(0, energyKcal - maxKcal) +
      PROTEIN_GRAM_PENALTY * Math.max(0, minProteinG - proteinG)
    );
  });
}

function softRulePenalty({ rules }: CompiledInstance, contents: readonly number[]): number {
  return sum(rules, ({ isHard, slots, dishes, fixedCount, atLeast, atMost }) => {
    if (isHard) return 0;
    const count = fixedCount + slots.filter((slot) => dishes.includes(contents[slot] ?? EMPTY)).length;
    return SOFT_RULE_PENALTY * (Math.max(0, atLeast - count) + Math.max(0, count - atMost));
  });
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item, index: number) => number): number {
  return items.reduce((total, item, index) => total + valueOf(item, index), 0);
}
