/**
 * Imports of recipes from other apps: a report before anything is stored, then one transaction. The same file again adds
 * nothing. For a week the whole import can be undone.
 */
import { hash } from 'node:crypto';
import { newId } from '#auth/secret.ts';
import { MAX_ADDED_LINES, MAX_BYTES, MAX_IMPORTS } from '#domain/family/quota.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import type { ImportReport } from '#domain/recipe/import-report.ts';
import { ingredientText } from '#domain/recipe/recipe-source.ts';
import { type Week, weekAt } from '#domain/week/week.ts';
import { parseIngredientLines } from '#queries/recipe/ingredient-lines.ts';
import { indexRecipe } from '#queries/recipe/recipe-search.ts';
import type { Tx } from '#storage/schema.ts';
import { auditedTransaction, type ChangeContext, type RecordChange } from '#storage/transaction.ts';
import { type Family, findFamily } from '#storage/tables/account/families.ts';
import { findKnownRecipes } from '#queries/recipe/family-recipes.ts';
import { type ImportedMeal, ownId } from '#import/archive/archive-item.ts';
import {
  countImports,
  hasPlacedAny,
  insertImport,
  insertImportedRecipes,
  listImports,
  type PlacedItems,
} from '#storage/tables/imports.ts';
import { findLineAnswersFingerprint } from '#storage/tables/recipe/line-answers.ts';
import { readPhotoBytes } from '#storage/tables/recipe/photos.ts';
import { foldLists } from '#storage/tables/shopping-list/list-state.ts';
import {
  countRecipes,
  findRecipe,
  insertRecipes,
  readRecipeBytes,
  recipeBytes,
} from '#storage/tables/recipe/recipes.ts';
import { addOperations } from '#actions/shopping-list/lists.ts';
import { MAX_RECIPES } from '#actions/recipe/recipes.ts';
import { type DataTarget, type EaterIds, preferredRecipes, storeFamilyData } from './family-data.ts';
import { newLines, recipesOfLists, restoreLists } from './list-history.ts';
import { placeMeals } from './meals.ts';
import { readFamilyRecipes } from './family-recipes.ts';
import { ImportPictures } from './pictures.ts';
import { LeftOutCounts, prepareImport, type Preparation, type PreparedRecipe } from './preparation.ts';

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
  /** Recipes that are left out on request, by their positions in the file. */
  without?: ReadonlySet<number>;
};

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
  { path, fileName, isTrial, without = new Set(), pictures }: ImportFile & { pictures: ImportPictures },
  onProgress?: (recipes: number) => void,
): Promise<ImportOutcome | Refusal> {
  const { db } = context.store;
  const { id: family } = found;
  const answers = await findLineAnswersFingerprint(db, family);
  const prepared = await prepareImport(db, family, { path, pictures }, onProgress);
  if (isTrial) return { importId: null, report: prepared.report };
  const chosen = prepared.recipes.filter(({ at }) => !without.has(at));
  // Parsed before they are stored: a line that crashes the parser would crash every later read of the list.
  await parseIngredientLines(linesOfLists(prepared));
  const week = weekAt(Temporal.Instant.fromEpochMilliseconds(context.nowMs), found.timeZone);
  await foldLists(context.store, family, week, week);
  return auditedTransaction(context, family, async (tx, record) => {
    const recipes = await withCurrentIndexes(tx, family, await stillNew(tx, family, chosen), answers);
    const refusal = await refuseOverLimit(tx, family, recipes);
    return (
      refusal ?? store(tx, record, { context, family: found, week, fileName, prepared, pictures, recipes })
    );
  });
}

function linesOfLists({ listLines, data }: Preparation): string[] {
  const added = (data?.operations ?? []).flatMap(({ operation }) =>
    operation.kind === 'add' ? [operation.text] : [],
  );
  return [...new Set([...listLines, ...(data?.toBuy ?? []), ...added])];
}

/** Without those that somebody has added since the file was read. */
async function stillNew(
  tx: Tx,
  family: string,
  recipes: readonly PreparedRecipe[],
): Promise<PreparedRecipe[]> {
  const known = await readFamilyRecipes(tx, family);
  return recipes.filter(({ keys }) => !known.find(keys));
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
  recipes: readonly PreparedRecipe[],
): Promise<Refusal | undefined> {
  if (!(await findFamily(tx, family))) return refuse('not-found');
  if ((await countImports(tx, family)) >= MAX_IMPORTS) return refuse('too-many');
  if ((await countRecipes(tx, family)) + recipes.length > MAX_RECIPES) return refuse('too-many');
  const bytes = recipes.reduce((sum, { source, index }) => sum + recipeBytes(source, index), 0);
  return (await readRecipeBytes(tx, family)) + bytes > MAX_BYTES.recipes ? refuse('family-full') : undefined;
}

type Storing = {
  context: ChangeContext;
  family: Family;
  week: Week;
  fileName: string;
  prepared: Preparation;
  pictures: ImportPictures;
  recipes: readonly PreparedRecipe[];
};

async function store(tx: Tx, record: RecordChange, storing: Storing): Promise<ImportOutcome> {
  const { context, family, fileName, prepared, pictures, recipes } = storing;
  const leftOut = new LeftOutCounts(prepared.report.leftOut);
  const importId = newId();
  const version =
    recipes.length > 0 ? await record('import.add', { import: importId, recipes: recipes.length }) : 0;
  await insertRecipes(
    tx,
    family.id,
    recipes.map(({ id, source, index }) => ({ own: { id, version, source }, index })),
  );
  const withoutRoom = await pictures.store(tx, family.id, recipes);
  for (let count = 0; count < withoutRoom; count += 1) leftOut.add('pictures-full');
  const placed = await placeItems(tx, record, { ...storing, importId }, leftOut);
  const stored: ImportReport = {
    ...prepared.report,
    newRecipes: recipes.length,
    photos: recipes.filter(({ photo }) => photo).length - withoutRoom,
    meals: placed.meals.length,
    listLines: placed.lines?.ids.length ?? (placed.operations ? (prepared.data?.toBuy.length ?? 0) : 0),
    leftOut: leftOut.all(),
  };
  if (recipes.length === 0 && !hasPlacedAny(placed)) return { importId: null, report: stored };
  const name = fileName.toWellFormed().slice(0, MAX_FILE_NAME);
  await insertImport(
    tx,
    family.id,
    { id: importId, madeBy: context.actor, fileName: name, placed },
    context.nowMs,
  );
  const rows = recipes.map(({ id, keys }) => ({
    recipeId: id,
    importId,
    sourceKey: keys.sourceKey,
    version,
  }));
  await insertImportedRecipes(tx, family.id, rows);
  return { importId, report: stored };
}

/** Everything beside recipes. */
async function placeItems(
  tx: Tx,
  record: RecordChange,
  { context, family, week, prepared, recipes, importId }: Storing & { importId: string },
  leftOut: LeftOutCounts,
): Promise<PlacedItems> {
  const { nowMs } = context;
  const { data, listLines } = prepared;
  const recipeOf = await ownRecipes(tx, family.id, prepared);
  const target = data && { context, family, data, recipeOf };
  const own = target && (await storeFamilyData(tx, record, target, leftOut));
  const meals = await placeMeals(
    tx,
    record,
    {
      family: family.id,
      nowMs,
      meals: own ? prepared.meals.map((meal) => withEaters(meal, own.eaters)) : prepared.meals,
      titles: await titlesOf(tx, family.id, prepared, { recipes, recipeOf }),
    },
    leftOut,
  );
  const operations = target && (await restoreLists(tx, record, target, leftOut));
  const texts =
    data && operations === null ? [...listLines, ...(await newLines(tx, family.id, data))] : listLines;
  const lines = await addListLines(tx, record, { family: family.id, week, nowMs, importId, texts }, leftOut);
  return { meals, lines, ...(own && { data: own.placed }), ...(operations && { operations }) };
}

/** Finds the family's recipe by its id in the file: an own one, or one of the cookbook. */
async function ownRecipes(
  tx: Tx,
  family: string,
  { data, meals, idsBySource }: Preparation,
): Promise<DataTarget['recipeOf']> {
  if (!data) return () => undefined;
  const recurring = preferredRecipes(data);
  const ids = [
    ...[...data.notes, ...data.stars, ...data.refusals].map(({ recipeId }) => recipeId),
    ...meals.flatMap(({ recipeId }) => recipeId?.slice(ownId('').length) ?? []),
    ...recipesOfLists(data),
    ...recurring,
  ];
  const mapped = new Map(ids.map((id) => [id, idsBySource.get(ownId(id)) ?? id]));
  const known = await findKnownRecipes(
    tx,
    family,
    Array.from(mapped.values(), (recipeId) => ({ recipeId })),
  );
  return (id) => {
    const recipe = mapped.get(id);
    return recipe !== undefined && known.has(recipe) ? recipe : undefined;
  };
}

/** The eaters of the file by their ids here. Without those who do not exist here. */
function withEaters(meal: ImportedMeal, eaters: EaterIds): ImportedMeal {
  if (!meal.details) return meal;
  const { exceptEaters, variant, ...details } = meal.details;
  const [except, getVariant] = [exceptEaters, variant?.eaterIds].map((ids) =>
    (ids ?? []).flatMap((id) => eaters.get(id) ?? []),
  );
  return {
    ...meal,
    details: {
      ...details,
      ...(except && except.length > 0 && { exceptEaters: except }),
      ...(variant &&
        getVariant &&
        getVariant.length > 0 && { variant: { ...variant, eaterIds: getVariant } }),
    },
  };
}

/** The recipes that meals refer to: of this file, whether they are new or not. */
async function titlesOf(
  tx: Tx,
  family: string,
  { idsBySource, meals }: Preparation,
  { recipes, recipeOf }: { recipes: readonly PreparedRecipe[]; recipeOf: DataTarget['recipeOf'] },
): Promise<Map<string, { id: string; title: string }>> {
  const wanted = new Set(meals.flatMap(({ recipeId }) => recipeId ?? []));
  const fresh = new Map(recipes.map(({ id, source }) => [id, source.title]));
  const titles = new Map<string, { id: string; title: string }>();
  for (const sourceId of wanted) {
    const inBook = recipeOf(sourceId.slice(ownId('').length));
    const id = idsBySource.get(sourceId) ?? inBook;
    if (id === undefined) continue;
    const title = fresh.get(id) ?? (await findRecipe(tx, family, id))?.source.title;
    if (title !== undefined || inBook !== undefined) titles.set(sourceId, { id, title: title ?? '' });
  }
  return titles;
}

type ListLines = { family: string; week: Week; nowMs: number; importId: string; texts: readonly string[] };

/** To the list of this week, where they stay until they are bought. A line of an earlier import is not added again. */
async function addListLines(
  tx: Tx,
  record: RecordChange,
  { family, week, nowMs, importId, texts }: ListLines,
  leftOut: LeftOutCounts,
): Promise<PlacedItems['lines']> {
  const earlier = new Set(
    (await listImports(tx, family))
      .flatMap(({ placed }) => placed.lines?.ids ?? [])
      .map((id) => id.slice(-KEY_LENGTH)),
  );
  const operations = new Map(
    texts.slice(0, MAX_ADDED_LINES).flatMap((text) => {
      const [key, line] = [hash('sha256', text).slice(0, KEY_LENGTH), ingredientText.safeParse(text).data];
      return earlier.has(key) || line === undefined
        ? []
        : [[key, { opId: `${importId}-${key}`, kind: 'add', text: line } as const]];
    }),
  );
  if (texts.length > MAX_ADDED_LINES) leftOut.add('list-limit');
  if (operations.size === 0) return null;
  const refusal = await addOperations(tx, record, { family, week, nowMs }, [...operations.values()]);
  if (!isRefusal(refusal)) return { week, ids: [...operations.values()].map(({ opId }) => opId) };
  leftOut.add('list-full');
  return null;
}

const KEY_LENGTH = 16;
