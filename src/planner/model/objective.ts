/**
 * The score: what a week is worth, by definition. Slow and plain on purpose: the search keeps the same sum
 * up to date in small steps, and is held to this one.
 */
import { DAYS } from '#domain/week/week.ts';
import { type Assignment, EMPTY, LEFTOVERS, type Problem, type ProblemDish } from './problem.ts';

export const LEFTOVERS_POINTS = 1050;
export const MISSED_RULE = 3000;
export const GRAM_OF_PROTEIN = 10;

/** More filled slots are always better; of equally many the higher score is. */
export type Worth = { filled: number; score: number };

/** A dish that is cooked or eaten somewhere in the week. */
type Serving = { dish: ProblemDish; number: number; day: number; slot: string; servings: number };

export function scoreOf(problem: Problem, assignment: Assignment): Worth {
  const contents = Array.from(assignment);
  const cooked = contents.flatMap((content, index) => servingOf(problem, content, index) ?? []);
  const reheated = contents.flatMap((content, index) =>
    content === LEFTOVERS
      ? (servingOf(problem, contents[problem.slots[index]?.dinner ?? -1] ?? EMPTY, index) ?? [])
      : [],
  );
  const fixed = problem.fixed.map(({ dish: number, day, place, servings, isCooked }) => {
    const dish = problem.dishes[number] as ProblemDish;
    return { dish, number, day, slot: place.slot, servings, isCooked };
  });
  const allCooked = [...cooked, ...fixed.filter(({ isCooked }) => isCooked)];
  const score =
    sum(cooked, ({ dish }) => dish.points) +
    LEFTOVERS_POINTS * reheated.length +
    fairness(problem, cooked) -
    repetition(problem, allCooked) -
    overBudget(problem, [...allCooked, ...reheated]) +
    thingsGain(problem, allCooked) -
    outOfBand(problem, [...cooked, ...reheated, ...fixed]) -
    missedRules(problem, contents);
  return { filled: cooked.length + reheated.length, score };
}

function servingOf({ dishes, slots }: Problem, content: number, index: number): Serving | undefined {
  const [dish, slot] = [dishes[content], slots[index]];
  return (
    dish && slot && { dish, number: content, day: slot.day, slot: slot.place.slot, servings: slot.servings }
  );
}

/** How well the one fares who fares worst. */
function fairness({ eaters }: Problem, cooked: readonly Serving[]): number {
  if (eaters < 2) return 0;
  const moods = Array.from({ length: eaters }, (_, eater) =>
    sum(cooked, ({ dish }) => dish.moods[eater] ?? 0),
  );
  return Math.min(...moods);
}

/** One protein or cuisine more than once in two neighbouring days, at lunch and dinner. */
function repetition({ kinds }: Problem, cooked: readonly Serving[]): number {
  const main = cooked.filter(({ slot }) => slot !== 'breakfast');
  return sum(kinds, ({ weight }, kind) => {
    const many = DAYS.map(
      (_, day) => main.filter((meal) => meal.day === day && meal.dish.kinds.includes(kind)).length,
    );
    return weight * sum(many.slice(1), (count, before) => Math.max(0, count + (many[before] ?? 0) - 1));
  });
}

/** In cents. */
function overBudget({ budgetCents }: Problem, meals: readonly Serving[]): number {
  return Math.max(0, sum(meals, ({ dish, servings }) => dish.costCents * servings) - budgetCents);
}

function thingsGain({ things }: Problem, cooked: readonly Serving[]): number {
  return sum(things, ({ gain, lastDay }, thing) =>
    cooked.some(({ day, dish }) => day <= lastDay && dish.things.includes(thing)) ? gain : 0,
  );
}

function outOfBand({ bands }: Problem, eaten: readonly Serving[]): number {
  return sum(bands, ({ leastKcal, mostKcal, leastProteinG }, day) => {
    const meals = eaten.filter((meal) => meal.day === day);
    const energy = sum(meals, ({ dish }) => dish.energyKcal);
    const protein = sum(meals, ({ dish }) => dish.proteinG);
    return (
      Math.max(0, leastKcal - energy) +
      Math.max(0, energy - mostKcal) +
      GRAM_OF_PROTEIN * Math.max(0, leastProteinG - protein)
    );
  });
}

/** Soft rules only: a hard one is kept or the slot stays empty. */
function missedRules({ rules }: Problem, contents: readonly number[]): number {
  return sum(rules, ({ isHard, slots, dishes, fixed, atLeast, atMost }) => {
    if (isHard) return 0;
    const many = fixed + slots.filter((slot) => dishes.includes(contents[slot] ?? EMPTY)).length;
    return MISSED_RULE * (Math.max(0, atLeast - many) + Math.max(0, many - atMost));
  });
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item, index: number) => number): number {
  return items.reduce((total, item, index) => total + valueOf(item, index), 0);
}
