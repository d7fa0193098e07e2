/**
 * The shopping list: everything the meals of a week need and people added, once, in amounts one can buy.
 * Decides which meals count and in which order everything stands. What is needed is gathered in
 * shopping-list-need.ts, becomes items in shopping-list-food.ts, and gets its amounts in
 * shopping-list-amount.ts; what people did comes in as operations. Knows no database and no clock.
 */
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { type Meals, SLOTS, mealAt } from '#domain/plan/plan.ts';
import { ONE, compare, fractionText } from '#domain/quantity/fraction.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import { type PantryEntry, type PartMarks, foodItems, parsePartId } from './food.ts';
import { type Item, type ListAisle, type ShoppingList, typedItem } from './item.ts';
import type { Taste } from './name.ts';
import { type CookedMeal, type LineNeed, type Understand, gatherNeeds } from './need.ts';
import { type ListOperations, type Mark, NO_OPERATIONS, liveOperations } from './operations.ts';
import { arrangeItems } from './order.ts';
import { DAYS } from '#domain/week/week.ts';

export type ShoppingWish = Partial<Taste> & {
  readonly meals: readonly CookedMeal[];
  readonly foods: FoodCatalogue;
  readonly pantry?: readonly PantryEntry[];
  readonly operations?: ListOperations;
  /** For the lines that were added by hand; whoever makes many lists remembers them. */
  readonly understand: Understand;
  /** From learnAisleOrder; that of a usual shop if there is none. */
  readonly aisleOrder?: readonly ListAisle[];
};

/** What of a plan is cooked. Leftovers and eating out need nothing, nor does a meal without a recipe. */
export function cookedMeals(meals: Meals, findRecipe: (id: string) => Recipe | undefined): CookedMeal[] {
  return DAYS.flatMap((day) =>
    SLOTS.flatMap((slot) => {
      const meal = mealAt(meals, { day, slot });
      const recipe = meal?.recipeId === undefined || meal.kind ? undefined : findRecipe(meal.recipeId);
      if (!meal || !recipe) return [];
      const { description, servings = recipe.servings } = meal;
      return [{ day, slot, description, recipe, servings }];
    }),
  );
}

export function makeShoppingList(wish: ShoppingWish): ShoppingList {
  const { foods, pantry = [], units = 'metric', language = 'en', operations = NO_OPERATIONS } = wish;
  const live = liveOperations(operations);
  const needs = gatherNeeds(wish.meals.toSorted(inOrderOfWeek), live, foods, wish.understand);
  const marks = groupMarks(live);
  const items = [...needs.foods.values()].flatMap((needed) =>
    foodItems(needed, pantry, marks.byFood.get(needed.food.id) ?? new Map(), { units, language }),
  );
  const lines = needs.lines.map((line) => lineItem(line, marks.byItem.get(line.id) ?? []));
  return arrangeItems([...items, ...lines], wish.aisleOrder ?? [], language);
}

/** A line as typed cannot be scaled, so it says how many times it is needed. */
function lineItem({ id, text, times, purpose }: LineNeed, marks: readonly Mark[]): Item {
  const ticks = marks.filter(({ kind }) => kind === 'tick');
  return {
    ...typedItem(id, text, purpose),
    state: ticks.length > 0 ? 'ticked' : 'open',
    ...(compare(times, ONE) === 0 ? {} : { times: fractionText(times) }),
    marks: ticks.map(({ opId }) => opId),
  };
}

function groupMarks(live: ReturnType<typeof liveOperations>) {
  const byItem = new Map<string, Mark[]>();
  for (const mark of live) {
    if (mark.kind !== 'tick' && mark.kind !== 'want') continue;
    const marks = byItem.get(mark.itemId);
    if (marks) marks.push(mark);
    else byItem.set(mark.itemId, [mark]);
  }
  const byFood = new Map<string, Map<number, Mark[]>>();
  for (const [itemId, marks] of byItem) {
    const { foodId, part } = parsePartId(itemId) ?? {};
    if (foodId === undefined || part === undefined) continue;
    byFood.set(foodId, (byFood.get(foodId) ?? new Map<number, Mark[]>()).set(part, marks));
  }
  return { byItem, byFood: byFood as ReadonlyMap<string, PartMarks> };
}

function inOrderOfWeek(one: CookedMeal, other: CookedMeal): number {
  return (
    DAYS.indexOf(one.day) - DAYS.indexOf(other.day) ||
    SLOTS.indexOf(one.slot) - SLOTS.indexOf(other.slot) ||
    (one.recipe.id < other.recipe.id ? -1 : 1)
  );
}
