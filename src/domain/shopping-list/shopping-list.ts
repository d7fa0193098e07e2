/**
 * The shopping list of a week: everything that its meals and the lines added by hand require, each food once,
 * in amounts that one can buy. The steps: requirements.ts adds up, food-items.ts deducts the pantry and what is
 * ticked, shown-amounts.ts rounds, aisle-order.ts sorts. Knows no database and no clock.
 */
import { BASE_LANGUAGE } from '#languages/language.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { cookedDishes, type Meals, mealAt, PLACES, SLOTS } from '#domain/plan/plan.ts';
import { ONE, compare, fractionText } from '#domain/quantity/fraction.ts';
import type { AnyRecipe } from '#domain/recipe/book-recipe.ts';
import { type FoodContext, type PantryEntry, type PartOperations, foodItems, movesOf } from './food-items.ts';
import {
  type Item,
  type ListAisle,
  OTHER_AISLE,
  type ShoppingList,
  aisleKey,
  parsePartId,
  typedItem,
} from './item.ts';
import {
  type CookedDish,
  type LineRequirement,
  type Understand,
  gatherRequirements,
} from './requirements.ts';
import {
  type ListOperations,
  type ItemOperation,
  NO_OPERATIONS,
  addedItemId,
  linesBoughtBy,
  liveOperations,
} from './operations.ts';
import { arrangeItems } from './aisle-order.ts';
import { completeOrder, type ListSettings, settingsOf } from './settings.ts';
import { type DisplayLocale, displayName } from './shown-amounts.ts';
import { DAYS } from '#domain/week/week.ts';

export type ShoppingListInput = Partial<DisplayLocale> & {
  readonly meals: readonly CookedDish[];
  readonly foods: FoodCatalogue;
  readonly pantry?: readonly PantryEntry[];
  readonly operations?: ListOperations;
  /** Parses the lines added by hand; the caller may cache them. */
  readonly understand: Understand;
  /** Parses an amount that was typed for a food. */
  readonly understandAmount?: FoodContext['understandAmount'];
  /** From learnAisleOrder, if the family has set none; by default that of a usual shop. */
  readonly aisleOrder?: readonly ListAisle[];
};

const LINES_PER_STEP = 100;

/** The dishes of a plan to shop for: not leftovers, eating out or dishes without a recipe. */
export function dishesToCook(meals: Meals, findRecipe: (id: string) => AnyRecipe | undefined): CookedDish[] {
  return PLACES.flatMap((place) => {
    const meal = mealAt(meals, place);
    return (meal ? cookedDishes(meal) : []).flatMap((dish) => {
      const recipe = dish.recipeId === undefined ? undefined : findRecipe(dish.recipeId);
      if (!recipe) return [];
      const { description, servings = recipe.servings, variant } = dish;
      const variantServings = recipe.variant ? Math.min(servings, variant?.servings ?? 0) : 0;
      return [{ ...place, description, recipe, servings, variantServings }];
    });
  });
}

export function makeShoppingList(input: ShoppingListInput): ShoppingList {
  const steps = makeShoppingListInSteps(input);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** A week of long recipes has thousands of lines: yields between pieces of them. */
export function* makeShoppingListInSteps(
  input: ShoppingListInput,
): Generator<undefined, ShoppingList, undefined> {
  const {
    foods,
    pantry = [],
    units = 'metric',
    language = BASE_LANGUAGE,
    operations = NO_OPERATIONS,
  } = input;
  const { understandAmount = () => undefined } = input;
  const live = liveOperations(operations);
  const settings = settingsOf(live);
  const requirements = yield* gatherRequirements(
    input.meals.toSorted(compareByWeek),
    live,
    foods,
    input.understand,
  );
  const { byItem, byFood } = groupByItem(live);
  const everything = [...pantry, ...settings.atHome.map(({ foodId }) => ({ food: foodId }))];
  const context = { pantry: everything, settings, understandAmount };
  const items = [...requirements.foods.values()].flatMap((required) =>
    foodItems(required, context, byFood.get(required.food.id) ?? new Map(), { units, language }),
  );
  const lines: Item[] = [];
  for (const line of requirements.lines) {
    if (lines.length % LINES_PER_STEP === 0) yield;
    lines.push(lineItem(line, byItem.get(line.id) ?? [], settings));
  }
  const order =
    settings.shops.find(({ name }) => name === '')?.aisles ?? completeOrder(input.aisleOrder ?? []);
  return {
    ...arrangeItems([...items, ...lines], order, language),
    atHome: settings.atHome.flatMap(({ foodId, marks }) => {
      const food = foods.find(foodId);
      return food ? [{ foodId, name: displayName(food, undefined, language), marks }] : [];
    }),
    shops: settings.shops,
    aisleOrder: order,
  };
}

/** A line as typed cannot be scaled, so the item shows how many times it is required. */
function lineItem(
  { id, text, times, purpose }: LineRequirement,
  operations: readonly ItemOperation[],
  settings: ListSettings,
): Item {
  const ticks = operations.filter(({ kind }) => kind === 'tick');
  const drops = operations.filter(({ kind }) => kind === 'drop');
  const changes = operations.filter((operation) => operation.kind === 'amount');
  const key = aisleKey({ name: text });
  return {
    ...typedItem(id, text, purpose),
    aisle: settings.aisleOf(key) ?? OTHER_AISLE,
    ...movesOf(settings, key),
    state: ticks.length > 0 ? 'ticked' : drops.length > 0 ? 'dropped' : 'open',
    ...(compare(times, ONE) === 0 ? {} : { times: fractionText(times) }),
    marks: (ticks.length > 0 ? [...ticks, ...drops] : drops).map(({ opId }) => opId),
    ...(changes.length > 0 && {
      set: changes.at(-1)?.text ?? '',
      changes: changes.map(({ opId }) => opId),
    }),
  };
}

function groupByItem(live: ReturnType<typeof liveOperations>) {
  const byItem = new Map<string, ItemOperation[]>();
  for (const operation of live) {
    if (!('itemId' in operation)) continue;
    // A line can be bought with an item of another name: another catalogue knew it as a food.
    const items = new Set([operation.itemId, ...linesBoughtBy(operation).map(addedItemId)]);
    for (const item of items) byItem.getOrInsertComputed(item, () => []).push(operation);
  }
  const byFood = new Map<string, Map<number, ItemOperation[]>>();
  for (const [itemId, operations] of byItem) {
    const { foodId, part } = parsePartId(itemId) ?? {};
    if (foodId === undefined || part === undefined) continue;
    byFood.set(foodId, (byFood.get(foodId) ?? new Map<number, ItemOperation[]>()).set(part, operations));
  }
  return { byItem, byFood: byFood as ReadonlyMap<string, PartOperations> };
}

function compareByWeek(first: CookedDish, second: CookedDish): number {
  return (
    DAYS.indexOf(first.day) - DAYS.indexOf(second.day) ||
    SLOTS.indexOf(first.slot) - SLOTS.indexOf(second.slot) ||
    (first.recipe.id < second.recipe.id ? -1 : 1)
  );
}
