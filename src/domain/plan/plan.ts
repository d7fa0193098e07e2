/**
 * The plan of a week: the canonical order of days and slots, moving and replacing meals, and which fields of a meal
 * are public. Validation is in plan-schema.ts, so that browsers need not load it.
 */
import { DAYS, type Day, type Week, weekOfText } from '#domain/week/week.ts';

export const SLOTS = ['breakfast', 'lunch', 'dinner'] as const;
export type Slot = (typeof SLOTS)[number];

/** Meals that are not cooked from scratch. */
export const MEAL_KINDS = ['leftovers', 'eating-out'] as const;
type MealKind = (typeof MEAL_KINDS)[number];

/** The fields of the public API. They never change. */
type PublicMeal = { description: string; recipeId?: string | undefined };
/** The eaters who get the variant of the recipe, and how many of the servings are of it. */
export type MealVariant = { eaterIds: string[]; servings: number };

/** Fields that only the family sees. */
type MealDetail = {
  kind?: MealKind | undefined;
  /** The number of servings, if it differs from the recipe's. */
  servings?: number | undefined;
  /** The ids of eaters who eat something else: the family placed the meal although it is not for them. */
  exceptEaters?: string[] | undefined;
  variant?: MealVariant | undefined;
  /** Placed by the planner, which may replace it. An edit or a move by the family removes the flag. */
  generated?: true | undefined;
};
export type Meal = PublicMeal & MealDetail;

/** A value for some slots of the week. */
type BySlot<Value> = { [D in Day]?: { [S in Slot]?: Value | undefined } | undefined };
export type PublicMeals = BySlot<PublicMeal>;
export type MealDetails = BySlot<MealDetail>;
export type Meals = BySlot<Meal>;

/** A slot of a day. */
export type Place = { day: Day; slot: Slot };

/** In the order of the week. */
export const PLACES: readonly Place[] = DAYS.flatMap((day) => SLOTS.map((slot) => ({ day, slot })));

export function isSamePlace(first: Place, second: Place): boolean {
  return first.day === second.day && first.slot === second.slot;
}

export type Plan = {
  id: string;
  week: Week;
  /** The number of the last change of the plan; it never repeats. */
  version: number;
  meals: Meals;
};

/** Plans by week; null if a week has none. */
export type Plans = { [week: string]: Plan | null };

/** The plan as the public API returns it. These fields never change. */
export function publicPlan({ id, week, meals }: Plan) {
  return { id, weekOf: weekOfText(week), meals: publicMeals(meals) };
}

/** The plan with all of its meals that a key can put. */
export function detailedPlan({ id, week, meals }: Plan) {
  const detailed = mapSlots(meals, (meal) => {
    const { kind, servings } = meal;
    return { ...publicMeal(meal), ...(kind && { kind }), ...(servings !== undefined && { servings }) };
  });
  return { id, weekOf: weekOfText(week), meals: detailed };
}

/** The canonical form: days and slots in order, no empty days, no nulls. */
export function orderMeals(meals: Meals): Meals {
  return mapSlots(meals, orderMeal);
}

/** In canonical form. */
export function publicMeals(meals: Meals): PublicMeals {
  return mapSlots(meals, publicMeal);
}

/** In canonical form, without slots that have no details. */
export function mealDetails(meals: Meals): MealDetails {
  return mapSlots(meals, mealDetail);
}

/** The inverse of publicMeals and mealDetails. Drops details without a meal. */
export function joinMeals(meals: PublicMeals, details: MealDetails): Meals {
  return mapSlots(meals, (meal, { day, slot }) => ({ ...meal, ...details[day]?.[slot] }));
}

/** Maps slots in canonical order; undefined leaves a slot out. */
function mapSlots<Value extends object, Result>(
  values: BySlot<Value>,
  map: (value: Value, place: Place) => Result | undefined,
): BySlot<Result> {
  const mapped: BySlot<Result> = {};
  for (const day of DAYS) {
    for (const slot of SLOTS) {
      const value = values[day]?.[slot];
      const result = value && map(value, { day, slot });
      if (result) (mapped[day] ??= {})[slot] = result;
    }
  }
  return mapped;
}

/** The canonical form of a meal. */
export function orderMeal(meal: Meal): Meal {
  return { ...publicMeal(meal), ...mealDetail(meal) };
}

function publicMeal({ description, recipeId }: Meal): PublicMeal {
  return recipeId === undefined ? { description } : { description, recipeId };
}

function mealDetail({ kind, servings, exceptEaters, variant, generated }: Meal): MealDetail | undefined {
  const detail = {
    ...(kind && { kind }),
    ...(servings !== undefined && { servings }),
    ...(exceptEaters && { exceptEaters }),
    ...(variant && { variant: { eaterIds: variant.eaterIds, servings: variant.servings } }),
    ...(generated && { generated }),
  };
  return Object.keys(detail).length > 0 ? detail : undefined;
}

/** Two empty slots are the same. */
export function isSameMeal(first: Meal | null | undefined, second: Meal | null | undefined): boolean {
  if (!first || !second) return !first && !second;
  return JSON.stringify(orderMeal(first)) === JSON.stringify(orderMeal(second));
}

/** The recipes that exist, by id. */
export type KnownRecipes = ReadonlyMap<string, { hasVariant: boolean }>;

/** Removes the recipe id if the recipe does not exist, and the variant if the recipe has none. */
export function withKnownRecipe<MealOrNone extends Meal | null | undefined>(
  meal: MealOrNone,
  known: KnownRecipes,
): MealOrNone {
  if (!meal) return meal;
  const { recipeId, variant, ...rest } = meal;
  const recipe = recipeId === undefined ? undefined : known.get(recipeId);
  if ((recipe || recipeId === undefined) && (recipe?.hasVariant || !variant)) return meal;
  return { ...rest, ...(recipe && { recipeId }), ...(recipe?.hasVariant && { variant }) } as MealOrNone;
}

/** What a meal of an earlier week has for a new one. */
export type EarlierMeal = Pick<Meal, 'description' | 'recipeId' | 'servings'>;

export function mealsIn(meals: Meals): Meal[] {
  return PLACES.flatMap((place) => mealAt(meals, place) ?? []);
}

/** Whether the meal adds nothing to the shopping list only because it has no recipe. */
export function lacksRecipe({ recipeId, kind }: Meal): boolean {
  return recipeId === undefined && kind === undefined;
}

export function withKnownRecipes(meals: Meals, known: KnownRecipes): Meals {
  return mapSlots(meals, (meal) => withKnownRecipe(meal, known));
}

/** Names the recipe of each meal by another id. */
export function mapRecipeIds(meals: Meals, map: (recipeId: string) => string): Meals {
  return mapSlots(meals, (meal) =>
    meal.recipeId === undefined ? meal : { ...meal, recipeId: map(meal.recipeId) },
  );
}

export function mealAt(meals: Meals, { day, slot }: Place): Meal | undefined {
  return meals[day]?.[slot];
}

/** Without a meal, clears the slot. */
export function withMeal(meals: Meals, { day, slot }: Place, meal: Meal | null | undefined): Meals {
  const { [slot]: _before, ...others } = meals[day] ?? {};
  return orderMeals({ ...meals, [day]: meal ? { ...others, [slot]: meal } : others });
}

/** A meal as the family places it: not generated. */
export function asFamilyMeal({ generated: _generated, ...meal }: Meal): Meal {
  return meal;
}

/** The meals that the planner did not place. */
export function familyMeals(meals: Meals): Meals {
  return mapSlots(meals, (meal) => (meal.generated ? undefined : meal));
}

/** Both meals become the family's. */
export function swapMeals(meals: Meals, from: Place, to: Place): Meals {
  const [here, there] = [mealAt(meals, from), mealAt(meals, to)];
  return withMeal(withMeal(meals, from, there && asFamilyMeal(there)), to, here && asFamilyMeal(here));
}

/** Meals that change become the family's; unchanged ones keep their flag. */
export function replaceMeals(before: Meals, after: Meals): Meals {
  return mapSlots(after, (meal, place) =>
    isSameMeal(meal, mealAt(before, place)) ? meal : asFamilyMeal(meal),
  );
}
