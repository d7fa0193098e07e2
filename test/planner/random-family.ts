/** Random families, the same for the same seed: everything that the planner may be told, in one task. */
import type { Meal, Meals } from '#domain/plan/plan.ts';
import { SEASONS } from '#domain/recipe/recipe.ts';
import type { Week } from '#domain/week/week.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { type Chance, oneOf, seededChance } from '#test/chance.ts';
import { distinct, distinctPlaces, randomFood, randomPlace, randomWishes, some } from './random-wishes.ts';

/** A leap day, a New Year, a change of clocks, and nothing of the kind. */
const WEEKS = ['2028-02-28', '2026-12-28', '2026-03-23', '2026-06-15'] as Week[];
/** Most families ask little; one in six asks more than most cookbooks have. */
const SEVERITIES = [0, 1, 1, 2, 2, 3];

export type FamilyOptions = {
  severity?: number | undefined;
  /** Whether meals are locked and dishes avoided, as when a family rolls again. */
  isAgain?: boolean | undefined;
};

export function randomFamily(
  seed: number,
  dishes: readonly Dish[],
  { severity, isAgain }: FamilyOptions = {},
): PlanningTask {
  const chance = seededChance(seed);
  const level = severity ?? oneOf(chance, SEVERITIES);
  const week = oneOf(chance, WEEKS);
  const wishes = randomWishes(level, dishes, chance);
  const likely = chance(60);
  return {
    week,
    season: oneOf(chance, SEASONS),
    preferences: wishes,
    dishes,
    existingMeals: randomStanding(dishes, chance),
    servedWeeksAway: Object.fromEntries(
      dishes.filter(() => chance(100) < likely / (4 - level)).map(({ id }) => [id, 1 + chance(12)]),
    ),
    stars: Object.fromEntries(wishes.eaters.map(({ id }) => [id, randomStars(dishes, chance)])),
    pantry: distinct(some(9, chance, () => randomFood(dishes, chance))).map((foodId) => ({
      foodId,
      bestBefore: chance(4) === 0 ? undefined : dayOf(week, chance(24) - 3),
    })),
    locked: isAgain ? randomLocks(dishes, chance) : [],
    avoided: isAgain
      ? some(30, chance, () => ({ ...randomPlace(chance), recipeId: oneOf(chance, dishes).id }))
      : [],
    seed: chance(1_000_000),
  };
}

function randomStanding(dishes: readonly Dish[], chance: Chance): Meals {
  const meals: Meals = {};
  for (const { day, slot } of distinctPlaces(
    some(chance(2) === 0 ? 6 : 1, chance, () => randomPlace(chance)),
  )) {
    (meals[day] ??= {})[slot] = randomMeal(dishes, chance);
  }
  return meals;
}

function randomMeal(dishes: readonly Dish[], chance: Chance): Meal {
  return oneOf(chance, [
    { description: 'At the grandparents', kind: 'eating-out' },
    { description: 'Bread and cheese' },
    { description: 'From the cookbook', recipeId: oneOf(chance, dishes).id },
    { description: 'The rest of it', recipeId: oneOf(chance, dishes).id, kind: 'leftovers' },
    { description: 'The same, elsewhere', recipeId: oneOf(chance, dishes).id, kind: 'eating-out' },
    { description: 'For guests', recipeId: oneOf(chance, dishes).id, servings: 1 + chance(12) },
    { description: 'A recipe that is no more', recipeId: 'gone' },
  ] as Meal[]);
}

/** Of some dishes only, as people rate. */
function randomStars(dishes: readonly Dish[], chance: Chance): { [recipeId: string]: number } {
  const share = chance(50);
  return Object.fromEntries(dishes.filter(() => chance(100) < share).map(({ id }) => [id, 1 + chance(5)]));
}

function randomLocks(dishes: readonly Dish[], chance: Chance): PlanningTask['locked'] {
  return distinctPlaces(some(8, chance, () => randomPlace(chance))).map((place) => ({
    ...place,
    recipeId: oneOf(chance, dishes).id,
    isDouble: chance(3) === 0,
  }));
}

/** The date so many days after the Monday. */
function dayOf(week: Week, days: number): string {
  return Temporal.PlainDate.from(week).add({ days }).toString();
}
