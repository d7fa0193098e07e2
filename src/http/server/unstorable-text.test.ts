/** U+0000 is refused wherever a text can come in, on both databases: SQLite would store it, and a move to PostgreSQL would fail. */
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SCOPES } from '#domain/family/scopes.ts';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { isUnstorable } from '#storage/outage.ts';
import { accepted } from '#test/support/accepted.ts';
import { callApi, makeApiFamily, NOW } from '#test/support/api-family.ts';
import { callDav, SHOPPING, todoOf } from '#test/support/clients/dav.ts';
import { signUp, startService } from '#test/support/service.ts';
import { freshStore, KINDS } from '#test/support/store.ts';

for (const kind of KINDS) {
  describe(`U+0000 on ${kind}`, () => {
    test('the database refuses it as a value', async (t) => {
      const { db } = await freshStore(t, kind);
      const find = (id: string) => db.selectFrom('families').selectAll().where('id', '=', id).execute();
      deepStrictEqual(await find('x'), []);
      await rejects(find('x\0'), isUnstorable);
    });

    test('the app, the public API, MCP and CalDAV refuse it', async (t) => {
      const service = await startService(t, { kind, nowMs: NOW });
      const { browser } = await signUp(service);
      const webhook = { name: 'Kitchen', url: 'https://example.org/\0', types: ['plan.changed'] };
      deepStrictEqual((await browser.call('POST', '/app/api/webhooks', webhook)).status, 400);
      ok(
        (await browser.call('GET', '/app/api/earlier-meals?search=%00')).status < 500,
        'a search stores nothing',
      );

      const { context, family } = await makeApiFamily(service);
      const { key } = accepted(
        await addApiKey(context, family, { name: 'all', expiresAt: null, scopes: SCOPES }),
      );
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ lines: ['2 l milk\0'] });
      const add = await callApi(service, '/api/shopping-lists/v1/current/items', key, {
        method: 'POST',
        headers,
        body,
      });
      strictEqual(add.status, 400);
      ok((await callApi(service, '/api/recipes/v1?search=%00', key)).status < 500);
      const call = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'find_recipes', arguments: { search: '\0' } },
      };
      const mcp = await callApi(service, '/mcp', key, {
        method: 'POST',
        headers,
        body: JSON.stringify(call),
      });
      strictEqual(mcp.status, 400);
      const todo = todoOf({ uid: 'odd', summary: 'milk\0' });
      const put = await callDav(service, 'PUT', `${SHOPPING}odd.ics`, {
        key,
        body: todo,
        headers: { 'content-type': 'text/calendar' },
      });
      strictEqual(put.status, 403);
      ok(!/"level":50/.test(service.log()), 'nothing failed inside');
    });
  });
}
