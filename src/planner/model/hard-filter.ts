/**
 * The gate: the wishes that keep a dish from the table or from a place by themselves, whatever else stands
 * in the week. Allergens and diets are safety: a dish that was not understood to the last line fails
 * wherever anyone has something to keep away from.
 */
import type { Place } from '#domain/plan/plan.ts';
import type { SlotSettings } from '#domain/preferences/preferences.ts';
import type { Dish } from './dish.ts';
import { findOwn, type PlanningTask } from './task.ts';

/** What a dish can fail by, in the order in which it is told. */
export const BARS = ['allergens', 'diets', 'dislikes', 'minutes', 'rest', 'avoided'] as const;
export type Bar = (typeof BARS)[number];

export type Gate = {
  readonly isBarred: (bar: Bar, dish: Dish, sitting: Place & SlotSettings) => boolean;
  /** Whether the family eats it at all, this week. */
  readonly isWelcome: (dish: Dish) => boolean;
  /** Whether a welcome dish may stand there. */
  readonly fits: (dish: Dish, sitting: Place & SlotSettings) => boolean;
  readonly isAvoided: (dish: Dish, place: Place) => boolean;
};

type GateTask = Pick<PlanningTask, 'wishes' | 'served' | 'avoided'>;

export function gateOf({ wishes: { eaters, restWeeks }, served, avoided }: GateTask): Gate {
  const allergens = new Set(eaters.flatMap((eater) => eater.allergens));
  const diets = new Set(eaters.flatMap((eater) => eater.diets));
  const dislikes = new Set(
    eaters.flatMap((eater) => eater.dislikes.flatMap(({ foodId, isHard }) => (isHard ? foodId : []))),
  );
  const turnedDown = new Set(avoided.map(({ recipeId, ...place }) => keyOf(recipeId, place)));

  const hasAllergen = ({ isComplete, allergens: contained }: Dish): boolean =>
    allergens.size > 0 && (!isComplete || contained.some((allergen) => allergens.has(allergen)));
  const breaksDiet = ({ isComplete, breaks }: Dish): boolean =>
    diets.size > 0 && (!isComplete || breaks.some((diet) => diets.has(diet)));
  const isDisliked = ({ isComplete, foods }: Dish): boolean =>
    dislikes.size > 0 && (!isComplete || foods.some(({ foodId }) => dislikes.has(foodId)));
  const rests = ({ id }: Dish): boolean => (findOwn(served, id) ?? Infinity) <= restWeeks;
  const isAvoided = ({ id }: Dish, place: Place): boolean =>
    turnedDown.size > 0 && turnedDown.has(keyOf(id, place));

  const bars: { [B in Bar]: (dish: Dish, sitting: Place & SlotSettings) => boolean } = {
    allergens: hasAllergen,
    diets: breaksDiet,
    dislikes: isDisliked,
    minutes: takesTooLong,
    rest: rests,
    avoided: isAvoided,
  };
  return {
    isBarred: (bar, dish, sitting) => bars[bar](dish, sitting),
    isWelcome: (dish) => !hasAllergen(dish) && !breaksDiet(dish) && !isDisliked(dish) && !rests(dish),
    fits: (dish, sitting) =>
      dish.slots.includes(sitting.slot) && !takesTooLong(dish, sitting) && !isAvoided(dish, sitting),
    isAvoided,
  };
}

function takesTooLong({ totalMinutes }: Dish, { minutes }: SlotSettings): boolean {
  return minutes !== undefined && totalMinutes > minutes;
}

function keyOf(recipeId: string, { day, slot }: Place): string {
  return `${day} ${slot} ${recipeId}`;
}
