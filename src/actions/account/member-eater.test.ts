/** A member who is an eater: chosen when joining or later, by one member at most, until the eater is removed. */
import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isDuplicate } from '#storage/outage.ts';
import { setEaterOf } from '#storage/tables/account/members.ts';
import { send } from '#test/support/clients/request.ts';
import { startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';
import { EATER, makeWorld, PASSWORD, PREFERENCES, type World } from '#test/support/world.ts';

for (const kind of KINDS) {
  describe(`${kind}: a member who is an eater`, async () => {
    const service = await startService({ after, before }, { kind });
    const as = ({ token }: { token: string }, method: string, path: string, body?: unknown) =>
      send(service, { method, path: `/app/api${path}`, token, body });
    const choose = (person: World['owner'], eaterId: string | null) =>
      as(person, 'PUT', '/me/eater', { eaterId });
    const eaterOf = async (person: World['owner']) => (await as(person, 'GET', '/me')).body.member.eaterId;
    let joiners = 0;
    const join = (token: string, eaterId?: string) => {
      const email = `${kind}-invited${(joiners += 1)}@example.org`;
      return as({ token: '' }, 'POST', '/join', { token, email, password: PASSWORD, eaterId });
    };
    const freeEaters = async ({ invitationToken: token }: World) =>
      (await as({ token: '' }, 'POST', '/invitation', { token })).body.eaters;

    test('one member at most is an eater, and may stop being it', async () => {
      const world = await makeWorld(service);
      const { owner, member } = world;
      strictEqual(await eaterOf(owner), null);
      strictEqual((await choose(owner, EATER)).status, 204);
      strictEqual((await choose(owner, EATER)).status, 204, 'the same choice again');
      strictEqual(await eaterOf(owner), EATER);
      deepStrictEqual(await freeEaters(world), []);
      const { status, body } = await choose(member, EATER);
      deepStrictEqual([status, body.code], [409, 'eater-taken']);
      strictEqual((await choose(owner, null)).status, 204);
      strictEqual((await choose(member, EATER)).status, 204);
      const { members } = (await as(owner, 'GET', '/members')).body;
      for (const { id, eaterId } of members) strictEqual(eaterId, id === member.id ? EATER : null);
    });

    test('the database refuses a second member who is the same eater', async () => {
      const { family, owner, member } = await makeWorld(service);
      const { db } = service.store;
      const set = (id: string) => db.transaction().execute((tx) => setEaterOf(tx, family, id, EATER));
      await set(owner.id);
      await rejects(set(member.id), isDuplicate);
    });

    test('an unknown eater is not found', async () => {
      const { owner } = await makeWorld(service);
      strictEqual((await choose(owner, 'nobody')).status, 404);
      strictEqual(await eaterOf(owner), null);
    });

    test('someone joins as an eater; a taken eater leaves the invitation valid', async () => {
      const world = await makeWorld(service);
      const { owner, invitationToken: token } = world;
      deepStrictEqual(await freeEaters(world), [{ id: EATER, name: 'Anna' }]);
      strictEqual((await choose(owner, EATER)).status, 204);
      for (const eaterId of [EATER, 'nobody']) {
        const { status, body } = await join(token, eaterId);
        deepStrictEqual([status, body.code], [409, 'eater-taken']);
      }
      strictEqual((await choose(owner, null)).status, 204);
      const { status, body } = await join(token, EATER);
      strictEqual(status, 200);
      const { members } = (await as(owner, 'GET', '/members')).body;
      const joined = members.find(({ id }: { id: string }) => id === body.member);
      strictEqual(joined.eaterId, EATER);
    });

    test('when the eater is removed from the preferences, the member is no eater any more', async () => {
      const { owner, version } = await makeWorld(service);
      strictEqual((await choose(owner, EATER)).status, 204);
      const save = (seen: number, eaters: object[]) =>
        as(owner, 'PUT', '/preferences', { version: seen, preferences: { ...PREFERENCES, eaters } });
      const unchanged = await save(version, PREFERENCES.eaters);
      strictEqual(await eaterOf(owner), EATER);
      strictEqual((await save(unchanged.body.version, [])).status, 200);
      strictEqual(await eaterOf(owner), null);
    });
  });
}
