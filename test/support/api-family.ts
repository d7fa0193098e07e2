/** A family for tests of the public API, written to the tables: no password is hashed. */
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { replacePlan } from '#actions/plan/plans.ts';
import { type Scope, SCOPES } from '#domain/family/scopes.ts';
import type { Meals } from '#domain/plan/plan.ts';
import type { Week } from '#domain/week/week.ts';
import { newId } from '#auth/secret.ts';
import { insertFamily } from '#storage/tables/account/families.ts';
import { insertMember } from '#storage/tables/account/members.ts';
import { OPERATOR } from '#storage/actor.ts';
import { auditedTransaction } from '#storage/transaction.ts';
import { accepted } from './accepted.ts';
import { quickHash } from './quick-hash.ts';
import type { Service } from './service.ts';

/** A Wednesday. */
export const NOW = Date.parse('2026-11-11T12:00:00Z');
export const THIS_WEEK = '2026-11-09' as Week;
export const NEXT_WEEK = '2026-11-16' as Week;

const PASSWORD_HASH = quickHash('long enough');

let emails = 0;

/** Adds a family with a key; `setPlan` replaces a plan of it. */
export async function makeApiFamily(service: Service, options: { timeZone?: string; premium?: string } = {}) {
  const context = { store: service.store, actor: OPERATOR, nowMs: service.clock.nowMs };
  const { timeZone = 'Europe/Berlin', premium = 'forever' } = options;
  const email = `contract${(emails += 1)}@example.org`;
  const [family, owner] = [newId(), newId()];
  await auditedTransaction(context, family, async (tx, record) => {
    await insertFamily(tx, { id: family, name: 'Test', timeZone, premium }, context.nowMs);
    const member = { id: owner, email, role: 'owner', passwordHash: PASSWORD_HASH } as const;
    await insertMember(tx, family, member, context.nowMs);
    await record('family.add', { owner, premium });
  });
  const { id, key } = accepted(await addApiKey(context, family, { name: 'tablet', expiresAt: null }));
  const setPlan = async (week: Week, meals: Meals) =>
    accepted(await replacePlan(context, { family, week, version: 'any' }, meals));
  return { context, family, key, keyId: id, setPlan };
}

/** A family with a key of each scope; with all scopes a key of another family, and one of a family without Premium. */
export async function makeKeys(service: Service) {
  const { context, family, setPlan } = await makeApiFamily(service);
  const keyWith = async (scopes: readonly Scope[], of = family) =>
    accepted(await addApiKey(context, of, { name: 'x', expiresAt: null, scopes })).key;
  const keys = new Map<Scope, string>();
  for (const scope of SCOPES) keys.set(scope, await keyWith([scope]));
  const ofOther = await keyWith(SCOPES, (await makeApiFamily(service)).family);
  const unpaid = await keyWith(SCOPES, (await makeApiFamily(service, { premium: 'none' })).family);
  return { context, family, setPlan, keys, keyWith, ofOther, unpaid };
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
