/**
 * What a family wants so many times a week, without having said so in a rule: meat and fish now and then, favourite
 * cuisines often, new dishes not too often, each wanted dish once. A counter counts the cooked meals with one property.
 */
import type { Mix } from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import { findByRecipe, type PlanningTask } from '#planner/model/task.ts';

export type MealCounter = {
  readonly name: string;
  /** 1 for each dish that counts. */
  readonly matches: Uint8Array;
  /** Whether only main meals count. */
  readonly isOfMainMeals: boolean;
  /** The value of a week by the number of meals that count. */
  readonly valueOf: (count: number) => number;
};

/** Least and most main meals, as shares. */
type Range = readonly [number, number];

const MEAT: { readonly [M in Mix]: Range } = {
  plants: [0, 0.15],
  'more-plants': [0.15, 0.3],
  balanced: [0.33, 0.5],
  'more-meat': [0.5, 0.75],
};
const FISH: { readonly [M in Mix]: Range } = {
  plants: [0, 0.12],
  'more-plants': [0.11, 0.22],
  balanced: [0.11, 0.22],
  'more-meat': [0.06, 0.22],
};
const OUTSIDE_MIX = 400;
const FAVOURITE_CUISINE = 390;
const FAVOURITE_SHARE = 0.5;
const TOO_NEW = 150;
const WANTED = 1500;
const MIN_NEW = 3;
const LIKED_STARS = 3.5;

export function mealCountersOf(
  dishes: readonly Dish[],
  mainMeals: number,
  task: PlanningTask,
): MealCounter[] {
  const { mix = 'balanced', cuisines } = task.preferences;
  const favourites = new Set(cuisines.map((cuisine) => cuisine.toLowerCase()));
  const maxFavourites = Math.round(FAVOURITE_SHARE * mainMeals);
  const maxNew = newDishLimit(mainMeals, task);
  const counter = (name: string, isCounted: (dish: Dish) => boolean, valueOf: (count: number) => number) => ({
    name,
    matches: Uint8Array.from(dishes, (dish) => Number(isCounted(dish))),
    isOfMainMeals: true,
    valueOf,
  });
  const wanted = new Set(task.wanted);
  return [
    counter('meat', ({ mainKind }) => mainKind === 'meat', mixValue(MEAT[mix], mainMeals)),
    counter('fish', ({ mainKind }) => mainKind === 'fish', mixValue(FISH[mix], mainMeals)),
    counter(
      'favourite cuisine',
      ({ cuisine }) => favourites.has(cuisine.toLowerCase()),
      (count) => FAVOURITE_CUISINE * Math.min(count, maxFavourites),
    ),
    counter(
      'new',
      (dish) => isNew(dish, task),
      (count) => -TOO_NEW * Math.max(0, count - maxNew),
    ),
    ...dishes
      .filter(({ id }) => wanted.has(id))
      .map(({ id }) => ({
        ...counter(
          `wanted ${id}`,
          (dish) => dish.id === id,
          (count) => WANTED * Math.min(count, 1),
        ),
        isOfMainMeals: false,
      })),
  ];
}

function mixValue([least, most]: Range, mainMeals: number): (count: number) => number {
  const [min, max] = [Math.round(least * mainMeals), Math.round(most * mainMeals)];
  return (count) => -OUTSIDE_MIX * (Math.max(0, min - count) + Math.max(0, count - max));
}

/** A family with few dishes that it likes has to try more new ones. */
function newDishLimit(mainMeals: number, { stars, preferences }: PlanningTask): number {
  const given = preferences.eaters.map(({ id }) => stars[id] ?? {});
  const isLiked = (recipeId: string): boolean => {
    const all = given.flatMap((ofEater) => findByRecipe(ofEater, recipeId) ?? []);
    return all.reduce((sum, stars) => sum + stars, 0) >= LIKED_STARS * all.length;
  };
  // More than these make no difference, and an eater may have rated thousands of dishes.
  const enough = 2 * Math.max(0, mainMeals - MIN_NEW);
  const liked = new Set<string>();
  for (const ofEater of given) {
    for (const recipeId of Object.keys(ofEater)) {
      if (liked.size >= enough) return MIN_NEW;
      if (isLiked(recipeId)) liked.add(recipeId);
    }
  }
  return Math.max(MIN_NEW, mainMeals - Math.floor(liked.size / 2));
}

/** Neither served in the last months nor rated. */
export function isNew({ id }: Dish, { servedWeeksAway, stars }: PlanningTask): boolean {
  return (
    findByRecipe(servedWeeksAway, id) === undefined &&
    Object.values(stars).every((given) => findByRecipe(given, id) === undefined)
  );
}
