/** Malformed and hostile messages get a short refusal, cause no failure and change nothing. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { countChanges, NOW } from '#test/support/api-family.ts';
import { callMessage, makeMcpFamily, sendMcp } from '#test/support/clients/mcp.ts';
import { startService } from '#test/support/service.ts';

const service = await startService(
  { after, before },
  { nowMs: NOW, config: { rateLimitPerMinute: 0, appRateLimitPerMinute: 0 } },
);
const { family, key } = await makeMcpFamily(service);
const changes = await countChanges(service, family);

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const DEEP = 10_000;
const put = (input: object) => callMessage('put_meal', { requestId: 'hostile-put', ...input });
const place = { week: 'next', day: 'Friday', slot: 'dinner' };

/** The JSON-RPC code of the refusal, and its status. */
const MESSAGES: [what: string, message: unknown, status: number, code: number][] = [
  ['a batch', [PING, PING], 400, -32_600],
  ['an empty batch', [], 400, -32_600],
  ['a text', '"ping"', 400, -32_600],
  ['null', 'null', 400, -32_600],
  ['half a message', '{"jsonrpc":', 400, -32_700],
  ['a prototype', '{"__proto__":{"polluted":1},"jsonrpc":"2.0"}', 400, -32_700],
  ['a name twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 400, -32_700],
  ['lists within lists', '['.repeat(DEEP) + ']'.repeat(DEEP), 400, -32_700],
  ['a long body', JSON.stringify({ ...PING, params: { x: 'x'.repeat(300_001) } }), 413, -32_600],
  ['a long id', { ...PING, id: 'x'.repeat(10_000) }, 400, -32_600],
  ['an object as id', { ...PING, id: { a: 1 } }, 400, -32_600],
  ['another version of JSON-RPC', { ...PING, jsonrpc: '1.0' }, 400, -32_600],
  ['no method', { jsonrpc: '2.0', id: 1 }, 400, -32_600],
  ['an unknown method', { ...PING, method: 'tools/steal' }, 200, -32_601],
  ['an inherited name as method', { ...PING, method: 'constructor' }, 200, -32_601],
  ['a subscription', { ...PING, method: 'subscriptions/listen', params: {} }, 404, -32_601],
  ['resources', { ...PING, method: 'resources/read', params: { uri: 'file:///etc/passwd' } }, 200, -32_601],
  ['a page that does not exist', { ...PING, method: 'tools/list', params: { cursor: 'x' } }, 200, -32_602],
  ['an unknown tool', callMessage('steal'), 200, -32_602],
  ['an inherited name as tool', callMessage('__proto__'), 200, -32_602],
  ['a tool without a name', { ...PING, method: 'tools/call', params: {} }, 200, -32_602],
  ['arguments that are no object', callMessage('read_week', [1]), 200, -32_602],
];

for (const [what, message, status, code] of MESSAGES) {
  test(`refuses ${what}`, async () => {
    const response = await sendMcp(service, key, message);
    const body = await response.text();
    ok(body.length < 600, body.slice(0, 600));
    const { jsonrpc, error } = JSON.parse(body) as { jsonrpc: string; error: { code: number } };
    deepStrictEqual([response.status, jsonrpc, error.code], [status, '2.0', code], body);
  });
}

const INPUTS: [what: string, message: object][] = [
  ['nothing', put({})],
  ['wrong types', put({ week: 7, day: [], slot: {}, description: true })],
  ['an unknown field', put({ ...place, description: 'Pie', generated: true })],
  [
    'thousands of unknown fields',
    put(Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`f${at}`, 1]))),
  ],
  ['a control character', put({ ...place, description: 'a\u0001b' })],
  ['half of a pair', put({ ...place, description: '\uD800' })],
  ['a text that is too long', put({ ...place, description: '🍲'.repeat(501) })],
  ['a week far away', put({ ...place, week: '9999-12-31', description: 'Pie' })],
  ['a date that does not exist', put({ ...place, week: '2026-02-30', description: 'Pie' })],
  ['an inherited name as day', put({ ...place, day: '__proto__', description: 'Pie' })],
  ['an inherited name as recipe', put({ ...place, recipeId: 'constructor' })],
  ['two meals at once', put({ ...place, recipeId: 'shakshuka', isEmpty: true })],
  [
    'an item with a foreign id',
    callMessage('edit_shopping_list', { requestId: 'hostile-list', tick: ['food:__proto__'] }),
  ],
  ['a change that does not exist', callMessage('undo_change', { changeId: '../../etc/passwd' })],
  ['a seed without end', callMessage('propose_week', { week: 'next', seed: 1e300 })],
  [
    'a forged basis',
    callMessage('accept_proposal', {
      requestId: 'hostile-accept',
      week: 'next',
      basis: "'; drop table plans;.1",
      meals: [{ ...place, title: 'x' }],
    }),
  ],
];

for (const [what, message] of INPUTS) {
  test(`a tool refuses ${what}`, async () => {
    const response = await sendMcp(service, key, message);
    const body = await response.text();
    ok(body.length < 4_000, `${body.length}`);
    const { result } = JSON.parse(body) as { result: { isError: boolean; content: { text: string }[] } };
    deepStrictEqual([response.status, result.isError], [200, true], body);
    strictEqual(/Something went wrong/.test(body), false, body);
  });
}

test('an Accept or a Content-Type that the protocol does not know is refused', async () => {
  const plain = await sendMcp(service, key, PING, { 'content-type': 'text/plain' });
  deepStrictEqual(
    [plain.status, ((await plain.json()) as { error: { code: number } }).error.code],
    [415, -32_600],
  );
  const page = await sendMcp(service, key, PING, { accept: 'text/html' });
  strictEqual(page.status, 406);
  await page.text();
});

test('another host name is refused, and logged without the key', async () => {
  const { hostname, port } = new URL(service.url);
  const headers = { host: 'evil.example', authorization: `Bearer ${key}` };
  const sent = request({ hostname, port, path: '/mcp', method: 'POST', headers });
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject).end('{}');
  });
  strictEqual(response.statusCode, 403);
  match(await text(response), /host-not-allowed/);
  ok(!service.log().includes(key));
});

test('nothing was changed, and nothing has failed', async () => {
  strictEqual(await countChanges(service, family), changes);
  ok(!/"level":[56]0/.test(service.log()), service.log());
});
