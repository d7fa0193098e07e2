/**
 * The hard filter: constraints that exclude a dish from the week or from one slot, independently of the
 * other meals. Allergens and diets are safety constraints: if an eater has one, a dish with an ingredient
 * line that was not understood is excluded. A variant of a dish serves the eaters whose diet or dislikes the dish
 * itself does not fit; it never makes up for an allergen, gluten or dairy, because both are cooked in one kitchen.
 */
import { DIETS_WITHOUT_TRACES } from '#domain/food/food.ts';
import type { Eater } from '#domain/preferences/preferences.ts';
import type { Dish, DishContents } from './dish.ts';
import { isMainMeal, type PlannedSlot } from './slots.ts';
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
  /** Whether the leftovers of the dish may be eaten in the slot. */
  readonly fitsAsLeftovers: (dish: Dish, slot: PlannedSlot) => boolean;
  /** Whether the dish is for all eaters of the slot, some of whom get its variant. */
  readonly servesVariant: (dish: Dish, slot: PlannedSlot) => boolean;
  /** The eaters of the slot who get the variant of the dish, as indices. */
  readonly variantEaters: (dish: Dish, slot: PlannedSlot) => number[];
};

type FilterInput = Pick<PlanningTask, 'preferences' | 'servedWeeksAway' | 'avoided'>;

export function hardFilterOf({ preferences, servedWeeksAway, avoided }: FilterInput): HardFilter {
  const { eaters, restWeeks } = preferences;
  const limits = eaters.map(limitsOf);
  const avoidedIds = new Set(avoided);
  const byEaters = new Map<string, SlotEaters>();
  const bySlot = new Map<PlannedSlot, SlotEaters>();
  const eatersAt = (slot: PlannedSlot): SlotEaters =>
    bySlot.getOrInsertComputed(slot, ({ eaters: present }) =>
      byEaters.getOrInsertComputed(present.join(), () => slotEatersOf(present, limits)),
    );

  const isForAll = (dish: Dish, slot: PlannedSlot): boolean => eatersAt(slot).isFor(dish);
  // Most people have the same few breakfasts and snacks, and few dishes are one.
  const isResting = ({ id }: Dish, slot: PlannedSlot): boolean =>
    isMainMeal(slot) && (findByRecipe(servedWeeksAway, id) ?? Infinity) <= restWeeks;
  const isAvoided = ({ id }: Dish): boolean => avoidedIds.has(id);
  const violations: { [C in FilterConstraint]: (dish: Dish, slot: PlannedSlot) => boolean } = {
    allergens: (dish, slot) => hasAllergen(dish, eatersAt(slot).all),
    diets: (dish, slot) => breaksDiet(dish, eatersAt(slot).all) && !isForAll(dish, slot),
    dislikes: (dish, slot) => isDisliked(dish, eatersAt(slot).all) && !isForAll(dish, slot),
    minutes: takesTooLong,
    rest: isResting,
    avoided: isAvoided,
  };
  return {
    violates: (constraint, dish, slot) => violations[constraint](dish, slot),
    allowsDish: (dish) => !isAvoided(dish),
    fitsSlot: (dish, slot) =>
      dish.slots.includes(slot.slot) &&
      !takesTooLong(dish, slot) &&
      !isResting(dish, slot) &&
      isForAll(dish, slot),
    fitsAsLeftovers: (dish, slot) => isForAll(dish, slot),
    servesVariant: (dish, slot) => !eats(dish, eatersAt(slot).all) && isForAll(dish, slot),
    variantEaters: (dish, slot) => slot.eaters.filter((eater) => !eats(dish, limits[eater] as Limits)),
  };
}

/** What one eater, or any eater of a slot, must not or will not eat. */
type Limits = {
  readonly allergens: ReadonlySet<string>;
  readonly diets: ReadonlySet<string>;
  readonly dislikes: ReadonlySet<string>;
};

function limitsOf({ allergens, diets, dislikes }: Eater): Limits {
  const never = dislikes.flatMap(({ foodId, isHard }) => (isHard ? foodId : []));
  return { allergens: new Set(allergens), diets: new Set(diets), dislikes: new Set(never) };
}

/** The eaters of a slot: what holds for all of them, and which dishes are for them. */
type SlotEaters = {
  readonly all: Limits;
  readonly isFor: (dish: Dish) => boolean;
};

function slotEatersOf(present: readonly number[], limits: readonly Limits[]): SlotEaters {
  const each = present.map((eater) => limits[eater] as Limits);
  const all = {
    allergens: union(each.map(({ allergens }) => allergens)),
    diets: union(each.map(({ diets }) => diets)),
    dislikes: union(each.map(({ dislikes }) => dislikes)),
  };
  const cache = new Map<Dish, boolean>();
  const isFor = (dish: Dish): boolean =>
    cache.getOrInsertComputed(dish, () => eats(dish, all) || isForAllWithVariant(dish, each, all));
  return { all, isFor };
}

function union(sets: readonly ReadonlySet<string>[]): Set<string> {
  return new Set(sets.flatMap((set) => [...set]));
}

/** Someone eats the dish as it is, and everyone else its variant. */
function isForAllWithVariant(dish: Dish, each: readonly Limits[], all: Limits): boolean {
  const { variant } = dish;
  if (!variant || leavesTraces(dish, all) || leavesTraces(variant, all)) return false;
  return (
    each.some((limits) => eats(dish, limits)) &&
    each.every((limits) => eats(dish, limits) || eats(variant, limits))
  );
}

/** Whether someone must not eat even what was cooked beside it. */
function leavesTraces(contents: DishContents, { allergens, diets, dislikes }: Limits): boolean {
  const strict = new Set<string>(DIETS_WITHOUT_TRACES).intersection(diets);
  const limits = { allergens, diets: strict, dislikes };
  return hasAllergen(contents, limits) || breaksDiet(contents, limits);
}

function eats(contents: DishContents, limits: Limits): boolean {
  return !hasAllergen(contents, limits) && !breaksDiet(contents, limits) && !isDisliked(contents, limits);
}

function hasAllergen({ isComplete, allergens }: DishContents, limits: Limits): boolean {
  return (
    limits.allergens.size > 0 && (!isComplete || allergens.some((allergen) => limits.allergens.has(allergen)))
  );
}

function breaksDiet({ isComplete, breaks }: DishContents, limits: Limits): boolean {
  return limits.diets.size > 0 && (!isComplete || breaks.some((diet) => limits.diets.has(diet)));
}

function isDisliked({ isComplete, foodKeys }: DishContents, limits: Limits): boolean {
  return limits.dislikes.size > 0 && (!isComplete || foodKeys.some((key) => limits.dislikes.has(key)));
}

function takesTooLong({ clockMinutes }: Dish, { minutes }: PlannedSlot): boolean {
  return minutes !== undefined && clockMinutes > minutes;
}
