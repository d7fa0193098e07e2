/**
 * Taste: what a dish is worth to this family by itself, wherever it stands. In tenths of a point; each
 * part is rounded where it is made, so that sums agree to the last digit however they are added up.
 */
import { whimOf } from '#planner/search/random.ts';
import type { Dish } from './dish.ts';
import { findOwn, type PlanningTask } from './task.ts';

export type Taste = {
  readonly pointsOf: (dish: Dish) => number;
  /** Of each eater alone, for fairness. */
  readonly moodsOf: (dish: Dish) => readonly number[];
};

const COOKED = 1000;
const STAR = 200;
const RATHER_NOT = 300;
const LOVED_CUISINE = 150;
const IN_SEASON = 100;
const OUT_OF_SEASON = -150;
const NEVER_SERVED = 100;
const WEEK_AWAY = 10;
const MOST_WEEKS_AWAY = 8;
const USUAL_STARS = 3;
/** Seed 0 has none: it asks for the best week there is, and any other for another good one. */
const WHIM = 300;

type TasteTask = Pick<PlanningTask, 'wishes' | 'season' | 'served' | 'stars' | 'seed'>;

export function tasteOf({ wishes, season, served, stars, seed }: TasteTask): Taste {
  const loved = new Set(wishes.cuisines.map((cuisine) => cuisine.toLowerCase()));
  const eaters = wishes.eaters.map(({ id, dislikes }) => ({
    stars: stars[id] ?? {},
    ratherNot: new Set(dislikes.flatMap(({ foodId, isHard }) => (isHard ? [] : [foodId]))),
  }));
  /** What anyone would rather not eat; most dishes have none of it. */
  const unloved = new Set(eaters.flatMap(({ ratherNot }) => [...ratherNot]));
  const many = Math.max(1, eaters.length);
  type Eater = (typeof eaters)[number];

  const starsAbove = (dish: Dish, { stars }: Eater): number =>
    (findOwn(stars, dish.id) ?? USUAL_STARS) - USUAL_STARS;

  return {
    pointsOf(dish) {
      const isUnloved = hasAny(dish, unloved);
      let [starred, reluctant] = [0, 0];
      for (const eater of eaters) {
        starred += starsAbove(dish, eater);
        if (isUnloved && hasAny(dish, eater.ratherNot)) reluctant += 1;
      }
      return (
        COOKED +
        Math.round((STAR * starred) / many) -
        Math.round((RATHER_NOT * reluctant) / many) +
        (loved.size > 0 && loved.has(dish.cuisine.toLowerCase()) ? LOVED_CUISINE : 0) +
        seasonPoints(dish, season) +
        restPoints(findOwn(served, dish.id)) +
        (seed === 0 ? 0 : whimOf(seed, dish.id, WHIM))
      );
    },
    moodsOf: (dish) =>
      eaters.map(
        (eater) => STAR * starsAbove(dish, eater) - (hasAny(dish, eater.ratherNot) ? RATHER_NOT : 0),
      ),
  };
}

function hasAny({ foods }: Dish, some: ReadonlySet<string>): boolean {
  return some.size > 0 && foods.some(({ foodId }) => some.has(foodId));
}

function seasonPoints({ seasons }: Dish, season: string): number {
  if (seasons.length === 0) return 0;
  return seasons.includes(season) ? IN_SEASON : OUT_OF_SEASON;
}

function restPoints(weeks: number | undefined): number {
  return weeks === undefined ? NEVER_SERVED : WEEK_AWAY * Math.min(MOST_WEEKS_AWAY, weeks);
}
