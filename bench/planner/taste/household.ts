/**
 * Families with a hidden taste, for measuring the planner as a family would. They are written by hand and share no code
 * with the planner or with the random families of the tests. `tuned` families may be looked at while weights are chosen;
 * `untouched` ones are only measured.
 */
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import { oneOf, type Random, seededRandom } from '#domain/random.ts';
import { SEASONS } from '#domain/week/season.ts';
import type { Week } from '#domain/week/week.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { realCookbook } from '../families.ts';

export type FamilySet = 'tuned' | 'untouched';

export type Household = {
  readonly task: PlanningTask;
  /** What the family would think of a dish: 1 to 5 stars. The planner never sees it. */
  readonly starsOf: (dish: Dish) => number;
};

const FIRST_SEED: { readonly [S in FamilySet]: number } = { tuned: 10_000, untouched: 70_000 };
const MEAN_STARS = 3.36;

/** Four people who eat everything, nine meals a week, and one to three cuisines that they love. */
export function omnivores(set: FamilySet, count: number): Household[] {
  return Array.from({ length: count }, (_, index) => {
    const random = seededRandom(FIRST_SEED[set] + index);
    const { dishes } = realCookbook();
    // By dish: more families love a cuisine with many dishes.
    const loved = Array.from({ length: 1 + random(3) }, () => oneOf(random, dishes).cuisine);
    const hasChildren = random(2) === 0;
    const preferences: Preferences = {
      ...DEFAULT_PREFERENCES,
      cuisines: [...new Set(loved)],
      eaters: Array.from({ length: 4 }, (_, at) => ({
        id: `eater-${at}`,
        name: `Eater ${at}`,
        diets: [],
        allergens: [],
        dislikes: [],
        portion: hasChildren && at > 1 ? ('child' as const) : undefined,
      })),
    };
    return {
      task: { ...firstWeek(preferences, random), familyId: `${set}-${index}` },
      starsOf: tasteOf(loved, random),
    };
  });
}

function firstWeek(preferences: Preferences, random: Random): PlanningTask {
  return {
    week: '2026-11-16' as Week,
    season: oneOf(random, SEASONS),
    preferences,
    dishes: realCookbook().dishes,
    existingMeals: {},
    servedWeeksAway: {},
    rejectedWeeksAgo: {},
    wanted: [],
    stars: {},
    pantry: [],
    locked: [],
    avoided: [],
    seed: 0,
  };
}

/** A liking for each protein, cuisine, form and main food, and for each dish a little that nobody can foresee. */
function tasteOf(loved: readonly string[], random: Random): (dish: Dish) => number {
  const seed = random(1_000_000);
  const liking = (kind: string, value: string, spread: number): number =>
    value === '' ? 0 : spread * bell(seed, `${kind}:${value}`);
  const { dishes } = realCookbook();
  const raw = (dish: Dish): number =>
    liking('protein', dish.protein, 0.5) +
    liking('cuisine', dish.cuisine, 0.4) +
    liking('form', dish.form, 0.3) +
    liking('main', dish.mainFood, 0.4) +
    liking('dish', dish.id, 0.6) +
    (loved.includes(dish.cuisine) ? 1 : 0);
  const mean = dishes.reduce((sum, dish) => sum + raw(dish), 0) / dishes.length;
  return (dish) => Math.min(5, Math.max(1, MEAN_STARS + raw(dish) - mean));
}

/** About normally distributed, with a standard deviation of one, by seed and text. */
function bell(seed: number, text: string): number {
  let hash = seed;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  const random = seededRandom(hash >>> 0);
  const sum = Array.from({ length: 12 }, () => random(10_001) / 10_000).reduce(
    (first, second) => first + second,
    0,
  );
  return sum - 6;
}
