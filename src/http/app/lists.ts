/** Shopping lists and the pantry. A list is only ever changed by operations, which are never refused as stale. */
import { z } from 'zod';
import { operateList } from '#actions/lists.ts';
import { readCosts, readList } from '#queries/lists.ts';
import { findShownPantry, type PantryFault, parsePantry } from '#queries/pantry.ts';
import { changePantry } from '#actions/pantry.ts';
import { weekSchema } from '#domain/plan/plan-schema.ts';
import { listOperationSchema } from '#domain/shopping-list/operation-schema.ts';
import { textLine } from '#domain/text/text.ts';
import { problem } from '#http/problem.ts';
import { inLanguage } from './language.ts';
import { familyRoute, Refused } from './route.ts';

const byWeek = z.strictObject({ week: weekSchema });

const MOST_OPERATIONS = 100;
/** So many operations with the longest texts, in letters of four bytes. */
const MOST_BYTES = 300_000;

const pantryEntry = z
  .strictObject({
    foodId: z.string().max(64).optional(),
    foodText: textLine(100).optional(),
    quantityText: textLine(50).or(z.literal('')).optional(),
    bestBefore: z.iso.date('must be a date of the calendar, such as 2026-11-15').or(z.literal('')).optional(),
  })
  .refine((entry) => (entry.foodId === undefined) !== (entry.foodText === undefined), {
    error: 'must name a food, by `foodId` or by `foodText`',
  });

export const listRoutes = [
  familyRoute({
    method: 'GET',
    path: '/app/api/lists/:week',
    access: 'member',
    params: byWeek,
    query: inLanguage,
    handle: ({ store, caller, params, query }) => readList(store, caller.family, params.week, query.language),
  }),

  familyRoute({
    method: 'POST',
    path: '/app/api/lists/:week/operations',
    access: 'member',
    mostBytes: MOST_BYTES,
    params: byWeek,
    query: inLanguage,
    body: z.strictObject({ operations: z.array(listOperationSchema).min(1).max(MOST_OPERATIONS) }),
    async handle({ store, context, caller: { family }, params: { week }, query, body }) {
      const refusal = await operateList(context, family, week, body.operations);
      return refusal ?? readList(store, family, week, query.language);
    },
  }),

  familyRoute({
    method: 'GET',
    path: '/app/api/lists/:week/costs',
    access: 'member',
    params: byWeek,
    query: inLanguage,
    handle: ({ store, caller, params, query }) =>
      readCosts(store, caller.family, params.week, query.language),
  }),

  familyRoute({
    method: 'GET',
    path: '/app/api/pantry',
    access: 'member',
    query: inLanguage,
    handle: ({ store, caller, query }) => findShownPantry(store.db, caller.family, query.language),
  }),

  familyRoute({
    method: 'PUT',
    path: '/app/api/pantry',
    access: 'member',
    mostBytes: MOST_BYTES,
    query: inLanguage,
    body: z.strictObject({ entries: z.array(pantryEntry).max(500), version: z.int().min(0) }),
    async handle({ store, context, caller: { family }, query, body }) {
      const parsed = await parsePantry(body.entries);
      if ('faults' in parsed)
        return new Refused(problem('invalid-input', { errors: parsed.faults.map(asError) }));
      const refusal = await changePantry(context, family, { version: body.version, ...parsed });
      return refusal ?? findShownPantry(store.db, family, query.language);
    },
  }),
];

function asError({ index, field, message }: PantryFault) {
  return { in: 'body', field: `entries.${index}.${field}`, message };
}
