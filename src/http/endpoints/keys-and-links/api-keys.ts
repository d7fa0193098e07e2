/** Routes of API keys. A key is only in the response that creates it. */
import { z } from 'zod';
import { creator } from '#http/endpoints/response-schemas.ts';
import {
  addApiKey,
  OVERLAPS,
  type Overlap,
  revokeApiKey,
  rotateApiKey,
} from '#actions/keys-and-links/api-keys.ts';
import { DEFAULT_SCOPES, orderScopes, SCOPES } from '#domain/family/scopes.ts';
import { textLine } from '#domain/text/text.ts';
import { listApiKeys } from '#storage/tables/keys-and-links/api-keys.ts';
import { byId, instant } from '#http/input/input-schemas.ts';
import { endpoint } from '#http/endpoint.ts';

const newKey = z.strictObject({ id: z.string(), key: z.string() });

const apiKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  /** The id of the key that was made by rotating this one. */
  replacedBy: z.string().nullable(),
  createdBy: creator,
});
export type ApiKey = z.output<typeof apiKey>;

export const apiKeyEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/keys',
    access: 'owner',
    response: z.strictObject({
      keys: z.array(apiKey),
    }),
    handle: async ({ store, caller }) => ({ keys: await listApiKeys(store.db, caller.family) }),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/keys',
    access: 'owner',
    needsReauthentication: true,
    body: z.strictObject({
      name: textLine(100),
      expiresAt: instant.nullable().default(null),
      scopes: z
        .array(z.enum(SCOPES))
        .min(1)
        .max(SCOPES.length)
        .transform(orderScopes)
        .default([...DEFAULT_SCOPES]),
    }),
    response: newKey,
    handle: ({ body, context, caller }) => addApiKey(context, caller.family, body),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/keys/:id/rotate',
    access: 'owner',
    needsReauthentication: true,
    params: byId,
    body: z.strictObject({ overlap: z.enum(Object.keys(OVERLAPS) as Overlap[]) }),
    response: newKey,
    handle: ({ params, body, context, caller }) =>
      rotateApiKey(context, caller.family, params.id, body.overlap),
  }),

  endpoint({
    method: 'DELETE',
    path: '/app/api/keys/:id',
    access: 'owner',
    params: byId,
    handle: ({ params, context, caller }) => revokeApiKey(context, caller.family, params.id),
  }),
];
