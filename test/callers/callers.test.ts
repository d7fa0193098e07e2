/**
 * Access rights: calls every route of the web app's API without a session, with an invalid session, as a member,
 * as the owner, and as the owner of another family who uses this family's ids.
 */
import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { APP_ENDPOINTS } from '#http/endpoints.ts';
import { bodyOf, CASES } from '../support/app-cases.ts';
import { makeWorld, expiredToken, type World } from '../support/world.ts';
import { send } from '../support/clients/request.ts';
import { type Service, startService } from '../support/service.ts';
import { takeSnapshot, dump } from '../support/snapshot.ts';
import { ONE_KIND } from '../support/store.ts';

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test('every route has a case, and every case has a route', () => {
  deepStrictEqual(Object.keys(CASES).toSorted(), APP_ENDPOINTS.map(nameOf).toSorted());
});

for (const kind of ONE_KIND) {
  describe(`${kind}: access rights`, async () => {
    const service = await startService({ after, before }, { kind });
    // Public routes limit attempts per minute, so each test runs in its own minute of the service's clock.
    beforeEach(() => void (service.clock.nowMs += 60_000));

    for (const route of APP_ENDPOINTS) {
      const name = nameOf(route);
      const { path, body, file, ...expected } = CASES[name] ?? {
        path: () => '/',
        owner: 0,
        member: 0,
        other: 0,
      };
      const call = (world: World, token?: string) =>
        send(service, {
          method: route.method,
          path: path(world),
          ...(token !== undefined && { token }),
          ...bodyOf({ body, file }, world),
        });

      const isOpen = route.access === 'anyone' || route.access === 'visitor';
      /** Calls that must not change the family use the same one, up to the first that may change it. */
      let unchanged: World | undefined;
      const unchangedWorld = async () => (unchanged ??= await prepare(service));
      const withoutSession = isOpen ? expected.owner : 401;
      test(`${name}: returns ${withoutSession} without a valid session`, async () => {
        const world = await unchangedWorld();
        const expired = await expiredToken(service, world);
        const before = await takeSnapshot(service.store);
        for (const token of [undefined, '', 'x', 'A'.repeat(43), 'B'.repeat(5_000), expired]) {
          const { status } = await call(world, token);
          strictEqual(status, withoutSession, `with ${token}`);
        }
        if (route.access !== 'anyone') deepStrictEqual(await takeSnapshot(service.store), before);
        else unchanged = undefined;
      });

      test(`${name}: returns ${expected.other} to another family's owner and changes nothing`, async () => {
        const world = await unchangedWorld();
        const otherFamily = await makeWorld(service);
        await deletePlans(service, otherFamily);
        const before = await dump(service.store, world.family);
        const { status, body: response } = await call(world, otherFamily.owner.token);
        strictEqual(status, expected.other, JSON.stringify(response));
        deepStrictEqual(await dump(service.store, world.family), before);
        const text = JSON.stringify(response ?? null);
        for (const secret of secretsOf(world)) ok(!text.includes(secret), `${text} contains ${secret}`);
      });

      test(`${name}: returns ${expected.member} to a member`, async () => {
        const world = await unchangedWorld();
        const isUnchanged = expected.member === 403 || route.method === 'GET';
        const before = isUnchanged && (await takeSnapshot(service.store));
        const { status, body: response } = await call(world, world.member.token);
        strictEqual(status, expected.member, JSON.stringify(response));
        if (route.access === 'owner') strictEqual(status, 403);
        if (isUnchanged) deepStrictEqual(await takeSnapshot(service.store), before);
        else unchanged = undefined;
      });

      test(`${name}: returns ${expected.owner} to the owner`, async () => {
        const world = await unchangedWorld();
        const before = route.method === 'GET' && (await takeSnapshot(service.store));
        const { status, body: response } = await call(world, world.owner.token);
        strictEqual(status, expected.owner, JSON.stringify(response));
        notStrictEqual(status, 403);
        if (route.access !== 'anyone') notStrictEqual(status, 401);
        if (before) deepStrictEqual(await takeSnapshot(service.store), before);
      });
    }

    test('a member can leave the family, which ends the session', async () => {
      const world = await makeWorld(service);
      const body = { endKeysAndDisplays: false };
      const leave = { method: 'DELETE', token: world.member.token, body };
      const path = `/app/api/members/${world.member.id}`;
      strictEqual((await send(service, { ...leave, path })).status, 204);
      strictEqual((await send(service, { ...leave, path })).status, 401);
    });
  });
}

/** Deletes the families of earlier calls, which keeps the snapshots small. */
async function prepare(service: Service): Promise<World> {
  await deleteFamilies(service);
  return makeWorld(service);
}

async function deleteFamilies({ store }: Service): Promise<void> {
  await store.db.transaction().execute((tx) => tx.deleteFrom('families').execute());
}

/** Deletes the other family's plans, so that a leaked plan cannot be mistaken for one of them. */
async function deletePlans({ store }: Service, { family }: World): Promise<void> {
  await store.db
    .transaction()
    .execute((tx) => tx.deleteFrom('plans').where('family_id', '=', family).execute());
}

function secretsOf(world: World): string[] {
  const { family, owner, member, third, key, invitation, display, listLink, calendarLink } = world;
  return [
    family,
    key,
    invitation,
    display,
    listLink,
    calendarLink,
    // The word alone is also the name of a food.
    '"description":"Dal"',
    ...[owner, member, third].flatMap(({ id, email }) => [id, email]),
  ];
}
