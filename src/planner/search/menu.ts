/** The menu: a week that was found, in dishes again instead of numbers. */
import type { Place } from '#domain/plan/plan.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { Ground } from '#planner/model/instance.ts';
import { isSamePlace, placesOfWeek } from '#planner/model/slots.ts';
import { type Assignment, LEFTOVERS, type Problem } from '#planner/model/problem.ts';
import type { Content } from '#planner/model/rules.ts';

export type Menu = {
  /** Of each planned slot. */
  readonly contents: readonly Content[];
  /** Everything that is cooked, planned or fixed, in the order of the week. */
  readonly cooked: readonly Cooking[];
  /** Everything of which the dish is known, leftovers included. */
  readonly eaten: readonly (Place & { readonly dish: Dish })[];
};

export type Cooking = Place & {
  readonly dish: Dish;
  /** For all who eat of it, tomorrow's lunch included. */
  readonly servings: number;
  /** Otherwise it stands fixed. */
  readonly isPlanned: boolean;
  /** The day on which the rest of it is lunch. */
  readonly reheatedOn?: Day | undefined;
};

export function menuOf(ground: Ground, problem: Problem, week: Assignment): Menu {
  const contents = Array.from(week, (content) =>
    content === LEFTOVERS ? 'leftovers' : problem.dishes[content]?.dish,
  );
  const planned = contents.flatMap((content, index) =>
    content && content !== 'leftovers' ? cookingOf(ground, contents, index, content) : [],
  );
  const fixed = ground.fixed.map((meal) => ({ ...meal, isPlanned: false }));
  const reheated = contents.flatMap((content, index) => {
    const dish = content === 'leftovers' ? contents[ground.dinners[index] as number] : undefined;
    return dish && dish !== 'leftovers' ? { ...(ground.planned[index] as Place), dish } : [];
  });
  return {
    contents,
    cooked: inOrder([...planned, ...fixed.filter(({ isCooked }) => isCooked)]),
    eaten: inOrder([...planned, ...fixed, ...reheated]),
  };
}

function cookingOf(
  { planned, dinners }: Ground,
  contents: readonly Content[],
  index: number,
  dish: Dish,
): Cooking {
  const { day, slot, servings } = planned[index] as Ground['planned'][number];
  const lunch = dinners.indexOf(index);
  const eater = contents[lunch] === 'leftovers' ? planned[lunch] : undefined;
  return {
    day,
    slot,
    dish,
    servings: servings + (eater?.servings ?? 0),
    isPlanned: true,
    reheatedOn: eater?.day,
  };
}

function inOrder<Meal extends Place>(meals: readonly Meal[]): Meal[] {
  return placesOfWeek().flatMap((place) => meals.filter((meal) => isSamePlace(meal, place)));
}

/** 0 is Monday. */
export function dayNumber({ day }: Place): number {
  return DAYS.indexOf(day);
}

/** Where something is known to be cooked. */
export function cookingAt({ cooked }: Menu, place: Place): Cooking {
  return cooked.find((cooking) => isSamePlace(cooking, place)) as Cooking;
}
