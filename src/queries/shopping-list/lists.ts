/**
 * Shopping lists, computed for each read from the plan, its recipes, the pantry and the operations on the list
 * (docs/decisions/0009-shopping-list-operations.md).
 */
import { getFoods } from '#cookbook/foods.ts';
import type { Cost } from '#domain/food/cost.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { dishesIn } from '#domain/plan/plan.ts';
import { factsOfFoods } from '#domain/food/dish-facts.ts';
import { isPossible, type Warning } from '#domain/preferences/warnings.ts';
import { allLinesOf } from '#domain/recipe/book-recipe.ts';
import { brandsOfLine, hasBrands } from '#domain/ingredient-line/line-foods.ts';
import type { Quantity } from '#domain/quantity/quantity.ts';
import type { UnitSystem } from '#domain/quantity/unit-system.ts';
import { soldAmounts } from '#domain/food/sold-amounts.ts';
import { costOfList, foodCosts, type PricedFood } from '#domain/shopping-list/cost.ts';
import {
  type ListAisle,
  OTHER_AISLE,
  aisleKey,
  parsePartId,
  type ShoppingList,
} from '#domain/shopping-list/item.ts';
import type { DisplayLocale } from '#domain/shopping-list/shown-amounts.ts';
import { type ListOperation, mergeOperations, NO_OPERATIONS } from '#domain/shopping-list/operations.ts';
import { learnAisleOrder } from '#domain/shopping-list/aisle-order.ts';
import { type ListSettings, settingsOf } from '#domain/shopping-list/settings.ts';
import { dishesToCook, makeShoppingListInSteps } from '#domain/shopping-list/shopping-list.ts';
import { type Week, weekOf } from '#domain/week/week.ts';
import { readLastChangeOf } from '#storage/tables/audit-log.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import {
  findLiveOperations,
  findTickedItemsBefore,
  readItemVersions,
} from '#storage/tables/shopping-list/list-state.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { listPrices, readPrices } from '#storage/tables/shopping-list/prices.ts';
import { inTurns, nextTurn } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { parseFamilyLines } from '#queries/recipe/family-lines.ts';
import { findRecipesOfMeals } from '#queries/recipe/family-recipes.ts';
import { type FamilyWarnings, readFamilyWarnings } from '#queries/plan/warnings.ts';
import { readPantry, parseAmountOf, parseStoredPantry, type NamedPantryEntry } from './pantry.ts';

export type FamilyList = {
  list: ShoppingList;
  /** The number of the family's last change; it only grows. */
  version: number;
  /** The number of operations on each item; it only grows. */
  versions: Record<string, number>;
  units: UnitSystem;
  pantry: NamedPantryEntry[];
  cost: Cost;
  /** By food: for whom the label of the brand must be read. */
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
  // Before anything else is read: the list may be newer than its version, but never older.
  const version = await readLastChangeOf(db, family);
  const { list, lines, units, pantry } = await computeList(db, family, week, language);
  await nextTurn();
  const cost = costOfList(list, getFoods(), await readPrices(db, family));
  const versions = Object.fromEntries(await readItemVersions(db, family, week));
  await nextTurn();
  const warnings = warningsOfItems(list, lines, await readFamilyWarnings(db, family, week));
  // The list is written as JSON next.
  await nextTurn();
  return { list, version, versions, units, pantry, cost, warnings };
}

async function computeList(db: Db, family: string, week: Week, language: DisplayLocale['language']) {
  const { units = 'metric' } = (await findFamily(db, family)) ?? {};
  const meals = (await findPlan(db, family, week))?.meals ?? {};
  const recipes = await findRecipesOfMeals(db, family, dishesIn(meals));
  const { entries: pantry } = await readPantry(db, family, language);
  const live = await findLiveOperations(db, family, week);
  const lines = await parseAddedLines(db, family, live);
  const amounts = await parseTypedAmounts(live);
  const steps = makeShoppingListInSteps({
    meals: dishesToCook(meals, (id) => recipes.get(id)),
    foods: getFoods(),
    pantry: await parseStoredPantry(pantry),
    operations: mergeOperations(NO_OPERATIONS, live),
    understand: (text) => lines.get(text) ?? { text },
    understandAmount: (text, foodId) => amounts.get(`${foodId} ${text}`),
    units,
    language,
    aisleOrder: learnAisleOrder(await findTrips(db, family, week, settingsOf(live))),
  });
  const ofMeals = recipes.values().flatMap((recipe) => allLinesOf(recipe));
  return { list: await inTurns(steps), lines: [...ofMeals, ...lines.values()], units, pantry };
}

/** What was typed as the amount of a food, by both. */
async function parseTypedAmounts(live: readonly ListOperation[]): Promise<ReadonlyMap<string, Quantity>> {
  const amounts = new Map<string, Quantity>();
  for (const operation of live) {
    const { foodId } = (operation.kind === 'amount' && parsePartId(operation.itemId)) || {};
    if (operation.kind !== 'amount' || foodId === undefined) continue;
    const quantity = await parseAmountOf(foodId, operation.text);
    if (quantity) amounts.set(`${foodId} ${operation.text}`, quantity);
  }
  return amounts;
}

/**
 * Only what depends on the brand that is bought. What surely contains an allergen is bought for others: the meal warns of
 * it, and milk is no news to the parents of a child with an allergy to milk.
 */
function warningsOfItems(
  list: ShoppingList,
  lines: readonly IngredientLine[],
  { warn }: FamilyWarnings,
): FamilyList['warnings'] {
  const items = [...list.probablyAtHome, ...list.aisles.flatMap((aisle) => aisle.items)];
  const foods = items.flatMap(({ foodId }) => (foodId === undefined ? [] : (getFoods().find(foodId) ?? [])));
  const brands = Map.groupBy(
    lines.filter((line) => hasBrands(line, getFoods())).flatMap((line) => brandsOfLine(line, getFoods())),
    ({ id }) => id,
  );
  const found = foods.map((food) => {
    const facts = factsOfFoods(brands.get(food.id) ?? [food], 0);
    return [food.id, warn(facts).filter(isPossible)] as const;
  });
  return Object.fromEntries(found.filter(([, warnings]) => warnings.length > 0));
}

/** The cost of the list, and of each food on it, with the amounts that a price can be typed for. */
export async function readCosts(
  store: Pick<Store, 'db' | 'kind'>,
  family: string,
  week: Week,
  language: DisplayLocale['language'],
): Promise<Pick<FamilyList, 'cost' | 'units'> & { foods: PricedFood[] }> {
  const { list, cost, units } = await readList(store, family, week, language);
  const stored = await listPrices(store.db, family);
  const prices = new Map(stored.map(({ foodId, centsPerKg }) => [foodId, centsPerKg]));
  const offers = new Map(stored.map(({ foodId, offer }) => [foodId, offer]));
  const foods = foodCosts(list, getFoods(), prices, language).map((cost) => {
    const food = getFoods().find(cost.foodId);
    const offer = offers.get(cost.foodId);
    return { ...cost, amounts: food ? soldAmounts(food) : [], ...(offer && { offer }) };
  });
  return { cost, units, foods };
}

/** Parses the lines that were added by hand, by their text. */
async function parseAddedLines(
  db: Db,
  family: string,
  live: ListOperation[],
): Promise<ReadonlyMap<string, IngredientLine>> {
  const texts = live.flatMap((operation) => (operation.kind === 'add' ? [operation.text] : []));
  return new Map((await parseFamilyLines(db, family, texts)).map((line) => [line.text, line]));
}

/** The aisles of what was ticked on each earlier list, in the order of ticking. */
async function findTrips(db: Db, family: string, week: Week, settings: ListSettings): Promise<ListAisle[][]> {
  const limits = { since: firstWeekOfHistory(week), limit: HISTORY.items };
  const ticked = await findTickedItemsBefore(db, family, week, limits);
  const trips = Map.groupBy(ticked, (tick) => tick.week);
  return [...trips.values()].toReversed().map((trip) => trip.map(({ itemId }) => aisleOf(itemId, settings)));
}

function firstWeekOfHistory(week: Week): Week {
  return weekOf(Temporal.PlainDate.from(week).subtract({ weeks: HISTORY.weeks }));
}

function aisleOf(itemId: string, settings: ListSettings): ListAisle {
  const foodId = parsePartId(itemId)?.foodId;
  if (foodId === undefined) return OTHER_AISLE;
  const moved = settings.aisleOf(aisleKey({ foodId, name: '' }));
  return moved ?? getFoods().find(foodId)?.aisle ?? OTHER_AISLE;
}
