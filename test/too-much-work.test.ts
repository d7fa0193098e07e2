/** A request that exceeds its budget is refused in the way that its client understands, whichever path it takes. */
import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { SCOPES } from '#domain/family/scopes.ts';
import { OPERATOR } from '#storage/actor.ts';
import { TooMuchWork, WorkBudget } from '#storage/work-budget.ts';
import { accepted } from './support/accepted.ts';
import { callDav, MEALS, queryBody } from './support/clients/dav.ts';
import { startService } from './support/service.ts';
import { makeWorld, WEEK } from './support/world.ts';

const service = await startService(
  { after, before },
  { nowMs: Date.parse('2026-11-11T12:00:00Z'), config: { premium: 'everyone' } },
);

test('the app, the public API, calendars, CalDAV and tools refuse too much work', async (t) => {
  const world = await makeWorld(service);
  const context = { store: service.store, actor: OPERATOR, nowMs: service.clock.nowMs };
  const named = { name: 'x', expiresAt: null, scopes: SCOPES };
  const { key } = accepted(await addApiKey(context, world.family, named));
  const get = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
    fetch(service.url + path, { ...init, headers: { 'sec-fetch-site': 'same-origin', ...headers } });
  t.mock.method(WorkBudget.prototype, 'spendRows', () => {
    throw new TooMuchWork('rows');
  });
  for (const [path, headers] of [
    [`/app/api/lists/${WEEK}`, { cookie: `weekfare-session=${world.owner.token}` }],
    ['/api/shopping-lists/v1/current', { 'x-api-key': key }],
    [`/calendar/${world.calendarToken}.ics`, {}],
  ] as const) {
    const response = await get(path, headers);
    const { code } = (await response.json()) as { code: string };
    deepStrictEqual([response.status, code], [429, 'too-much-work'], path);
    match(response.headers.get('retry-after') ?? '', /^\d+$/, path);
  }
  const dav = await callDav(service, 'REPORT', MEALS, { key, body: queryBody('VEVENT') });
  strictEqual(dav.status, 507);
  match(dav.text, /<D:number-of-matches-within-limits\/>/);
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'read_shopping_list', arguments: { week: WEEK } },
  };
  const tool = await get(
    '/mcp',
    {
      'x-api-key': key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    { method: 'POST', body: JSON.stringify(call) },
  );
  match(await tool.text(), /more work than one request may.*"isError":true/);
  strictEqual(/"level":[56]0/.test(service.log()), false, service.log());
});
