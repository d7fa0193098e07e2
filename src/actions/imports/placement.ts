/**
 * Everything of an import beside recipes. `planItems` only reads: its result is what a dry run reports and what an import
 * stores, so that both say the same.
 */
import { hash } from 'node:crypto';
import { MAX_ADDED_LINES } from '#domain/family/quota.ts';
import { isRefusal } from '#domain/refusal.ts';
import { ingredientText } from '#domain/recipe/recipe-source.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import type { Week } from '#domain/week/week.ts';
import { findKnownRecipes } from '#queries/recipe/family-recipes.ts';
import type { Db } from '#storage/schema.ts';
import type { ChangeContext, RecordChange } from '#storage/transaction.ts';
import type { Family } from '#storage/tables/account/families.ts';
import { type ImportedMeal, ownId } from '#import/archive/archive-item.ts';
import { readAllImportParts } from '#storage/tables/imports.ts';
import { findRecipe } from '#storage/tables/recipe/recipes.ts';
import { addOperations, checkOperations } from '#actions/shopping-list/lists.ts';
import { familyDataSteps } from './family-data.ts';
import {
  type DataTarget,
  type EaterIds,
  planFamilyData,
  type PlannedData,
  preferredRecipes,
} from './family-data-plan.ts';
import { listSteps, newLines, planLists, type ListBatch, recipesOfLists } from './list-history.ts';
import { mealSteps, planMeals, type PlannedWeek } from './meals.ts';
import type { LeftOutCounts, Preparation, PreparedRecipe } from './preparation.ts';
import { inChunks, placingStep, type Step } from './slices.ts';

export type ItemsTarget = {
  context: ChangeContext;
  family: Family;
  /** Whose list gets the lines. */
  week: Week;
  prepared: Preparation;
  /** Those that are stored. */
  recipes: readonly PreparedRecipe[];
  /** The import that is stored or continued. */
  importId?: string | undefined;
};

export type PlannedItems = {
  readonly data: PlannedData | undefined;
  readonly meals: readonly PlannedWeek[];
  /** The history of lists; null if the family has its own. */
  readonly history: readonly ListBatch[] | null;
  readonly lines: readonly ListLine[];
};

/** `key` is the same for the same text. */
type ListLine = { readonly key: string; readonly text: string };

export async function planItems(
  db: Db,
  { context, family, week, prepared, recipes, importId }: ItemsTarget,
  leftOut: LeftOutCounts,
): Promise<PlannedItems> {
  const { data, listLines } = prepared;
  const recipeOf = await ownRecipes(db, family.id, prepared, recipes);
  const target = data && { context, family, data, recipeOf };
  const own = target && (await planFamilyData(db, target, leftOut));
  const meals = own ? prepared.meals.map((meal) => withEaters(meal, own.eaters)) : prepared.meals;
  const titles = await titlesOf(db, family.id, { meals, recipes, prepared, recipeOf });
  const weeks = await planMeals(db, { family: family.id, nowMs: context.nowMs, meals, titles }, leftOut);
  const placed = await readPlaced(db, family.id, importId);
  const history = target ? await planLists(db, target, placed.hasHistory, leftOut) : null;
  const texts =
    data && history === null ? [...listLines, ...(await newLines(db, family.id, data))] : listLines;
  const list = { family: family.id, week, nowMs: context.nowMs };
  return {
    data: own,
    meals: weeks,
    history,
    lines: await planListLines(db, list, { texts, placed: placed.lines }, leftOut),
  };
}

/** How many meals and lines of lists are placed. */
export function countItems({ data }: Preparation, { meals, history, lines }: PlannedItems) {
  const restored = history && history.length > 0 ? (data?.toBuy.length ?? 0) : 0;
  return {
    meals: meals.reduce((sum, { placed }) => sum + placed.length, 0),
    listLines: lines.length > 0 ? lines.length : restored,
  };
}

/** Lines of the list that are added at once. */
const LINES_PER_STEP = 50;

export function* itemSteps(
  { context, family: { id: family }, week, importId }: ItemsTarget & { importId: string },
  { data, meals, history, lines }: PlannedItems,
): Generator<Step> {
  const { nowMs } = context;
  if (data) yield* familyDataSteps(context, family, importId, data);
  yield* mealSteps(family, importId, meals);
  if (history) yield* listSteps({ family, nowMs, importId }, history);
  for (const chunk of inChunks(lines, LINES_PER_STEP))
    yield placingStep(family, importId, async (tx, record) => {
      let part = 0;
      const recordPart: RecordChange = async (...change) => (part = await record(...change));
      const added = chunk.map((line) => addOf(line, importId));
      await addOperations(tx, recordPart, { family, week, nowMs }, added);
      if (part === 0) return undefined;
      return { part, placed: { lines: { week, ids: added.map(({ opId }) => opId) } } };
    });
}

/** Finds the family's recipe by its id in the file: an own one, or one of the cookbook. */
async function ownRecipes(
  db: Db,
  family: string,
  { data, meals, idsBySource }: Preparation,
  recipes: readonly PreparedRecipe[],
): Promise<DataTarget['recipeOf']> {
  if (!data) return () => undefined;
  const recurring = preferredRecipes(data);
  const ids = [
    ...[...data.notes, ...data.stars, ...data.rejectedDishes].map(({ recipeId }) => recipeId),
    ...meals.flatMap(({ recipeId }) => recipeId?.slice(ownId('').length) ?? []),
    ...recipesOfLists(data),
    ...recurring,
  ];
  const mapped = new Map(ids.map((id) => [id, idsBySource.get(ownId(id)) ?? id]));
  const fresh = new Set(recipes.map(({ id }) => id));
  const known = await findKnownRecipes(
    db,
    family,
    Array.from(mapped.values(), (recipeId) => ({ recipeId })),
  );
  return (id) => {
    const recipe = mapped.get(id);
    return recipe !== undefined && (fresh.has(recipe) || known.has(recipe)) ? recipe : undefined;
  };
}

/** The eaters of the file by their ids here. Without those who do not exist here. */
function withEaters(meal: ImportedMeal, eaters: EaterIds): ImportedMeal {
  if (!meal.details) return meal;
  const { exceptEaters, variant, eaterIds, ...details } = meal.details;
  const [except, getVariant, only] = [exceptEaters, variant?.eaterIds, eaterIds].map((ids) =>
    (ids ?? []).flatMap((id) => eaters.get(id) ?? []),
  );
  return {
    ...meal,
    details: {
      ...details,
      ...(except && except.length > 0 && { exceptEaters: except }),
      ...(only && only.length > 0 && { eaterIds: only }),
      ...(variant &&
        getVariant &&
        getVariant.length > 0 && { variant: { ...variant, eaterIds: getVariant } }),
    },
  };
}

/** The recipes that meals refer to: of this file, whether they are new or not. */
async function titlesOf(
  db: Db,
  family: string,
  {
    prepared: { idsBySource },
    meals,
    recipes,
    recipeOf,
  }: Pick<ItemsTarget, 'prepared' | 'recipes'> & Pick<Preparation, 'meals'> & Pick<DataTarget, 'recipeOf'>,
): Promise<Map<string, { id: string; title: string }>> {
  const wanted = new Set(meals.flatMap(({ recipeId }) => recipeId ?? []));
  const fresh = new Map(recipes.map(({ id, source }) => [id, source.title]));
  const titles = new Map<string, { id: string; title: string }>();
  for (const sourceId of wanted) {
    const inBook = recipeOf(sourceId.slice(ownId('').length));
    const id = idsBySource.get(sourceId) ?? inBook;
    if (id === undefined) continue;
    const title = fresh.get(id) ?? (await findRecipe(db, family, id))?.source.title;
    if (title !== undefined || inBook !== undefined) titles.set(sourceId, { id, title: title ?? '' });
  }
  return titles;
}

/** The keys of the lines of earlier imports, and whether this one has begun to restore the history of lists. */
async function readPlaced(
  db: Db,
  family: string,
  importId: string | undefined,
): Promise<{ lines: ReadonlySet<string>; hasHistory: boolean }> {
  let [lines, hasHistory] = [new Set<string>(), false];
  for await (const parts of readAllImportParts(db, family))
    for (const part of parts) {
      for (const id of part.placed.lines?.ids ?? []) lines.add(id.slice(-KEY_LENGTH));
      hasHistory ||= part.importId === importId && part.placed.operations !== undefined;
    }
  return { lines, hasHistory };
}

/** To the list of this week, where they stay until they are bought. A line of an earlier import is not added again. */
async function planListLines(
  db: Db,
  target: { family: string; week: Week; nowMs: number },
  { texts, placed }: { texts: readonly string[]; placed: ReadonlySet<string> },
  leftOut: LeftOutCounts,
): Promise<ListLine[]> {
  const lines = new Map(
    texts.slice(0, MAX_ADDED_LINES).flatMap((text) => {
      const [key, line] = [hash('sha256', text).slice(0, KEY_LENGTH), ingredientText.safeParse(text).data];
      return placed.has(key) || line === undefined ? [] : [[key, { key, text: line }] as const];
    }),
  );
  if (texts.length > MAX_ADDED_LINES) leftOut.add('list-limit');
  const planned = [...lines.values()];
  if (planned.length === 0) return [];
  const added = planned.map((line) => addOf(line, 'planned'));
  if (!isRefusal(await checkOperations(db, target, added))) return planned;
  leftOut.add('list-full');
  return [];
}

function addOf({ key, text }: ListLine, importId: string): ListOperation & { kind: 'add' } {
  return { opId: `${importId}-${key}`, kind: 'add', text };
}

const KEY_LENGTH = 16;
