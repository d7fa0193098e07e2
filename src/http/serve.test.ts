/**
 * Input that every route refuses before its handler runs: unknown fields, such as `role` or `premium`, in every object,
 * names that occur twice, other media types, too large bodies. http/server/json-body.test.ts tests malicious JSON.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { APP_ENDPOINTS } from './endpoints.ts';
import { CASES } from '#test/support/app-cases.ts';
import { objectsIn, withValue } from '#test/support/body-paths.ts';
import { takeSnapshot } from '#test/support/snapshot.ts';
import { makeWorld, RECIPE } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { startService } from '#test/support/service.ts';
import { ONE_KIND } from '#test/support/store.ts';

const FOREIGN_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];

for (const kind of ONE_KIND) {
  describe(`${kind}: input`, async () => {
    const service = await startService({ after, before }, { kind });

    for (const route of APP_ENDPOINTS) {
      const name = `${route.method} ${route.path}`;
      const { path, body } = CASES[name] ?? { path: () => '/' };

      test(`${name} refuses and names unknown fields, and refuses other media types and too large bodies`, async (t) => {
        service.clock.nowMs += 60_000;
        // Keeps the snapshots small.
        t.after(() => service.store.db.transaction().execute((tx) => tx.deleteFrom('families').execute()));
        const world = await makeWorld(service);
        const call = { method: route.method, path: path(world), token: world.owner.token };
        const before = await takeSnapshot(service.store);

        const extra = `${call.path}${call.path.includes('?') ? '&' : '?'}surprise=1`;
        const withQuery = await send(service, { ...call, path: extra, body: body?.(world) });
        strictEqual(withQuery.status, 400);
        ok(hasError(withQuery.body, 'query', 'surprise'), JSON.stringify(withQuery.body));

        if (route.file) {
          for (const type of ['application/json', ...FOREIGN_TYPES]) {
            const headers = { 'content-type': type };
            strictEqual((await send(service, { ...call, body: '{}', headers })).status, 415, type);
          }
        } else if (route.method !== 'GET') {
          const valid = body?.(world) ?? {};
          const given = { ...valid, surprise: 1 };
          for (const object of objectsIn(valid)) {
            const field = [...object, 'surprise'];
            const withField = await send(service, { ...call, body: withValue(valid, field, 1) });
            strictEqual(withField.status, 400, field.join('.'));
            strictEqual(withField.headers.get('content-type'), 'application/problem+json; charset=utf-8');
            ok(hasError(withField.body, 'body', field.join('.')), JSON.stringify(withField.body));
          }
          const [first] = Object.keys(valid);
          if (first !== undefined) {
            const twice = `{"${first}":null,${JSON.stringify(valid).slice(1)}`;
            strictEqual((await send(service, { ...call, body: twice })).status, 400, twice);
          }

          for (const type of FOREIGN_TYPES) {
            const headers = { 'content-type': type };
            const refused = await send(service, { ...call, body: JSON.stringify(given), headers });
            strictEqual(refused.status, 415, type);
          }
          const large = JSON.stringify({ surprise: 'x'.repeat(route.maxBodyBytes ?? 65_536) });
          strictEqual((await send(service, { ...call, body: large })).status, 413);
        }
        deepStrictEqual(await takeSnapshot(service.store), before);
      });
    }

    test('returns 400 or 404 for malformed ids', async () => {
      const { owner } = await makeWorld(service);
      const ids = [
        '%00',
        '%F0%9F%8D%95',
        "'; drop table plans; --",
        '%2e%2e',
        'x'.repeat(64),
        'x'.repeat(90),
      ];
      for (const id of ids.map((id) => (id.includes('%') ? id : encodeURIComponent(id)))) {
        for (const path of [`/app/api/keys/${id}`, `/app/api/members/${id}`, `/app/api/invitations/${id}`]) {
          const { status } = await send(service, { method: 'DELETE', path, token: owner.token });
          ok(status === 400 || status === 404, `${path} returned ${status}`);
        }
      }
    });

    test('names all invalid fields with their place: path, query or body', async () => {
      const { owner } = await makeWorld(service);
      const { status, body } = await send(service, {
        method: 'PUT',
        path: '/app/api/recipes/a%20b?what=1',
        token: owner.token,
        body: { ...RECIPE, version: -1, title: '', servings: 0, more: {} },
      });
      strictEqual(status, 400);
      const named = body.errors.map((error: { in: string; field: string }) => `${error.in} ${error.field}`);
      deepStrictEqual(named.toSorted(), [
        'body more',
        'body servings',
        'body title',
        'body version',
        'path id',
        'query what',
      ]);
    });

    test('names at most 100 invalid fields', async () => {
      const { owner } = await makeWorld(service);
      const body = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`field${at}`, at]));
      const call = { method: 'POST', path: '/app/api/keys', token: owner.token, body };
      const refused = await send(service, call);
      strictEqual(refused.status, 400);
      strictEqual(refused.body.errors.length, 100);
      ok(JSON.stringify(refused.body).length < 10_000);
    });

    test('returns 405 with Allow for a wrong method, and 404 for an unknown path', async () => {
      const wrong = await send(service, { method: 'PATCH', path: '/app/api/plans/2026-11-09' });
      strictEqual(wrong.status, 405);
      strictEqual(wrong.headers.get('allow'), 'GET, HEAD');
      strictEqual((await send(service, { method: 'GET', path: '/app/api/nothing' })).status, 404);
    });
  });
}

function hasError(body: { errors?: { in: string; field: string }[] }, part: string, field: string): boolean {
  return body.errors?.some((error) => error.in === part && error.field === field) ?? false;
}
