/** The menu: the assignment that the search found, in dishes instead of indices. */
import type { ProposedVariant } from '#domain/proposal/proposal.ts';
import { isSamePlace, type Place, PLACES } from '#domain/plan/plan.ts';
import type { Eater } from '#domain/preferences/preferences.ts';
import { servingsOf } from '#domain/preferences/servings.ts';
import { DAYS } from '#domain/week/week.ts';
import { type Assignment, type CompiledInstance, leftoversSource } from '#planner/model/compiled-instance.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { Instance } from '#planner/model/instance.ts';
import { type Content, eatenDish, isLeftovers } from '#planner/model/rules.ts';
import type { PlannedSlot } from '#planner/model/slots.ts';

export type Menu = {
  /** Of each planned slot. */
  readonly contents: readonly Content[];
  /** Planned and fixed meals that are cooked, in the order of the week. */
  readonly cooked: readonly CookedMeal[];
  /** Further dishes of fixed meals. */
  readonly sides: readonly (CookedMeal & { readonly isCooked: boolean; readonly isForAll: boolean })[];
  /** All meals whose dish is known, leftovers included. */
  readonly eaten: readonly (Place & { readonly dish: Dish })[];
};

export type CookedMeal = Place & {
  readonly dish: Dish;
  /** Includes the servings of the meal that eats the leftovers. */
  readonly servings: number;
  /** False for a fixed meal. */
  readonly isPlanned: boolean;
  /** The later meal that eats the leftovers. */
  readonly leftoversAt?: Place | undefined;
  /** For eaters who get a variant of the dish, here or as leftovers; the servings are part of those of the meal. */
  readonly variant?: { readonly eaterIds: readonly string[]; readonly servings: number } | undefined;
};

export function menuOf(instance: Instance, compiled: CompiledInstance, assignment: Assignment): Menu {
  const contents = Array.from(assignment, (content): Content => {
    const source = leftoversSource(content);
    return source === undefined ? compiled.dishes[content]?.dish : { leftoversOf: source };
  });
  const planned = contents.flatMap((content, index) =>
    content && !isLeftovers(content) ? cookedMealOf(instance, contents, index, content) : [],
  );
  const fixed = instance.fixedDishes.map((meal) => ({ ...meal, isPlanned: false }));
  const reheated = contents.flatMap((content, index) => {
    const dish = isLeftovers(content) ? eatenDish(contents, index) : undefined;
    return dish ? { ...placeOf(instance.planned[index] as PlannedSlot), dish } : [];
  });
  return {
    contents,
    cooked: inOrder([...planned, ...fixed.filter(({ isCooked }) => isCooked)]),
    sides: instance.fixedSides.map((side) => ({ ...side, isPlanned: false })),
    eaten: inOrder([...planned, ...fixed, ...reheated]),
  };
}

function cookedMealOf(
  instance: Instance,
  contents: readonly Content[],
  index: number,
  dish: Dish,
): CookedMeal {
  const { planned } = instance;
  const slot = planned[index] as PlannedSlot;
  const eating =
    planned[contents.findIndex((content) => isLeftovers(content) && content.leftoversOf === index)];
  const variant = variantOf(dish, eating ? [slot, eating] : [slot], instance);
  return {
    ...placeOf(slot),
    dish,
    servings: slot.servings + (eating?.servings ?? 0),
    isPlanned: true,
    ...(eating && { leftoversAt: placeOf(eating) }),
    ...(variant && { variant }),
  };
}

/** With its title, for people. */
export function shownVariant({ dish, variant }: CookedMeal): { variant?: ProposedVariant } {
  if (!variant || !dish.variant) return {};
  const { eaterIds, servings } = variant;
  return { variant: { eaterIds: [...eaterIds], servings, title: dish.variant.title } };
}

function variantOf(
  dish: Dish,
  slots: readonly PlannedSlot[],
  { hardFilter, eaters }: Instance,
): CookedMeal['variant'] {
  if (!dish.variant) return undefined;
  const present = slots.map((slot) => ({
    slot,
    found: hardFilter.variantEaters(dish, slot).map((eater) => eaters[eater] as Eater),
  }));
  const all = new Set(present.flatMap(({ found }) => found.map(({ id }) => id)));
  if (all.size === 0) return undefined;
  const servings = present.map(({ slot, found }) =>
    found.length === 0 ? 0 : Math.min(slot.servings, servingsOf(found)),
  );
  return { eaterIds: [...all], servings: servings.reduce((sum, count) => sum + count, 0) };
}

function placeOf({ day, slot }: Place): Place {
  return { day, slot };
}

function inOrder<Meal extends Place>(meals: readonly Meal[]): Meal[] {
  return PLACES.flatMap((place) => meals.filter((meal) => isSamePlace(meal, place)));
}

/** 0 is Monday. */
export function dayNumber({ day }: Place): number {
  return DAYS.indexOf(day);
}

/** The caller knows that a meal is cooked there. */
export function cookedMealAt({ cooked }: Menu, place: Place): CookedMeal {
  return cooked.find((meal) => isSamePlace(meal, place)) as CookedMeal;
}
