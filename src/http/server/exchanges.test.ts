/**
 * The order of responses on one connection: every request gets one, in order, and the response to bytes that are
 * not HTTP comes last. With delayed responses and seeded interleavings, then with PostgreSQL.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { addFamily } from '#actions/account/families.ts';
import { GROUPS_OF_OPERATOR } from '#auth/password.ts';
import { isRefusal } from '#domain/refusal.ts';
import { OPERATOR } from '#storage/actor.ts';
import { openStore, SERVER_TIMEOUT_MS } from '#storage/store.ts';
import { oneOf, type Random, seededRandom } from '#domain/random.ts';
import { startService } from '#test/support/service.ts';
import { startDatabaseProxy } from '#test/support/servers/tcp-proxy.ts';
import { freshStore } from '#test/support/store.ts';
import { TIMEOUT_MS, until } from '#test/support/until.ts';
import { listen, type Listener } from './listener.ts';

const CONCURRENT = 20;

/** A client with the server's side of its connection. */
type Pair = { client: Socket; server: Socket; received: string; isClosed: boolean };

async function openPair(listener: Pick<Listener, 'server' | 'port'>): Promise<Pair> {
  const client = connect({ port: listener.port, host: '127.0.0.1', noDelay: true });
  const server = await new Promise<Socket>((resolve) => {
    const onConnection = (socket: Socket) => {
      if (socket.remotePort !== client.localPort) return;
      listener.server.off('connection', onConnection);
      resolve(socket);
    };
    listener.server.on('connection', onConnection);
  });
  const pair = { client, server, received: '', isClosed: false };
  client.on('data', (data) => (pair.received += data.toString('latin1')));
  client.on('error', () => {});
  client.on('close', () => (pair.isClosed = true));
  return pair;
}

/** Waits turn by turn, so that the order of events does not depend on a clock. */
async function untilTurn(what: string, condition: () => boolean): Promise<void> {
  const endsAt = performance.now() + TIMEOUT_MS;
  while (!condition()) {
    if (performance.now() > endsAt) throw new Error(`Did not happen: ${what}`);
    await nextTurn();
  }
}

/** Sends bytes and waits until the server has read them, or refuses to read for now. */
async function send({ client, server }: Pair, bytes: string): Promise<void> {
  client.write(bytes, 'latin1');
  await untilTurn(
    `the server has read ${JSON.stringify(bytes)}`,
    () => server.destroyed || server.isPaused() || server.bytesRead >= client.bytesWritten,
  );
  await nextTurn();
}

const REQUESTS: Record<string, (path: string) => string> = {
  'GET on the fast path': (path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'GET in Node': (path) => `GET /node${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
  HEAD: (path) => `HEAD ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'POST with a length': (path) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc`,
  'POST in chunks': (path) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
};

const BROKEN = 'POST /broken HTTP/1.1\r\nHost: x\r\n';

/** What follows the requests, whether the client then closes its half, and the status it gets. */
const ENDINGS: Record<string, { bytes: string; isEnd?: true; status?: number }> = {
  garbage: { bytes: 'garbage\r\n\r\n', status: 400 },
  'garbage and the end': { bytes: '\0\xFF', isEnd: true, status: 400 },
  'more than one packet of garbage': { bytes: `\x01${'garbage '.repeat(20)}\r\n\r\nmore`, status: 400 },
  'headers that are too large': { bytes: `GET / HTTP/1.1\r\nX: ${'x'.repeat(9_000)}\r\n\r\n`, status: 431 },
  CONNECT: { bytes: 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n', status: 400 },
  'a preface of HTTP/2': { bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', status: 400 },
  'a broken chunk': { bytes: `${BROKEN}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\nzz\r\n`, status: 400 },
  'half a body and the end': { bytes: `${BROKEN}Content-Length: 9\r\n\r\nabc`, isEnd: true, status: 400 },
  'half a head and the end': { bytes: 'GET / HTTP/1.1\r\nHo', isEnd: true, status: 400 },
  'no Host': { bytes: 'GET / HTTP/1.1\r\n\r\n', status: 400 },
  'the end': { bytes: '', isEnd: true },
};

/** Status and body of all responses; strict, so that a response in the wrong place is an error. */
function parse(received: string): string[] {
  const found: string[] = [];
  let rest = received;
  while (rest !== '') {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r]*\r\n(?:[^\r]+\r\n)+\r\n/.exec(rest);
    ok(head, `no response: ${rest.slice(0, 100)}`);
    const length = Number(/^Content-Length: (\d+)\r$/im.exec(head[0])?.[1] ?? Number.NaN);
    const isHead = /^X-Method: HEAD\r$/im.test(head[0]);
    const body = isHead ? '' : rest.slice(head[0].length, head[0].length + length);
    const isProblem = /^Content-Type: application\/problem\+json/im.test(head[0]);
    found.push(isProblem ? `${head[1]} ${(JSON.parse(body) as { status: number }).status}` : body);
    rest = rest.slice(head[0].length + body.length);
  }
  return found;
}

function respond(path: string, method: string, response: ServerResponse): void {
  response.writeHead(200, { 'Content-Length': path.length, 'X-Method': method }).end(path);
}

describe('responses on one connection', () => {
  let listener: Listener;
  /** Releases the response to the request with this path. */
  const held = new Map<string, () => void>();

  before(async () => {
    listener = await listen('127.0.0.1', 0);
    listener.server.setMaxListeners(CONCURRENT + 10);
    listener.fastPath.handle = (request) => {
      const { url } = request;
      if (url.startsWith('/node')) return false;
      held.set(url, () => request.respond(200, `Content-Length: ${url.length}\r\n`, url));
      return true;
    };
    listener.handler = (request, response) => {
      request.resume();
      const path = String(request.url);
      if (path === '/node/events') {
        response.setHeader('Content-Type', 'text/event-stream').flushHeaders();
        return;
      }
      held.set(path, () => respond(path, String(request.method), response));
    };
  });
  after(() => listener.close({ noticeMs: 0, maxMs: 1_000 }));

  const release = (path: string) => {
    held.get(path)?.();
    held.delete(path);
  };

  /** One connection with random requests and a random ending, cut into packets and interleaved at random. */
  async function converse(id: string, random: Random): Promise<{ kinds: string[]; ending: string }> {
    const kinds = Array.from({ length: random(4) }, () => oneOf(random, Object.keys(REQUESTS)));
    const paths = kinds.map((kind, at) => `${kind.includes('Node') ? '/node' : ''}/${id}/${at}`);
    const name = oneOf(random, Object.keys(ENDINGS));
    const { bytes, isEnd, status } = ENDINGS[name] as (typeof ENDINGS)[string];
    const all =
      kinds.map((kind, at) => REQUESTS[kind]?.(`/${id}/${at}`)).join('') +
      bytes.replace('/broken', `/broken/${id}`);
    const cuts = Array.from({ length: random(4) }, () => random(all.length)).toSorted((a, b) => a - b);
    const packets = [0, ...cuts].map((at, n) => all.slice(at, cuts[n])).filter(Boolean);
    const pair = await openPair(listener);
    const waiting = () => paths.filter((path) => held.has(path));
    while (packets.length > 0) {
      const [ready] = waiting();
      if (ready === undefined || random(3) > 0) await send(pair, packets.shift() as string);
      // The fast path reads nothing more before it has responded; in Node, later requests may be ready first.
      else release(oneOf(random, waiting()));
      if (random(2) === 0) await nextTurn();
    }
    if (isEnd) pair.client.end();
    await untilTurn(`${name} after ${kinds.join(', ')}: the connection closes`, () => {
      if (waiting().length > 0 && random(3) === 0) release(oneOf(random, waiting()));
      return pair.isClosed;
    });
    const bodies = kinds.map((kind, at) => (kind === 'HEAD' ? '' : String(paths[at])));
    const expected = status === undefined ? bodies : [...bodies, `${status} ${status}`];
    deepStrictEqual(parse(pair.received), expected, `${name} after ${kinds.join(', ')}: ${pair.received}`);
    return { kinds, ending: name };
  }

  test('are complete and in order in 400 interleavings, with every kind of bytes after them', async () => {
    const covered = new Set<string>();
    for (let seed = 0; seed < 400; seed += CONCURRENT) {
      const some = Array.from({ length: CONCURRENT }, (_, at) =>
        converse(`${seed + at}`, seededRandom(seed + at)),
      );
      for (const { kinds, ending } of await Promise.all(some)) {
        for (const kind of kinds) covered.add(`${ending} after ${kind}`);
      }
    }
    strictEqual(
      covered.size,
      Object.keys(ENDINGS).length * Object.keys(REQUESTS).length,
      [...covered].join('\n'),
    );
  });

  test('end with the response that says Connection: close', async () => {
    const pair = await openPair(listener);
    await send(pair, 'GET /node/last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\ngarbage\r\n\r\n');
    held.get('/node/last')?.();
    await until('the connection closes', () => pair.isClosed);
    deepStrictEqual(parse(pair.received), ['/node/last']);
  });

  test('a request with a response sent before its body broke gets no second response', async () => {
    const pair = await openPair(listener);
    await send(pair, `${BROKEN}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n`);
    held.get('/broken')?.();
    await until('the response has arrived', () => pair.received.endsWith('/broken'));
    await send(pair, 'zz\r\n');
    await until('the connection closes', () => pair.isClosed);
    deepStrictEqual(parse(pair.received), ['/broken']);
  });

  test('an event stream ends when its client closes its half', async () => {
    const pair = await openPair(listener);
    await send(pair, 'GET /node/events HTTP/1.1\r\nHost: x\r\n\r\n');
    pair.client.end();
    await until('the server has closed', () => pair.server.destroyed, 5_000);
  });
});

test('a read that waits for PostgreSQL gets its response before the 400 for the bytes after it', async (t) => {
  const direct = await freshStore(t, 'postgres');
  const proxy = await startDatabaseProxy(t, direct.location);
  const store = await openStore(proxy.location, SERVER_TIMEOUT_MS);
  t.after(() => store.close());
  const service = await startService(t, { store, config: { premium: 'everyone' } });
  t.after(() => proxy.setFault('none'));
  const context = { store, actor: OPERATOR, nowMs: service.clock.nowMs };
  const owner = { email: 'order@example.org', password: 'correct horse battery' };
  const family = await addFamily(context, { name: 'Order', timeZone: 'UTC', ...owner }, GROUPS_OF_OPERATOR);
  ok(!isRefusal(family));
  const made = await addApiKey(context, family.id, { name: 'order', expiresAt: null });
  ok(!isRefusal(made));
  const request = `GET /api/meal-plans/v1/current HTTP/1.1\r\nHost: x\r\nX-API-Key: ${made.key}\r\n\r\n`;
  const forms = { 'one packet': [`${request}garbage\r\n\r\n`], 'two packets': [request, 'garbage\r\n\r\n'] };
  for (const [form, packets] of Object.entries(forms)) {
    proxy.setFault('silent');
    const client = connect({ port: service.config.port, host: '127.0.0.1', noDelay: true });
    let [received, isClosed] = ['', false];
    client.on('data', (data) => (received += data.toString('latin1')));
    client.on('close', () => (isClosed = true));
    for (const packet of packets) await new Promise((resolve) => client.write(packet, resolve));
    // Another connection has its response, so this one was read as well.
    await fetch(`${service.url}/healthz`);
    strictEqual(received, '', form);
    proxy.setFault('none');
    await until('the connection closes', () => isClosed);
    const statuses = Array.from(received.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => status);
    deepStrictEqual(statuses, ['200', '400'], `${form}: ${received}`);
  }
});
