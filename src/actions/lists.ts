/**
 * Shopping lists: what the recipes of a week's plan need, with what people did to the list laid over it.
 * Only those deeds are kept, and each once; the list itself is made anew whenever it is asked for, so it
 * follows the plan, the recipes and the pantry by itself (docs/decisions/0009-list-operations.md).
 */
import { getFoods } from '#cookbook/foods.ts';
import type { Cost } from '#domain/cost.ts';
import type { IngredientLine } from '#domain/ingredient-line.ts';
import { mealsIn } from '#domain/plan.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import type { UnitSystem } from '#domain/shopping-list-amount.ts';
import { parsePartId } from '#domain/shopping-list-food.ts';
import { costOfList, type FoodCost, foodCosts } from '#domain/shopping-list-cost.ts';
import { type ListAisle, OTHER_AISLE, type ShoppingList } from '#domain/shopping-list-item.ts';
import type { Taste } from '#domain/shopping-list-name.ts';
import {
  itemVersions,
  type ListOperation,
  type ListOperations,
  liveOperations,
  mergeOperations,
  NO_OPERATIONS,
} from '#domain/shopping-list-operations.ts';
import { learnAisleOrder } from '#domain/shopping-list-order.ts';
import { cookedMeals, makeShoppingList } from '#domain/shopping-list.ts';
import { isInReach, type Week, weekOf } from '#domain/week.ts';
import { change, type ChangeContext } from '#storage/audit.ts';
import { findFamily } from '#storage/families.ts';
import { findOperationIds, findOperations, findTicksBefore, insertOperations } from '#storage/lists.ts';
import { findPlan } from '#storage/plans.ts';
import { readPrices } from '#storage/prices.ts';
import type { Db } from '#storage/schema.ts';
import { findRecipesOf } from './family-recipes.ts';
import { understandLines } from './understood-lines.ts';
import { findShownPantry, pantryOf, type ShownPantryEntry } from './pantry.ts';

export type FamilyList = {
  list: ShoppingList;
  /** How often something was done to an item; it only grows. */
  versions: Record<string, number>;
  units: UnitSystem;
  pantry: ShownPantryEntry[];
  cost: Cost;
};

/** More than any family does in a week: without an end a list could fill a disk. */
const MOST_OPERATIONS = 20_000;
/** Each of these is a line to be understood whenever the list is made; what was taken off again is not. */
const MOST_ADDED = 300;
/** A batch has fewer, so the numbers of two never meet. */
const ARRIVALS_PER_CHANGE = 128;
/** The trips to learn the aisles from. */
const LEARNT = { weeks: 10, ticks: 1_000 };

export async function readList(
  db: Db,
  family: string,
  week: Week,
  language: Taste['language'],
): Promise<FamilyList> {
  const { units = 'metric' } = (await findFamily(db, family)) ?? {};
  const meals = (await findPlan(db, family, week))?.meals ?? {};
  const recipes = await findRecipesOf(db, family, mealsIn(meals));
  const { entries: pantry } = await findShownPantry(db, family, language);
  const operations = mergeOperations(NO_OPERATIONS, await findOperations(db, family, week));
  const lines = await understandAdded(operations);
  const list = makeShoppingList({
    meals: cookedMeals(meals, (id) => recipes.get(id)),
    foods: getFoods(),
    pantry: await pantryOf(pantry),
    operations,
    understand: (text) => lines.get(text) ?? { text },
    units,
    language,
    aisleOrder: learnAisleOrder(await findTrips(db, family, week)),
  });
  const cost = costOfList(list, getFoods(), await readPrices(db, family));
  return { list, versions: Object.fromEntries(itemVersions(operations)), units, pantry, cost };
}

/** What the list comes to, and which food has which part in it. */
export async function readCosts(
  db: Db,
  family: string,
  week: Week,
  language: Taste['language'],
): Promise<Pick<FamilyList, 'cost' | 'units'> & { foods: FoodCost[] }> {
  const { list, cost, units } = await readList(db, family, week, language);
  return { cost, units, foods: foodCosts(list, getFoods(), await readPrices(db, family), language) };
}

/** The lines that were added by hand, from memory where they were read before. */
async function understandAdded(operations: ListOperations): Promise<ReadonlyMap<string, IngredientLine>> {
  const texts = liveOperations(operations).flatMap((one) => (one.kind === 'add' ? [one.text] : []));
  return new Map((await understandLines(texts)).map((line) => [line.text, line]));
}

/** The aisles of the ticks of each earlier list, in the order of ticking. */
async function findTrips(db: Db, family: string, week: Week): Promise<ListAisle[][]> {
  const since = weekOf(Temporal.PlainDate.from(week).subtract({ weeks: LEARNT.weeks }));
  const ticks = await findTicksBefore(db, family, week, { since, limit: LEARNT.ticks });
  const trips = Map.groupBy(ticks, (tick) => tick.week);
  return [...trips.values()].toReversed().map((trip) => trip.map(({ operation }) => aisleOf(operation)));
}

function aisleOf(operation: ListOperation): ListAisle {
  const itemId = operation.kind === 'tick' ? operation.itemId : '';
  const foodId = parsePartId(itemId)?.foodId;
  return (foodId !== undefined && getFoods().find(foodId)?.aisle) || OTHER_AISLE;
}

/** Those that are new are kept; the others have been already, and are simply not made again. */
export async function operateList(
  context: ChangeContext,
  family: string,
  week: Week,
  operations: ListOperation[],
): Promise<Refusal | undefined> {
  // Read before they are stored: a line that breaks the parser would otherwise break every later read of the list.
  await understandLines(operations.flatMap((one) => (one.kind === 'add' ? [one.text] : [])));
  return change(context, family, async (tx, record) => {
    const sent = mergeOperations(NO_OPERATIONS, operations);
    const known = await findOperationIds(tx, family, [...sent.keys()]);
    const fresh = [...sent.values()].filter(({ opId }) => !known.has(opId));
    if (fresh.length === 0) return undefined;
    if (!(await findFamily(tx, family))) return refuse('not-found');
    if (!isInReach(week, context.nowMs)) return refuse('far-week');
    if (isTooMuch([...(await findOperations(tx, family, week)), ...fresh])) return refuse('too-many');
    const version = await record('list.change', { week, operations: fresh.length });
    await insertOperations(tx, family, week, fresh, version * ARRIVALS_PER_CHANGE);
    return undefined;
  });
}

function isTooMuch(operations: ListOperation[]): boolean {
  const live = liveOperations(mergeOperations(NO_OPERATIONS, operations));
  const added = live.filter(({ kind }) => kind === 'add').length;
  return operations.length > MOST_OPERATIONS || added > MOST_ADDED;
}
