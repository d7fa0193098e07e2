/**
 * The utility of a dish for this family, independent of its slot and of the other meals. In tenths of a
 * point; each term is rounded to an integer, so that sums are exact in any order.
 */
import { hashBelow } from '#domain/random.ts';
import type { Dish } from './dish.ts';
import { findByRecipe, type PlanningTask } from './task.ts';

export type DishUtility = {
  readonly familyUtility: (dish: Dish) => number;
  /** One number per eater, for max-min fairness. */
  readonly eaterUtilities: (dish: Dish) => readonly number[];
};

const COOKED = 1000;
const STAR = 200;
const SOFT_DISLIKE = 300;
const FAVOURITE_CUISINE = 150;
const IN_SEASON = 100;
const OUT_OF_SEASON = -150;
const NEVER_SERVED = 100;
const WEEK_AWAY = 10;
const MAX_WEEKS_AWAY = 8;
const NEUTRAL_STARS = 3;
/** Random utility that differs by seed, so that every seed gives another good week. Seed 0 has no jitter. */
const JITTER_LIMIT = 300;

type UtilityInput = Pick<PlanningTask, 'preferences' | 'season' | 'servedWeeksAway' | 'stars' | 'seed'>;

export function dishUtilityOf(task: UtilityInput): DishUtility {
  const { preferences, season, servedWeeksAway, seed } = task;
  const cuisines = new Set(preferences.cuisines.map((cuisine) => cuisine.toLowerCase()));
  const eaters = preferences.eaters.map(({ id, dislikes }) => ({
    stars: task.stars[id] ?? {},
    softDislikes: new Set(dislikes.flatMap(({ foodId, isHard }) => (isHard ? [] : [foodId]))),
  }));
  /** Checked before the eaters one by one: most dishes contain none of these foods. */
  const allSoftDislikes = new Set(eaters.flatMap(({ softDislikes }) => [...softDislikes]));
  const eaterCount = Math.max(1, eaters.length);
  type Eater = (typeof eaters)[number];

  const starsAboveNeutral = (dish: Dish, { stars }: Eater): number =>
    (findByRecipe(stars, dish.id) ?? NEUTRAL_STARS) - NEUTRAL_STARS;

  return {
    familyUtility(dish) {
      const hasSoftDislike = hasAny(dish, allSoftDislikes);
      let [stars, dislikes] = [0, 0];
      for (const eater of eaters) {
        stars += starsAboveNeutral(dish, eater);
        if (hasSoftDislike && hasAny(dish, eater.softDislikes)) dislikes += 1;
      }
      return (
        COOKED +
        Math.round((STAR * stars) / eaterCount) -
        Math.round((SOFT_DISLIKE * dislikes) / eaterCount) +
        (cuisines.size > 0 && cuisines.has(dish.cuisine.toLowerCase()) ? FAVOURITE_CUISINE : 0) +
        seasonUtility(dish, season) +
        restUtility(findByRecipe(servedWeeksAway, dish.id)) +
        (seed === 0 ? 0 : hashBelow(seed, dish.id, JITTER_LIMIT))
      );
    },
    eaterUtilities: (dish) =>
      eaters.map(
        (eater) =>
          STAR * starsAboveNeutral(dish, eater) - (hasAny(dish, eater.softDislikes) ? SOFT_DISLIKE : 0),
      ),
  };
}

function hasAny({ foodKeys }: Dish, disliked: ReadonlySet<string>): boolean {
  return disliked.size > 0 && foodKeys.some((foodKey) => disliked.has(foodKey));
}

function seasonUtility({ seasons }: Dish, season: string): number {
  if (seasons.length === 0) return 0;
  return seasons.includes(season) ? IN_SEASON : OUT_OF_SEASON;
}

function restUtility(weeksAway: number | undefined): number {
  return weeksAway === undefined ? NEVER_SERVED : WEEK_AWAY * Math.min(MAX_WEEKS_AWAY, weeksAway);
}
