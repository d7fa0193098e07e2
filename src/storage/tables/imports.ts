/** Imports from other apps, what each of their steps has placed, and which recipe came from which. */
import { sql } from 'kysely';
import { instantText } from '#domain/week/instant.ts';
import type { Place } from '#domain/plan/plan.ts';
import type { Week } from '#domain/week/week.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import { inBatches, readPages } from '#storage/paging.ts';
import type { StoredPantryEntry } from '#storage/tables/shopping-list/pantry.ts';
import type { StoredNote } from '#storage/tables/recipe/recipe-notes.ts';
import type { Star } from '#storage/tables/recipe/stars.ts';
import type { Db, Schema } from '#storage/schema.ts';

/**
 * What a step of an import has added beside recipes, and what was there before. `version` is that of the import: a later
 * one was changed by a member.
 */
export type PlacedItems = {
  readonly meals?: readonly (Place & { readonly week: Week; readonly description: string })[];
  /** Lines of the list by their ids. */
  readonly lines?: { readonly week: Week; readonly ids: readonly string[] };
  /** Of the history of shopping lists: the arrivals of operations. */
  readonly operations?: { readonly week: Week; readonly from: number; readonly until: number };
  readonly preferences?: { readonly version: number; readonly before: Preferences | null };
  readonly pantry?: { readonly version: number; readonly before: StoredPantryEntry[] };
  readonly prices?: readonly { readonly foodId: string; readonly centsPerKg: number }[];
  /** Weeks that had no exceptions. */
  readonly weekExceptions?: readonly { readonly week: Week; readonly version: number }[];
  readonly menus?: readonly { readonly id: string; readonly version: number }[];
  readonly answers?: readonly string[];
  /** Of recipes that had none. */
  readonly notes?: readonly StoredNote[];
  readonly stars?: readonly Star[];
  readonly rejectedDishes?: readonly string[];
};

/** `running`: being stored or interrupted. `undone`: a row remains for recipes that somebody has changed. */
export type ImportState = Schema['imports']['state'];

export type Import = {
  id: string;
  createdBy: string;
  createdAt: string;
  fileName: string;
  state: ImportState;
};

/** `sourceKey` identifies the recipe in the files that it may come from, `version` is that of the import. */
export type ImportedRecipeRow = { recipeId: string; importId: string; sourceKey: string; version: number };

const PAGE_SIZE = 1_000;
const BATCH_SIZE = 200;

export async function insertImport(
  db: Db,
  family: string,
  {
    id,
    createdBy,
    fileName,
    contentHash,
    run,
  }: Omit<Import, 'createdAt' | 'state'> & Claim & { contentHash: string },
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('imports')
    .values({
      family_id: family,
      id,
      created_by: createdBy,
      created_at: instantText(nowMs),
      file_name: fileName,
      content_hash: contentHash,
      state: 'running',
      run,
    })
    .execute();
}

/** `run` is the id of the run that may go on with the import or its undo. */
type Claim = { run: string };

/** Takes an import over from an earlier run, which then ends at its next step. */
export async function claimImport(
  db: Db,
  family: string,
  id: string,
  { run, state }: Claim & { state: ImportState },
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ run, state })
    .where('family_id', '=', family)
    .where('id', '=', id)
    .execute();
}

export async function isClaimed(db: Db, family: string, id: string, run: string): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('run')
    .where('family_id', '=', family)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.run === run;
}

/** An import of the same file that was not finished. */
export async function findUnfinishedImport(
  db: Db,
  family: string,
  contentHash: string,
  sinceMs: number,
): Promise<Import | undefined> {
  return selectImports(db, family)
    .where('content_hash', '=', contentHash)
    .where('state', '=', 'running')
    .where('created_at', '>=', instantText(sinceMs))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertImportedRecipes(
  db: Db,
  family: string,
  rows: readonly ImportedRecipeRow[],
): Promise<void> {
  for await (const batch of inBatches(rows, BATCH_SIZE)) {
    const values = batch.map(({ recipeId, importId, sourceKey, version }) => ({
      family_id: family,
      recipe_id: recipeId,
      import_id: importId,
      source_key: sourceKey,
      version,
    }));
    await db.insertInto('imported_recipes').values(values).execute();
  }
}

/** `part` is the number of the change that placed it. */
export async function insertImportPart(
  db: Db,
  family: string,
  importId: string,
  { part, placed }: { part: number; placed: PlacedItems },
): Promise<void> {
  const meals = placed.meals?.length ?? 0;
  await db
    .insertInto('import_parts')
    .values({ family_id: family, import_id: importId, part, meals, placed: JSON.stringify(placed) })
    .execute();
}

export type ImportPart = { importId: string; part: number; placed: PlacedItems };

/** What the imports of a family have placed, in its order, a page at a time. */
export async function* readAllImportParts(db: Db, family: string): AsyncGenerator<ImportPart[]> {
  const pages = readPages<{ importId: string; part: number; placed: string }>(PAGE_SIZE, (after, limit) =>
    db
      .selectFrom('import_parts')
      .select(['import_id as importId', 'part', 'placed'])
      .where('family_id', '=', family)
      .where(sql<boolean>`(import_id, part) > (${after?.importId ?? ''}, ${after?.part ?? 0})`)
      .orderBy('import_id')
      .orderBy('part')
      .limit(limit)
      .execute(),
  );
  for await (const rows of pages)
    yield rows.map((row) => ({ ...row, placed: JSON.parse(row.placed) as PlacedItems }));
}

/** What an import has placed, the last first: at most `limit` parts before a part. */
export async function findLastParts(
  db: Db,
  family: string,
  importId: string,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before: number | undefined; limit: number },
): Promise<ImportPart[]> {
  const rows = await db
    .selectFrom('import_parts')
    .select(['import_id as importId', 'part', 'placed'])
    .where('family_id', '=', family)
    .where('import_id', '=', importId)
    .where('part', '<', before)
    .orderBy('part', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, placed: JSON.parse(row.placed) as PlacedItems }));
}

export async function deleteImportPart(
  db: Db,
  family: string,
  { importId, part }: Omit<ImportPart, 'placed'>,
): Promise<void> {
  await db
    .deleteFrom('import_parts')
    .where('family_id', '=', family)
    .where('import_id', '=', importId)
    .where('part', '=', part)
    .execute();
}

/** The number of parts and of meals in them, by import. */
export async function countImportParts(
  db: Db,
  family: string,
): Promise<Map<string, { parts: number; meals: number }>> {
  const rows = await db
    .selectFrom('import_parts')
    .select((eb) => ['import_id as id', eb.fn.countAll().as('parts'), eb.fn.sum('meals').as('meals')])
    .where('family_id', '=', family)
    .groupBy('import_id')
    .execute();
  return new Map(rows.map(({ id, parts, meals }) => [id, { parts: Number(parts), meals: Number(meals) }]));
}

function selectImports(db: Db, family: string) {
  return db
    .selectFrom('imports')
    .select(['id', 'created_by as createdBy', 'created_at as createdAt', 'file_name as fileName', 'state'])
    .where('family_id', '=', family);
}

export function findImport(db: Db, family: string, id: string): Promise<Import | undefined> {
  return selectImports(db, family).where('id', '=', id).executeTakeFirst();
}

/** The newest first. */
export function listImports(db: Db, family: string): Promise<Import[]> {
  return selectImports(db, family).orderBy('created_at', 'desc').orderBy('id').execute();
}

export async function countImports(db: Db, family: string): Promise<number> {
  const { count } = await db
    .selectFrom('imports')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A recipe that has its old text again counts as unchanged since its own import. */
export async function followVersion(
  db: Db,
  family: string,
  { recipeId, from, to }: { recipeId: string; from: number; to: number },
): Promise<void> {
  for (const table of ['imported_recipes', 'replaced_recipes'] as const)
    await db
      .updateTable(table)
      .set({ version: to })
      .where('family_id', '=', family)
      .where('recipe_id', '=', recipeId)
      .where('version', '=', from)
      .execute();
}

/** How many recipes of each import an undo would delete: those that nobody has changed. */
export async function countUnchangedRecipes(db: Db, family: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('imported_recipes')
    .innerJoin('recipes', (join) =>
      join
        .onRef('recipes.family_id', '=', 'imported_recipes.family_id')
        .onRef('recipes.id', '=', 'imported_recipes.recipe_id')
        .onRef('recipes.version', '=', 'imported_recipes.version'),
    )
    .select((eb) => ['imported_recipes.import_id as id', eb.fn.countAll().as('count')])
    .where('imported_recipes.family_id', '=', family)
    .groupBy('imported_recipes.import_id')
    .execute();
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}

/** Of an import that is over: true if none of its recipes is known any more, and nothing is left to undo. */
export async function isEmptyImport(db: Db, family: string, id: string): Promise<boolean> {
  for (const table of ['import_parts', 'imported_recipes', 'replaced_recipes'] as const) {
    const row = await db
      .selectFrom(table)
      .select('import_id')
      .where('family_id', '=', family)
      .where('import_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    if (row) return false;
  }
  return true;
}

export async function deleteImport(db: Db, family: string, id: string): Promise<void> {
  await db.deleteFrom('imports').where('family_id', '=', family).where('id', '=', id).execute();
}

/** All imported recipes that the family still has, sorted by recipe, a page at a time. */
export function readAllImportedRecipes(db: Db, family: string): AsyncGenerator<ImportedRecipeRow[]> {
  return readPages<ImportedRecipeRow>(PAGE_SIZE, (after, limit) =>
    selectImportedRecipes(db, family)
      .where('recipe_id', '>', after?.recipeId ?? '')
      .orderBy('recipe_id')
      .limit(limit)
      .execute(),
  );
}

/** Sorted by recipe: at most `limit` after a recipe. */
export function findRecipesOfImport(
  db: Db,
  family: string,
  id: string,
  { after, limit }: { after: string; limit: number },
): Promise<ImportedRecipeRow[]> {
  return selectImportedRecipes(db, family)
    .where('import_id', '=', id)
    .where('recipe_id', '>', after)
    .orderBy('recipe_id')
    .limit(limit)
    .execute();
}

/** Where these recipes are from. */
export async function findImportedRecipes(
  db: Db,
  family: string,
  recipes: readonly string[],
): Promise<ImportedRecipeRow[]> {
  if (recipes.length === 0) return [];
  return selectImportedRecipes(db, family).where('recipe_id', 'in', recipes).execute();
}

function selectImportedRecipes(db: Db, family: string) {
  return db
    .selectFrom('imported_recipes')
    .select(['recipe_id as recipeId', 'import_id as importId', 'source_key as sourceKey', 'version'])
    .where('family_id', '=', family);
}
