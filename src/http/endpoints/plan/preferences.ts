/** The preferences of a family. */
import { z } from 'zod';
import { readRecipeTags, readPreferences } from '#queries/plan/preferences.ts';
import { changePreferences } from '#actions/plan/preferences.ts';
import { isFoodOrGroup } from '#cookbook/foods.ts';
import { preferencesSchema } from '#domain/preferences/preferences-schema.ts';
import type { Store } from '#storage/store.ts';
import { DOCUMENT_BYTES } from '#http/input/limits.ts';
import { inLanguage } from '#http/input/input-schemas.ts';
import { endpoint } from '#http/endpoint.ts';

const savedPreferences = z.strictObject({
  /** 0 means that no preferences were saved yet. */
  version: z.int().min(0),
  preferences: preferencesSchema(isFoodOrGroup),
});
export type SavedPreferences = z.output<typeof savedPreferences>;
const words = z.array(z.string());
const preferencesResponse = z.strictObject({
  ...savedPreferences.shape,
  /** What a rule can count, from all recipes of the family. */
  tags: z.strictObject({ proteins: words, cuisines: words, own: words }),
});

export const preferencesEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/preferences',
    access: 'member',
    response: preferencesResponse,
    handle: ({ store, caller }) => readShownPreferences(store, caller.family),
  }),

  endpoint({
    method: 'PUT',
    path: '/app/api/preferences',
    access: 'member',
    maxBodyBytes: DOCUMENT_BYTES,
    query: inLanguage,
    body: savedPreferences,
    response: preferencesResponse,
    async handle({ store, context, caller: { family }, query, body }) {
      const refusal = await changePreferences(context, family, { ...body, ...query });
      return refusal ?? readShownPreferences(store, family);
    },
  }),
];

async function readShownPreferences({ db }: Store, family: string) {
  return { ...(await readPreferences(db, family)), tags: await readRecipeTags(db, family) };
}
