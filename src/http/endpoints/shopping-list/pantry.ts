/** Routes of the pantry: the foods that a family has at home. */
import { z } from 'zod';
import { pantryEntry } from './list-schemas.ts';
import { MAX_PANTRY_ENTRIES } from '#domain/family/quota.ts';
import { readPantry, type PantryError, parsePantry } from '#queries/shopping-list/pantry.ts';
import { changePantry } from '#actions/shopping-list/pantry.ts';
import { textLine } from '#domain/text/text.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';
import { DOCUMENT_BYTES } from '#http/input/limits.ts';
import { inLanguage } from '#http/input/input-schemas.ts';
import { endpoint } from '#http/endpoint.ts';

const newEntry = z
  .strictObject({
    foodId: z.string().max(64).optional(),
    foodText: textLine(100).optional(),
    line: textLine(500).optional(),
    quantityText: textLine(50).or(z.literal('')).optional(),
    bestBefore: z.iso.date('must be a date of the calendar, such as 2026-11-15').or(z.literal('')).optional(),
  })
  .refine(({ foodId, foodText, line }) => [foodId, foodText, line].filter(isGiven).length === 1, {
    error: 'must name a food, by `foodId`, by `foodText` or in a `line`',
  });

function isGiven(text: string | undefined): boolean {
  return text !== undefined;
}

const pantryResponse = z.strictObject({ version: z.int(), entries: z.array(pantryEntry) });

export const pantryEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/pantry',
    access: 'member',
    query: inLanguage,
    response: pantryResponse,
    handle: ({ store, caller, query }) => readPantry(store.db, caller.family, query.language),
  }),

  endpoint({
    method: 'PUT',
    path: '/app/api/pantry',
    access: 'member',
    maxBodyBytes: DOCUMENT_BYTES,
    query: inLanguage,
    body: z.strictObject({ entries: z.array(newEntry).max(MAX_PANTRY_ENTRIES), version: z.int().min(0) }),
    response: pantryResponse,
    async handle({ store, context, caller: { family }, query, body }) {
      const parsed = await parsePantry(store.db, family, body.entries);
      if ('errors' in parsed)
        return new ProblemResponse(problem('invalid-input', { errors: parsed.errors.map(inputError) }));
      const refusal = await changePantry(context, family, { version: body.version, ...parsed });
      return refusal ?? readPantry(store.db, family, query.language);
    },
  }),
];

function inputError({ index, field, message }: PantryError) {
  return { in: 'body', field: `entries.${index}.${field}`, message };
}
