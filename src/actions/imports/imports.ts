/**
 * Imports of recipes from other apps: a report before anything is stored, then slices. The same file again adds nothing,
 * and continues an import that was interrupted. For a week the whole import can be undone.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { newId } from '#auth/secret.ts';
import { MAX_IMPORTS, maxPhotoBytes } from '#domain/family/quota.ts';
import { UNDO_MS } from '#domain/family/upload.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import type { ImportReport } from '#domain/recipe/import-report.ts';
import { weekAt } from '#domain/week/week.ts';
import { parseIngredientLines } from '#queries/recipe/ingredient-lines.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { type Family, findFamily } from '#storage/tables/account/families.ts';
import {
  claimImport,
  countImports,
  deleteImport,
  findUnfinishedImport,
  insertImport,
  isEmptyImport,
} from '#storage/tables/imports.ts';
import { findLineAnswersFingerprint } from '#storage/tables/recipe/line-answers.ts';
import { readPhotoBytes } from '#storage/tables/recipe/photos.ts';
import { readRecipeTotals } from '#storage/tables/recipe/recipes.ts';
import { linkRecipes } from './links.ts';
import { chooseRecipes, type RecipeChoice } from './choice.ts';
import { ImportPictures } from './pictures.ts';
import { countItems, type ItemsTarget, itemSteps, planItems, type PlannedItems } from './placement.ts';
import { LeftOutCounts, prepareImport, type Preparation, type PreparedRecipe } from './preparation.ts';
import { makeRoomForReplaced, refuseReplacements } from './replacements.ts';
import { inSlices } from './slices.ts';
import { computeDemand, type ImportRun, RecipeStoring, refuseOverLimit, refuseUnclaimed } from './storing.ts';

export type ImportOutcome = {
  /** Null if nothing was stored: for a dry run, or because the file has nothing new. */
  importId: string | null;
  report: ImportReport;
};

export type ImportFile = {
  path: string;
  fileName: string;
  /** Only report. */
  isDryRun: boolean;
} & RecipeChoice;

const MAX_FILE_NAME = 200;

/** Throws an ArchiveError, whose message is for people, if the file cannot be imported. A dry run only reports. */
export async function importArchive(
  context: ChangeContext,
  family: string,
  file: ImportFile,
  onProgress?: (recipes: number) => void,
): Promise<ImportOutcome | Refusal> {
  const { db } = context.store;
  const found = await findFamily(db, family);
  if (!found) return refuse('not-found');
  const pictures = new ImportPictures(await readPhotoBytes(db, family), maxPhotoBytes(found, context.nowMs));
  try {
    return await importInto(context, found, { ...file, pictures }, onProgress);
  } finally {
    await pictures.close();
  }
}

async function importInto(
  context: ChangeContext,
  found: Family,
  { path, fileName, isDryRun, pictures, ...choice }: ImportFile & { pictures: ImportPictures },
  onProgress?: (recipes: number) => void,
): Promise<ImportOutcome | Refusal> {
  const { db } = context.store;
  const { id: family } = found;
  const before = {
    version: (await readRecipeTotals(db, family)).newest,
    answers: await findLineAnswersFingerprint(db, family),
  };
  const contentHash = await hashFile(path);
  const unfinished = await findUnfinishedImport(db, family, contentHash, context.nowMs - UNDO_MS);
  const read = await prepareImport(db, family, { path, pictures }, onProgress);
  const wanted = await chooseRecipes(db, family, read, choice);
  const { recipes: chosen, prepared } = await linkRecipes(db, family, read, wanted);
  // Parsed before they are stored: a line that crashes the parser would crash every later read of the list.
  await parseIngredientLines(linesOfLists(prepared));
  const week = weekAt(Temporal.Instant.fromEpochMilliseconds(context.nowMs), found.timeZone);
  const target = { context, family: found, week, prepared, importId: unfinished?.id };
  if (isDryRun) {
    const leftOut = new LeftOutCounts(prepared.report.leftOut);
    const items = await planItems(db, { ...target, recipes: chosen }, leftOut);
    return { importId: null, report: reportOf(prepared, chosen, items, leftOut) };
  }
  const run = await beginImport(context, family, chosen, { importId: unfinished?.id, contentHash, fileName });
  if (isRefusal(run)) return run;
  return store({ ...target, import: run, pictures, recipes: chosen, before });
}

async function hashFile(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('hex');
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

/** From now on only this run may store the file. */
async function beginImport(
  context: ChangeContext,
  family: string,
  recipes: readonly PreparedRecipe[],
  {
    importId,
    contentHash,
    fileName,
  }: { importId: string | undefined; contentHash: string; fileName: string },
): Promise<ImportRun | Refusal> {
  const claim = { importId: importId ?? newId(), run: newId() };
  const demand = computeDemand(recipes);
  await makeRoomForReplaced(context, family, demand.replaced);
  return auditedTransaction(context, family, async (tx) => {
    if (!(await findFamily(tx, family))) return refuse('not-found');
    if (importId === undefined && (await countImports(tx, family)) >= MAX_IMPORTS) return refuse('too-many');
    const refusal =
      (await refuseOverLimit(tx, family, demand)) ??
      (await refuseReplacements(tx, family, context.nowMs, demand.replaced));
    if (refusal) return refusal;
    const name = fileName.toWellFormed().slice(0, MAX_FILE_NAME);
    const row = { id: claim.importId, createdBy: context.actor, fileName: name, contentHash, run: claim.run };
    if (importId === undefined) await insertImport(tx, family, row, context.nowMs);
    else await claimImport(tx, family, importId, { run: claim.run, state: 'running' });
    return claim;
  });
}

type Storing = ItemsTarget & {
  import: ImportRun;
  pictures: ImportPictures;
  before: { version: number; answers: string };
};

async function store(storing: Storing): Promise<ImportOutcome | Refusal> {
  const { context, family, prepared, recipes, import: run } = storing;
  const storingRecipes = new RecipeStoring(context, family.id, storing);
  const refused = await inSlices(context, family.id, storingRecipes.steps(recipes), (tx) =>
    storingRecipes.check(tx),
  );
  if (refused) return refused;
  const { stored, photosWithoutRoom } = storingRecipes;
  const leftOut = new LeftOutCounts(prepared.report.leftOut);
  for (let count = 0; count < photosWithoutRoom; count += 1) leftOut.add('pictures-full');
  const target = { ...storing, importId: run.importId, recipes: stored };
  const items = await planItems(context.store.db, target, leftOut);
  const check = (tx: Parameters<typeof refuseUnclaimed>[0]) => refuseUnclaimed(tx, family.id, run);
  const refusal = await inSlices(context, family.id, itemSteps(target, items), check);
  if (refusal) return refusal;
  const report = reportOf(prepared, stored, items, leftOut);
  const outcome = { ...report, photos: report.photos - photosWithoutRoom };
  const importId = await endImport(context, family.id, run);
  return isRefusal(importId) ? importId : { importId, report: outcome };
}

/** Returns null if nothing was stored. */
function endImport(
  context: ChangeContext,
  family: string,
  { importId, run }: ImportRun,
): Promise<string | null | Refusal> {
  return auditedTransaction(context, family, async (tx) => {
    const refused = await refuseUnclaimed(tx, family, { importId, run });
    if (refused) return refused;
    if (await isEmptyImport(tx, family, importId)) {
      await deleteImport(tx, family, importId);
      return null;
    }
    await claimImport(tx, family, importId, { run, state: 'complete' });
    return importId;
  });
}
