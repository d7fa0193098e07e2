/** What is different in one week: who eats, guests, minutes and notes of its days. */
import { z } from 'zod';
import { changeDayException } from '#actions/plan/week-exceptions.ts';
import { placeSchema, weekSchema } from '#domain/plan/plan-schema.ts';
import { dayExceptionSchema, weekExceptionsSchema } from '#domain/preferences/week-exceptions-schema.ts';
import { emptyPlaces, preferencesOfWeek } from '#domain/preferences/preferences-of-week.ts';
import { DAYS, type Week } from '#domain/week/week.ts';
import { readPreferences } from '#queries/plan/preferences.ts';
import type { Db } from '#storage/schema.ts';
import { readWeekExceptions } from '#storage/tables/plan/week-exceptions.ts';
import { byWeek } from '#http/input/input-schemas.ts';
import { endpoint } from '#http/endpoint.ts';

const weekResponse = z.strictObject({
  /** 0 means that nothing was changed yet. */
  version: z.int().min(0),
  exceptions: weekExceptionsSchema,
  /** Where nobody eats, for whatever reason. */
  empty: z.array(placeSchema),
  eaters: z.array(z.strictObject({ id: z.string(), name: z.string() })),
});

export const weekExceptionEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/weeks/:week/exceptions',
    access: 'member',
    params: byWeek,
    response: weekResponse,
    handle: ({ store, caller, params }) => readWeek(store.db, caller.family, params.week),
  }),

  endpoint({
    method: 'PUT',
    path: '/app/api/weeks/:week/exceptions/:day',
    access: 'member',
    params: z.strictObject({ week: weekSchema, day: z.enum(DAYS) }),
    body: z.strictObject({
      /** Of the week that was seen. */
      version: z.int().min(0),
      exception: dayExceptionSchema,
    }),
    maxBodyBytes: 100_000,
    response: weekResponse,
    async handle({ store, context, caller: { family }, params, body }) {
      const refusal = await changeDayException(context, family, { ...params, ...body });
      return refusal ?? readWeek(store.db, family, params.week);
    },
  }),
];

async function readWeek(db: Db, family: string, week: Week): Promise<z.output<typeof weekResponse>> {
  const { version, exceptions } = await readWeekExceptions(db, family, week);
  const { preferences } = await readPreferences(db, family);
  return {
    version,
    exceptions,
    empty: emptyPlaces(preferencesOfWeek(preferences, exceptions, week), exceptions),
    eaters: preferences.eaters.map(({ id, name }) => ({ id, name })),
  };
}
