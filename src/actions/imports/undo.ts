/**
 * Undoes an import within a week, in slices: an undo that was interrupted goes on when somebody undoes it again. What a
 * member has changed since the import stays, and stays known by where it came from, so that the same file does not add it
 * a second time.
 */
import { newId } from '#auth/secret.ts';
import { UNDO_MS } from '#domain/family/upload.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import { dishesIn, mealAt, type Meals, mealsIn, withMeal } from '#domain/plan/plan.ts';
import { instantText, parseInstant } from '#domain/week/instant.ts';
import type { Week } from '#domain/week/week.ts';
import { findKnownRecipes } from '#queries/recipe/family-recipes.ts';
import type { Db, Tx } from '#storage/schema.ts';
import { auditedTransaction, type ChangeContext, type RecordChange } from '#storage/transaction.ts';
import {
  claimImport,
  countImportParts,
  countUnchangedRecipes,
  deleteImport,
  deleteImportPart,
  findImport,
  findLastParts,
  findRecipesOfImport,
  type Import,
  type ImportPart,
  isEmptyImport,
  listImports,
  type PlacedItems,
} from '#storage/tables/imports.ts';
import { countRestorable } from '#storage/tables/replaced-recipes.ts';
import { deletePhotosWithoutRecipe, findPhotos } from '#storage/tables/recipe/photos.ts';
import { deletePlan, findPlan, listPlanWeeks } from '#storage/tables/plan/plans.ts';
import { deleteRecipe, findVersions } from '#storage/tables/recipe/recipes.ts';
import { deleteRecipeNotes } from '#storage/tables/recipe/recipe-notes.ts';
import { deleteRejectedDishes } from '#storage/tables/plan/rejected-dishes.ts';
import { deleteStarsFor } from '#storage/tables/recipe/stars.ts';
import { addOperations } from '#actions/shopping-list/lists.ts';
import { writePlan } from '#actions/plan/plans.ts';
import { earliestCurrentWeek } from '#actions/recipe/recipes.ts';
import { removeFamilyData } from './family-data-undo.ts';
import { removeHistory } from './list-history.ts';
import { restoringSteps } from './replacements.ts';
import { inChunks, inSlices, type Step } from './slices.ts';
import { type ImportRun, refuseUnclaimed } from './storing.ts';

/** How many recipes were deleted, how many have their old text again, and how many stay because somebody has changed them. */
export type UndoneImport = { deleted: number; restored: number; changed: number };

/** `recipes` is how many an undo would delete or restore. */
type UndoableImport = Omit<Import, 'createdBy'> & { recipes: number; meals: number; undoUntil: string };

/** The imports of the last week that have something left to undo, the newest first. */
export async function listUndoableImports(db: Db, family: string, nowMs: number): Promise<UndoableImport[]> {
  const [unchanged, restorable, parts] = [
    await countUnchangedRecipes(db, family),
    await countRestorable(db, family),
    await countImportParts(db, family),
  ];
  return (await listImports(db, family)).flatMap(({ createdBy: _createdBy, ...each }) => {
    const recipes = (unchanged.get(each.id) ?? 0) + (restorable.get(each.id) ?? 0);
    const endMs = (parseInstant(each.createdAt) ?? 0) + UNDO_MS;
    const placed = parts.get(each.id);
    const hasAnything = each.state !== 'undone' && (recipes > 0 || placed !== undefined);
    return hasAnything && nowMs <= endMs
      ? [{ ...each, recipes, meals: placed?.meals ?? 0, undoUntil: instantText(endMs) }]
      : [];
  });
}

export async function undoImport(
  context: ChangeContext,
  family: string,
  id: string,
): Promise<UndoneImport | Refusal> {
  const claim = await beginUndo(context, family, id);
  if (isRefusal(claim)) return claim;
  const undone = { deleted: 0, restored: 0, changed: 0 };
  const check = (tx: Tx) => refuseUnclaimed(tx, family, claim);
  const refused =
    (await inSlices(context, family, removingSteps(context, family, id, undone), check)) ??
    (await inSlices(
      context,
      family,
      restoringSteps(context, family, id, (outcome) => (undone[outcome] += 1)),
      check,
    )) ??
    (await inSlices(context, family, placedSteps(context, family, id), check)) ??
    (await inSlices(
      context,
      family,
      planSteps(context, family, await listPlanWeeks(context.store.db, family)),
      check,
    )) ??
    (await endUndo(context, family, claim));
  return refused ?? undone;
}

/** From now on a run that still stores the import, or another undo, stops at its next slice. */
function beginUndo(context: ChangeContext, family: string, id: string): Promise<ImportRun | Refusal> {
  return auditedTransaction(context, family, async (tx, record) => {
    const found = await findImport(tx, family, id);
    if (!found) return refuse('not-found');
    if (context.nowMs - (parseInstant(found.createdAt) ?? 0) > UNDO_MS) return refuse('import-ended');
    const recipes = (await countUnchangedRecipes(tx, family)).get(id) ?? 0;
    if (found.state !== 'undoing') await record('import.undo', { import: id, recipes });
    const run = newId();
    await claimImport(tx, family, id, { run, state: 'undoing' });
    return { importId: id, run };
  });
}

/** The row remains for recipes that stay, so that they are known. */
function endUndo(
  context: ChangeContext,
  family: string,
  { importId, run }: ImportRun,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx) => {
    const refused = await refuseUnclaimed(tx, family, { importId, run });
    if (refused) return refused;
    if (await isEmptyImport(tx, family, importId)) await deleteImport(tx, family, importId);
    else await claimImport(tx, family, importId, { run, state: 'undone' });
    return undefined;
  });
}

const READ_AT_ONCE = 100;
/** Their photos can have 500 kB each. */
const RECIPES_PER_STEP = 5;

/** Deletes the recipes that nobody has changed. */
async function* removingSteps(
  { store }: ChangeContext,
  family: string,
  id: string,
  undone: UndoneImport,
): AsyncGenerator<Step> {
  for (let after = ''; ;) {
    const rows = await findRecipesOfImport(store.db, family, id, { after, limit: READ_AT_ONCE });
    for (const chunk of inChunks(rows, RECIPES_PER_STEP))
      yield async (tx, record) => {
        const ids = chunk.map(({ recipeId }) => recipeId);
        const current = await findVersions(tx, family, ids);
        const unchanged = chunk
          .filter(({ recipeId, version }) => current.get(recipeId) === version)
          .map(({ recipeId }) => recipeId);
        undone.deleted += unchanged.length;
        undone.changed += current.size - unchanged.length;
        await removeRecipes(tx, record, family, unchanged);
        return undefined;
      };
    const last = rows.at(-1);
    if (!last || rows.length < READ_AT_ONCE) return;
    after = last.recipeId;
  }
}

async function removeRecipes(
  tx: Tx,
  record: RecordChange,
  family: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const photos = await findPhotos(tx, family, ids);
  for (const id of ids) {
    // One line for each recipe, because caches and event streams read the log.
    await record('recipe.delete', { recipe: id });
    await deleteRecipe(tx, family, id);
    await deleteStarsFor(tx, family, id);
  }
  await deleteRecipeNotes(tx, family, ids);
  await deleteRejectedDishes(tx, family, ids);
  if (photos.size > 0) await deletePhotosWithoutRecipe(tx, family);
}

/** Takes back what was placed beside recipes, the last first. */
async function* placedSteps(
  { store, nowMs }: ChangeContext,
  family: string,
  id: string,
): AsyncGenerator<Step> {
  for (let before: number | undefined; ;) {
    const found = await findLastParts(store.db, family, id, { before, limit: READ_AT_ONCE });
    for (const part of found) {
      yield async (tx, record) => {
        await takeBack(tx, record, { family, nowMs }, part);
        await deleteImportPart(tx, family, part);
        return undefined;
      };
    }
    const last = found.at(-1);
    if (!last || found.length < READ_AT_ONCE) return;
    before = last.part;
  }
}

async function takeBack(
  tx: Tx,
  record: RecordChange,
  target: { family: string; nowMs: number },
  { importId, part, placed }: ImportPart,
): Promise<void> {
  const opId = `${importId}-undo-${part}`;
  if (placed.meals) await removeMeals(tx, record, target.family, placed.meals);
  if (placed.lines) {
    const { week, ids } = placed.lines;
    // A full list refuses even this; the lines can still be removed by hand.
    await addOperations(tx, record, { ...target, week }, [{ opId, kind: 'undo', undoes: [...ids] }]);
  }
  if (placed.operations) await removeHistory(tx, record, target, { opId, placed: placed.operations });
  await removeFamilyData(tx, record, target, placed);
}

/** Meals that the import placed, unless they were changed. */
async function removeMeals(
  tx: Tx,
  record: RecordChange,
  family: string,
  placed: NonNullable<PlacedItems['meals']>,
): Promise<void> {
  for (const [week, ofWeek] of Map.groupBy(placed, (meal) => meal.week)) {
    const plan = await findPlan(tx, family, week);
    if (!plan) continue;
    const meals = withoutPlaced(plan.meals, ofWeek);
    if (meals === plan.meals) continue;
    const version = await record('plan.import-undo', { week });
    if (mealsIn(meals).length === 0) await deletePlan(tx, family, week, plan.version);
    else await writePlan(tx, { family, week, version }, plan, meals);
  }
}

function withoutPlaced(meals: Meals, placed: NonNullable<PlacedItems['meals']>): Meals {
  let after = meals;
  for (const { day, slot, description } of placed) {
    if (mealAt(after, { day, slot })?.description === description)
      after = withMeal(after, { day, slot }, undefined);
  }
  return after;
}

/** Meals of this and later weeks must not refer to recipes that are deleted now. */
function* planSteps({ nowMs }: ChangeContext, family: string, weeks: readonly Week[]): Generator<Step> {
  const first = earliestCurrentWeek(nowMs);
  for (const week of weeks.filter((each) => each >= first))
    yield async (tx, record) => {
      const plan = await findPlan(tx, family, week);
      if (!plan) return undefined;
      const dishes = dishesIn(plan.meals);
      const known = await findKnownRecipes(tx, family, dishes);
      if (dishes.every(({ recipeId }) => recipeId === undefined || known.has(recipeId))) return undefined;
      await writePlan(
        tx,
        { family, week, version: await record('plan.import-undo', { week }) },
        plan,
        plan.meals,
      );
      return undefined;
    };
}
