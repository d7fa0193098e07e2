/** How requests are sent: addresses, headers, the memory of responses, retries, and problems. */
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, test, type TestContext } from 'node:test';
import { startHttpServer } from '../../test/support/servers/http-server.ts';
import { type ClientOptions, createClient, ProblemError } from './client.ts';
import { addressOf } from './request.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;

const PLAN = '{"data":null}';
const PUT = { weekOf: '2026-11-16', day: 'Monday', slot: 'dinner', body: { description: 'Dal' } } as const;

/** Answers the requests in turn; the last answer is repeated. */
async function start(t: TestContext, answers: Answer[], options: Partial<ClientOptions> = {}) {
  const requests: IncomingMessage[] = [];
  const url = await startHttpServer(t, (request, response) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)] as Answer;
    requests.push(request);
    answer(response, request);
  });
  const sent = (header: string) => requests.map(({ headers }) => headers[header]);
  return { url, requests, sent, client: createClient({ url, apiKey: 'wf_test', ...options }) };
}

const refuse =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(`{"title":"T","status":${status},"code":"c","detail":"D."}`);
const succeed: Answer = (response) => response.end(PLAN);
const busy = refuse(503, { 'Retry-After': '0' });

test('addresses: parameters are escaped, the others are the query, a week is a date', () => {
  const items = '/api/shopping-lists/v1/{weekOf}/items/{itemId}';
  const weekOf = '2026-11-16T00:00:00.000Z';
  const itemId = 'line:a/b c?';
  strictEqual(
    addressOf('https://example.org/meals/', items, { weekOf, itemId }),
    'https://example.org/meals/api/shopping-lists/v1/2026-11-16/items/line%3Aa%2Fb%20c%3F',
  );
  const parameters = {
    from: weekOf,
    to: '2026-11-23',
    limit: 5,
    own: false,
    after: undefined,
    search: 'a&b',
  };
  strictEqual(
    addressOf('http://localhost:1', '/p', parameters),
    'http://localhost:1/p?from=2026-11-16&to=2026-11-23&limit=5&own=false&search=a%26b',
  );
});

describe('the memory of responses', () => {
  test('sends the ETag, and returns the body again after 304, unchanged by the caller', async (t) => {
    const { client, sent } = await start(t, [
      (response) => response.setHeader('ETag', '"1"').end('{"data":[{"id":"a"}]}'),
      (response) => response.writeHead(304).end(),
      (response) => response.setHeader('ETag', '"2"').end('{"data":[]}'),
    ]);
    const range = { from: '2026-11-09', to: '2026-11-16' };
    const first = await client.listMealPlans(range);
    strictEqual(first.etag, '"1"');
    first.data.length = 0;
    deepStrictEqual(await client.listMealPlans(range), { data: [{ id: 'a' }], etag: '"1"' });
    deepStrictEqual(await client.listMealPlans(range), { data: [], etag: '"2"' });
    await client.getPantry();
    await client.listMealPlans(range);
    deepStrictEqual(sent('if-none-match'), [undefined, '"1"', '"1"', undefined, '"2"']);
  });

  test('is bounded', async () => {
    const sent: (string | null)[] = [];
    const client = createClient({
      url: 'http://localhost',
      apiKey: 'wf_test',
      fetch: async (_, init) => {
        sent.push(new Headers(init?.headers).get('if-none-match'));
        return new Response(PLAN, { headers: { ETag: '"1"' } });
      },
    });
    for (let number = 0; number <= 200; number += 1) await client.getRecipe({ recipeId: `r${number}` });
    await client.getRecipe({ recipeId: 'r200' });
    await client.getRecipe({ recipeId: 'r0' });
    deepStrictEqual(sent.slice(-3), [null, '"1"', null]);
  });

  test('retains what is read again, and the body for a request that is under way', async () => {
    let underWay = Promise.resolve();
    let lastEtag: string | null = null;
    const client = createClient({
      url: 'http://localhost',
      apiKey: 'wf_test',
      fetch: async (_, init) => {
        lastEtag = new Headers(init?.headers).get('if-none-match');
        if (lastEtag === null) return new Response(PLAN, { headers: { ETag: '"1"' } });
        await underWay;
        return new Response(null, { status: 304 });
      },
    });
    const readRecipes = async (from: number, to: number) => {
      for (let number = from; number < to; number += 1) await client.getRecipe({ recipeId: `r${number}` });
    };
    await client.getPantry();
    await readRecipes(0, 199);
    await client.getPantry();
    await readRecipes(199, 200);
    await client.getPantry();
    strictEqual(lastEtag, '"1"', 'it is still remembered');
    const released = Promise.withResolvers<void>();
    underWay = released.promise;
    const reading = client.getPantry();
    await readRecipes(200, 400);
    released.resolve();
    deepStrictEqual(await reading, { data: null, etag: '"1"' });
  });
});

describe('retries', () => {
  test('after 429, 502, 503, 504 and a failure of the network, with the same idempotency key', async (t) => {
    const { client, sent, requests } = await start(
      t,
      [
        (response) => response.socket?.destroy(),
        refuse(429, { 'Retry-After': '0' }),
        refuse(502, { 'Retry-After': 'Wed, 18 Nov 2020 07:00:00 GMT' }),
        busy,
        refuse(504, { 'Retry-After': '0' }),
        succeed,
      ],
      { maxRetries: 5 },
    );
    deepStrictEqual(await client.putMeal(PUT), { data: null, etag: undefined });
    const keys = sent('idempotency-key');
    deepStrictEqual([keys.length, new Set(keys).size, requests[5]?.method], [6, 1, 'PUT']);
    await client.putMeal(PUT);
    strictEqual(new Set(sent('idempotency-key')).size, 2, 'another change has another key');
    await client.putMeal({ ...PUT, idempotencyKey: 'mine', ifMatch: '"7"' });
    deepStrictEqual([sent('idempotency-key').at(-1), sent('if-match').at(-1)], ['mine', '"7"']);
    await client.getPantry();
    strictEqual(sent('idempotency-key').at(-1), undefined);
  });

  test('wait for as long as the server says', async (t) => {
    const { client } = await start(t, [refuse(429, { 'Retry-After': '1' }), succeed]);
    const startedAt = performance.now();
    await client.getPantry();
    const waitedMs = performance.now() - startedAt;
    ok(waitedMs >= 990, `${waitedMs} ms`);
  });

  test('are bounded, and the last problem is thrown', async (t) => {
    for (const [maxRetries, expected] of [
      [undefined, 4],
      [0, 1],
    ] as const) {
      const { client, requests } = await start(t, [busy], { maxRetries });
      await rejects(client.getPantry(), { name: 'ProblemError', status: 503, retryAfterSeconds: 0 });
      strictEqual(requests.length, expected);
    }
    const { client } = await start(t, [(response) => response.socket?.destroy()], { maxRetries: 0 });
    await rejects(client.getPantry(), TypeError);
  });

  test('do not happen after other problems, or if the server says to come back much later', async (t) => {
    for (const answer of [refuse(412), refuse(500), refuse(429, { 'Retry-After': '61' })]) {
      const { client, requests } = await start(t, [answer, succeed]);
      await rejects(client.putMeal(PUT), ProblemError);
      strictEqual(requests.length, 1);
    }
  });

  test('end with the signal, also during a wait', async (t) => {
    const controller = new AbortController();
    const { client, requests } = await start(t, [
      (response, request) => {
        refuse(503, { 'Retry-After': '60' })(response, request);
        // By then the client waits.
        response.on('finish', () => setTimeout(() => controller.abort(new Error('enough')), 20));
      },
    ]);
    await rejects(client.getPantry({ signal: controller.signal }), { message: 'enough' });
    await rejects(client.getPantry({ signal: AbortSignal.abort(new Error('before')) }), {
      message: 'before',
    });
    strictEqual(requests.length, 1);
  });
});

describe('problems', () => {
  test('have status, code, detail and what else the body says', async (t) => {
    const problem = {
      type: '/api/docs#missing-scope',
      title: 'Scope missing',
      status: 403,
      detail: 'The key lacks a scope.',
      code: 'missing-scope',
      scope: 'plans:write',
    };
    const { client } = await start(t, [(response) => response.writeHead(403).end(JSON.stringify(problem))]);
    const error = await client.putMeal(PUT).catch((caught: unknown) => caught);
    ok(error instanceof ProblemError);
    deepStrictEqual(
      [error.status, error.code, error.detail, error.problem.scope, error.retryAfterSeconds],
      [403, 'missing-scope', problem.detail, 'plans:write', undefined],
    );
    strictEqual(error.message, 'Scope missing (403). The key lacks a scope.');
  });

  test('of a proxy, and redirects, which are not followed since they would get the key', async (t) => {
    const elsewhere = await start(t, [succeed]);
    const { client } = await start(t, [
      (response) => response.writeHead(500).end('<h1>Oops'),
      (response) => response.writeHead(307, { Location: elsewhere.url }).end(),
    ]);
    await rejects(client.getPantry(), { status: 500, code: 'http-500' });
    await rejects(client.getPantry(), { status: 307, code: 'http-307' });
    strictEqual(elsewhere.requests.length, 0);
  });

  test('an address that is none is refused at once', async () => {
    await rejects(createClient({ url: 'meals', apiKey: 'wf_test' }).getPantry(), /Invalid URL/);
  });
});
