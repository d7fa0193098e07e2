/** The photos of a family's own recipes: files by the hash of their content, and which recipe has which. */
import { sql } from 'kysely';
import type { Photo } from '#domain/photo/photo.ts';
import { readPages } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';

/** `hash` is the SHA-256 of the bytes in hexadecimal digits. */
export type PhotoFile = { readonly hash: string; readonly mediaType: string; readonly bytes: Buffer };
export type RecipePhoto = Photo & { readonly recipeId: string };

/** A few at a time: each can have 400 kB. */
const FILES_PAGE_SIZE = 8;
const PAGE_SIZE = 1_000;

export async function findPhotoFile(db: Db, family: string, hash: string): Promise<PhotoFile | undefined> {
  const row = await selectFiles(db, family).where('hash', '=', hash).executeTakeFirst();
  return row && { hash, mediaType: row.mediaType, bytes: Buffer.from(row.content, 'base64') };
}

function selectFiles(db: Db, family: string) {
  return db
    .selectFrom('photos')
    .select(['hash', 'media_type as mediaType', 'content'])
    .where('family_id', '=', family);
}

/** The photos of those recipes that have one, by recipe. */
export async function findPhotos(
  db: Db,
  family: string,
  recipes: readonly string[],
): Promise<ReadonlyMap<string, Photo>> {
  if (recipes.length === 0) return new Map();
  const rows = await db
    .selectFrom('recipe_photos')
    .select(['recipe_id as recipeId', 'small', 'large'])
    .where('family_id', '=', family)
    .where('recipe_id', 'in', recipes)
    .execute();
  return new Map(rows.map(({ recipeId, ...photo }) => [recipeId, photo]));
}

/** A file with the same hash is the same file. */
export async function savePhotoFile(
  db: Db,
  family: string,
  { hash, mediaType, bytes }: PhotoFile,
): Promise<void> {
  await db
    .insertInto('photos')
    .values({ family_id: family, hash, media_type: mediaType, content: bytes.toString('base64') })
    .onConflict((conflict) => conflict.columns(['family_id', 'hash']).doNothing())
    .execute();
}

export async function saveRecipePhoto(
  db: Db,
  family: string,
  { recipeId, small, large }: RecipePhoto,
): Promise<void> {
  await db
    .insertInto('recipe_photos')
    .values({ family_id: family, recipe_id: recipeId, small, large })
    .onConflict((conflict) => conflict.columns(['family_id', 'recipe_id']).doUpdateSet({ small, large }))
    .execute();
}

export async function copyRecipePhoto(db: Db, family: string, from: string, to: string): Promise<void> {
  const photo = (await findPhotos(db, family, [from])).get(from);
  if (photo) await saveRecipePhoto(db, family, { ...photo, recipeId: to });
}

/** Returns false if the recipe has no photo. */
export async function deleteRecipePhoto(db: Db, family: string, recipeId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recipe_photos')
    .where('family_id', '=', family)
    .where('recipe_id', '=', recipeId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deletePhotosWithoutRecipe(db: Db, family: string): Promise<void> {
  const used = (size: 'small' | 'large') =>
    db.selectFrom('recipe_photos').select(size).where('family_id', '=', family);
  await db
    .deleteFrom('photos')
    .where('family_id', '=', family)
    .where('hash', 'not in', used('small'))
    .where('hash', 'not in', used('large'))
    .execute();
}

/** The size of the family's files. Both databases know the length of a text without reading the text. */
export async function readPhotoBytes(db: Db, family: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('photos')
    .select(sql<number | null>`sum(octet_length(content))`.as('bytes'))
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return Math.ceil(((bytes ?? 0) * 3) / 4);
}

/** All files, with their content in base64. */
export function readAllPhotoFiles(db: Db, family: string) {
  return readPages<{ hash: string; mediaType: string; content: string }>(FILES_PAGE_SIZE, (after, limit) =>
    selectFiles(db, family)
      .where('hash', '>', after?.hash ?? '')
      .orderBy('hash')
      .limit(limit)
      .execute(),
  );
}

export function readAllRecipePhotos(db: Db, family: string): AsyncGenerator<RecipePhoto[]> {
  return readPages<RecipePhoto>(PAGE_SIZE, (after, limit) =>
    db
      .selectFrom('recipe_photos')
      .select(['recipe_id as recipeId', 'small', 'large'])
      .where('family_id', '=', family)
      .where('recipe_id', '>', after?.recipeId ?? '')
      .orderBy('recipe_id')
      .limit(limit)
      .execute(),
  );
}
