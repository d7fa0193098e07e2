/** Random planning tasks with all kinds of input, reproducible by seed. */
import { type Meal, mealAt, type Meals, PLACES, withMeal } from '#domain/plan/plan.ts';
import { SEASONS } from '#domain/week/season.ts';
import type { Week } from '#domain/week/week.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { oneOf, type Random } from '#domain/random.ts';
import { recordedRandom } from './recorded-random.ts';
import {
  distinct,
  distinctPlaces,
  randomFood,
  randomPlace,
  randomPreferences,
  some,
} from './random-preferences.ts';

/** A week with a leap day, one with New Year, one with a clock change, and an ordinary one. */
const WEEKS = ['2028-02-28', '2026-12-28', '2026-03-23', '2026-06-15'] as Week[];
/** One in six families has the highest severity, which few cookbooks can satisfy. */
const SEVERITIES = [0, 1, 1, 2, 2, 3];

export type FamilyOptions = {
  severity?: number | undefined;
  /** Whether meals are locked and dishes avoided, as in a second request for the same week. */
  isAgain?: boolean | undefined;
};

export function randomFamily(
  seed: number,
  dishes: readonly Dish[],
  { severity, isAgain }: FamilyOptions = {},
): PlanningTask {
  const random = recordedRandom(seed);
  const level = severity ?? oneOf(random, SEVERITIES);
  const week = oneOf(random, WEEKS);
  const preferences = randomPreferences(level, dishes, random);
  const likely = random(60);
  return {
    familyId: seed % 3 === 0 ? undefined : `family-${seed}`,
    week,
    season: oneOf(random, SEASONS),
    preferences,
    dishes,
    existingMeals: withRandomSides(randomExistingMeals(dishes, random), dishes, recordedRandom(seed + 9_000)),
    servedWeeksAway: Object.fromEntries(
      dishes.filter(() => random(100) < likely / (4 - level)).map(({ id }) => [id, 1 + random(12)]),
    ),
    rejectedWeeksAgo: Object.fromEntries(
      dishes.filter(() => random(100) < 5).map(({ id }) => [id, random(30)]),
    ),
    stars: Object.fromEntries(preferences.eaters.map(({ id }) => [id, randomStars(dishes, random)])),
    pantry: distinct(some(9, random, () => randomFood(dishes, random))).map((foodId) => ({
      foodId,
      bestBefore: random(4) === 0 ? undefined : dayOf(week, random(24) - 3),
      grams: random(2) === 0 ? undefined : random(1_000),
    })),
    locked: isAgain ? randomLocks(dishes, random) : [],
    avoided: isAgain ? some(30, random, () => oneOf(random, dishes).id) : [],
    seed: random(1_000_000),
    // Last, so that the other facts of a family do not depend on it.
    wanted: some(4, random, () => oneOf(random, dishes).id),
  };
}

function randomExistingMeals(dishes: readonly Dish[], random: Random): Meals {
  const meals: Meals = {};
  for (const { day, slot } of distinctPlaces(
    some(random(2) === 0 ? 6 : 1, random, () => randomPlace(random)),
  )) {
    (meals[day] ??= {})[slot] = randomMeal(dishes, random);
  }
  return meals;
}

/** Up to four dishes beside the main one, for half of the meals. */
function withRandomSides(meals: Meals, dishes: readonly Dish[], random: Random): Meals {
  const randomSide = (): Meal => ({
    ...randomMeal(dishes, random),
    ...(random(4) === 0 && { eaterIds: ['eater-0'] }),
    ...(random(4) === 0 && { exceptEaters: ['eater-1'] }),
    ...(random(4) === 0 && { variant: { eaterIds: ['eater-2'], servings: 1 } }),
  });
  return PLACES.reduce((all, place) => {
    const meal = mealAt(all, place);
    const sides = random(2) === 0 ? some(5, random, randomSide) : [];
    return meal && sides.length > 0 ? withMeal(all, place, { ...meal, sides }) : all;
  }, meals);
}

function randomMeal(dishes: readonly Dish[], random: Random): Meal {
  return oneOf(random, [
    { description: 'At the grandparents', kind: 'eating-out' },
    { description: 'Bread and cheese' },
    { description: 'From the cookbook', recipeId: oneOf(random, dishes).id },
    { description: 'The rest of it', recipeId: oneOf(random, dishes).id, kind: 'leftovers' },
    { description: 'The same, elsewhere', recipeId: oneOf(random, dishes).id, kind: 'eating-out' },
    { description: 'For guests', recipeId: oneOf(random, dishes).id, servings: 1 + random(12) },
    { description: 'A recipe that is no more', recipeId: 'gone' },
  ] as Meal[]);
}

/** Stars for some of the dishes. */
function randomStars(dishes: readonly Dish[], random: Random): { [recipeId: string]: number } {
  const share = random(50);
  return Object.fromEntries(dishes.filter(() => random(100) < share).map(({ id }) => [id, 1 + random(5)]));
}

function randomLocks(dishes: readonly Dish[], random: Random): PlanningTask['locked'] {
  return distinctPlaces(some(8, random, () => randomPlace(random))).map((place) => ({
    ...place,
    recipeId: oneOf(random, dishes).id,
    leftoversAt: random(3) === 0 ? randomPlace(random) : undefined,
  }));
}

/** The date this many days after Monday. */
function dayOf(week: Week, days: number): string {
  return Temporal.PlainDate.from(week).add({ days }).toString();
}
