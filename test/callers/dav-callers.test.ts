/**
 * Access rights of CalDAV: calls every method on every kind of resource without a key, with a wrong one, without Premium,
 * with each scope alone, and with a key of another family.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyListOperations } from '#actions/shopping-list/lists.ts';
import { mintApiKey } from '#auth/api-key.ts';
import { type Scope, SCOPES } from '#domain/family/scopes.ts';
import { countChanges, makeKeys, NOW, THIS_WEEK } from '../support/api-family.ts';
import {
  callDav,
  entriesOf,
  MEALS,
  propfindBody,
  queryBody,
  SHOPPING,
  syncBody,
  todoOf,
} from '../support/clients/dav.ts';
import { Phone } from '../support/clients/dav-phone.ts';
import { startService } from '../support/service.ts';

/** `scopes`: of which one is enough. `status`: with it; 403 and 405 are refusals of what nobody may do. */
type Row = { method: string; path: string; body?: string; scopes: readonly Scope[]; status: number };

const MEAL = `${MEALS}2026-11-13-dinner.ics`;
const TODO = `${SHOPPING}row.ics`;
const ANY: readonly Scope[] = ['plans:read', 'lists:read'];
const UPDATE =
  '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><D:displayname>x</D:displayname></D:prop></D:set></D:propertyupdate>';
const read = (path: string, scopes: readonly Scope[]): Row[] => [
  { method: 'PROPFIND', path, body: propfindBody('D:displayname'), scopes, status: 207 },
  { method: 'PROPPATCH', path, body: UPDATE, scopes, status: 207 },
];
const calendar = (path: string, component: string, scopes: readonly Scope[]): Row[] => [
  ...read(path, scopes),
  { method: 'REPORT', path, body: queryBody(component), scopes, status: 207 },
  { method: 'REPORT', path, body: syncBody(''), scopes, status: 207 },
  { method: 'GET', path, scopes, status: 405 },
];
const refused = (path: string, scopes: readonly Scope[]): Row[] =>
  ['MKCALENDAR', 'MKCOL', 'COPY', 'MOVE'].map((method) => ({ method, path, scopes, status: 403 }));

const ROWS: Row[] = [
  ...['/dav/', '/dav/principal/', '/dav/calendars/'].flatMap((path) => read(path, ANY)),
  ...refused('/dav/calendars/new/', ANY),
  ...calendar(MEALS, 'VEVENT', ['plans:read']),
  ...read(MEAL, ['plans:read']),
  ...refused(MEAL, ['plans:read']),
  { method: 'GET', path: MEAL, scopes: ['plans:read'], status: 200 },
  { method: 'HEAD', path: MEAL, scopes: ['plans:read'], status: 200 },
  { method: 'PUT', path: MEAL, body: 'x', scopes: ['plans:read'], status: 403 },
  { method: 'DELETE', path: MEAL, scopes: ['plans:read'], status: 403 },
  ...calendar(SHOPPING, 'VTODO', ['lists:read']),
  {
    method: 'PUT',
    path: TODO,
    body: todoOf({ uid: 'row', summary: 'a row' }),
    scopes: ['lists:write'],
    status: 201,
  },
  ...read(TODO, ['lists:read']),
  ...refused(TODO, ['lists:read']),
  { method: 'GET', path: TODO, scopes: ['lists:read'], status: 200 },
  { method: 'HEAD', path: TODO, scopes: ['lists:read'], status: 200 },
  { method: 'DELETE', path: TODO, scopes: ['lists:write'], status: 204 },
  { method: 'DELETE', path: SHOPPING, scopes: ['lists:write'], status: 403 },
];

const service = await startService(
  { after, before },
  { nowMs: NOW, config: { rateLimitPerMinute: 0, appRateLimitPerMinute: 0 } },
);
const { context, family, keys, keyWith, ofOther, setPlan, unpaid } = await makeKeys(service);
await setPlan(THIS_WEEK, { Friday: { dinner: { description: 'Fish' } } });
const toWrite = await keyWith(['lists:read', 'lists:write']);

async function call({ method, path, body }: Row, key?: string) {
  const headers = { depth: '0', ...(method === 'PUT' && { 'content-type': 'text/calendar' }) };
  const { status, text } = await callDav(service, method, path, {
    key,
    headers,
    ...(body !== undefined && { body }),
  });
  return { status, text };
}

let guesses = 0;

for (const row of ROWS) {
  const { method, path, scopes, status: expected } = row;
  test(`${method} ${path} needs a key, Premium and ${scopes.join(' or ')}`, async () => {
    const before = await countChanges(service, family);
    strictEqual((await call(row)).status, 401);
    // Guesses are limited to thirty a minute.
    guesses += 1;
    if (guesses % 25 === 0) service.clock.nowMs += 61_000;
    strictEqual((await call(row, mintApiKey().key)).status, 401);
    strictEqual((await call(row, unpaid)).status, 402);
    for (const scope of SCOPES.filter((candidate) => !scopes.includes(candidate))) {
      const { status, text } = await call(row, keys.get(scope));
      strictEqual(status, 403, scope);
      if (method !== 'HEAD')
        deepStrictEqual([JSON.parse(text).code, JSON.parse(text).scope], ['missing-scope', scopes[0]], scope);
    }
    strictEqual(await countChanges(service, family), before, 'a refused request changes nothing');
    await call(row, ofOther);
    strictEqual(await countChanges(service, family), before, 'a key of another family changes nothing');
    for (const scope of scopes) {
      if (scope !== 'lists:write') strictEqual((await call(row, keys.get(scope))).status, expected, scope);
      else {
        const { status, text } = await call(row, keys.get(scope));
        deepStrictEqual([status, JSON.parse(text).scope], [403, 'lists:read'], 'a write-only key');
        strictEqual((await call(row, toWrite)).status, expected);
      }
    }
  });
}

test('a key sees only the calendars that it may read, and no other family', async () => {
  const add = { opId: 'of-this-family', kind: 'add', text: 'a secret thing' } as const;
  strictEqual(await applyListOperations(context, family, THIS_WEEK, [add]), undefined);
  for (const [scope, path] of [
    ['plans:read', MEALS],
    ['lists:read', SHOPPING],
  ] as const) {
    const headers = { depth: '1' };
    const { text } = await callDav(service, 'PROPFIND', '/dav/calendars/', { key: keys.get(scope), headers });
    deepStrictEqual(
      entriesOf(text).map(({ href }) => href),
      ['/dav/calendars/', path],
    );
  }
  const own = new Phone(service, keys.get('lists:read') ?? '');
  await own.sync();
  ok([...own.todos.values()].some(({ summary }) => summary === 'a secret thing'));
  const foreign = new Phone(service, ofOther);
  await foreign.sync();
  strictEqual(foreign.todos.size, 0);
  for (const name of own.todos.keys()) {
    strictEqual((await callDav(service, 'GET', SHOPPING + name, { key: ofOther })).status, 404);
    strictEqual((await callDav(service, 'DELETE', SHOPPING + name, { key: ofOther })).status, 404);
  }
});
