/** A family for tests of the public API, created by actions and not by requests. */
import { addApiKey } from '#actions/api-keys.ts';
import { GROUPS_OF_OPERATOR } from '#auth/password.ts';
import { addFamily } from '#actions/families.ts';
import { replacePlan } from '#actions/plans.ts';
import type { Meals } from '#domain/plan/plan.ts';
import type { Week } from '#domain/week/week.ts';
import { OPERATOR } from '#storage/transaction.ts';
import { accepted } from './accepted.ts';
import type { Service } from './service.ts';

/** A Wednesday. */
export const NOW = Date.parse('2026-11-11T12:00:00Z');
export const THIS_WEEK = '2026-11-09' as Week;
export const NEXT_WEEK = '2026-11-16' as Week;

let emails = 0;

/** Adds a family with a key; `setPlan` replaces a plan of it. */
export async function makeApiFamily(service: Service, options: { timeZone?: string; premium?: string } = {}) {
  const context = { store: service.store, actor: OPERATOR, nowMs: service.clock.nowMs };
  const { timeZone = 'Europe/Berlin', premium = 'forever' } = options;
  const email = `contract${(emails += 1)}@example.org`;
  const family = accepted(
    await addFamily(
      context,
      { name: 'Test', email, password: 'long enough', timeZone, premium },
      GROUPS_OF_OPERATOR,
    ),
  ).id;
  const { id, key } = accepted(await addApiKey(context, family, { name: 'tablet', expiresAt: null }));
  const setPlan = async (week: Week, meals: Meals) =>
    accepted(await replacePlan(context, { family, week, version: 'any' }, meals));
  return { context, family, key, keyId: id, setPlan };
}

/** Sends a request to the public API. */
export function callApi(service: Service, path: string, key?: string, init: RequestInit = {}) {
  const headers = {
    ...(key !== undefined && { 'X-API-Key': key }),
    ...(init.headers as Record<string, string>),
  };
  return fetch(service.url + path, { ...init, headers });
}

/** The lines of a family in the audit log: every change adds one. */
export async function countChanges({ store }: Service, family: string): Promise<number> {
  const lines = await store.db.selectFrom('audit').select('seq').where('family_id', '=', family).execute();
  return lines.length;
}
