/** Every response has the security headers: pages, both APIs, problems, and responses to bytes that are not HTTP. */
import { match, ok, strictEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { text as readText } from 'node:stream/consumers';
import { makeApiFamily } from '#test/support/api-family.ts';
import { startService } from '#test/support/service.ts';

const HSTS = 'max-age=63072000; includeSubDomains';
const API = '/api/meal-plans/v1/current';

type Case = { path: string; method?: string; headers?: Record<string, string>; status: number };

const CASES: (Case & { embedding?: string; policy?: 'page' })[] = [
  { path: '/', status: 200, policy: 'page' },
  { path: '/service-worker.js', status: 200, policy: 'page' },
  { path: '/manifest.webmanifest', status: 200 },
  { path: '/nowhere', headers: { accept: 'text/html' }, status: 404, policy: 'page' },
  { path: '/nowhere', status: 404 },
  { path: '/%zz', status: 400 },
  { path: `/app/api/keys/${'x'.repeat(200)}`, method: 'DELETE', status: 404 },
  { path: '/app/api/me', status: 401 },
  { path: '/app/api/me', method: 'POST', status: 405 },
  { path: '/app/api/sign-in', method: 'POST', status: 403 },
  { path: '/app/api/display', status: 401 },
  { path: '/api/docs', status: 200, policy: 'page' },
  { path: '/api/openapi.json', status: 200, embedding: 'cross-origin' },
  { path: '/healthz', status: 200 },
  { path: '/readyz', status: 200 },
  { path: '/metrics', status: 200 },
  { path: '/.well-known/security.txt', status: 404 },
  { path: API, status: 401, embedding: 'cross-origin' },
  { path: API, method: 'HEAD', status: 401, embedding: 'cross-origin' },
  { path: API, method: 'POST', status: 405, embedding: 'cross-origin' },
  { path: API, method: 'OPTIONS', status: 204, embedding: 'cross-origin' },
  { path: '/api/nowhere', status: 404 },
];

for (const publicUrl of ['https://weekfare.example', undefined]) {
  test(`every response has them, with ${publicUrl ?? 'no PUBLIC_URL'}`, async (t) => {
    const service = await startService(t, { config: { publicUrl } });
    const { key } = await makeApiFamily(service);
    const byKey = { path: API, headers: { 'x-api-key': key }, embedding: 'cross-origin' };
    const { etag = '' } = await fetchHeaders(service.url, { ...byKey, status: 200 });
    const withKey: typeof CASES = [
      { ...byKey, status: 200 },
      // The fast path handles only connections that are kept alive.
      { ...byKey, headers: { ...byKey.headers, connection: 'keep-alive' }, status: 200 },
      { ...byKey, headers: { ...byKey.headers, 'if-none-match': etag }, status: 304 },
    ];
    for (const { embedding = 'same-origin', policy, ...requestCase } of [...CASES, ...withKey]) {
      const what = `${requestCase.method ?? 'GET'} ${requestCase.path} ${requestCase.status}`;
      const headers = await fetchHeaders(service.url, requestCase);
      strictEqual(headers['x-content-type-options'], 'nosniff', what);
      strictEqual(headers['referrer-policy'], 'no-referrer', what);
      strictEqual(headers['cross-origin-resource-policy'], embedding, what);
      strictEqual(headers['strict-transport-security'], publicUrl && HSTS, what);
      const csp = String(headers['content-security-policy']);
      match(csp, /^default-src 'none'; .*frame-ancestors 'none'$/, what);
      strictEqual(csp.includes('script-src'), policy === 'page', what);
    }
  });
}

test('the response to bytes that are not HTTP has them too', async (t) => {
  const { config } = await startService(t);
  for (const sent of [
    'NONSENSE\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    `GET / HTTP/1.1\r\nA: ${'x'.repeat(9_000)}`,
  ]) {
    const socket = connect(config.port, '127.0.0.1');
    t.after(() => socket.destroy());
    socket.write(sent);
    const received = await readText(socket);
    match(received, /^HTTP\/1\.1 4/);
    for (const line of [
      'X-Content-Type-Options: nosniff',
      'Referrer-Policy: no-referrer',
      "Content-Security-Policy: default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy: same-origin',
    ]) {
      ok(received.includes(`\r\n${line}\r\n`), `${line} in ${received}`);
    }
  }
});

async function fetchHeaders(
  url: string,
  { path, method = 'GET', headers = {}, status }: Case,
): Promise<IncomingHttpHeaders> {
  const call = request(url, { path, method, headers, agent: false }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  await readText(response);
  call.destroy();
  strictEqual(response.statusCode, status, `${method} ${path}`);
  return response.headers;
}
