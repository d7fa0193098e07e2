/**
 * Members and what they made: an invitation ends when its creator may no longer invite, and removing a member can end
 * their keys and displays.
 */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addApiKey, rotateApiKey } from '#actions/keys-and-links/api-keys.ts';
import { addDisplay } from '#actions/keys-and-links/displays.ts';
import { invite, join as joinFamily } from '#actions/account/invitations.ts';
import { changeRole, removeMember } from '#actions/account/members.ts';
import { GROUPS_OF_OPERATOR } from '#auth/password.ts';
import type { Creator } from '#domain/family/creator.ts';
import { OPERATOR } from '#storage/actor.ts';
import { updateMember } from '#storage/tables/account/members.ts';
import { accepted } from '#test/support/accepted.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, PASSWORD, type World } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';

const sorted = (creators: Creator[]) => creators.map((creator) => JSON.stringify(creator)).toSorted();

type Listed = { id: string; name: string; createdBy: Creator };

for (const kind of KINDS) {
  describe(`${kind}: members`, async () => {
    const service = await startService({ after, before }, { kind });
    const { store, clock } = service;
    const as = (token: string, method: string, path: string, body?: unknown) =>
      send(service, { method, path: `/app/api${path}`, token, body });
    let joiners = 0;
    const newcomer = () => ({ email: `${kind}-${(joiners += 1)}@example.org`, password: PASSWORD });
    const join = (token: string) => {
      // Attempts to join are limited per minute.
      clock.nowMs += 60_000;
      return as('', 'POST', '/join', { token, ...newcomer() });
    };
    const setRole = async ({ owner, third }: World, role: string) =>
      strictEqual((await as(owner.token, 'PATCH', `/members/${third.id}`, { role })).status, 204);
    const inviteAs = async (token: string): Promise<string> => {
      const { status, body } = await as(token, 'POST', '/invitations', { role: 'owner' });
      strictEqual(status, 200, JSON.stringify(body));
      return body.link.split('#')[1];
    };
    /** A family in which `third` is a second owner. */
    const withTwoOwners = async () => {
      const world = await makeWorld(service);
      await setRole(world, 'owner');
      return world;
    };
    const withInvitation = async () => {
      const world = await withTwoOwners();
      return { world, token: await inviteAs(world.third.token) };
    };
    const remove = async ({ owner, third }: World, endKeysAndDisplays: boolean) => {
      const path = `/members/${third.id}`;
      strictEqual((await as(owner.token, 'DELETE', path, { endKeysAndDisplays })).status, 204);
    };
    const isRefused = async (token: string) => {
      const { status, body } = await join(token);
      deepStrictEqual([status, body?.code], [410, 'invitation-ended']);
      strictEqual((await as('', 'POST', '/invitation', { token })).status, 404);
    };
    const list = async ({ owner }: World, what: 'keys' | 'displays' | 'invitations'): Promise<Listed[]> =>
      (await as(owner.token, 'GET', `/${what}`)).body[what];
    const creatorsOf = async (world: World, what: 'keys' | 'displays' | 'invitations') =>
      (await list(world, what)).map(({ createdBy }) => createdBy);
    /** Creates a key and a display link as this member. */
    const makeBoth = async ({ token }: World['third'], name: string) => ({
      key: (await as(token, 'POST', '/keys', { name })).body.id as string,
      display: (await as(token, 'POST', '/displays', { name })).body.id as string,
    });

    test('an invitation ends when its creator is removed', async () => {
      const { world, token } = await withInvitation();
      await remove(world, false);
      await isRefused(token);
    });

    test('an invitation ends when its creator leaves', async () => {
      const { world, token } = await withInvitation();
      const { third } = world;
      const left = await as(third.token, 'DELETE', `/members/${third.id}`, { endKeysAndDisplays: false });
      strictEqual(left.status, 204);
      await isRefused(token);
    });

    test('an invitation ends when its creator is demoted, and stays ended when they become an owner again', async () => {
      const { world, token } = await withInvitation();
      await setRole(world, 'member');
      await isRefused(token);
      await setRole(world, 'owner');
      await isRefused(token);
    });

    test('an invitation is refused while its creator is not an owner, for any reason', async () => {
      const { world, token } = await withInvitation();
      const { family, third } = world;
      // Without the action that would delete the invitation, only the check at joining refuses it.
      await store.db.transaction().execute((tx) => updateMember(tx, family, third.id, { role: 'member' }));
      await isRefused(token);
      deepStrictEqual(
        (await list(world, 'invitations')).map(({ id }) => id),
        [world.invitation],
      );
    });

    test('an invitation is refused when its creator is demoted while someone is joining with it', async () => {
      const { world, token } = await withInvitation();
      const { family, third } = world;
      // Joining checks the invitation before it hashes the password; the demotion comes before its transaction.
      const joining = joinFamily({ store, nowMs: clock.nowMs }, { token, ...newcomer() }, GROUPS_OF_OPERATOR);
      await store.db.transaction().execute((tx) => updateMember(tx, family, third.id, { role: 'member' }));
      deepStrictEqual(await joining, { refused: 'invitation-ended' });
    });

    test('the invitations of the other owners stay open', async () => {
      const world = await withTwoOwners();
      const token = await inviteAs(world.owner.token);
      await remove(world, true);
      strictEqual((await join(token)).status, 200);
    });

    test('refuses changes of an owner who was removed or demoted during the request', async () => {
      for (const isRemoved of [true, false]) {
        const world = await withTwoOwners();
        const { family, third, member } = world;
        // As in a request whose session was checked just before.
        const context = { store, actor: third.id, nowMs: clock.nowMs };
        if (isRemoved) await remove(world, false);
        else await setRole(world, 'member');
        const before = await dump(store, family);
        const outcomes = [
          await invite(context, family, { role: 'owner' }),
          await addApiKey(context, family, { name: 'late', expiresAt: null }),
          await rotateApiKey(context, family, world.key, 'day'),
          await addDisplay(context, family, { name: 'late', expiresAt: null }),
          await changeRole(context, family, member.id, 'owner'),
          await removeMember(context, family, member.id, { endKeysAndDisplays: false }),
        ];
        for (const outcome of outcomes) deepStrictEqual(outcome, { refused: 'owner-only' });
        deepStrictEqual(await dump(store, family), before);
      }
    });

    test("removing a member ends that member's keys and displays if chosen, and no others", async () => {
      for (const isChosen of [true, false]) {
        const world = await withTwoOwners();
        const [theirs, ours] = [await makeBoth(world.third, 'theirs'), await makeBoth(world.owner, 'ours')];
        await remove(world, isChosen);
        const keys = (await as(world.owner.token, 'GET', '/keys')).body.keys as {
          id: string;
          revokedAt: string | null;
        }[];
        const live = keys.filter(({ revokedAt }) => revokedAt === null).map(({ id }) => id);
        const remaining = isChosen ? [] : [theirs];
        deepStrictEqual(
          live.toSorted(),
          [world.key, ours.key, ...remaining.map(({ key }) => key)].toSorted(),
          `chosen: ${isChosen}`,
        );
        deepStrictEqual(
          (await list(world, 'displays')).map(({ id }) => id).toSorted(),
          [world.display, ours.display, ...remaining.map(({ display }) => display)].toSorted(),
        );
      }
    });

    test('removing a member requires a choice about keys and displays', async () => {
      const { owner, third } = await makeWorld(service);
      for (const body of [undefined, {}, { endKeysAndDisplays: 'yes' }]) {
        const { status, body: problem } = await as(owner.token, 'DELETE', `/members/${third.id}`, body);
        deepStrictEqual([status, problem.errors[0].field], [400, 'endKeysAndDisplays']);
      }
    });

    test('a member who leaves cannot end keys and displays; an owner can', async () => {
      const world = await withTwoOwners();
      await makeBoth(world.third, 'theirs');
      const leave = () =>
        as(world.third.token, 'DELETE', `/members/${world.third.id}`, { endKeysAndDisplays: true });
      await setRole(world, 'member');
      strictEqual((await leave()).body.code, 'owner-only');
      await setRole(world, 'owner');
      strictEqual((await leave()).status, 204);
      strictEqual((await list(world, 'displays')).length, 1);
    });

    test('lists show the creator of each entry: a member, a former member or the operator', async () => {
      const world = await withTwoOwners();
      const { family, owner, third } = world;
      await makeBoth(third, 'theirs');
      const operator = { store, actor: OPERATOR, nowMs: clock.nowMs };
      accepted(await addApiKey(operator, family, { name: 'by the operator', expiresAt: null }));
      await inviteAs(third.token);
      const member = { kind: 'member', id: third.id, email: third.email };
      const same = async (what: 'keys' | 'displays' | 'invitations', wanted: object[]) =>
        deepStrictEqual(sorted(await creatorsOf(world, what)), sorted(wanted as Creator[]), what);
      await same('keys', [{ kind: 'operator' }, member, { kind: 'operator' }]);
      await same('displays', [{ kind: 'operator' }, member]);
      await same('invitations', [{ kind: 'member', id: owner.id, email: owner.email }, member]);
      await remove(world, false);
      await same('keys', [{ kind: 'operator' }, { kind: 'former-member' }, { kind: 'operator' }]);
      await same('displays', [{ kind: 'operator' }, { kind: 'former-member' }]);
      await same('invitations', [{ kind: 'member', id: owner.id, email: owner.email }]);
    });

    test('the member who rotates a key is the creator of the new one', async () => {
      const world = await withTwoOwners();
      const { key } = await makeBoth(world.owner, 'ours');
      const { id } = (await as(world.third.token, 'POST', `/keys/${key}/rotate`, { overlap: 'day' })).body;
      const creators = new Map((await list(world, 'keys')).map((key) => [key.id, key.createdBy]));
      deepStrictEqual(
        [creators.get(key), creators.get(id)],
        [world.owner, world.third].map(({ id: member, email }) => ({ kind: 'member', id: member, email })),
      );
    });

    test("returns member-removed to a removed member's device, not-signed-in for an ended session or an unknown member", async () => {
      const world = await makeWorld(service);
      const codeFor = async (member: string, token = world.third.token) => {
        const headers = { 'weekfare-member': member };
        const call = { method: 'GET', path: '/app/api/me', token, headers };
        const { status, body } = await send(service, call);
        return [status, body.code ?? null];
      };
      const { third, owner } = world;
      deepStrictEqual(await codeFor(third.id), [200, null]);
      await as(third.token, 'POST', '/sign-out');
      deepStrictEqual(await codeFor(third.id), [401, 'not-signed-in']);
      await remove(world, false);
      deepStrictEqual(await codeFor(third.id), [401, 'member-removed']);
      for (const unknown of ['', 'A'.repeat(16), 'é', 'x'.repeat(200), third.id.toLowerCase()]) {
        deepStrictEqual(await codeFor(unknown), [401, 'not-signed-in'], unknown);
      }
      // The device of another member gets no information about the removed one.
      deepStrictEqual(await codeFor(third.id, owner.token), [401, 'not-signed-in']);
      deepStrictEqual(await codeFor(owner.id, owner.token), [200, null]);
    });

    test('returns member-removed to the devices of a deleted family', async () => {
      const { owner, member } = await makeWorld(service);
      strictEqual((await as(owner.token, 'DELETE', '/family')).status, 204);
      const headers = { 'weekfare-member': member.id };
      const call = { method: 'GET', path: '/app/api/me', token: member.token, headers };
      strictEqual((await send(service, call)).body.code, 'member-removed');
    });
  });
}
