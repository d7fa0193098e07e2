/**
 * Shopping lists, computed for each read from the plan, its recipes, the pantry and the operations on the list
 * (docs/decisions/0009-shopping-list-operations.md).
 */
import { getFoods } from '#cookbook/foods.ts';
import type { Cost } from '#domain/food/cost.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { mealsIn } from '#domain/plan/plan.ts';
import { factsOfFoods, type Warning } from '#domain/preferences/warnings.ts';
import type { UnitSystem } from '#domain/quantity/unit-system.ts';
import { parsePartId } from '#domain/shopping-list/food-items.ts';
import { costOfList, type FoodCost, foodCosts } from '#domain/shopping-list/cost.ts';
import { type ListAisle, OTHER_AISLE, type ShoppingList } from '#domain/shopping-list/item.ts';
import type { DisplayLocale } from '#domain/shopping-list/shown-amounts.ts';
import { type ListOperation, mergeOperations, NO_OPERATIONS } from '#domain/shopping-list/operations.ts';
import { learnAisleOrder } from '#domain/shopping-list/aisle-order.ts';
import { cookedMeals, makeShoppingList } from '#domain/shopping-list/shopping-list.ts';
import { type Week, weekOf } from '#domain/week/week.ts';
import { findFamily } from '#storage/tables/families.ts';
import {
  findLiveOperations,
  findTickedItemsBefore,
  foldLists,
  readItemVersions,
} from '#storage/tables/list-state.ts';
import { findPlan } from '#storage/tables/plans.ts';
import { readPrices } from '#storage/tables/prices.ts';
import type { Db } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { parseFamilyLines } from './family-lines.ts';
import { findRecipesOfMeals } from './family-recipes.ts';
import { type FamilyWarnings, readFamilyWarnings } from './warnings.ts';
import { readPantry, parseStoredPantry, type NamedPantryEntry } from './pantry.ts';

export type FamilyList = {
  list: ShoppingList;
  /** The number of operations on each item; it only grows. */
  versions: Record<string, number>;
  units: UnitSystem;
  pantry: NamedPantryEntry[];
  cost: Cost;
  /** By food: whom it may harm. */
  warnings: { [foodId: string]: Warning[] };
};

/** How many past weeks and ticked items the aisle order is learnt from. */
const HISTORY = { weeks: 10, items: 1_000 };

export async function readList(
  store: Pick<Store, 'db' | 'kind'>,
  family: string,
  week: Week,
  language: DisplayLocale['language'],
): Promise<FamilyList> {
  const { db } = store;
  await foldLists(store, family, firstWeekOfHistory(week), week);
  const { units = 'metric' } = (await findFamily(db, family)) ?? {};
  const meals = (await findPlan(db, family, week))?.meals ?? {};
  const recipes = await findRecipesOfMeals(db, family, mealsIn(meals));
  const { entries: pantry } = await readPantry(db, family, language);
  const live = await findLiveOperations(db, family, week);
  const lines = await parseAddedLines(db, family, live);
  const list = makeShoppingList({
    meals: cookedMeals(meals, (id) => recipes.get(id)),
    foods: getFoods(),
    pantry: await parseStoredPantry(pantry),
    operations: mergeOperations(NO_OPERATIONS, live),
    understand: (text) => lines.get(text) ?? { text },
    units,
    language,
    aisleOrder: learnAisleOrder(await findTrips(db, family, week)),
  });
  const cost = costOfList(list, getFoods(), await readPrices(db, family));
  const versions = Object.fromEntries(await readItemVersions(db, family, week));
  const warnings = warningsOfItems(list, await readFamilyWarnings(db, family));
  return { list, versions, units, pantry, cost, warnings };
}

function warningsOfItems(list: ShoppingList, warn: FamilyWarnings): FamilyList['warnings'] {
  const items = [...list.asked, ...list.aisles.flatMap((aisle) => aisle.items)];
  const foods = items.flatMap(({ foodId }) => (foodId === undefined ? [] : (getFoods().find(foodId) ?? [])));
  const found = foods.map((food) => [food.id, warn(factsOfFoods([food], 0))] as const);
  return Object.fromEntries(found.filter(([, warnings]) => warnings.length > 0));
}

/** The cost of the list, and of each food on it. */
export async function readCosts(
  store: Pick<Store, 'db' | 'kind'>,
  family: string,
  week: Week,
  language: DisplayLocale['language'],
): Promise<Pick<FamilyList, 'cost' | 'units'> & { foods: FoodCost[] }> {
  const { list, cost, units } = await readList(store, family, week, language);
  return { cost, units, foods: foodCosts(list, getFoods(), await readPrices(store.db, family), language) };
}

/** Parses the lines that were added by hand, by their text. */
async function parseAddedLines(
  db: Db,
  family: string,
  live: ListOperation[],
): Promise<ReadonlyMap<string, IngredientLine>> {
  const texts = live.flatMap((one) => (one.kind === 'add' ? [one.text] : []));
  return new Map((await parseFamilyLines(db, family, texts)).map((line) => [line.text, line]));
}

/** The aisles of what was ticked on each earlier list, in the order of ticking. */
async function findTrips(db: Db, family: string, week: Week): Promise<ListAisle[][]> {
  const limits = { since: firstWeekOfHistory(week), limit: HISTORY.items };
  const ticked = await findTickedItemsBefore(db, family, week, limits);
  const trips = Map.groupBy(ticked, (one) => one.week);
  return [...trips.values()].toReversed().map((trip) => trip.map(({ itemId }) => aisleOf(itemId)));
}

function firstWeekOfHistory(week: Week): Week {
  return weekOf(Temporal.PlainDate.from(week).subtract({ weeks: HISTORY.weeks }));
}

function aisleOf(itemId: string): ListAisle {
  const foodId = parsePartId(itemId)?.foodId;
  return (foodId !== undefined && getFoods().find(foodId)?.aisle) || OTHER_AISLE;
}
