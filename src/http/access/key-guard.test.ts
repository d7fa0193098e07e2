/** A key that is revoked while the body of a request arrives: nothing is changed, whatever the protocol. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { addApiKey, revokeApiKey } from '#actions/keys-and-links/api-keys.ts';
import { SCOPES } from '#domain/family/scopes.ts';
import { accepted } from '#test/support/accepted.ts';
import { countChanges, makeApiFamily, NEXT_WEEK } from '#test/support/api-family.ts';
import { callMessage } from '#test/support/clients/mcp.ts';
import { startService } from '#test/support/service.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const MEAL = { requestId: 'late-body', week: 'next', day: 'Friday', slot: 'dinner', description: 'Pie' };

const CHANGES: Record<string, (key: string) => Sent> = {
  'the public API': (key) => ({
    method: 'PUT',
    path: `/api/meal-plans/v1/${NEXT_WEEK}/Friday/dinner`,
    headers: { ...JSON_TYPE, 'x-api-key': key },
    body: '{"description":"Pie"}',
  }),
  MCP: (key) => ({
    method: 'POST',
    path: '/mcp',
    headers: { ...JSON_TYPE, accept: 'application/json, text/event-stream', authorization: `Bearer ${key}` },
    body: JSON.stringify(callMessage('put_meal', MEAL)),
  }),
  CalDAV: (key) => ({
    method: 'PUT',
    path: '/dav/calendars/shopping/late.ics',
    headers: { 'content-type': 'text/calendar', authorization: `Basic ${btoa(`phone:${key}`)}` },
    body: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:late\r\nSUMMARY:candles\r\nEND:VTODO\r\nEND:VCALENDAR\r\n',
  }),
};

type Sent = { method: string; path: string; headers: Record<string, string>; body: string };

const service = await startService({ after, before });
const { context, family } = await makeApiFamily(service);

/** Sends the head of a request, waits until the server wants the body, and sends it after `meanwhile`. */
async function sendLate({ method, path, headers, body }: Sent, meanwhile: () => Promise<unknown>) {
  const { hostname, port } = new URL(service.url);
  const length = { 'content-length': String(Buffer.byteLength(body)), expect: '100-continue' };
  const sent = request({ hostname, port, method, path, headers: { ...headers, ...length }, agent: false });
  const response = once(sent, 'response') as Promise<[IncomingMessage]>;
  await once(sent, 'continue');
  await meanwhile();
  sent.end(body);
  const [received] = await response;
  await text(received);
  return { status: received.statusCode, challenge: received.headers['www-authenticate'] };
}

for (const [protocol, makeChange] of Object.entries(CHANGES)) {
  test(`${protocol} returns 401 if the key is revoked while the body arrives`, async () => {
    const made = { name: 'x', expiresAt: null, scopes: SCOPES };
    const { id, key } = accepted(await addApiKey(context, family, made));
    const revoke = async () => accepted(await revokeApiKey(context, family, id));
    const changes = await countChanges(service, family);
    const { status, challenge } = await sendLate(makeChange(key), revoke);
    // The revocation is one.
    deepStrictEqual([status, await countChanges(service, family)], [401, changes + 1]);
    ok(challenge);
    const second = accepted(await addApiKey(context, family, made));
    const done = await sendLate(makeChange(second.key), async () => {});
    strictEqual(Math.floor((done.status ?? 0) / 100), 2);
  });
}
