/**
 * What makes, takes or gives away authority needs reauthentication and leaves a security event. Every route of the web app's
 * API is called with a proof that is too old: it writes no such line of the audit log and adds nothing that can act.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AUDIT_ACTIONS, type AuditAction } from '#domain/family/security-events.ts';
import { APP_ENDPOINTS } from '#http/endpoints.ts';
import { ALL_ACCESS } from '#storage/tables/account/access.ts';
import { updateAuthenticatedAt } from '#storage/tables/account/sessions.ts';
import { hashSecret } from '#auth/secret.ts';
import { OPERATOR } from '#storage/actor.ts';
import { auditedTransaction, ReauthenticationMissing } from '#storage/transaction.ts';
import { TABLES } from '#storage/schema.ts';
import { bodyOf, CASES } from '../support/app-cases.ts';
import { send } from '../support/clients/request.ts';
import { type Service, startService } from '../support/service.ts';
import { dump } from '../support/snapshot.ts';
import { ONE_KIND } from '../support/store.ts';
import { makeWorld, PASSWORD, type World } from '../support/world.ts';

const AUTHENTICATION_AGE_MS = 600_001;
const DAY_MS = 86_400_000;

/** The request itself contains a proof. */
const PROVES_ITSELF = ['PUT /app/api/password'];
/** Only with some bodies: an endpoint is switched on with a proof, and off without one. */
const FOR_SOME_BODIES = ['PATCH /app/api/webhooks/:id'];
/** The first half of a change, or refused in its case: at an IP address, without a provider, with a password. */
const WRITES_NOTHING = [
  'POST /app/api/identities/start',
  'POST /app/api/passkeys',
  'POST /app/api/passkeys/options',
  'POST /app/api/password',
];

for (const kind of ONE_KIND) {
  describe(`${kind}: authority`, async () => {
    const service = await startService({ after, before }, { kind });
    const { store, clock } = service;
    const agedWorld = async () => {
      const world = await makeWorld(service);
      clock.nowMs += AUTHENTICATION_AGE_MS;
      return world;
    };
    const prove = ({ family }: World, token: string) =>
      store.db
        .transaction()
        .execute((tx) => updateAuthenticatedAt(tx, family, hashSecret(token), clock.nowMs));
    const as = (token: string, method: string, path: string, body?: object) =>
      send(service, { method, path: `/app/api${path}`, token, body });

    for (const route of APP_ENDPOINTS.filter(({ access }) => access !== 'anyone')) {
      const name = `${route.method} ${route.path}`;
      const { path, body, file, owner, member } = CASES[name] ?? { path: () => '/', owner: 0, member: 0 };
      test(`${name}: makes, takes and gives away nothing with an old proof`, async () => {
        const world = await agedWorld();
        const { token } = owner >= 400 && member < 400 ? world.member : world.owner;
        const call = () =>
          send(service, {
            method: route.method,
            path: path(world),
            token,
            ...bodyOf({ body, file }, world),
          });
        const stored = await accessIn(service, world);
        const aged = await call();
        const needsReauthentication = aged.body?.code === 'reauthentication-required';
        strictEqual(
          needsReauthentication,
          route.needsReauthentication === true || FOR_SOME_BODIES.includes(name),
        );
        if (!PROVES_ITSELF.includes(name)) deepStrictEqual(await authorityLines(service, world), []);
        const added = (await accessIn(service, world)).difference(stored);
        deepStrictEqual([...added], [], 'nothing that can act was added');
        if (!needsReauthentication) return;

        await prove(world, token);
        ok((await call()).status < 400 || WRITES_NOTHING.includes(name));
        const lines = await authorityLines(service, world);
        strictEqual(lines.length === 0, WRITES_NOTHING.includes(name), 'the proof is needed for an event');
      });
    }

    test('rolls the transaction back without reauthentication, for every kind of actor', async () => {
      const { family, owner } = await makeWorld(service);
      const before = await dump(store, family);
      const record = (actor: string) =>
        auditedTransaction({ store, actor, nowMs: clock.nowMs }, family, (_tx, recordChange) =>
          recordChange('key.add', {}),
        );
      for (const actor of [owner.id, 'key:x', 'service']) {
        ok((await record(actor).catch((error: unknown) => error)) instanceof ReauthenticationMissing, actor);
      }
      deepStrictEqual(await dump(store, family), before);
      ok((await record(OPERATOR)) > 0);
    });

    test('a session of an owner with an old proof takes over nothing', async () => {
      const { owner, third, webhook, key } = await agedWorld();
      const steps: [method: string, path: string, body?: object][] = [
        ['POST', '/invitations', { role: 'owner' }],
        ['POST', '/invitations', { role: 'member' }],
        ['POST', `/members/${third.id}/reset-link`],
        ['PATCH', `/members/${third.id}`, { role: 'owner' }],
        ['DELETE', `/members/${third.id}`, { endKeysAndDisplays: true }],
        ['DELETE', `/members/${owner.id}`, { endKeysAndDisplays: true }],
        ['POST', '/keys', { name: 'x' }],
        ['POST', `/keys/${key}/rotate`, { overlap: 'none' }],
        ['POST', '/displays', { name: 'x' }],
        ['POST', '/list-links', { days: 7 }],
        ['POST', '/webhooks', { name: 'x', url: 'https://8.8.8.8/hook', types: ['plan.changed'] }],
        ['POST', `/webhooks/${webhook}/rotate`, { overlap: 'none' }],
        ['PATCH', `/webhooks/${webhook}`, { isOn: true }],
        ['PUT', '/me/email', { email: 'mine@example.org' }],
        ['POST', '/recovery-codes'],
        ['POST', '/family/export'],
        ['POST', '/access/end'],
        ['DELETE', '/family'],
      ];
      for (const [method, path, body] of steps) {
        const { status, body: response } = await as(owner.token, method, path, body);
        deepStrictEqual([status, response?.code], [403, 'reauthentication-required'], `${method} ${path}`);
      }
    });

    test('what ends one thing stays one request', async () => {
      const { owner, key, display, invitation, listLink, calendarLink, webhook } = await agedWorld();
      for (const path of [
        `/keys/${key}`,
        `/displays/${display}`,
        `/invitations/${invitation}`,
        `/list-links/${listLink}`,
        `/calendar-links/${calendarLink}`,
        `/webhooks/${webhook}`,
      ])
        strictEqual((await as(owner.token, 'DELETE', path)).status, 204, path);
    });

    test('an owner who joined within a day takes nothing from an owner who was there before', async () => {
      const world = await makeWorld(service);
      const { owner, member } = world;
      clock.nowMs += 60_000;
      await prove(world, owner.token);
      const join = async () => {
        const made = await as(owner.token, 'POST', '/invitations', { role: 'owner' });
        const token = String(made.body.link).split('#')[1];
        const email = `accomplice${clock.nowMs}@example.org`;
        const path = '/app/api/join';
        const body = { token, email, password: PASSWORD };
        const joined = await send(service, { method: 'POST', path, body });
        const session = /weekfare-session=(\w+)/.exec(joined.headers.get('set-cookie') ?? '')?.[1] ?? '';
        return { id: joined.body.member as string, token: session };
      };
      const young = await join();
      const remove = { endKeysAndDisplays: true };
      const takeover: [method: string, path: string, body?: object][] = [
        ['POST', `/members/${owner.id}/reset-link`],
        ['PATCH', `/members/${owner.id}`, { role: 'member' }],
        ['DELETE', `/members/${owner.id}`, remove],
        ['DELETE', '/family'],
      ];
      for (const [method, path, body] of takeover) {
        const { status, body: response } = await as(young.token, method, path, body);
        deepStrictEqual([status, response?.code], [403, 'new-owner'], path);
      }
      // What an owner does every day works on the first day, and towards a newer owner too.
      strictEqual((await as(young.token, 'POST', `/members/${member.id}/reset-link`)).status, 200);
      clock.nowMs += 60_000;
      const newest = await join();
      strictEqual((await as(young.token, 'PATCH', `/members/${newest.id}`, { role: 'member' })).status, 204);
      clock.nowMs += DAY_MS;
      await prove(world, young.token);
      strictEqual((await as(young.token, 'POST', `/members/${owner.id}/reset-link`)).status, 200);
    });
  });
}

/** The rows that can act, by table and key. */
async function accessIn({ store }: Service, { family }: World): Promise<Set<string>> {
  const tables = (await dump(store, family)) as Record<string, Record<string, unknown>[]>;
  const keys = ALL_ACCESS.flatMap((table) =>
    (tables[table] ?? []).map((row) => `${table} ${TABLES[table].map((column) => row[column]).join(' ')}`),
  );
  return new Set(keys);
}

async function authorityLines({ store }: Service, { family, owner, member }: World): Promise<string[]> {
  const lines = await store.db
    .selectFrom('audit')
    .select('action')
    .where('family_id', '=', family)
    .where('actor', 'in', [owner.id, member.id])
    .execute();
  const actions = lines.map(({ action }) => action as AuditAction);
  return actions.filter((action) => AUDIT_ACTIONS[action] === 'authority');
}
