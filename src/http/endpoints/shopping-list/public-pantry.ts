/** `/api/pantry/v1`: the foods that a family has at home. */
import { BASE_LANGUAGE } from '#languages/language.ts';
import { z } from 'zod';
import { MAX_PANTRY_ENTRIES } from '#domain/family/quota.ts';
import { alterPantry } from '#actions/shopping-list/pantry.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { textLine } from '#domain/text/text.ts';
import {
  type PantryError,
  parsePantry,
  readPantry,
  type TypedPantryEntry,
} from '#queries/shopping-list/pantry.ts';
import type { StoredPantryEntry } from '#storage/tables/shopping-list/pantry.ts';
import { allowsChange, etagOf, type Loaded } from '#http/headers/etag.ts';
import { problem, type Problem } from '#http/problems/problem.ts';
import { DOCUMENT_BYTES } from '#http/input/limits.ts';
import { keyEndpoint, type KeyRequest } from '#http/key-endpoint.ts';

const tag = { name: 'Pantry', description: 'What the family has at home.' };

const quantity = textLine(50).meta({ description: 'An amount, such as `500 g`; absent for enough of it' });
const bestBefore = z.iso
  .date('must be a date of the calendar, such as 2026-11-15')
  .meta({ description: 'A date, such as `2026-11-15`' });

const entrySchema = z
  .strictObject({
    foodId: z.string(),
    name: z.string(),
    quantity: quantity.optional(),
    bestBefore: bestBefore.optional(),
  })
  .meta({ id: 'PantryEntry', description: 'A food at home. A food may have several entries' });

const pantryResponse = z
  .strictObject({ data: z.array(entrySchema) })
  .meta({ id: 'PantryResponse', description: 'What the family has at home' });

const byFood = z.strictObject({
  foodId: z
    .string()
    .max(64)
    .regex(/^[a-z0-9-]+$/, 'must be the id of a food')
    .meta({ description: 'The `foodId` of an entry or an item', examples: ['flour'] }),
});

type AnyKeyRequest = KeyRequest<unknown, unknown, unknown>;

async function loadPantry({ store, family }: Pick<AnyKeyRequest, 'store' | 'family'>): Promise<Loaded> {
  const { version, entries } = await readPantry(store.db, family, BASE_LANGUAGE);
  const data: z.output<typeof entrySchema>[] = entries.map(({ foodId, name, ...entry }) => ({
    foodId,
    name,
    ...(entry.quantityText && { quantity: entry.quantityText }),
    ...(entry.bestBefore && { bestBefore: entry.bestBefore }),
  }));
  return { text: JSON.stringify({ data }), version };
}

/** Changes the pantry if it still has the `ETag` of `If-Match`. */
async function alter(
  request: AnyKeyRequest,
  change: (entries: StoredPantryEntry[]) => StoredPantryEntry[] | undefined,
): Promise<Refusal | undefined> {
  const { context, family, ifMatch } = request;
  if (ifMatch === undefined) return alterPantry(context, family, 'any', change);
  const loaded = await loadPantry(request);
  if (!allowsChange(ifMatch, etagOf(loaded), true)) return refuse('stale-pantry');
  return alterPantry(context, family, loaded.version, change);
}

/** The typed entries, or a problem that names what is wrong with them. */
async function parseTyped(
  { store, family }: AnyKeyRequest,
  typed: TypedPantryEntry[],
  fieldOf: (error: PantryError) => string,
): Promise<StoredPantryEntry[] | Problem> {
  const parsed = await parsePantry(store.db, family, typed);
  if ('entries' in parsed) return parsed.entries;
  const errors = parsed.errors.map((error) => ({
    in: 'body',
    field: fieldOf(error),
    message: error.message,
  }));
  return problem('invalid-input', { errors });
}

function fieldOfFood({ field }: PantryError): string {
  return field === 'quantityText' ? 'quantity' : 'foodId';
}

export const publicPantryEndpoints = [
  keyEndpoint({
    method: 'GET',
    path: '/api/pantry/v1',
    access: { scope: 'pantry:read' },
    operationId: 'getPantry',
    summary: 'The pantry',
    description: 'What the family has at home. Shopping lists leave it out.',
    tag,
    response: pantryResponse,
    read: loadPantry,
  }),

  keyEndpoint({
    method: 'POST',
    path: '/api/pantry/v1',
    access: { scope: 'pantry:write' },
    operationId: 'addToPantry',
    summary: 'Add to the pantry',
    description: 'Adds foods as people write them, such as “500 g flour, 2 onions”, each to what is there.',
    tag,
    body: z.strictObject({
      lines: z.array(textLine(500)).min(1).max(100).meta({ description: 'What is at home, as text' }),
    }),
    response: pantryResponse,
    isConditional: true,
    maxBodyBytes: DOCUMENT_BYTES,
    problems: ['too-many', 'precondition-failed'],
    async change(request) {
      const typed = request.body.lines.map((line) => ({ line }));
      const added = await parseTyped(request, typed, ({ index }) => `lines.${index}`);
      return Array.isArray(added) ? alter(request, (entries) => [...entries, ...added]) : { problem: added };
    },
    read: loadPantry,
  }),

  keyEndpoint({
    method: 'PUT',
    path: '/api/pantry/v1/:foodId',
    access: { scope: 'pantry:write' },
    operationId: 'putPantryFood',
    summary: 'Set how much of a food is in the pantry',
    description: `Replaces all entries of this food by one. The pantry has at most ${MAX_PANTRY_ENTRIES} entries.`,
    tag,
    params: byFood,
    body: z.strictObject({ quantity: quantity.optional(), bestBefore: bestBefore.optional() }),
    response: pantryResponse,
    isConditional: true,
    problems: ['too-many', 'precondition-failed'],
    async change(request) {
      const { foodId } = request.params;
      const entry = { foodId, quantityText: request.body.quantity, bestBefore: request.body.bestBefore };
      const parsed = await parseTyped(request, [entry], fieldOfFood);
      if (!Array.isArray(parsed)) return { problem: parsed };
      return alter(request, (entries) => {
        const at = entries.findIndex((entry) => entry.foodId === foodId);
        const others = entries.filter((entry) => entry.foodId !== foodId);
        return others.toSpliced(at < 0 ? others.length : at, 0, ...parsed);
      });
    },
    read: loadPantry,
  }),

  keyEndpoint({
    method: 'DELETE',
    path: '/api/pantry/v1/:foodId',
    access: { scope: 'pantry:write' },
    operationId: 'deletePantryFood',
    summary: 'Remove a food from the pantry',
    description: 'Removes all entries of this food. 404 if there is none.',
    tag,
    params: byFood,
    response: pantryResponse,
    isConditional: true,
    problems: ['not-found', 'precondition-failed'],
    change: (request) =>
      alter(request, (entries) => {
        const others = entries.filter(({ foodId }) => foodId !== request.params.foodId);
        return others.length < entries.length ? others : undefined;
      }),
    read: loadPantry,
  }),
];
