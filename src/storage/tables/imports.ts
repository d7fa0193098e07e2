/** Imports of recipes from other apps, and which recipe came from which. */
import { instantText } from '#domain/week/instant.ts';
import type { Place } from '#domain/plan/plan.ts';
import type { Week } from '#domain/week/week.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import { inBatches, readPages } from '#storage/paging.ts';
import type { StoredPantryEntry } from '#storage/tables/shopping-list/pantry.ts';
import type { StoredNote } from '#storage/tables/recipe/recipe-notes.ts';
import type { Star } from '#storage/tables/recipe/stars.ts';
import type { Db } from '#storage/schema.ts';

/** What an import has added beside recipes: meals by their places, and lines of the list by their ids. */
export type PlacedItems = {
  readonly meals: readonly (Place & { readonly week: Week; readonly description: string })[];
  readonly lines: { readonly week: Week; readonly ids: readonly string[] } | null;
  /** Of Weekfare's own export. */
  readonly data?: PlacedData;
  /** The history of shopping lists: the arrival of its last operation. There was none before. */
  readonly operations?: { readonly until: number };
  /** Recipes that took the place of the family's. `before` is absent when the import cannot be undone any more. */
  readonly replaced?: readonly {
    readonly recipeId: string;
    readonly sourceKey: string;
    readonly version: number;
    readonly versionBefore: number;
    readonly before?: RecipeSource;
    readonly hasNewPhoto: boolean;
  }[];
};

/** What to undo, and what was there before. `version` is that of the import: a later one was changed by a member. */
export type PlacedData = {
  readonly preferences: { readonly version: number; readonly before: Preferences | null } | null;
  readonly pantry: { readonly version: number; readonly before: StoredPantryEntry[] } | null;
  readonly prices: readonly { readonly foodId: string; readonly centsPerKg: number }[];
  readonly answers: readonly string[];
  /** Of recipes that had none; absent before there were any. */
  readonly notes?: readonly StoredNote[] | undefined;
  readonly stars: readonly Star[];
  readonly refusals: readonly string[];
};

export function hasPlacedAny({ meals, lines, data, operations, replaced = [] }: PlacedItems): boolean {
  const hasData = Object.values(data ?? {}).some((one) => (Array.isArray(one) ? one.length > 0 : one));
  return meals.length > 0 || lines !== null || operations !== undefined || replaced.length > 0 || hasData;
}

export type Import = {
  id: string;
  madeBy: string;
  madeAt: string;
  fileName: string;
  placed: PlacedItems;
};

/** `sourceKey` identifies the recipe in the files that it may come from, `version` is that of the import. */
export type ImportedRecipeRow = { recipeId: string; importId: string; sourceKey: string; version: number };

const PAGE_SIZE = 1_000;
const BATCH_SIZE = 200;

export async function insertImport(
  db: Db,
  family: string,
  { id, madeBy, fileName, placed }: Omit<Import, 'madeAt'>,
  nowMs: number,
): Promise<void> {
  const row = { family_id: family, id, made_by: madeBy, made_at: instantText(nowMs), file_name: fileName };
  await db
    .insertInto('imports')
    .values({ ...row, placed: JSON.stringify(placed) })
    .execute();
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

function selectImports(db: Db, family: string) {
  return db
    .selectFrom('imports')
    .select(['id', 'made_by as madeBy', 'made_at as madeAt', 'file_name as fileName', 'placed'])
    .where('family_id', '=', family);
}

function parseImport(row: Omit<Import, 'placed'> & { placed: string }): Import {
  return { ...row, placed: JSON.parse(row.placed) as PlacedItems };
}

export async function findImport(db: Db, family: string, id: string): Promise<Import | undefined> {
  const row = await selectImports(db, family).where('id', '=', id).executeTakeFirst();
  return row && parseImport(row);
}

/** The newest first. */
export async function listImports(db: Db, family: string): Promise<Import[]> {
  const rows = await selectImports(db, family).orderBy('made_at', 'desc').orderBy('id').execute();
  return rows.map(parseImport);
}

export async function countImports(db: Db, family: string): Promise<number> {
  const { count } = await db
    .selectFrom('imports')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const NOTHING_PLACED: PlacedItems = { meals: [], lines: null };

/** After an undo that has left recipes: they stay known by where they came from. */
export async function clearImport(db: Db, family: string, id: string): Promise<void> {
  await db
    .updateTable('imports')
    .set({ placed: JSON.stringify(NOTHING_PLACED) })
    .where('family_id', '=', family)
    .where('id', '=', id)
    .execute();
}

/** A recipe that has its old text again counts as unchanged since its own import. */
export async function followVersion(
  db: Db,
  family: string,
  { recipeId, from, to }: { recipeId: string; from: number; to: number },
): Promise<void> {
  await db
    .updateTable('imported_recipes')
    .set({ version: to })
    .where('family_id', '=', family)
    .where('recipe_id', '=', recipeId)
    .where('version', '=', from)
    .execute();
}

/** Deletes the texts of replaced recipes. Where the recipes are from stays known. */
export async function forgetReplaced(db: Db, family: string, id: string, placed: PlacedItems): Promise<void> {
  const replaced = (placed.replaced ?? []).map(({ before: _before, ...rest }) => rest);
  await db
    .updateTable('imports')
    .set({ placed: JSON.stringify({ ...placed, replaced } satisfies PlacedItems) })
    .where('family_id', '=', family)
    .where('id', '=', id)
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

export function findRecipesOfImport(db: Db, family: string, id: string): Promise<ImportedRecipeRow[]> {
  return selectImportedRecipes(db, family).where('import_id', '=', id).orderBy('recipe_id').execute();
}

function selectImportedRecipes(db: Db, family: string) {
  return db
    .selectFrom('imported_recipes')
    .select(['recipe_id as recipeId', 'import_id as importId', 'source_key as sourceKey', 'version'])
    .where('family_id', '=', family);
}
