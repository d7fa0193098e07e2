/**
 * Imports of recipes from other apps: a report before anything is stored, then one transaction. The same file again adds
 * nothing. For a week the whole import can be undone.
 */
import { newId } from '#auth/secret.ts';
import { MAX_BYTES, MAX_IMPORTS } from '#domain/family/quota.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import type { ImportReport } from '#domain/recipe/import-report.ts';
import { weekAt } from '#domain/week/week.ts';
import { parseIngredientLines } from '#queries/recipe/ingredient-lines.ts';
import { indexRecipe } from '#queries/recipe/recipe-search.ts';
import type { Tx } from '#storage/schema.ts';
import { auditedTransaction, type ChangeContext, type RecordChange } from '#storage/transaction.ts';
import { type Family, findFamily } from '#storage/tables/account/families.ts';
import {
  countImports,
  hasPlacedAny,
  insertImport,
  insertImportedRecipes,
  type PlacedItems,
} from '#storage/tables/imports.ts';
import { findLineAnswersFingerprint } from '#storage/tables/recipe/line-answers.ts';
import { readPhotoBytes } from '#storage/tables/recipe/photos.ts';
import { foldLists } from '#storage/tables/shopping-list/list-state.ts';
import { countRecipes, insertRecipes, readRecipeBytes, recipeBytes } from '#storage/tables/recipe/recipes.ts';
import { MAX_RECIPES } from '#actions/recipe/recipes.ts';
import { chooseRecipes, type RecipeChoice, stillNew } from './choice.ts';
import { ImportPictures } from './pictures.ts';
import { countItems, type ItemsTarget, placeItems, planItems, type PlannedItems } from './placement.ts';
import { LeftOutCounts, prepareImport, type Preparation, type PreparedRecipe } from './preparation.ts';
import { refuseReplacements, replaceRecipes } from './replacements.ts';
import { UNDO_MS } from './undo.ts';

export type ImportOutcome = {
  /** Null if nothing was stored: for a trial, or because the file has nothing new. */
  importId: string | null;
  report: ImportReport;
};

export type ImportFile = {
  path: string;
  fileName: string;
  /** Only report. */
  isTrial: boolean;
} & RecipeChoice;

const MAX_FILE_NAME = 200;

/** Throws an ArchiveError, whose message is for people, if the file cannot be imported. A trial only reports. */
export async function importArchive(
  context: ChangeContext,
  family: string,
  file: ImportFile,
  onProgress?: (recipes: number) => void,
): Promise<ImportOutcome | Refusal> {
  const { db } = context.store;
  const found = await findFamily(db, family);
  if (!found) return refuse('not-found');
  const pictures = new ImportPictures(await readPhotoBytes(db, family));
  try {
    return await importInto(context, found, { ...file, pictures }, onProgress);
  } finally {
    await pictures.close();
  }
}

async function importInto(
  context: ChangeContext,
  found: Family,
  { path, fileName, isTrial, pictures, ...choice }: ImportFile & { pictures: ImportPictures },
  onProgress?: (recipes: number) => void,
): Promise<ImportOutcome | Refusal> {
  const { db } = context.store;
  const { id: family } = found;
  const answers = await findLineAnswersFingerprint(db, family);
  const prepared = await prepareImport(db, family, { path, pictures }, onProgress);
  const chosen = await chooseRecipes(db, family, prepared, choice);
  // Parsed before they are stored: a line that crashes the parser would crash every later read of the list.
  await parseIngredientLines(linesOfLists(prepared));
  const week = weekAt(Temporal.Instant.fromEpochMilliseconds(context.nowMs), found.timeZone);
  await foldLists(context.store, family, week, week);
  const target = { context, family: found, week, prepared };
  if (isTrial) {
    const leftOut = new LeftOutCounts(prepared.report.leftOut);
    const items = await planItems(db, { ...target, recipes: chosen }, leftOut);
    return { importId: null, report: reportOf(prepared, chosen, items, leftOut) };
  }
  return auditedTransaction(context, family, async (tx, record) => {
    const fresh = await stillNew(tx, family, prepared, chosen);
    const recipes = await withCurrentIndexes(tx, family, fresh, answers);
    const refusal = await refuseOverLimit(tx, family, context.nowMs, recipes);
    return refusal ?? store(tx, record, { ...target, fileName, pictures, recipes });
  });
}

function reportOf(
  prepared: Preparation,
  recipes: readonly PreparedRecipe[],
  items: PlannedItems,
  leftOut: LeftOutCounts,
): ImportReport {
  const replaced = recipes.filter(({ replaces }) => replaces).length;
  return {
    ...prepared.report,
    newRecipes: recipes.length - replaced,
    replacedRecipes: replaced,
    photos: recipes.filter(({ photo }) => photo).length,
    ...countItems(prepared, items),
    leftOut: leftOut.all(),
  };
}

function linesOfLists({ listLines, data }: Preparation): string[] {
  const added = (data?.operations ?? []).flatMap(({ operation }) =>
    operation.kind === 'add' ? [operation.text] : [],
  );
  return [...new Set([...listLines, ...(data?.toBuy ?? []), ...added])];
}

/** The index depends on what members have said about lines. */
async function withCurrentIndexes(
  tx: Tx,
  family: string,
  recipes: PreparedRecipe[],
  answers: string,
): Promise<PreparedRecipe[]> {
  if ((await findLineAnswersFingerprint(tx, family)) === answers) return recipes;
  const current: PreparedRecipe[] = [];
  for (const recipe of recipes)
    current.push({
      ...recipe,
      index: await indexRecipe(tx, family, { id: recipe.id, version: 0, source: recipe.source }),
    });
  return current;
}

async function refuseOverLimit(
  tx: Tx,
  family: string,
  nowMs: number,
  recipes: readonly PreparedRecipe[],
): Promise<Refusal | undefined> {
  if (!(await findFamily(tx, family))) return refuse('not-found');
  if ((await countImports(tx, family)) >= MAX_IMPORTS) return refuse('too-many');
  const added = recipes.filter(({ replaces }) => !replaces).length;
  if ((await countRecipes(tx, family)) + added > MAX_RECIPES) return refuse('too-many');
  const bytes = recipes.reduce((sum, { source, index }) => sum + recipeBytes(source, index), 0);
  if ((await readRecipeBytes(tx, family)) + bytes > MAX_BYTES.recipes) return refuse('family-full');
  return refuseReplacements(tx, family, { nowMs, undoMs: UNDO_MS }, recipes);
}

type Storing = ItemsTarget & { fileName: string; pictures: ImportPictures };

async function store(tx: Tx, record: RecordChange, storing: Storing): Promise<ImportOutcome> {
  const { context, family, fileName, prepared, pictures, recipes } = storing;
  const leftOut = new LeftOutCounts(prepared.report.leftOut);
  const items = await planItems(tx, storing, leftOut);
  const importId = newId();
  const added = recipes.filter(({ replaces }) => !replaces);
  const version =
    added.length > 0 ? await record('import.add', { import: importId, recipes: added.length }) : 0;
  await insertRecipes(
    tx,
    family.id,
    added.map(({ id, source, index }) => ({ own: { id, version, source }, index })),
  );
  const replaced = await replaceRecipes(
    tx,
    record,
    family.id,
    recipes.filter(({ replaces }) => replaces),
  );
  const withoutRoom = await pictures.store(tx, family.id, recipes);
  for (let count = 0; count < withoutRoom; count += 1) leftOut.add('pictures-full');
  const placed = await placeItems(tx, record, { ...storing, importId }, items);
  const report = reportOf(prepared, recipes, items, leftOut);
  const stored = { ...report, photos: report.photos - withoutRoom };
  const all: PlacedItems = { ...placed, ...(replaced.length > 0 && { replaced }) };
  if (added.length === 0 && !hasPlacedAny(all)) return { importId: null, report: stored };
  const name = fileName.toWellFormed().slice(0, MAX_FILE_NAME);
  const row = { id: importId, madeBy: context.actor, fileName: name, placed: all };
  await insertImport(tx, family.id, row, context.nowMs);
  const rows = added.map(({ id, keys }) => ({
    recipeId: id,
    importId,
    sourceKey: keys.sourceKey,
    version,
  }));
  await insertImportedRecipes(tx, family.id, rows);
  return { importId, report: stored };
}
