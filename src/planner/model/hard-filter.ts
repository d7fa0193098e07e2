/**
 * The hard filter: constraints that exclude a dish from the week or from one slot, independently of the
 * other meals. Allergens and diets are safety constraints: if an eater has one, a dish with an ingredient
 * line that was not understood is excluded.
 */
import type { Place } from '#domain/plan/plan.ts';
import type { SlotSettings } from '#domain/preferences/preferences.ts';
import type { Dish } from './dish.ts';
import type { PlannedSlot } from './slots.ts';
import { findByRecipe, type PlanningTask } from './task.ts';

/** In the order in which an empty slot is explained. */
export const FILTER_CONSTRAINTS = ['allergens', 'diets', 'dislikes', 'minutes', 'rest', 'avoided'] as const;
export type FilterConstraint = (typeof FILTER_CONSTRAINTS)[number];

export type HardFilter = {
  readonly violates: (constraint: FilterConstraint, dish: Dish, slot: PlannedSlot) => boolean;
  /** Whether the dish meets the constraints that do not depend on the slot. */
  readonly allowsDish: (dish: Dish) => boolean;
  /** Whether the dish meets the constraints that depend on the slot. */
  readonly fitsSlot: (dish: Dish, slot: PlannedSlot) => boolean;
  readonly isAvoided: (dish: Dish, place: Place) => boolean;
};

type FilterInput = Pick<PlanningTask, 'preferences' | 'servedWeeksAway' | 'avoided'>;

export function hardFilterOf({ preferences, servedWeeksAway, avoided }: FilterInput): HardFilter {
  const { eaters, restWeeks } = preferences;
  const allergens = new Set(eaters.flatMap((eater) => eater.allergens));
  const diets = new Set(eaters.flatMap((eater) => eater.diets));
  const dislikes = new Set(
    eaters.flatMap((eater) => eater.dislikes.flatMap(({ foodId, isHard }) => (isHard ? foodId : []))),
  );
  const avoidedKeys = new Set(avoided.map(({ recipeId, ...place }) => keyOf(recipeId, place)));

  const hasAllergen = ({ isComplete, allergens: contained }: Dish): boolean =>
    allergens.size > 0 && (!isComplete || contained.some((allergen) => allergens.has(allergen)));
  const breaksDiet = ({ isComplete, breaks }: Dish): boolean =>
    diets.size > 0 && (!isComplete || breaks.some((diet) => diets.has(diet)));
  const isDisliked = ({ isComplete, foodKeys }: Dish): boolean =>
    dislikes.size > 0 && (!isComplete || foodKeys.some((foodKey) => dislikes.has(foodKey)));
  const isResting = ({ id }: Dish): boolean => (findByRecipe(servedWeeksAway, id) ?? Infinity) <= restWeeks;
  const isAvoided = ({ id }: Dish, place: Place): boolean =>
    avoidedKeys.size > 0 && avoidedKeys.has(keyOf(id, place));

  const violations: { [C in FilterConstraint]: (dish: Dish, slot: PlannedSlot) => boolean } = {
    allergens: hasAllergen,
    diets: breaksDiet,
    dislikes: isDisliked,
    minutes: takesTooLong,
    rest: isResting,
    avoided: isAvoided,
  };
  return {
    violates: (constraint, dish, slot) => violations[constraint](dish, slot),
    allowsDish: (dish) => !hasAllergen(dish) && !breaksDiet(dish) && !isDisliked(dish) && !isResting(dish),
    fitsSlot: (dish, slot) =>
      dish.slots.includes(slot.slot) && !takesTooLong(dish, slot) && !isAvoided(dish, slot),
    isAvoided,
  };
}

function takesTooLong({ totalMinutes }: Dish, { minutes }: SlotSettings): boolean {
  return minutes !== undefined && totalMinutes > minutes;
}

function keyOf(recipeId: string, { day, slot }: Place): string {
  return `${day} ${slot} ${recipeId}`;
}
