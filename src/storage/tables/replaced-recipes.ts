/** Recipes that imports put in the place of the family's, and what there was before. */
import { sql } from 'kysely';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import { instantText } from '#domain/week/instant.ts';
import { readPages } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';
import type { ImportedRecipeRow } from '#storage/tables/imports.ts';

const PAGE_SIZE = 1_000;

/** A recipe that took the place of the family's. `before` is null when the import cannot be undone any more. */
export type ReplacedRecipe = ImportedRecipeRow & {
  versionBefore: number;
  before: RecipeSource | null;
  hasNewPhoto: boolean;
};

export async function insertReplacedRecipe(
  db: Db,
  family: string,
  { importId, recipeId, sourceKey, version, versionBefore, before, hasNewPhoto }: ReplacedRecipe,
): Promise<void> {
  await db
    .insertInto('replaced_recipes')
    .values({
      family_id: family,
      import_id: importId,
      recipe_id: recipeId,
      source_key: sourceKey,
      version,
      version_before: versionBefore,
      source_before: JSON.stringify(before),
      has_new_photo: hasNewPhoto ? 1 : 0,
    })
    .execute();
}

/** Those of an import that can be restored, sorted by recipe: at most `limit` after a recipe. */
export async function findReplacedRecipes(
  db: Db,
  family: string,
  importId: string,
  { after, limit }: { after: string; limit: number },
): Promise<ReplacedRecipe[]> {
  const rows = await db
    .selectFrom('replaced_recipes')
    .selectAll()
    .where('family_id', '=', family)
    .where('import_id', '=', importId)
    .where('source_before', 'is not', null)
    .where('recipe_id', '>', after)
    .orderBy('recipe_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    recipeId: row.recipe_id,
    importId,
    sourceKey: row.source_key,
    version: row.version,
    versionBefore: row.version_before,
    before: JSON.parse(row.source_before ?? 'null') as RecipeSource | null,
    hasNewPhoto: row.has_new_photo === 1,
  }));
}

/** Without the texts of the recipes. */
export type ReplacedRecipeKey = { importId: string; recipeId: string; sourceKey: string };

/** All recipes that took the place of others, sorted by import and recipe, a page at a time. */
export function readAllReplacedRecipes(db: Db, family: string): AsyncGenerator<ReplacedRecipeKey[]> {
  return readPages<ReplacedRecipeKey>(PAGE_SIZE, (after, limit) =>
    db
      .selectFrom('replaced_recipes')
      .select(['import_id as importId', 'recipe_id as recipeId', 'source_key as sourceKey'])
      .where('family_id', '=', family)
      .where(sql<boolean>`(import_id, recipe_id) > (${after?.importId ?? ''}, ${after?.recipeId ?? ''})`)
      .orderBy('import_id')
      .orderBy('recipe_id')
      .limit(limit)
      .execute(),
  );
}

export async function deleteReplacedRecipe(
  db: Db,
  family: string,
  { importId, recipeId }: { importId: string; recipeId: string },
): Promise<void> {
  await db
    .deleteFrom('replaced_recipes')
    .where('family_id', '=', family)
    .where('import_id', '=', importId)
    .where('recipe_id', '=', recipeId)
    .execute();
}

/** The size of the texts that were replaced by imports since then. */
export async function readReplacedBytes(db: Db, family: string, sinceMs: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('replaced_recipes')
    .innerJoin('imports', (join) =>
      join
        .onRef('imports.family_id', '=', 'replaced_recipes.family_id')
        .onRef('imports.id', '=', 'replaced_recipes.import_id'),
    )
    .select(sql<number | null>`sum(octet_length(source_before))`.as('bytes'))
    .where('imports.family_id', '=', family)
    .where('imports.created_at', '>=', instantText(sinceMs))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/** How many replaced recipes of each import can be restored. */
export async function countRestorable(db: Db, family: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('replaced_recipes')
    .select((eb) => ['import_id as id', eb.fn.countAll().as('count')])
    .where('family_id', '=', family)
    .where('source_before', 'is not', null)
    .groupBy('import_id')
    .execute();
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}

/** Deletes texts of replaced recipes of imports before then. Where the recipes are from stays known. Returns how many. */
export async function forgetReplaced(
  db: Db,
  family: string,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const rows = await db
    .selectFrom('replaced_recipes')
    .innerJoin('imports', (join) =>
      join
        .onRef('imports.family_id', '=', 'replaced_recipes.family_id')
        .onRef('imports.id', '=', 'replaced_recipes.import_id'),
    )
    .select(['import_id as importId', 'recipe_id as recipeId'])
    .where('imports.family_id', '=', family)
    .where('imports.created_at', '<', instantText(beforeMs))
    .where('source_before', 'is not', null)
    .limit(limit)
    .execute();
  for (const row of rows) await forgetSource(db, family, row);
  return rows.length;
}

/** Deletes the text from before. */
export async function forgetSource(
  db: Db,
  family: string,
  { importId, recipeId }: { importId: string; recipeId: string },
): Promise<void> {
  await db
    .updateTable('replaced_recipes')
    .set({ source_before: null })
    .where('family_id', '=', family)
    .where('import_id', '=', importId)
    .where('recipe_id', '=', recipeId)
    .execute();
}
