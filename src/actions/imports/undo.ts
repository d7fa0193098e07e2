/**
 * Undoes an import within a week. What a member has changed since then stays, and stays known by where it came from, so
 * that the same file does not add it a second time.
 */
import { type Refusal, refuse } from '#domain/refusal.ts';
import { mealAt, type Meals, mealsIn, withMeal } from '#domain/plan/plan.ts';
import { instantText, parseInstant } from '#domain/week/instant.ts';
import type { Db, Tx } from '#storage/schema.ts';
import { auditedTransaction, type ChangeContext, type RecordChange } from '#storage/transaction.ts';
import {
  clearImport,
  countUnchangedRecipes,
  deleteImport,
  findImport,
  findRecipesOfImport,
  hasPlacedAny,
  type Import,
  listImports,
  type PlacedItems,
} from '#storage/tables/imports.ts';
import { foldLists } from '#storage/tables/shopping-list/list-state.ts';
import { deletePhotosWithoutRecipe } from '#storage/tables/recipe/photos.ts';
import { deletePlan, findPlan, listPlanWeeks } from '#storage/tables/plan/plans.ts';
import { deleteRecipe, listRecipeVersions } from '#storage/tables/recipe/recipes.ts';
import { deleteRecipeNotes } from '#storage/tables/recipe/recipe-notes.ts';
import { deleteRefusals } from '#storage/tables/plan/refusals.ts';
import { deleteStarsFor } from '#storage/tables/recipe/stars.ts';
import { addOperations } from '#actions/shopping-list/lists.ts';
import { writePlan } from '#actions/plan/plans.ts';
import { earliestCurrentWeek } from '#actions/recipe/recipes.ts';
import { removeFamilyData } from './family-data-undo.ts';
import { removeHistory } from './list-history.ts';
import { restoreReplaced } from './replacements.ts';

export const UNDO_MS = 7 * 86_400_000;

/** How many recipes were deleted, how many have their old text again, and how many stay because somebody has changed them. */
export type UndoneImport = { deleted: number; restored: number; changed: number };

/** `recipes` is how many an undo would delete or restore. */
type UndoableImport = Omit<Import, 'madeBy'> & { recipes: number; undoUntil: string };

/** The imports of the last week that have something left to undo, the newest first. */
export async function listUndoableImports(db: Db, family: string, nowMs: number): Promise<UndoableImport[]> {
  const counts = await countUnchangedRecipes(db, family);
  return (await listImports(db, family)).flatMap(({ madeBy: _madeBy, ...each }) => {
    const recipes = (counts.get(each.id) ?? 0) + (each.placed.replaced?.length ?? 0);
    const endMs = (parseInstant(each.madeAt) ?? 0) + UNDO_MS;
    const hasAnything = recipes > 0 || hasPlacedAny(each.placed);
    return hasAnything && nowMs <= endMs ? [{ ...each, recipes, undoUntil: instantText(endMs) }] : [];
  });
}

export async function undoImport(
  context: ChangeContext,
  family: string,
  id: string,
): Promise<UndoneImport | Refusal> {
  const { store, nowMs } = context;
  const week = (await findImport(store.db, family, id))?.placed.lines?.week;
  if (week !== undefined) await foldLists(store, family, week, week);
  return auditedTransaction(context, family, async (tx, record) => {
    const found = await findImport(tx, family, id);
    if (!found) return refuse('not-found');
    if (nowMs - (parseInstant(found.madeAt) ?? 0) > UNDO_MS) return refuse('import-ended');
    const [rows, versions] = [
      await findRecipesOfImport(tx, family, id),
      await listRecipeVersions(tx, family),
    ];
    const current = new Map(versions.map((each) => [each.id, each.version]));
    const unchanged = rows
      .filter(({ recipeId, version }) => current.get(recipeId) === version)
      .map(({ recipeId }) => recipeId);
    await record('import.undo', { import: id, recipes: unchanged.length });
    // One line for each recipe, because caches and event streams read the log.
    for (const recipe of unchanged) await record('recipe.delete', { recipe });
    await removeRecipes(tx, family, unchanged);
    const { replaced = [] } = found.placed;
    const restored = await restoreReplaced(tx, record, family, replaced);
    await deletePhotosWithoutRecipe(tx, family);
    await removeMeals(tx, record, { family, nowMs, recipes: new Set(unchanged), placed: found.placed.meals });
    await removeLines(tx, record, { family, nowMs }, found.placed.lines, id);
    const { data, operations } = found.placed;
    if (data) await removeFamilyData(tx, record, { family, nowMs }, data);
    if (operations) await removeHistory(tx, record, { family, nowMs, importId: id }, operations.until);
    if (unchanged.length < rows.length) await clearImport(tx, family, id);
    else await deleteImport(tx, family, id);
    const changed = rows.length - unchanged.length + replaced.length - restored;
    return { deleted: unchanged.length, restored, changed };
  });
}

const REFUSALS_PER_QUERY = 500;

async function removeRecipes(tx: Tx, family: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await deleteRecipe(tx, family, id);
    await deleteStarsFor(tx, family, id);
    await deleteRecipeNotes(tx, family, [id]);
  }
  for (let at = 0; at < ids.length; at += REFUSALS_PER_QUERY)
    await deleteRefusals(tx, family, ids.slice(at, at + REFUSALS_PER_QUERY));
}

type Removal = { family: string; nowMs: number; recipes: ReadonlySet<string>; placed: PlacedItems['meals'] };

/** Meals that the import placed, unless they were changed; and references to deleted recipes of this and later weeks. */
async function removeMeals(
  tx: Tx,
  record: RecordChange,
  { family, nowMs, recipes, placed }: Removal,
): Promise<void> {
  const byWeek = Map.groupBy(placed, ({ week }) => week);
  const first = earliestCurrentWeek(nowMs);
  const weeks = await listPlanWeeks(tx, family);
  for (const week of weeks.filter((each) => each >= first || byWeek.has(each))) {
    const plan = await findPlan(tx, family, week);
    if (!plan) continue;
    const meals = withoutPlaced(plan.meals, byWeek.get(week) ?? []);
    const refers =
      week >= first && mealsIn(meals).some(({ recipeId }) => recipeId !== undefined && recipes.has(recipeId));
    if (meals === plan.meals && !refers) continue;
    const version = await record('plan.import-undo', { week });
    if (mealsIn(meals).length === 0) await deletePlan(tx, family, week, plan.version);
    else await writePlan(tx, { family, week, version }, plan, meals);
  }
}

function withoutPlaced(meals: Meals, placed: PlacedItems['meals']): Meals {
  let after = meals;
  for (const { day, slot, description } of placed) {
    if (mealAt(after, { day, slot })?.description === description)
      after = withMeal(after, { day, slot }, undefined);
  }
  return after;
}

const UNDONE_PER_OPERATION = 100;

async function removeLines(
  tx: Tx,
  record: RecordChange,
  target: { family: string; nowMs: number },
  lines: PlacedItems['lines'],
  importId: string,
): Promise<void> {
  if (!lines) return;
  const operations = [];
  for (let at = 0; at < lines.ids.length; at += UNDONE_PER_OPERATION) {
    const undoes = lines.ids.slice(at, at + UNDONE_PER_OPERATION);
    operations.push({ opId: `${importId}-undo-${at}`, kind: 'undo' as const, undoes });
  }
  // A full list refuses even this; the lines can still be removed by hand.
  await addOperations(tx, record, { ...target, week: lines.week }, operations);
}
