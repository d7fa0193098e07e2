/**
 * Who may do what: every route of the web app's own API, called by nobody, with a worthless
 * session, by a member, by the owner, and by another family's owner who knows all the ids.
 */
import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { APP_ROUTES } from '#http/app/routes.ts';
import { CASES, dump, makeWorld, send, staleToken, type World } from './support/app-cases.ts';
import { type Service, startService } from './support/service.ts';
import { takeSnapshot } from './support/snapshot.ts';
import { KINDS, type Scope } from './support/store.ts';

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test('every route has a case, and every case a route', () => {
  deepStrictEqual(Object.keys(CASES).toSorted(), APP_ROUTES.map(nameOf).toSorted());
});

for (const kind of KINDS) {
  describe(`${kind}: callers`, async () => {
    const service = await startService({ after }, { kind });

    for (const route of APP_ROUTES) {
      const name = nameOf(route);
      const { path, body, ...expected } = CASES[name] ?? { path: () => '/', owner: 0, member: 0, other: 0 };
      const call = (world: World, token?: string) =>
        send(service, {
          method: route.method,
          path: path(world),
          ...(token !== undefined && { token }),
          body: body?.(world),
        });

      test(`${name}: nobody, and a worthless session`, async (t) => {
        const world = await prepare(t, service);
        const stale = await staleToken(service, world);
        const before = await takeSnapshot(service.store);
        for (const token of [undefined, '', 'x', 'A'.repeat(43), 'B'.repeat(5_000), stale]) {
          const { status } = await call(world, token);
          if (route.access === 'anyone') strictEqual(status, expected.owner);
          else strictEqual(status, 401, `with ${token}`);
        }
        if (route.access !== 'anyone') deepStrictEqual(await takeSnapshot(service.store), before);
      });

      test(`${name}: a member gets ${expected.member}`, async (t) => {
        const world = await prepare(t, service);
        const isUnchanged = expected.member === 403 || route.method === 'GET';
        const before = isUnchanged && (await takeSnapshot(service.store));
        const { status, body: answer } = await call(world, world.member.token);
        strictEqual(status, expected.member, JSON.stringify(answer));
        if (route.access === 'owner') strictEqual(status, 403);
        if (isUnchanged) deepStrictEqual(await takeSnapshot(service.store), before);
      });

      test(`${name}: the owner gets ${expected.owner}`, async (t) => {
        const world = await prepare(t, service);
        const before = route.method === 'GET' && (await takeSnapshot(service.store));
        const { status, body: answer } = await call(world, world.owner.token);
        strictEqual(status, expected.owner, JSON.stringify(answer));
        notStrictEqual(status, 403);
        if (route.access !== 'anyone') notStrictEqual(status, 401);
        if (before) deepStrictEqual(await takeSnapshot(service.store), before);
      });

      test(`${name}: another family's owner gets ${expected.other} and changes nothing`, async (t) => {
        const world = await prepare(t, service);
        const stranger = await makeWorld(service);
        await emptyPlans(service, stranger);
        const before = await dump(service.store, world.family);
        const { status, body: answer } = await call(world, stranger.owner.token);
        strictEqual(status, expected.other, JSON.stringify(answer));
        deepStrictEqual(await dump(service.store, world.family), before);
        const shown = JSON.stringify(answer ?? null);
        for (const secret of secretsOf(world)) ok(!shown.includes(secret), `${secret} is in ${shown}`);
      });
    }

    test('a member may leave, though not send others away', async () => {
      const world = await makeWorld(service);
      const body = { endKeysAndDisplays: false };
      const leave = { method: 'DELETE', token: world.member.token, body };
      const path = `/app/api/members/${world.member.id}`;
      strictEqual((await send(service, { ...leave, path })).status, 204);
      strictEqual((await send(service, { ...leave, path })).status, 401);
    });
  });
}

/** Public routes limit attempts per minute, so each test has a minute of its own. */
async function prepare(scope: Scope, service: Service): Promise<World> {
  service.clock.nowMs += 60_000;
  // Snapshots stay small.
  scope.after(() => deleteFamilies(service));
  return makeWorld(service);
}

async function deleteFamilies({ store }: Service): Promise<void> {
  await store.db.transaction().execute((tx) => tx.deleteFrom('families').execute());
}

/** So that a plan of the first family cannot be mistaken for the stranger's own. */
async function emptyPlans({ store }: Service, { family }: World): Promise<void> {
  await store.db
    .transaction()
    .execute((tx) => tx.deleteFrom('plans').where('family_id', '=', family).execute());
}

function secretsOf({ family, owner, member, third, key, invitation, display }: World): string[] {
  return [
    family,
    key,
    invitation,
    display,
    // Not the word alone: it is also the name of a food.
    '"description":"Dal"',
    ...[owner, member, third].flatMap(({ id, email }) => [id, email]),
  ];
}
