/**
 * The plan of a week: the canonical order of days and slots, moving and replacing meals, and which fields of a meal
 * are public. Validation is in plan-schema.ts, so that browsers need not load it.
 */
import { DAYS, type Day, type Week, weekOfText } from '#domain/week/week.ts';

/** In the order of a day. */
export const SLOTS = ['breakfast', 'lunchbox', 'lunch', 'snack', 'dinner'] as const;
export type Slot = (typeof SLOTS)[number];
/** The only slots of the reads that the specification freezes, `current` and `next`. */
export const PUBLIC_SLOTS = ['breakfast', 'lunch', 'dinner'] as const satisfies readonly Slot[];
export const MAX_DESCRIPTION_LENGTH = 500;
/** Beside the main dish. */
export const MAX_SIDES = 7;

/** Dishes that are not cooked from scratch. A meal whose main dish is eaten out has nothing that is cooked. */
export const DISH_KINDS = ['leftovers', 'eating-out'] as const;
type DishKind = (typeof DISH_KINDS)[number];

/** The fields of the reads `current` and `next`. They never change. */
type PublicMeal = { description: string; recipeId?: string | undefined };
/** The eaters who get the variant of the recipe, and how many of the servings are of it. */
export type DishVariant = { eaterIds: string[]; servings: number };

/** A recipe or a text in a meal. */
export type Dish = {
  description: string;
  recipeId?: string | undefined;
  kind?: DishKind | undefined;
  /** The number of servings, if it differs from the recipe's. */
  servings?: number | undefined;
  /** The ids of eaters who eat something else: the family placed the dish although it is not for them. */
  exceptEaters?: string[] | undefined;
  variant?: DishVariant | undefined;
  /** The ids of the only eaters who eat it, such as those who eat something else; absent means everyone. */
  eaterIds?: string[] | undefined;
};

/** Its own description, recipe and so on are those of the main dish. */
export type Meal = Dish & {
  /** Placed by the planner, which may replace it. An edit or a move by the family removes the flag. */
  generated?: true | undefined;
  /** Further dishes, in the order in which they are served: sides, salad, dessert, drink. */
  sides?: Dish[] | undefined;
};

/**
 * What a meal has beyond its public form. A meal with sides, or in a slot that is not public, has its description here
 * too, and one in such a slot also its recipe.
 */
type MealDetail = { [Field in keyof Meal]?: Meal[Field] | undefined };

/** A value for some slots of the week. */
export type BySlot<Value> = { [D in Day]?: { [S in Slot]?: Value | undefined } | undefined };
export type PublicMeals = BySlot<PublicMeal>;
export type MealDetails = BySlot<MealDetail>;
export type Meals = BySlot<Meal>;

/** A slot of a day. */
export type Place = { day: Day; slot: Slot };

/** In the order of the week. */
export const PLACES: readonly Place[] = DAYS.flatMap((day) => SLOTS.map((slot) => ({ day, slot })));

export const MAX_DISHES_PER_WEEK = PLACES.length * (1 + MAX_SIDES);

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
  const detailed = mapSlots(meals, (meal) => asFamilyMeal(orderMeal(meal)));
  return { id, weekOf: weekOfText(week), meals: detailed };
}

/** The canonical form: days and slots in order, no empty days, no nulls. */
export function orderMeals(meals: Meals): Meals {
  return mapSlots(meals, orderMeal);
}

/** In canonical form, only in the slots that are public. */
export function publicMeals(meals: Meals): PublicMeals {
  return mapSlots(meals, (meal, { slot }) => (isPublic(slot) ? publicMeal(meal) : undefined));
}

/** In canonical form, without slots that have no details. */
export function mealDetails(meals: Meals): MealDetails {
  return mapSlots(meals, (meal, { slot }) => {
    const ordered = orderMeal(meal);
    if (!isPublic(slot)) return ordered;
    const { description, recipeId: _recipeId, ...more } = ordered;
    const detail = { ...(meal.sides && { description }), ...more };
    return Object.keys(detail).length > 0 ? detail : undefined;
  });
}

/** The inverse of publicMeals and mealDetails. Drops details without a meal. */
export function joinMeals(meals: PublicMeals, details: MealDetails): Meals {
  const joined: Meals = {};
  for (const { day, slot } of PLACES) {
    const { description, ...meal }: MealDetail = { ...meals[day]?.[slot], ...details[day]?.[slot] };
    const isMeal = isPublic(slot) ? meals[day]?.[slot] !== undefined : true;
    if (description !== undefined && isMeal) (joined[day] ??= {})[slot] = { description, ...meal };
  }
  return joined;
}

function isPublic(slot: Slot): boolean {
  return PUBLIC_SLOTS.some((known) => known === slot);
}

/** Maps slots in canonical order; undefined leaves a slot out. */
export function mapSlots<Value extends object, Result>(
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
  const { generated, sides = [] } = meal;
  return {
    ...orderDish(meal),
    ...(generated && { generated }),
    ...(sides.length > 0 && { sides: sides.map(orderDish) }),
  };
}

function orderDish(dish: Dish): Dish {
  const { description, recipeId, kind, servings, exceptEaters, variant, eaterIds } = dish;
  return {
    description,
    ...(recipeId !== undefined && { recipeId }),
    ...(kind && { kind }),
    ...(servings !== undefined && { servings }),
    ...(exceptEaters && { exceptEaters }),
    ...(variant && { variant: { eaterIds: variant.eaterIds, servings: variant.servings } }),
    ...(eaterIds && { eaterIds }),
  };
}

/** The recipe is that of the main dish. */
function publicMeal(meal: Meal): PublicMeal {
  const description = mealName(meal);
  return meal.recipeId === undefined ? { description } : { description, recipeId: meal.recipeId };
}

/** The main dish and the others, in order. */
export function dishesOf({ generated: _generated, sides = [], ...main }: Meal): Dish[] {
  return [main, ...sides];
}

/** The first dish is the main one. */
export function mealOfDishes([main, ...sides]: readonly Dish[]): Meal | null {
  return main ? orderMeal({ ...main, sides }) : null;
}

/** The dishes that are cooked: no leftovers, and nothing of a meal out. */
export function cookedDishes(meal: Meal): Dish[] {
  return meal.kind === 'eating-out' ? [] : dishesOf(meal).filter(({ kind }) => kind === undefined);
}

/** The names of all dishes. */
export function mealName(meal: Meal): string {
  const names = dishesOf(meal).map(({ description }) => description);
  const characters = Array.from(names.join(', '));
  if (characters.length <= MAX_DESCRIPTION_LENGTH) return characters.join('');
  return `${characters.slice(0, MAX_DESCRIPTION_LENGTH - 1).join('')}…`;
}

/** Two empty slots are the same. */
export function isSameMeal(first: Meal | null | undefined, second: Meal | null | undefined): boolean {
  if (!first || !second) return !first && !second;
  return JSON.stringify(orderMeal(first)) === JSON.stringify(orderMeal(second));
}

/** The recipes that exist, by id. */
export type KnownRecipes = ReadonlyMap<string, { hasVariant: boolean }>;

/** Removes the recipe ids of dishes whose recipe does not exist, and the variants of those whose recipe has none. */
export function withKnownRecipe<MealOrNone extends Meal | null | undefined>(
  meal: MealOrNone,
  known: KnownRecipes,
): MealOrNone {
  return meal && mapDishes(meal, (dish) => withKnownRecipeOfDish(dish, known));
}

function withKnownRecipeOfDish<SomeDish extends Dish>(dish: SomeDish, known: KnownRecipes): SomeDish {
  const { recipeId, variant, ...rest } = dish;
  const recipe = recipeId === undefined ? undefined : known.get(recipeId);
  if ((recipe || recipeId === undefined) && (recipe?.hasVariant || !variant)) return dish;
  return { ...rest, ...(recipe && { recipeId }), ...(recipe?.hasVariant && { variant }) } as SomeDish;
}

/** Maps the main dish and the others. */
export function mapDishes<SomeMeal extends Meal>(
  meal: SomeMeal,
  map: <SomeDish extends Dish>(dish: SomeDish) => SomeDish,
): SomeMeal {
  return { ...map(meal), ...(meal.sides && { sides: meal.sides.map(map) }) };
}

/** What a meal of an earlier week has for a new one. */
export type EarlierMeal = Pick<Meal, 'description' | 'recipeId' | 'servings'>;

export function mealsIn(meals: Meals): Meal[] {
  return PLACES.flatMap((place) => mealAt(meals, place) ?? []);
}

export function dishesIn(meals: Meals): Dish[] {
  return mealsIn(meals).flatMap(dishesOf);
}

/** Whether a dish is only for some eaters, so that it is said for whom. */
export function hasDishForSome(meals: Meals): boolean {
  return dishesIn(meals).some(({ eaterIds }) => eaterIds !== undefined);
}

/** The further dishes for everyone. Of the others it is said for whom they are. */
export function sharedSides({ sides = [] }: Pick<Meal, 'sides'>): Dish[] {
  return sides.filter(({ eaterIds }) => eaterIds === undefined);
}

/** The ids of eaters who eat something else, of whom it is not known what. */
export function eatersWithoutDish(meal: Meal): string[] {
  const dishes = dishesOf(meal);
  const excepted = new Set(dishes.flatMap(({ exceptEaters = [] }) => exceptEaters));
  return [...excepted.difference(new Set(dishes.flatMap(({ eaterIds = [] }) => eaterIds)))];
}

/** The meal when these eaters eat another dish; instead of the main one, unless somebody has said of which. */
export function withDishFor(meal: Meal, eaterIds: readonly string[], dish: Dish): Meal {
  const excepted = new Set(dishesOf(meal).flatMap(({ exceptEaters = [] }) => exceptEaters));
  const added = eaterIds.filter((id) => !excepted.has(id));
  const exceptEaters = [...(meal.exceptEaters ?? []), ...added];
  const sides = withoutEaters(meal.sides ?? [], eaterIds);
  return {
    ...withoutVariant(meal, eaterIds),
    ...(exceptEaters.length > 0 && { exceptEaters }),
    sides: [
      ...sides,
      { ...dish, eaterIds: [...eaterIds], ...(dish.recipeId !== undefined && { servings: eaterIds.length }) },
    ],
  };
}

/** An eater has at most one dish of their own. */
function withoutEaters(sides: readonly Dish[], eaterIds: readonly string[]): Dish[] {
  return sides.flatMap((side) => {
    if (!side.eaterIds) return side;
    const others = side.eaterIds.filter((id) => !eaterIds.includes(id));
    return others.length > 0 ? { ...side, eaterIds: others } : [];
  });
}

function withoutVariant({ variant, ...meal }: Meal, eaterIds: readonly string[]): Meal {
  const others = variant?.eaterIds.filter((id) => !eaterIds.includes(id)) ?? [];
  if (!variant || others.length === 0) return meal;
  return { ...meal, variant: { eaterIds: others, servings: Math.min(variant.servings, others.length) } };
}

/** Whose own dish was taken away eats with the others again, and is warned like them. */
export function withoutLostExceptions(before: Meal | null, after: Meal | null): Meal | null {
  const eatersOf = (meal: Meal | null) =>
    new Set((meal?.sides ?? []).flatMap(({ eaterIds = [] }) => eaterIds));
  const lost = eatersOf(before).difference(eatersOf(after));
  if (!after || lost.size === 0) return after;
  return mapDishes(after, (dish) => {
    const others = dish.exceptEaters?.filter((id) => !lost.has(id)) ?? [];
    return { ...dish, exceptEaters: others.length > 0 ? others : undefined };
  });
}

/** The dishes that add nothing to the shopping list only because they have no recipe. */
export function dishesWithoutRecipe(meal: Meal): Dish[] {
  return cookedDishes(meal).filter(({ recipeId }) => recipeId === undefined);
}

export function withKnownRecipes(meals: Meals, known: KnownRecipes): Meals {
  return mapSlots(meals, (meal) => withKnownRecipe(meal, known));
}

/** Names the recipe of each dish by another id. */
export function mapRecipeIds(meals: Meals, map: (recipeId: string) => string): Meals {
  return mapSlots(meals, (meal) =>
    mapDishes(meal, (dish) =>
      dish.recipeId === undefined ? dish : { ...dish, recipeId: map(dish.recipeId) },
    ),
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
