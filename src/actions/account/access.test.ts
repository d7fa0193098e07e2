/**
 * Somebody who had the account makes one thing of every kind that can act; whatever ends all leaves none of them. A kind
 * without a creator here, and a table that is neither in the inventory nor said to open nothing, does not compile.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hashRecoveryCode } from '#auth/recovery-code.ts';
import { noPassword } from '#auth/password.ts';
import { newId } from '#auth/secret.ts';
import { findCaller, newToken } from '#auth/session.ts';
import { deviceToken, knownDevice } from '#auth/sign-in-limit.ts';
import {
  ACCESS_KINDS,
  type AccessKind,
  ALL_ACCESS,
  CANNOT_ACT,
  CONTENT,
  countAccess,
} from '#storage/tables/account/access.ts';
import { addResetLink, hasRecoveryCode } from '#storage/tables/account/account-recovery.ts';
import { findEmailLink, insertEmailLink } from '#storage/tables/account/email-links.ts';
import { findIdentity, insertIdentity } from '#storage/tables/account/identities.ts';
import { findCredentials, updateMailbox, updateMember } from '#storage/tables/account/members.ts';
import { findPasskey, insertPasskey } from '#storage/tables/account/passkeys.ts';
import { findWebhook } from '#storage/tables/keys-and-links/webhooks.ts';
import { type Table, TABLE_NAMES, type Tx } from '#storage/schema.ts';
import { MAIL, OPERATOR } from '#storage/actor.ts';
import { makeResetLink } from './account-recovery.ts';
import { accepted } from '#test/support/accepted.ts';
import { send } from '#test/support/clients/request.ts';
import { type Service, startService } from '#test/support/service.ts';
import { freshStore, KINDS, ONE_KIND } from '#test/support/store.ts';
import { makeWorld, PASSWORD, type World } from '#test/support/world.ts';

const NEXT = 'a completely new one';

/** Makes a thing with the session of the member, and returns how to find out whether it works. */
type Make = (by: Intruder) => Promise<() => Promise<boolean>>;
type Intruder = {
  service: Service;
  world: World;
  /** The requests of the intruder. */
  call: (method: string, path: string, body?: object) => Promise<{ [name: string]: string }>;
  /** What nobody needs to be signed in for: whether the response is not a refusal. */
  opens: (path: string, body: object) => Promise<boolean>;
  insert: (work: (tx: Tx) => Promise<void>) => Promise<void>;
};

const HOUR_MS = 3_600_000;

const CREATORS: Record<AccessKind, Make> = {
  async sessions({ service, world }) {
    const body = { email: world.owner.email, password: PASSWORD };
    const reply = await send(service, { method: 'POST', path: '/app/api/sign-in', body });
    const token = /weekfare-session=(\w+)/.exec(reply.headers.get('set-cookie') ?? '')?.[1];
    return async () => (await findCaller(service.store.db, token, service.clock.nowMs)) !== undefined;
  },
  async passkeys({ service: { store, clock }, world, insert }) {
    const credentialId = newId();
    const passkey = { credentialId, publicKey: newId(), counter: 0, transports: '', name: 'x' };
    const row = { ...passkey, id: newId(), member: world.owner.id, relyingParty: 'localhost' };
    await insert((tx) => insertPasskey(tx, world.family, row, clock.nowMs));
    return async () => (await findPasskey(store.db, credentialId)) !== undefined;
  },
  async identities({ service: { store, clock }, world, insert }) {
    const identity = { issuer: 'https://login.example', subject: newId(), label: 'x' };
    const row = { ...identity, id: newId(), member: world.owner.id };
    await insert((tx) => insertIdentity(tx, world.family, row, clock.nowMs));
    return async () => (await findIdentity(store.db, identity)) !== undefined;
  },
  async recovery_codes({ service: { store }, world: { family, owner }, call }) {
    const { codes } = await call('POST', '/recovery-codes');
    const used = { member: owner.id, codeHash: hashRecoveryCode(codes?.[0] ?? '') };
    return () => hasRecoveryCode(store.db, family, used);
  },
  async reset_links({ service: { clock }, world, call, opens, insert }) {
    const { token, tokenHash } = newToken();
    const link = {
      member: world.owner.id,
      tokenHash,
      createdBy: OPERATOR,
      expiresAtMs: clock.nowMs + HOUR_MS,
    };
    await insert((tx) => addResetLink(tx, world.family, link, clock.nowMs));
    const forOther = tokenIn(await call('POST', `/members/${world.third.id}/reset-link`));
    return async () => {
      const open = [await opens('/reset/look', { token }), await opens('/reset/look', { token: forOther })];
      return open.includes(true);
    };
  },
  async email_links({ service: { store, clock }, world, insert }) {
    const { tokenHash } = newToken();
    const [member, email] = [world.owner.id, 'intruder@example.org'];
    const link = { member, tokenHash, email, expiresAtMs: clock.nowMs + HOUR_MS };
    await insert(async (tx) => {
      await updateMailbox(tx, world.family, member, { newEmail: email });
      await insertEmailLink(tx, world.family, link);
    });
    return async () => (await findEmailLink(store.db, tokenHash, clock.nowMs)) !== undefined;
  },
  async invitations({ call, opens }) {
    const token = tokenIn(await call('POST', '/invitations', { role: 'owner' }));
    return () => opens('/invitation', { token });
  },
  async api_keys({ service, call }) {
    const { key = '' } = await call('POST', '/keys', { name: 'x' });
    return async () => {
      const headers = { 'x-api-key': key };
      const { status } = await send(service, { method: 'GET', path: '/api/meal-plans/v1/current', headers });
      return status !== 401;
    };
  },
  async displays({ call, opens }) {
    const token = tokenIn(await call('POST', '/displays', { name: 'x' }));
    return () => opens('/display/open', { token });
  },
  async list_links({ call, opens }) {
    const token = tokenIn(await call('POST', '/list-links', { days: 7 }));
    return () => opens('/shared-list', { token });
  },
  async calendar_links({ service, call }) {
    const settings = { slots: ['dinner'], times: null, showsWarnings: false, language: 'en' };
    const { link = '' } = await call('POST', '/calendar-links', settings);
    const path = new URL(link).pathname;
    // Without Premium it is 402 while it works.
    return async () => (await send(service, { method: 'GET', path })).status !== 404;
  },
  async webhooks({ service: { store }, world, call }) {
    const endpoint = { name: 'x', url: 'https://8.8.8.8/hook', types: ['dinner.today'] };
    const { id = '' } = await call('POST', '/webhooks', endpoint);
    return async () => (await findWebhook(store.db, world.family, id)) !== undefined;
  },
};

for (const kind of ONE_KIND) {
  describe(`${kind}: all that can act`, async () => {
    const service = await startService({ after, before }, { kind });
    const { store, clock } = service;
    const open = (path: string, body: object) =>
      send(service, { method: 'POST', path: `/app/api${path}`, body });
    const insert: Intruder['insert'] = (work) => store.db.transaction().execute(work);
    const resetWith = async ({ family, owner }: World, createdBy: string) => {
      const { token, tokenHash } = newToken();
      const link = { member: owner.id, tokenHash, createdBy, expiresAtMs: clock.nowMs + HOUR_MS };
      await insert((tx) => addResetLink(tx, family, link, clock.nowMs));
      return open('/reset', { token, password: NEXT });
    };
    const byOwner = (world: World, method: string, path: string, body: object) =>
      send(service, { method, path: `/app/api${path}`, token: world.owner.token, body });
    const promoteThird = async (world: World) => {
      const reply = await byOwner(world, 'PATCH', `/members/${world.third.id}`, { role: 'owner' });
      strictEqual(reply.status, 204);
    };

    const WAYS: Record<string, (world: World, code: string) => Promise<{ status: number }>> = {
      'a reset with a mailed link': (world) => resetWith(world, MAIL),
      'a reset with a link of the operator': async ({ family, owner }) => {
        const context = { store, actor: OPERATOR, nowMs: clock.nowMs };
        const { token } = accepted(await makeResetLink(context, family, owner.id));
        return open('/reset', { token, password: NEXT });
      },
      'a reset with a recovery code': ({ owner }, code) =>
        open('/recover', { email: owner.email, code, password: NEXT }),
      'a new password that ends all': (world) =>
        byOwner(world, 'PUT', '/password', { current: PASSWORD, next: NEXT, endsAll: true }),
      'ending all': (world) => byOwner(world, 'POST', '/access/end', {}),
      'removal with keys and displays': async (world) => {
        await promoteThird(world);
        const path = `/app/api/members/${world.owner.id}`;
        const body = { endKeysAndDisplays: true };
        return send(service, { method: 'DELETE', path, token: world.third.token, body });
      },
      leaving: async (world) => {
        await promoteThird(world);
        return byOwner(world, 'DELETE', `/members/${world.owner.id}`, { endKeysAndDisplays: true });
      },
    };

    for (const [way, end] of Object.entries(WAYS)) {
      test(`${way}: nothing works that somebody with the account has made`, async () => {
        const world = await makeWorld(service);
        const { owner, family } = world;
        clock.nowMs += 61_000;
        const call: Intruder['call'] = async (method, path, body) => {
          const reply = await send(service, { method, path: `/app/api${path}`, token: owner.token, body });
          ok(reply.status < 300, `${path}: ${JSON.stringify(reply.body)}`);
          return reply.body;
        };
        const opens: Intruder['opens'] = async (path, body) => {
          // Guesses are limited per minute.
          clock.nowMs += 10_000;
          return (await open(path, body)).status < 300;
        };
        const before = await findCredentials(store.db, owner.email);
        const device = deviceToken(owner.email, before?.passwordHash ?? '');
        const made = new Map<AccessKind, () => Promise<boolean>>();
        for (const name of ALL_ACCESS)
          made.set(name, await CREATORS[name]({ service, world, call, opens, insert }));
        for (const [name, works] of made) strictEqual(await works(), true, `${name} works before`);
        // The creator of the codes above replaced those of the world.
        const { codes } = await call('POST', '/recovery-codes');
        const { status } = await end(world, codes?.[0] ?? '');
        ok(status < 300, `status ${status}`);

        for (const [name, works] of made) strictEqual(await works(), false, `${name} is ended`);
        const isHere = way === 'a new password that ends all' || way === 'ending all';
        const isSignedIn = isHere || way.startsWith('a reset');
        const left = await countAccess(store.db, family, owner.id, clock.nowMs);
        deepStrictEqual(left, isSignedIn ? { sessions: 1 } : {});
        const now = await findCredentials(store.db, owner.email);
        const isKnown = now && knownDevice(device, owner.email, now.passwordHash) !== undefined;
        strictEqual(isKnown ?? false, way === 'ending all', 'the device is unknown with a new password');
        const works = await findCaller(store.db, owner.token, clock.nowMs);
        strictEqual(works !== undefined, isHere, 'the session in use');
      });
    }

    test('a reset says what it has ended, to the member and as a security event', async () => {
      const world = await makeWorld(service);
      const { body } = (await resetWith(world, OPERATOR)) as { body: { ended: object; member: string } };
      deepStrictEqual(body.ended, {
        sessions: 1,
        reset_links: 2,
        invitations: 1,
        list_links: 1,
        calendar_links: 1,
        webhooks: 1,
      });
      const line = await store.db
        .selectFrom('audit')
        .select(['actor', 'detail'])
        .where('family_id', '=', world.family)
        .where('action', '=', 'member.access-end')
        .executeTakeFirstOrThrow();
      strictEqual(line.actor, world.owner.id);
      strictEqual((JSON.parse(line.detail) as { reason: string }).reason, 'reset');
    });

    test('it ends nothing of another member, nothing that the operator has made, and nothing of another family', async () => {
      const [world, other] = [await makeWorld(service), await makeWorld(service)];
      const counts = () =>
        Promise.all([
          countAccess(store.db, world.family, world.member.id, clock.nowMs),
          countAccess(store.db, world.family, OPERATOR, clock.nowMs),
          countAccess(store.db, other.family, other.owner.id, clock.nowMs),
        ]);
      const [member, operator, stranger] = await counts();
      strictEqual((await resetWith(world, MAIL)).status, 200);
      // A link that the owner had made for the member ends with the owner's.
      const { reset_links: _, ...others } = member;
      deepStrictEqual(await counts(), [others, operator, stranger]);
    });

    test('a member without a password keeps the ways to sign in when all else ends', async () => {
      const world = await makeWorld(service);
      const { db } = store;
      await insert((tx) => updateMember(tx, world.family, world.member.id, { passwordHash: noPassword() }));
      const path = '/app/api/access/end';
      const reply = await send(service, { method: 'POST', path, token: world.member.token });
      strictEqual(reply.status, 200);
      const left = await countAccess(db, world.family, world.member.id, clock.nowMs);
      deepStrictEqual(left, { sessions: 1, passkeys: 1, identities: 1 });
    });

    test('the link of a demoted owner stays ended after a new promotion', async () => {
      const world = await makeWorld(service);
      const { third, member } = world;
      await promoteThird(world);
      const path = `/app/api/members/${member.id}/reset-link`;
      const { body } = await send(service, { method: 'POST', path, token: third.token });
      for (const role of ['member', 'owner']) await byOwner(world, 'PATCH', `/members/${third.id}`, { role });
      strictEqual((await open('/reset/look', { token: tokenIn(body) })).status, 410);
    });
  });
}

/** A column that holds a secret, its hash, or something by which a secret is checked. */
const SECRET_COLUMN = /hash|secret|token|key|credential|password|code|subject/;
const MEMBER_COLUMN = /^(member_id|created_by|actor|about)$/;
/** Names that only look like secrets. */
const NO_SECRETS = [
  'todos item_key',
  'imported_recipes source_key',
  'replaced_recipes source_key',
  'key_uses key_id',
  'webhook_deliveries subject',
];

for (const kind of KINDS) {
  test(`${kind}: every table with a secret or with a member is in the inventory, or says why it cannot act`, async (t) => {
    const store = await freshStore(t, kind);
    const tables = await store.db.introspection.getTables();
    const columnsOf = new Map(
      tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]),
    );
    for (const table of TABLE_NAMES) {
      const columns = columnsOf.get(table) ?? [];
      ok(columns.length > 0, table);
      const telling = columns.filter(
        (column) =>
          MEMBER_COLUMN.test(column) ||
          (SECRET_COLUMN.test(column) && !NO_SECRETS.includes(`${table} ${column}`)),
      );
      const reason = table in ACCESS_KINDS ? 'listed' : CANNOT_ACT[table as Exclude<Table, AccessKind>];
      ok(telling.length === 0 || reason !== CONTENT, `${table} has ${telling.join(', ')}`);
      if (!(table in ACCESS_KINDS)) continue;
      const { by } = ACCESS_KINDS[table as AccessKind];
      const named = columns.filter((column) => column === 'member_id' || column === 'created_by');
      deepStrictEqual([...by].toSorted(), named.toSorted(), table);
    }
  });
}

function tokenIn({ link = '' }: { link?: string }): string {
  return link.split('#')[1] ?? '';
}
