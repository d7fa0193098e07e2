/**
 * The utility of a dish for the eaters of a slot, independent of the other meals. In tenths of a point; each term is
 * rounded to an integer, so that sums are exact in any order. Why each weight is what it is: docs/planner.md.
 */
import { hashBelow } from '#domain/random.ts';
import type { Place } from '#domain/plan/plan.ts';
import type { Eater, Preferences } from '#domain/preferences/preferences.ts';
import { isChild } from '#domain/preferences/servings.ts';
import { DAYS } from '#domain/week/week.ts';
import { appealTo } from './appeal.ts';
import type { Dish } from '#planner/model/dish.ts';
import { isMainMeal, type PlannedSlot } from '#planner/model/slots.ts';
import { findByRecipe, type PlanningTask } from '#planner/model/task.ts';

export type DishUtility = {
  /** The part of the utility that depends neither on the slot nor on its eaters. */
  readonly ownUtility: (dish: Dish) => number;
  /** What it is worth to the eaters of a slot. */
  readonly eatersUtility: (dish: Dish, slot: PlannedSlot) => number;
  /** What it costs to cook it in a slot: time, freshness of meat and fish, and sweet dishes as main meals. */
  readonly cookingPenalty: (dish: Dish, slot: PlannedSlot) => number;
  /** One number per eater, for max-min fairness. */
  readonly eaterUtilities: (dish: Dish) => readonly number[];
};

const STAR = 200;
const ONE_STAR = 800;
const TWO_STARS = 300;
const SOFT_DISLIKE = 300;
const CHILD_FRIENDLY = 100;
const NOT_CHILD_FRIENDLY = -150;
const FAMILIAR = 80;
/** Gluten-free pasta, for example, costs more and tastes different: not for a family that eats the usual kind. */
const NEEDLESSLY_GLUTEN_FREE = -1500;
const IN_SEASON = 40;
const OUT_OF_SEASON = -150;
const ROTATION_WEEKS = 12;
const ROTATION_WEEK = 30;
const REFUSAL_WEEKS = 26;
const REFUSAL_WEEK = 60;
/** A sweet lunch or dinner is for families that say so with stars. */
const SWEET_MAIN_MEAL = 250;
const QUICK_MINUTES = 20;
const ACTIVE_MINUTE = 4;
const LATE_DAY = 100;
const MAX_LATE_DAYS = 3;
/** Random utility that differs by family: less than what anyone says, more than a few minutes of work. */
const FAMILY_LIMIT = 320;
/** Random utility that differs by seed, so that every seed gives another good week. Seed 0 has no jitter. */
const JITTER_LIMIT = 600;

const WEEKEND = DAYS.indexOf('Saturday');
const DEFAULT_SHOPPING_DAY = 'Saturday';

type UtilityInput = Pick<
  PlanningTask,
  'familyId' | 'preferences' | 'season' | 'servedWeeksAway' | 'rejectedWeeksAgo' | 'stars' | 'seed' | 'dishes'
>;

export function daysAfterShopping(
  { day }: Pick<Place, 'day'>,
  { shoppingDay = DEFAULT_SHOPPING_DAY }: Pick<Preferences, 'shoppingDay'>,
): number {
  return (DAYS.indexOf(day) - DAYS.indexOf(shoppingDay) + DAYS.length) % DAYS.length;
}

export function dishUtilityOf(task: UtilityInput): DishUtility {
  const { familyId, preferences, season, seed } = task;
  const opinionsOf = opinionsByDish(task);
  const areChildren = preferences.eaters.map(isChild);
  const avoidsGluten = preferences.eaters.some(isAvoidingGluten);

  return {
    ownUtility: (dish) =>
      (dish.isFamiliar ? FAMILIAR : 0) +
      (dish.isGlutenFreeVersion && !avoidsGluten ? NEEDLESSLY_GLUTEN_FREE : 0) +
      seasonUtility(dish, season) -
      rotationPenalty(findByRecipe(task.servedWeeksAway, dish.id)) -
      refusalPenalty(findByRecipe(task.rejectedWeeksAgo, dish.id)) +
      (familyId === undefined ? 0 : hashBelow(0, `${familyId} ${dish.id}`, FAMILY_LIMIT)) +
      (seed === 0 ? 0 : hashBelow(seed, dish.id, JITTER_LIMIT)),

    eatersUtility(dish, slot) {
      const { eaters } = slot;
      if (eaters.length === 0) return 0;
      const opinions = opinionsOf(dish);
      let [appeal, dislikes, vetoes] = [0, 0, 0];
      for (const eater of eaters) {
        appeal += opinions.appeals[eater] as number;
        dislikes += opinions.dislikes[eater] as number;
        vetoes += opinions.vetoes[eater] as number;
      }
      return (
        Math.round((STAR * appeal) / eaters.length) -
        Math.round((SOFT_DISLIKE * dislikes) / eaters.length) -
        vetoes +
        (eaters.some((eater) => areChildren[eater]) ? childUtility(dish) : 0)
      );
    },

    cookingPenalty(dish, slot) {
      const day = DAYS.indexOf(slot.day);
      const isWorkday = day < WEEKEND;
      const lateDays = Math.max(
        0,
        Math.min(MAX_LATE_DAYS, daysAfterShopping(slot, preferences) - dish.freshDays),
      );
      const minutes = isWorkday ? Math.max(0, dish.activeMinutes - QUICK_MINUTES) : 0;
      const sweet = dish.isSweet && isMainMeal(slot) ? SWEET_MAIN_MEAL : 0;
      return ACTIVE_MINUTE * minutes + LATE_DAY * lateDays + sweet;
    },

    eaterUtilities(dish) {
      const { appeals, dislikes } = opinionsOf(dish);
      return Array.from(
        appeals,
        (appeal, eater) => Math.round(STAR * appeal) - SOFT_DISLIKE * (dislikes[eater] as number),
      );
    },
  };
}

/** What each eater thinks of a dish. */
type Opinions = {
  readonly appeals: Float64Array;
  /** 1 for a soft dislike. */
  readonly dislikes: Uint8Array;
  /** What the eater's one or two stars cost. */
  readonly vetoes: Int32Array;
};

function opinionsByDish({ preferences, stars, dishes }: UtilityInput): (dish: Dish) => Opinions {
  const eaters = preferences.eaters.map(({ id, dislikes }) => {
    const given = new Map(Object.entries(stars[id] ?? {}));
    return {
      starsFor: (dish: Dish) => given.get(dish.id),
      appealOf: appealTo(given, dishes),
      softDislikes: new Set(dislikes.flatMap(({ foodId, isHard }) => (isHard ? [] : [foodId]))),
    };
  });
  const count = eaters.length;
  const cache = new Map<Dish, Opinions>();
  return (dish) =>
    cache.getOrInsertComputed(dish, () => {
      const appeals = new Float64Array(count);
      const [dislikes, vetoes] = [new Uint8Array(count), new Int32Array(count)];
      for (const [index, { starsFor, appealOf, softDislikes }] of eaters.entries()) {
        appeals[index] = appealOf(dish);
        if (hasAny(dish, softDislikes)) dislikes[index] = 1;
        vetoes[index] = vetoOf(starsFor(dish));
      }
      return { appeals, dislikes, vetoes };
    });
}

function hasAny({ foodKeys }: Dish, disliked: ReadonlySet<string>): boolean {
  return disliked.size > 0 && foodKeys.some((foodKey) => disliked.has(foodKey));
}

/** A low rating of one eater is not averaged away. */
function vetoOf(stars: number | undefined): number {
  if (stars === 1) return ONE_STAR;
  return stars === 2 ? TWO_STARS : 0;
}

function isAvoidingGluten({ diets, allergens }: Eater): boolean {
  return diets.includes('gluten-free') || allergens.includes('gluten') || allergens.includes('wheat');
}

function childUtility({ isForChildren }: Dish): number {
  if (isForChildren === undefined) return 0;
  return isForChildren ? CHILD_FRIENDLY : NOT_CHILD_FRIENDLY;
}

function seasonUtility({ seasons }: Dish, season: string): number {
  if (seasons.length === 0) return 0;
  return seasons.includes(season) ? IN_SEASON : OUT_OF_SEASON;
}

function rotationPenalty(weeksAway = Infinity): number {
  return weeksAway > ROTATION_WEEKS ? 0 : ROTATION_WEEK * (ROTATION_WEEKS + 1 - weeksAway);
}

function refusalPenalty(weeksAgo = Infinity): number {
  return weeksAgo >= REFUSAL_WEEKS ? 0 : REFUSAL_WEEK * (REFUSAL_WEEKS - weeksAgo);
}
