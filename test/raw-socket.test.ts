/**
 * Malformed HTTP on raw sockets: 10,000 requests from a seeded generator, and the limits on headers, bodies and
 * time. No request causes a 5xx or a crash. Every response is well-formed HTTP, and every error is a JSON problem.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { GROUPS_OF_OPERATOR } from '#auth/password.ts';
import { addFamily } from '#actions/account/families.ts';
import { isRefusal } from '#domain/refusal.ts';
import { OPERATOR } from '#storage/actor.ts';
import { seededRandom } from '#domain/random.ts';
import { malformed } from './support/texts/malformed.ts';
import { type Service, startService } from './support/service.ts';
import type { Scope } from './support/store.ts';
import { TIMEOUT_MS } from './support/until.ts';

type RawResponse = { status: number; headers: Map<string, string>; body: string };

const PATH = '/api/meal-plans/v1/current';
const MALFORMED = 2_500;
const CONCURRENCY = 16;
const HEAD_LIMIT = 8_192;
const BODY_LIMIT = 65_536;

describe('on a raw socket', { concurrency: 3 }, () => {
  let service: Service;
  let key: string;

  // The service runs in this process, where the test runner would hide an uncaught exception.
  const crashes: unknown[] = [];
  const recordCrash = (error: unknown) => void crashes.push(error);
  process.on('uncaughtExceptionMonitor', recordCrash);
  const cleanups: (() => unknown)[] = [() => process.off('uncaughtExceptionMonitor', recordCrash)];
  after(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  });

  before(async () => {
    const scope = { after: (cleanup: () => unknown) => void cleanups.push(cleanup) } as Scope;
    service = await startService(scope, {
      config: {
        premium: 'everyone',
        rateLimitPerMinute: 0,
        appRateLimitPerMinute: 0,
        allowedHosts: ['x'],
      },
    });
    const context = { store: service.store, actor: OPERATOR, nowMs: service.clock.nowMs };
    const owner = { email: 'raw@example.org', password: 'correct horse battery' };
    const family = await addFamily(context, { name: 'Raw', timeZone: 'UTC', ...owner }, GROUPS_OF_OPERATOR);
    ok(!isRefusal(family));
    const apiKey = await addApiKey(context, family.id, { name: 'socket', expiresAt: null });
    ok(!isRefusal(apiKey));
    key = apiKey.key;
  });

  const valid = () => `GET ${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`;
  /** Sends a request after which the server must close the connection, and returns the response. */
  const send = async (request: string) => {
    const socket = connect(service.config.port, '127.0.0.1');
    socket.write(request);
    const responses = await readResponses(socket, TIMEOUT_MS);
    strictEqual(responses.length, 1);
    return responses[0] as RawResponse;
  };

  test(`responds to ${MALFORMED} malformed requests without a 5xx or a crash`, async () => {
    const random = seededRandom(20_261_109);
    const statuses = new Map<number, number>();
    let sent = 0;
    const worker = async () => {
      while (sent < MALFORMED) {
        sent += 1;
        const request = malformed(random, key);
        const shown = JSON.stringify(request.bytes.toString('latin1').slice(0, 300));
        const socket = connect(service.config.port, '127.0.0.1');
        // Half-closes the connection, so that the server does not wait for more.
        socket.end(request.bytes);
        const responses = await readResponses(socket, TIMEOUT_MS, headRequests(request.bytes)).catch(
          (error) => {
            throw new Error(`${request.kind}: ${shown}`, { cause: error });
          },
        );
        for (const response of responses) {
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          checkResponse(response, `${request.kind}: ${shown}`);
        }
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    const seen = [...statuses].toSorted(([first], [second]) => first - second).map((pair) => pair.join(': '));
    // Some requests must pass Node's HTTP parser.
    for (const status of [400, 401, 404, 431]) ok((statuses.get(status) ?? 0) >= 10, seen.join(', '));
    strictEqual((await send(valid())).status, 200, 'a valid request afterwards');
    deepStrictEqual(crashes, []);
    ok(!/request failed|read failed/.test(service.log()), 'no failure was logged');
  });

  test('responds to a valid request, alone and after another one on the same connection', async () => {
    strictEqual((await send(valid())).status, 200);
    const socket = connect(service.config.port, '127.0.0.1');
    socket.write(valid().replace('Connection: close\r\n', '') + valid());
    const responses = await readResponses(socket, TIMEOUT_MS);
    strictEqual(responses.map(({ status }) => status).join(), '200,200');
  });

  test('returns 431 for headers over 8 kB', async () => {
    const withHeader = (length: number) =>
      valid().replace('Connection', `X-Filler: ${'x'.repeat(length)}\r\nConnection`);
    const refused = await send(withHeader(HEAD_LIMIT + 1));
    strictEqual(refused.status, 431);
    checkResponse(refused, 'one long header');
    match(refused.body, /"code":"headers-too-large"/);
    const many = Array.from({ length: 700 }, (_, at) => `X-${at}: more filler\r\n`).join('');
    strictEqual((await send(valid().replace('Connection', `${many}Connection`))).status, 431);
    strictEqual((await send(valid().replace(PATH, `/${'x'.repeat(HEAD_LIMIT + 1)}`))).status, 431);
    strictEqual((await send(withHeader(7_500))).status, 200);
  });

  test('returns 413 for a body over 64 kB', async () => {
    const refused = await send(signIn(BODY_LIMIT + 1));
    strictEqual(refused.status, 413);
    checkResponse(refused, 'long body');
    match(refused.body, /"code":"body-too-large"/);
    strictEqual((await send(signIn(BODY_LIMIT))).status, 401);
  });

  test('returns 413 for a chunked body over 64 kB', async () => {
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
    const refused = await send(
      'POST /app/api/sign-in HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Type: application/json\r\n' +
        `Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`,
    );
    strictEqual(refused.status, 413);
    checkResponse(refused, 'long chunked body');
  });

  test('returns 408 after 5 s for headers that do not end', async () => {
    const started = performance.now();
    const socket = connect(service.config.port, '127.0.0.1');
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\n`);
    const drip = setInterval(() => socket.write('X-Drip: x\r\n'), 500);
    const responses = await readResponses(socket, TIMEOUT_MS).finally(() => clearInterval(drip));
    const seconds = (performance.now() - started) / 1_000;
    strictEqual(responses.length, 1);
    strictEqual(responses[0]?.status, 408);
    checkResponse(responses[0], 'dripping headers');
    ok(seconds > 4.5, `cut off after ${seconds} s`);
  });

  test('returns 401 for two API keys, even if each is valid', async () => {
    strictEqual((await send(valid())).status, 200);
    const twice = await send(valid().replace('Connection', `X-API-Key: ${key}\r\nConnection`));
    strictEqual(twice.status, 401);
    checkResponse(twice, 'two keys');
    strictEqual((await send(valid().replace(key, `${key}, ${key}`))).status, 401);
  });

  test('returns 400 without a Host header, and ignores an unknown Expect header', async () => {
    const refused = await send(valid().replace('Host: x\r\n', ''));
    strictEqual(refused.status, 400);
    match(refused.body, /"code":"bad-request"/);
    checkResponse(refused, 'no Host');
    strictEqual((await send(valid().replace('Connection', 'Expect: a miracle\r\nConnection'))).status, 200);
  });
});

function signIn(bodyLength: number): string {
  const body = JSON.stringify({ email: 'a@example.org', password: '' }).padEnd(bodyLength);
  return `POST /app/api/sign-in HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
}

/** Asserts that the response is not a 5xx, and that an error body is a JSON problem. */
function checkResponse({ status, headers, body }: RawResponse, shown: string): void {
  ok(status < 500, `${status} to ${shown}`);
  if (status < 400 || body === '') return;
  match(headers.get('content-type') ?? '', /^application\/problem\+json/, `${status} ${body} to ${shown}`);
  const problem = JSON.parse(body) as Record<string, unknown>;
  strictEqual(problem.status, status, shown);
  ok(typeof problem.code === 'string' && typeof problem.title === 'string', shown);
}

/** Reads until the server closes the connection; fails if it does not. */
async function readResponses(
  socket: Socket,
  timeoutMs: number,
  heads: boolean[] = [],
): Promise<RawResponse[]> {
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    const timeout = setTimeout(() => {
      socket.destroy();
      reject(new Error('The server did not close the connection.'));
    }, timeoutMs);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // The server may reset the connection after its response while we still send.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timeout);
      resolve();
    });
  });
  return parseResponses(Buffer.concat(chunks), heads);
}

/** For each request in these bytes, whether it is a HEAD request, whose response has no body. */
function headRequests(bytes: Buffer): boolean[] {
  const lines = bytes.toString('latin1').match(/^([A-Z]+) \S+ HTTP\/1\.[01]\r?$/gm) ?? [];
  return lines.map((line) => line.startsWith('HEAD '));
}

/** Parses strictly: fails on anything but complete responses in sequence. */
function parseResponses(bytes: Buffer, heads: boolean[]): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    const [line = '', ...fields] = rest.subarray(0, Math.max(0, end)).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) [ -~]*$/.exec(line)?.[1] ?? Number.NaN);
    ok(end > 0 && status >= 100, `not HTTP: ${rest.toString('latin1').slice(0, 200)}`);
    for (const field of fields) match(field, /^[!#$%&'*+.^_`|~0-9A-Za-z-]+: [\t -~\u0080-\u00FF]*$/);
    const headers = new Map(
      fields.map((field) => [
        field.slice(0, field.indexOf(':')).toLowerCase(),
        field.slice(field.indexOf(':') + 2),
      ]),
    );
    rest = rest.subarray(end + 4);
    if (status < 200) continue;
    // A response to HEAD has no body, unless the server could not parse the method.
    const isHead = heads[responses.length] === true && (rest.length === 0 || rest.indexOf('HTTP/') === 0);
    const bodiless = status === 204 || status === 304 || isHead;
    const body = bodiless ? { text: '', length: 0 } : readBody(rest, headers);
    responses.push({ status, headers, body: body.text });
    rest = rest.subarray(body.length);
  }
  return responses;
}

function readBody(rest: Buffer, headers: Map<string, string>): { text: string; length: number } {
  if (headers.get('transfer-encoding') === 'chunked') {
    const end = rest.indexOf('0\r\n\r\n');
    const text = rest.subarray(0, end).toString('latin1');
    return { text: text.replaceAll(/[0-9a-f]+\r\n([\s\S]*?)\r\n/g, '$1'), length: end + 5 };
  }
  const length = Number(
    headers.get('content-length') ?? (headers.get('connection') === 'close' ? rest.length : 0),
  );
  ok(rest.length >= length, 'the body is shorter than its Content-Length');
  return { text: rest.subarray(0, length).toString('utf8'), length };
}
