/** The largest family that the app allows to plan for in one go: 30 eaters, 30 rules and all 21 slots. */
import { SLOTS } from '#domain/plan/plan.ts';
import type { Preferences, Rule, Tag } from '#domain/preferences/preferences.ts';
import { oneOf, type Random, seededRandom } from '#domain/random.ts';
import { DAYS } from '#domain/week/week.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { randomFamily } from '#test/planner/random-family.ts';

const EATERS = 30;
const RULES = 30;
const RATED_PERCENT = 5;
const BUDGET_CENTS_PER_SERVING = 350;

export function largeFamily(seed: number, dishes: readonly Dish[], hasBudget: boolean): PlanningTask {
  const random = seededRandom(seed);
  const eaters: Preferences['eaters'] = Array.from({ length: EATERS }, (_, index) => ({
    id: `eater-${index}`,
    name: `Eater ${index}`,
    diets: [],
    allergens: index % 10 === 0 ? ['nuts'] : [],
    dislikes: [{ foodId: oneOf(random, oneOf(random, dishes).foodKeys), isHard: false }],
  }));
  const task = randomFamily(seed, dishes, { severity: 1 });
  return {
    ...task,
    existingMeals: {},
    preferences: {
      ...task.preferences,
      eaters,
      slotSettings: Object.fromEntries(
        DAYS.map((day) => [day, Object.fromEntries(SLOTS.map((slot) => [slot, {}]))]),
      ),
      rules: Array.from({ length: RULES }, (_, index) => randomRule(index, dishes, random)),
      recurring: [],
      budgetCents: hasBudget ? DAYS.length * SLOTS.length * EATERS * BUDGET_CENTS_PER_SERVING : undefined,
    },
    stars: Object.fromEntries(eaters.map(({ id }) => [id, randomStars(dishes, random)])),
  };
}

/** One in five is hard. */
function randomRule(index: number, dishes: readonly Dish[], random: Random): Rule {
  const dish = oneOf(random, dishes);
  const tags: Tag[] = [
    `protein:${dish.protein}`,
    `cuisine:${dish.cuisine}`,
    `title:${oneOf(random, ['soup', 'salad', 'curry', 'pasta'])}`,
  ];
  return {
    id: `rule-${index}`,
    tag: oneOf(random, tags),
    days: random(2) === 0 ? [] : [oneOf(random, DAYS)],
    slots: [],
    isHard: random(5) === 0,
    ...(random(2) === 0 ? { atLeast: 1 } : { atMost: 2 }),
  };
}

function randomStars(dishes: readonly Dish[], random: Random): { [recipeId: string]: number } {
  const rated = dishes.filter(() => random(100) < RATED_PERCENT);
  return Object.fromEntries(rated.map(({ id }) => [id, 1 + random(5)]));
}
