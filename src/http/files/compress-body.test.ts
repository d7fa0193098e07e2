/** Which responses of the app's API are compressed. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type AppClient, signUp, startService } from '#test/support/service.ts';

const service = await startService({ after, before });

test('a long response to GET is compressed as the client accepts it, and equals the plain one', async () => {
  const { browser } = await signUp(service);
  const long = '/app/api/recipes?language=en';
  const plain = await read(browser, 'GET', long, 'identity');
  strictEqual(plain.encoding, null);
  ok(plain.text.length > 5_000);
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br', 'br'],
  ] as const) {
    const compressed = await read(browser, 'GET', long, accepted);
    deepStrictEqual(compressed, { ...plain, encoding });
  }
  strictEqual(plain.vary, 'Accept-Encoding');
});

test('short responses and responses to changes are not compressed', async () => {
  const { browser } = await signUp(service);
  strictEqual((await read(browser, 'GET', '/app/api/me', 'br')).encoding, null);
  const lines = Array.from({ length: 40 }, (_, at) => `${at + 1} g flour`);
  const body = { title: 'Bread', servings: 4, ingredients: lines, steps: ['x'.repeat(2_000)] };
  const made = await read(browser, 'POST', '/app/api/recipes', 'br', body);
  strictEqual(made.encoding, null);
});

async function read(client: AppClient, method: string, path: string, accepted: string, body?: object) {
  const response = await fetch(service.url + path, {
    method,
    headers: {
      origin: service.url,
      cookie: Array.from(client.cookies, ([name, value]) => `${name}=${value}`).join('; '),
      'accept-encoding': accepted,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { headers } = response;
  return {
    encoding: headers.get('content-encoding'),
    vary: headers.get('vary'),
    text: await response.text(),
  };
}
