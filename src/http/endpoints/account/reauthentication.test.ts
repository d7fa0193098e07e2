/** Fresh proof: sensitive actions are refused ten minutes after the last proof of the session. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { APP_ENDPOINTS } from '#http/endpoints.ts';
import { CASES } from '#test/support/app-cases.ts';
import { send } from '#test/support/clients/request.ts';
import { startService } from '#test/support/service.ts';
import { dump } from '#test/support/snapshot.ts';
import { ONE_KIND } from '#test/support/store.ts';
import { makeWorld, PASSWORD, type World } from '#test/support/world.ts';

const TEN_MINUTES_MS = 600_000;
/** `test/callers/authority.test.ts` tests that these are all that need it. */
const SENSITIVE = APP_ENDPOINTS.filter((route) => route.needsReauthentication).map(
  ({ method, path }) => `${method} ${path}`,
);

for (const kind of ONE_KIND) {
  describe(`${kind}: reauthentication`, async () => {
    const service = await startService({ after, before }, { kind });
    const call = (name: string, world: World, token: string) => {
      const [method = '', { path, body } = { path: () => '/' }] = [name.split(' ')[0], CASES[name]];
      return send(service, { method, path: path(world), token, body: body?.(world) });
    };
    const prove = (token: string, password: string) =>
      send(service, {
        method: 'POST',
        path: '/app/api/reauthentication/password',
        token,
        body: { password },
      });

    for (const name of SENSITIVE) {
      test(`${name}: needs a proof of this session that is at most ten minutes old`, async () => {
        const world = await makeWorld(service);
        const { token } = world.owner;
        service.clock.nowMs += TEN_MINUTES_MS + 1;
        const stored = await dump(service.store, world.family);
        const refused = await call(name, world, token);
        strictEqual(refused.status, 403);
        strictEqual(refused.body.code, 'reauthentication-required');
        strictEqual((await prove(token, 'not the password')).body.code, 'wrong-password');
        // Somebody else's proof is none for this session.
        strictEqual((await prove(world.member.token, PASSWORD)).status, 204);
        strictEqual((await call(name, world, token)).body.code, 'reauthentication-required');
        deepStrictEqual(withoutSessions(await dump(service.store, world.family)), withoutSessions(stored));

        strictEqual((await prove(token, PASSWORD)).status, 204);
        strictEqual((await call(name, world, token)).status, CASES[name]?.owner);
      });
    }

    test('a proof in another session of the same member is none', async () => {
      const world = await makeWorld(service);
      const { id, email, token } = world.owner;
      service.clock.nowMs += TEN_MINUTES_MS + 1;
      const credentials = { email, password: PASSWORD };
      const signedIn = await send(service, { method: 'POST', path: '/app/api/sign-in', body: credentials });
      strictEqual(signedIn.body.member, id);
      strictEqual((await call('POST /app/api/keys', world, token)).body.code, 'reauthentication-required');
    });

    test('a member who is no owner learns that first, and need not prove anything', async () => {
      const world = await makeWorld(service);
      service.clock.nowMs += TEN_MINUTES_MS + 1;
      strictEqual((await call('POST /app/api/keys', world, world.member.token)).body.code, 'owner-only');
    });

    test('a password that a session guesses is limited like a sign-in', async () => {
      const { owner } = await makeWorld(service);
      const codes = new Set<string>();
      for (let at = 0; at < 11; at += 1) codes.add((await prove(owner.token, `guess ${at}`)).body.code);
      deepStrictEqual([...codes], ['wrong-password', 'sign-in-limited']);
    });

    test('a changed password counts as a proof', async () => {
      const world = await makeWorld(service);
      service.clock.nowMs += TEN_MINUTES_MS + 1;
      await call('PUT /app/api/password', world, world.owner.token);
      strictEqual((await call('POST /app/api/keys', world, world.owner.token)).status, 200);
    });
  });
}

/** The proof of another session is stored, and nothing else. */
function withoutSessions(tables: Awaited<ReturnType<typeof dump>>) {
  return { ...tables, sessions: [] };
}
