/** Photos of own recipes: their files, which also displays show, and changes of the photo of a recipe. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { removePhoto, setPhoto } from '#actions/recipe/photos.ts';
import { photoText, PHOTO_SIZES } from '#domain/photo/photo.ts';
import { checkPhotoFile } from '#domain/photo/photo-file.ts';
import { isRefusal, refuse } from '#domain/refusal.ts';
import { findPhotoFile } from '#storage/tables/recipe/photos.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';
import { recipeId } from '#http/input/input-schemas.ts';
import { PhotoFile } from '#http/files/photo-file.ts';
import { endpoint } from '#http/endpoint.ts';

const { small: SMALL, large: LARGE } = PHOTO_SIZES;
const byRecipe = z.strictObject({ id: recipeId });

export const photoEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/photos/:hash',
    access: 'viewer',
    params: z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be the hash of a photo') }),
    // A page can show dozens.
    cost: 0.2,
    async handle({ store, viewer, params }) {
      const file = await findPhotoFile(store.db, viewer.family, params.hash);
      return file ? new PhotoFile(file) : refuse('not-found');
    },
  }),

  /** The body is the small file and then the large one, so that both arrive or none. */
  endpoint({
    method: 'PUT',
    path: '/app/api/recipes/:id/photo',
    access: 'member',
    cost: 5,
    file: { kind: 'photo', maxBytes: SMALL.bytes + LARGE.bytes },
    params: byRecipe,
    query: z.strictObject({
      /** The length of the small file. */
      small: z
        .string()
        .regex(/^\d{1,7}$/, 'must be a number of bytes')
        .transform(Number),
    }),
    response: z.strictObject({
      /** The text of the picture (domain/photo). */
      picture: z.string(),
    }),
    async handle({ context, caller, params, query, upload }) {
      const bytes = await readFile(upload.path);
      const small = checked(bytes.subarray(0, query.small), SMALL);
      const large = checked(bytes.subarray(query.small), LARGE);
      if (small instanceof ProblemResponse) return small;
      if (large instanceof ProblemResponse) return large;
      const photo = await setPhoto(context, caller.family, params.id, { small, large });
      return isRefusal(photo) ? photo : { picture: photoText(photo) };
    },
  }),

  endpoint({
    method: 'DELETE',
    path: '/app/api/recipes/:id/photo',
    access: 'member',
    params: byRecipe,
    handle: ({ context, caller, params }) => removePhoto(context, caller.family, params.id),
  }),
];

function checked(bytes: Buffer, limits: { pixels: number; bytes: number }) {
  const outcome = checkPhotoFile(bytes, limits);
  if ('fault' in outcome) return new ProblemResponse(problem('photo-refused', { fault: outcome.fault }));
  return { bytes, mediaType: outcome.mediaType };
}
