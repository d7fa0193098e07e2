/** The menu: the assignment that the search found, in dishes instead of indices. */
import type { Place } from '#domain/plan/plan.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import { type Assignment, type CompiledInstance, LEFTOVERS } from '#planner/model/compiled-instance.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { Instance } from '#planner/model/instance.ts';
import type { Content } from '#planner/model/rules.ts';
import { isSamePlace, placesOfWeek, type PlannedSlot } from '#planner/model/slots.ts';

export type Menu = {
  /** Of each planned slot. */
  readonly contents: readonly Content[];
  /** Planned and fixed meals that are cooked, in the order of the week. */
  readonly cooked: readonly CookedMeal[];
  /** All meals whose dish is known, leftovers included. */
  readonly eaten: readonly (Place & { readonly dish: Dish })[];
};

export type CookedMeal = Place & {
  readonly dish: Dish;
  /** Includes the servings of the lunch that eats the leftovers. */
  readonly servings: number;
  /** False for a fixed meal. */
  readonly isPlanned: boolean;
  /** The day whose lunch eats the leftovers. */
  readonly reheatedOn?: Day | undefined;
};

export function menuOf(instance: Instance, compiled: CompiledInstance, assignment: Assignment): Menu {
  const contents = Array.from(assignment, (content) =>
    content === LEFTOVERS ? 'leftovers' : compiled.dishes[content]?.dish,
  );
  const planned = contents.flatMap((content, index) =>
    content && content !== 'leftovers' ? cookedMealOf(instance, contents, index, content) : [],
  );
  const fixed = instance.fixedDishes.map((meal) => ({ ...meal, isPlanned: false }));
  const reheated = contents.flatMap((content, index) => {
    const dish = content === 'leftovers' ? contents[instance.previousDinners[index] as number] : undefined;
    return dish && dish !== 'leftovers' ? { ...(instance.planned[index] as Place), dish } : [];
  });
  return {
    contents,
    cooked: inOrder([...planned, ...fixed.filter(({ isCooked }) => isCooked)]),
    eaten: inOrder([...planned, ...fixed, ...reheated]),
  };
}

function cookedMealOf(
  { planned, previousDinners }: Instance,
  contents: readonly Content[],
  index: number,
  dish: Dish,
): CookedMeal {
  const { day, slot, servings } = planned[index] as PlannedSlot;
  const nextLunch = previousDinners.indexOf(index);
  const lunch = contents[nextLunch] === 'leftovers' ? planned[nextLunch] : undefined;
  return {
    day,
    slot,
    dish,
    servings: servings + (lunch?.servings ?? 0),
    isPlanned: true,
    reheatedOn: lunch?.day,
  };
}

function inOrder<Meal extends Place>(meals: readonly Meal[]): Meal[] {
  return placesOfWeek().flatMap((place) => meals.filter((meal) => isSamePlace(meal, place)));
}

/** 0 is Monday. */
export function dayNumber({ day }: Place): number {
  return DAYS.indexOf(day);
}

/** The caller knows that a meal is cooked there. */
export function cookedMealAt({ cooked }: Menu, place: Place): CookedMeal {
  return cooked.find((meal) => isSamePlace(meal, place)) as CookedMeal;
}
