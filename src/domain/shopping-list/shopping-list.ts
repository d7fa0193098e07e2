/**
 * The shopping list of a week: everything that its meals and the lines added by hand require, each food once,
 * in amounts that one can buy. The steps: requirements.ts adds up, food-items.ts deducts the pantry and what is
 * ticked, shown-amounts.ts rounds, aisle-order.ts sorts. Knows no database and no clock.
 */
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { type Meals, SLOTS, mealAt } from '#domain/plan/plan.ts';
import { ONE, compare, fractionText } from '#domain/quantity/fraction.ts';
import type { AnyRecipe } from '#domain/recipe/book-recipe.ts';
import { type PantryEntry, type PartOperations, foodItems, parsePartId } from './food-items.ts';
import { type Item, type ListAisle, type ShoppingList, typedItem } from './item.ts';
import {
  type CookedMeal,
  type LineRequirement,
  type Understand,
  gatherRequirements,
} from './requirements.ts';
import { type ListOperations, type ItemOperation, NO_OPERATIONS, liveOperations } from './operations.ts';
import { arrangeItems } from './aisle-order.ts';
import type { DisplayLocale } from './shown-amounts.ts';
import { DAYS } from '#domain/week/week.ts';

export type ShoppingListInput = Partial<DisplayLocale> & {
  readonly meals: readonly CookedMeal[];
  readonly foods: FoodCatalogue;
  readonly pantry?: readonly PantryEntry[];
  readonly operations?: ListOperations;
  /** Parses the lines added by hand; the caller may cache them. */
  readonly understand: Understand;
  /** From learnAisleOrder; by default that of a usual shop. */
  readonly aisleOrder?: readonly ListAisle[];
};

/** The meals of a plan to shop for: not leftovers, eating out or meals without a recipe. */
export function cookedMeals(meals: Meals, findRecipe: (id: string) => AnyRecipe | undefined): CookedMeal[] {
  return DAYS.flatMap((day) =>
    SLOTS.flatMap((slot) => {
      const meal = mealAt(meals, { day, slot });
      const recipe = meal?.recipeId === undefined || meal.kind ? undefined : findRecipe(meal.recipeId);
      if (!meal || !recipe) return [];
      const { description, servings = recipe.servings } = meal;
      const variantServings = recipe.variant ? Math.min(servings, meal.variant?.servings ?? 0) : 0;
      return [{ day, slot, description, recipe, servings, variantServings }];
    }),
  );
}

export function makeShoppingList(input: ShoppingListInput): ShoppingList {
  const { foods, pantry = [], units = 'metric', language = 'en', operations = NO_OPERATIONS } = input;
  const live = liveOperations(operations);
  const requirements = gatherRequirements(input.meals.toSorted(compareByWeek), live, foods, input.understand);
  const { byItem, byFood } = groupByItem(live);
  const items = [...requirements.foods.values()].flatMap((required) =>
    foodItems(required, pantry, byFood.get(required.food.id) ?? new Map(), { units, language }),
  );
  const lines = requirements.lines.map((line) => lineItem(line, byItem.get(line.id) ?? []));
  return arrangeItems([...items, ...lines], input.aisleOrder ?? [], language);
}

/** A line as typed cannot be scaled, so the item shows how many times it is required. */
function lineItem({ id, text, times, purpose }: LineRequirement, operations: readonly ItemOperation[]): Item {
  const ticks = operations.filter(({ kind }) => kind === 'tick');
  return {
    ...typedItem(id, text, purpose),
    state: ticks.length > 0 ? 'ticked' : 'open',
    ...(compare(times, ONE) === 0 ? {} : { times: fractionText(times) }),
    marks: ticks.map(({ opId }) => opId),
  };
}

function groupByItem(live: ReturnType<typeof liveOperations>) {
  const byItem = new Map<string, ItemOperation[]>();
  for (const operation of live) {
    if (operation.kind !== 'tick' && operation.kind !== 'want') continue;
    const operations = byItem.get(operation.itemId);
    if (operations) operations.push(operation);
    else byItem.set(operation.itemId, [operation]);
  }
  const byFood = new Map<string, Map<number, ItemOperation[]>>();
  for (const [itemId, operations] of byItem) {
    const { foodId, part } = parsePartId(itemId) ?? {};
    if (foodId === undefined || part === undefined) continue;
    byFood.set(foodId, (byFood.get(foodId) ?? new Map<number, ItemOperation[]>()).set(part, operations));
  }
  return { byItem, byFood: byFood as ReadonlyMap<string, PartOperations> };
}

function compareByWeek(one: CookedMeal, other: CookedMeal): number {
  return (
    DAYS.indexOf(one.day) - DAYS.indexOf(other.day) ||
    SLOTS.indexOf(one.slot) - SLOTS.indexOf(other.slot) ||
    (one.recipe.id < other.recipe.id ? -1 : 1)
  );
}
