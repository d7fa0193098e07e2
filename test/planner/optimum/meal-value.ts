/** What a dish is worth in its slot, by docs/planner.md. Stated again, without the planner's code. */
import type { Place } from '#domain/plan/plan.ts';
import type { Eater } from '#domain/preferences/preferences.ts';
import { DAYS } from '#domain/week/week.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { eatersAt, isMain, sum } from '../slots.ts';
import { APPEAL_WEIGHTS, MEAL_WEIGHTS as WEIGHTS } from './weights.ts';

/** Of a dish that is eaten in a place: cooked, or as leftovers. */
export function eatenValue(task: PlanningTask, place: Place, dish: Dish, isCooked: boolean): number {
  return sum(Object.values(valueParts(task, place, dish, isCooked)));
}

/** By term, for the message of a difference. */
function valueParts(
  task: PlanningTask,
  place: Place,
  dish: Dish,
  isCooked: boolean,
): { [term: string]: number } {
  const eaters = eatersAt(task, place);
  const given = eaters.map((eater) => task.stars[eater.id]?.[dish.id]);
  const atLeftovers = place.slot === 'lunch' ? WEIGHTS.leftoversAtLunch : WEIGHTS.leftoversAtDinner;
  const away = task.servedWeeksAway[dish.id] ?? Infinity;
  const refused = task.rejectedWeeksAgo[dish.id] ?? Infinity;
  const hasChildren = eaters.some(({ portion }) => portion === 'toddler' || portion === 'child');
  return {
    meal: isCooked ? WEIGHTS.cooked : atLeftovers,
    taste: Math.round(
      mean(
        WEIGHTS.appeal,
        eaters.map((eater) => appealOf(task, eater, dish)),
      ),
    ),
    oneStar: WEIGHTS.oneStar * given.filter((stars) => stars === 1).length,
    twoStars: WEIGHTS.twoStars * given.filter((stars) => stars === 2).length,
    dislikes: -Math.round(
      mean(
        -WEIGHTS.dislike,
        eaters.map((eater) => (isDisliked(eater, dish) ? 1 : 0)),
      ),
    ),
    children: hasChildren ? childValue(dish) : 0,
    familiar: dish.isFamiliar === true ? WEIGHTS.familiar : 0,
    season: seasonValue(task, dish),
    served: away <= 12 ? WEIGHTS.served * (13 - away) : 0,
    similar: knownOf(task).similar.getOrInsertComputed(dish, () => similarServedValue(task, dish)),
    refused: refused < 26 ? WEIGHTS.refused * (26 - refused) : 0,
    glutenFree: needsNoGlutenFree(task, dish) ? WEIGHTS.needlesslyGlutenFree : 0,
    family:
      task.familyId === undefined ? 0 : randomBelow(WEIGHTS.familyBelow, 0, `${task.familyId} ${dish.id}`),
    jitter: task.seed === 0 ? 0 : randomBelow(WEIGHTS.jitterBelow, task.seed, dish.id),
    work: isCooked && isWorkday(place) ? WEIGHTS.minuteOfWork * Math.max(0, dish.activeMinutes - 20) : 0,
    sweet: isCooked && dish.isSweet && isMain(place) ? WEIGHTS.sweetMainMeal : 0,
    fresh: isCooked ? WEIGHTS.dayTooLate * daysTooLate(task, place, dish) : 0,
  };
}

/** Whether the title promises a dish without gluten and everyone may eat gluten. */
function needsNoGlutenFree({ preferences }: PlanningTask, { title }: Dish): boolean {
  const avoiders = preferences.eaters.filter(({ diets, allergens }) =>
    [...diets, ...allergens].some((diet) => ['gluten-free', 'gluten', 'wheat'].includes(diet)),
  );
  return avoiders.length === 0 && title.toLowerCase().includes('gluten-free');
}

/** Divides last: the order decides how a half is rounded. */
function mean(weight: number, numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : (weight * sum(numbers)) / numbers.length;
}

function childValue({ isForChildren }: Dish): number {
  if (isForChildren === undefined) return 0;
  return isForChildren ? WEIGHTS.forChildren : WEIGHTS.notForChildren;
}

function seasonValue({ season }: PlanningTask, { seasons }: Dish): number {
  if (seasons.length === 0) return 0;
  return seasons.includes(season) ? WEIGHTS.inSeason : WEIGHTS.outOfSeason;
}

function isWorkday({ day }: Place): boolean {
  return day !== 'Saturday' && day !== 'Sunday';
}

/** Days by which the fresh meat or fish is cooked too late. */
function daysTooLate({ preferences }: PlanningTask, { day }: Place, { freshDays }: Dish): number {
  const shopping = DAYS.indexOf(preferences.shoppingDay ?? 'Saturday');
  const age = (DAYS.indexOf(day) - shopping + 7) % 7;
  return Math.min(3, Math.max(0, age - freshDays));
}

/** For the nearest week that serves another dish that is near-identical. */
function similarServedValue({ dishes, servedWeeksAway }: PlanningTask, dish: Dish): number {
  const weeks = dishes
    .filter(({ id }) => (servedWeeksAway[id] ?? Infinity) <= 2)
    .filter((served) => isNearIdentical(dish, served))
    .map(({ id }) => servedWeeksAway[id]);
  if (weeks.includes(1)) return WEIGHTS.similarOneWeekAway;
  return weeks.includes(2) ? WEIGHTS.similarTwoWeeksAway : 0;
}

/** A dish is not near-identical to itself: a week with it twice has it twice because people placed it so. */
export function isNearIdentical(first: Dish, second: Dish): boolean {
  if (first.id === second.id) return false;
  if (first.dishFamily !== '' && first.dishFamily === second.dishFamily) return true;
  if (first.titleWords.filter((word) => second.titleWords.includes(word)).length >= 2) return true;
  const [foods, others] = [boughtFoods(first), boughtFoods(second)];
  const shared = foods.filter((foodId) => others.includes(foodId)).length;
  return shared > 0 && shared * 2 >= Math.min(foods.length, others.length);
}

function boughtFoods({ foods }: Dish): string[] {
  return foods.filter(({ isStaple }) => !isStaple).map(({ foodId }) => foodId);
}

type Known = { appeal: Map<string, number>; similar: Map<Dish, number> };
/** What was computed for a task: the integer program asks for every dish in every slot. */
const knownByTask = new WeakMap<PlanningTask, Known>();

function knownOf(task: PlanningTask): Known {
  return knownByTask.getOrInsertComputed(task, () => ({ appeal: new Map(), similar: new Map() }));
}

function appealOf(task: PlanningTask, eater: Eater, dish: Dish): number {
  return knownOf(task).appeal.getOrInsertComputed(`${eater.id} ${dish.id}`, () =>
    computeAppeal(task, eater, dish),
  );
}

/** From -2 to 2: by the eater's stars, or else estimated by those for similar dishes. */
function computeAppeal({ stars, dishes }: PlanningTask, { id }: Eater, dish: Dish): number {
  const given = stars[id] ?? {};
  const own = given[dish.id];
  if (own !== undefined) return own - 3;
  const rated = dishes.filter((dish) => given[dish.id] !== undefined);
  const parts = (['protein', 'cuisine', 'form', 'mainFood'] as const).map((trait) => {
    if (!isKnown(dish[trait])) return 0;
    const same = rated.filter((similar) => hasTrait(similar, trait, dish[trait]));
    const total = sum(same.map((similar) => (given[similar.id] as number) - 3));
    return (APPEAL_WEIGHTS[trait] * total) / (same.length + 1);
  });
  return Math.max(-2, Math.min(2, sum(parts)));
}

export type Trait = 'protein' | 'cuisine' | 'form' | 'starch' | 'mainFood';

/** Dishes with an unknown value have nothing in common. */
export function isKnown(value: string): boolean {
  return value !== '' && value !== 'none';
}

/** Families write cuisines and proteins in any case. */
export function hasTrait(dish: Dish, trait: Trait, value: string): boolean {
  return dish[trait].toLowerCase() === value.toLowerCase();
}

function isDisliked({ dislikes }: Eater, dish: Dish): boolean {
  return dislikes.some(({ foodId, isHard }) => !isHard && dish.foodKeys.includes(foodId));
}

/** What a meal is worth for one eater, for fairness. */
export function eaterValue(task: PlanningTask, eater: Eater, dish: Dish): number {
  const dislike = isDisliked(eater, dish) ? WEIGHTS.dislike : 0;
  return Math.round(WEIGHTS.appeal * appealOf(task, eater, dish)) + dislike;
}

const timesIn32Bits = (first: bigint, second: bigint): bigint => (first * second) % 2n ** 32n;

/** By seed and text, in arbitrary precision. */
function randomBelow(limit: number, seed: number, text: string): number {
  let hash = BigInt(seed) % 2n ** 32n;
  for (const letter of text) hash = timesIn32Bits(hash ^ BigInt(letter.charCodeAt(0)), 2_654_435_761n);
  hash = timesIn32Bits(hash ^ (hash / 2n ** 15n), 2_246_822_507n);
  return Number((hash ^ (hash / 2n ** 13n)) % BigInt(limit));
}
