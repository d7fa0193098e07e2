/**
 * Plans: what a family eats in one week. Decides the one order in which days and slots stand, what
 * moving, swapping and clearing mean, and what of a meal strangers see. Knows no database and no
 * clock; what may come in is decided in plan-schema.ts, so that browsers need not load that.
 */
import { DAYS, type Day, type Week, weekOfText } from '#domain/week/week.ts';

export const SLOTS = ['breakfast', 'lunch', 'dinner'] as const;
export type Slot = (typeof SLOTS)[number];

/** What a meal is when it is not simply cooked. */
export const MEAL_KINDS = ['leftovers', 'eating-out'] as const;
type MealKind = (typeof MEAL_KINDS)[number];

/** A meal as everyone sees it: these fields, for good. */
type PublicMeal = { description: string; recipeId?: string | undefined };
/** What the family alone knows of a meal. */
type MealDetail = {
  kind?: MealKind | undefined;
  /** For how many it is cooked, where it has a recipe that is made for another number. */
  servings?: number | undefined;
  /** The planner placed it, and may replace it. Whoever edits or moves it makes it the family's own. */
  generated?: true | undefined;
};
export type Meal = PublicMeal & MealDetail;

/** Something in some places of the week. */
type BySlot<Held> = { [D in Day]?: { [S in Slot]?: Held | undefined } | undefined };
export type PublicMeals = BySlot<PublicMeal>;
export type MealDetails = BySlot<MealDetail>;
export type Meals = BySlot<Meal>;

/** A place in the week. */
export type Place = { day: Day; slot: Slot };

export type Plan = {
  id: string;
  week: Week;
  /** The number of the change that made the plan what it is; it never repeats. */
  version: number;
  meals: Meals;
};

/** Some weeks and their plans; null stands for no plan. */
export type Plans = { [week: string]: Plan | null };

/** The plan as the API shows it: these fields and no others, for good. */
export function publicPlan({ id, week, meals }: Plan) {
  return { id, weekOf: weekOfText(week), meals: publicMeals(meals) };
}

/** The one form of the meals: days and slots in order, nothing empty, nothing null. */
export function orderMeals(meals: Meals): Meals {
  return inOrder(meals, orderMeal);
}

/** The meals without what only the family knows, in their one form. */
export function publicMeals(meals: Meals): PublicMeals {
  return inOrder(meals, publicMeal);
}

/** What only the family knows, where there is anything, in its one form. */
export function mealDetails(meals: Meals): MealDetails {
  return inOrder(meals, mealDetail);
}

/** The two halves of the meals together; a detail without a meal is dropped. */
export function joinMeals(meals: PublicMeals, details: MealDetails): Meals {
  return inOrder(meals, (meal, { day, slot }) => ({ ...meal, ...details[day]?.[slot] }));
}

function inOrder<Held extends object, Kept>(
  places: BySlot<Held>,
  keep: (held: Held, place: Place) => Kept | undefined,
): BySlot<Kept> {
  const ordered: BySlot<Kept> = {};
  for (const day of DAYS) {
    for (const slot of SLOTS) {
      const held = places[day]?.[slot];
      const kept = held && keep(held, { day, slot });
      if (kept) (ordered[day] ??= {})[slot] = kept;
    }
  }
  return ordered;
}

/** The one form of a meal. */
export function orderMeal(meal: Meal): Meal {
  return { ...publicMeal(meal), ...mealDetail(meal) };
}

function publicMeal({ description, recipeId }: Meal): PublicMeal {
  return recipeId === undefined ? { description } : { description, recipeId };
}

function mealDetail({ kind, servings, generated }: Meal): MealDetail | undefined {
  if (kind === undefined && servings === undefined && !generated) return undefined;
  return {
    ...(kind && { kind }),
    ...(servings !== undefined && { servings }),
    ...(generated && { generated }),
  };
}

/** Whether two places hold the same, nothing and nothing included. */
export function isSameMeal(one: Meal | null | undefined, other: Meal | null | undefined): boolean {
  if (!one || !other) return !one && !other;
  return JSON.stringify(orderMeal(one)) === JSON.stringify(orderMeal(other));
}

/** Without its recipe, if that is none of these: a meal never points at what is not there. */
export function withKnownRecipe<Held extends Meal | null | undefined>(
  meal: Held,
  known: ReadonlySet<string>,
): Held {
  if (!meal?.recipeId || known.has(meal.recipeId)) return meal;
  const { recipeId: _gone, ...rest } = meal;
  return rest as Held;
}

export function mealsIn(meals: Meals): Meal[] {
  return DAYS.flatMap((day) => SLOTS.flatMap((slot) => mealAt(meals, { day, slot }) ?? []));
}

/** The meals without the recipes that are none of these. */
export function withKnownRecipes(meals: Meals, known: ReadonlySet<string>): Meals {
  return inOrder(meals, (meal) => withKnownRecipe(meal, known));
}

export function mealAt(meals: Meals, { day, slot }: Place): Meal | undefined {
  return meals[day]?.[slot];
}

/** The meals with this place holding that meal, or nothing. */
export function withMeal(meals: Meals, { day, slot }: Place, meal: Meal | null | undefined): Meals {
  const { [slot]: _before, ...others } = meals[day] ?? {};
  return orderMeals({ ...meals, [day]: meal ? { ...others, [slot]: meal } : others });
}

/** As a person places it. */
export function asFamilyMeal({ generated: _generated, ...meal }: Meal): Meal {
  return meal;
}

/** What the family itself placed. */
export function familyMeals(meals: Meals): Meals {
  return inOrder(meals, (meal) => (meal.generated ? undefined : meal));
}

/** The meal goes from one place to the other; whatever stood there comes back in exchange. */
export function swapMeals(meals: Meals, from: Place, to: Place): Meals {
  const [here, there] = [mealAt(meals, from), mealAt(meals, to)];
  return withMeal(withMeal(meals, from, there && asFamilyMeal(there)), to, here && asFamilyMeal(here));
}

/** Other meals for the whole week: only what stays as it was is still the planner's. */
export function replaceMeals(before: Meals, after: Meals): Meals {
  return inOrder(after, (meal, place) =>
    isSameMeal(meal, mealAt(before, place)) ? meal : asFamilyMeal(meal),
  );
}
