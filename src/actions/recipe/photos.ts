/** Changes of the photos of a family's own recipes. */
import { hash } from 'node:crypto';
import { maxPhotoBytes } from '#domain/family/quota.ts';
import type { Photo, PhotoSize } from '#domain/photo/photo.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import {
  deletePhotosWithoutRecipe,
  deleteRecipePhoto,
  type PhotoFile,
  readPhotoBytes,
  savePhotoFile,
  saveRecipePhoto,
} from '#storage/tables/recipe/photos.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { findRecipeIds } from '#storage/tables/recipe/recipes.ts';
import type { Db } from '#storage/schema.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';

/** The checked files of a photo. */
export type NewPhoto = {
  readonly [size in PhotoSize]: { readonly bytes: Buffer; readonly mediaType: string };
};

/** Replaces the photo that the recipe has. Not based on a version: the last photo wins. */
export function setPhoto(
  context: ChangeContext,
  family: string,
  recipeId: string,
  photo: NewPhoto,
  maxBytes?: number,
): Promise<Photo | Refusal> {
  return auditedTransaction(context, family, async (tx, record) => {
    if ((await findRecipeIds(tx, family, [recipeId])).length === 0) return refuse('not-found');
    const found = await findFamily(tx, family);
    if (!found) return refuse('not-found');
    const added = photo.small.bytes.length + photo.large.bytes.length;
    const max = maxBytes ?? maxPhotoBytes(found, context.nowMs);
    if ((await readPhotoBytes(tx, family)) + added > max) return refuse('photo-quota-exceeded');
    const saved = await savePhoto(tx, family, recipeId, photo);
    await deletePhotosWithoutRecipe(tx, family);
    await record('recipe.photo', { recipe: recipeId });
    return saved;
  });
}

/** Without any check. */
export async function savePhoto(
  tx: Db,
  family: string,
  recipeId: string,
  { small, large }: NewPhoto,
): Promise<Photo> {
  const [smallFile, largeFile] = [fileOf(small), fileOf(large)];
  await savePhotoFile(tx, family, smallFile);
  await savePhotoFile(tx, family, largeFile);
  const photo = { small: smallFile.hash, large: largeFile.hash };
  await saveRecipePhoto(tx, family, { recipeId, ...photo });
  return photo;
}

function fileOf({ bytes, mediaType }: NewPhoto[PhotoSize]): PhotoFile {
  return { hash: hash('sha256', bytes), mediaType, bytes };
}

export function removePhoto(
  context: ChangeContext,
  family: string,
  recipeId: string,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    if (!(await deleteRecipePhoto(tx, family, recipeId))) return refuse('not-found');
    await deletePhotosWithoutRecipe(tx, family);
    await record('recipe.photo-remove', { recipe: recipeId });
    return undefined;
  });
}
