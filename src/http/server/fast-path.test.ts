/**
 * Who goes through the express lane and who does not, and that nobody can tell the difference: the
 * lane and Node's HTTP server give the same bytes to the same request.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { addApiKey } from '#actions/api-keys.ts';
import { GROUPS_OF_OPERATOR } from '#auth/password.ts';
import { addFamily } from '#actions/families.ts';
import { isRefusal } from '#domain/refusal.ts';
import { OPERATOR } from '#storage/transaction.ts';
import { type Chance, oneOf, seededChance } from '#test/chance.ts';
import { malformed } from '#test/malformed.ts';
import { startService } from '#test/service.ts';
import { until } from '#test/until.ts';
import type { ApiRequest } from '#http/api/api-request.ts';
import { listen, type Listener } from './listener.ts';

const PLAIN = 'GET /read HTTP/1.1\r\nHost: x\r\n\r\n';
const withHeaders = (...headers: string[]) =>
  ['GET /read HTTP/1.1', 'Host: x', ...headers, '', ''].join('\r\n');

/** A connection that keeps what it hears. */
function speakTo(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const said = { socket, heard: '', isClosed: false };
  socket.on('data', (data) => (said.heard += data.toString('latin1')));
  socket.on('error', () => {});
  socket.on('close', () => (said.isClosed = true));
  return said;
}

/** Who answered, in order: the bodies of everything heard. */
const bodies = (heard: string) => heard.match(/(?:lane|node) [^;]*(?=;)/g) ?? [];

function answer(guest: ApiRequest): void {
  const body = `lane ${guest.url} ${guest.key ?? '-'} ${guest.ifNoneMatch ?? '-'};`;
  guest.respond(200, `Content-Length: ${body.length}\r\n`, body);
}

describe('the lane', () => {
  let listener: Listener;
  /** While there is a list, answers wait in it. */
  let owed: ApiRequest[] | undefined;
  /** Is told of every request, by whom it is answered. */
  let onTaken: ((by: 'lane' | 'node') => void) | undefined;

  before(async () => {
    listener = await listen('127.0.0.1', 0);
    listener.fastPath.handle = (guest) => {
      if (!guest.url.startsWith('/read')) return false;
      onTaken?.('lane');
      if (owed) owed.push(guest);
      else answer(guest);
      return true;
    };
    listener.handler = ({ method, url }, response) => {
      onTaken?.('node');
      response.end(`node ${method} ${url};`);
    };
  });
  after(() => listener.close({ noticeMs: 0, maxMs: 1_000 }));

  const ask = async (text: string) => {
    const said = speakTo(listener.port);
    said.socket.write(text, 'latin1');
    await until(`an answer to ${JSON.stringify(text)}`, () => bodies(said.heard).length > 0 || said.isClosed);
    said.socket.destroy();
    return bodies(said.heard)[0];
  };

  const taken = [
    ['the least there can be', PLAIN, 'lane /read - -'],
    ['a key and a tag', withHeaders('X-API-Key: k 1', 'If-None-Match: "t"'), 'lane /read k 1 "t"'],
    ['names in any case', withHeaders('x-ApI-kEy: K'), 'lane /read K -'],
    ['a query', PLAIN.replace('/read', '/read?a=%20'), 'lane /read?a=%20 - -'],
    ['keep-alive in so many words', withHeaders('connection: Keep-Alive'), 'lane /read - -'],
  ] as const;
  for (const [what, text, body] of taken) {
    test('Accept is told while the request is being taken, of all its headers, and kept no longer', async () => {
      const told: (string | undefined)[] = [];
      const guests: ApiRequest[] = [];
      const { handle: take } = listener.fastPath;
      listener.fastPath.handle = (guest) => {
        told.push(guest.accept);
        guests.push(guest);
        return take(guest);
      };
      await ask(PLAIN);
      await ask(withHeaders('Accept: a/b'));
      await ask(withHeaders('accept: a/b;q=0.1', 'X-Accept: no', 'ACCEPT: c/d, */*'));
      listener.fastPath.handle = take;
      deepStrictEqual(told, [undefined, 'a/b', 'a/b;q=0.1, c/d, */*']);
      for (const guest of guests) strictEqual(guest.accept, undefined);
    });

    test(`takes ${what}`, async () => strictEqual(await ask(text), body));
  }

  const left = [
    ['another method', PLAIN.replace('GET', 'HEAD').replace('HEAD', 'POST')],
    ['another path', PLAIN.replace('/read', '/other')],
    ['HTTP/1.0', PLAIN.replace('1.1', '1.0')],
    ['a whole address', PLAIN.replace('/read', 'http://x/read')],
    ['a header without space', withHeaders('A:b')],
    ['an empty header', withHeaders('A: ')],
    ['space behind a value', withHeaders('X-API-Key: k ')],
    ['a tab', withHeaders('A: b\tc')],
    ['a letter beyond ASCII', withHeaders('A: \xe4')],
    ['two keys', withHeaders('X-API-Key: a', 'x-api-key: b')],
    ['two tags', withHeaders('If-None-Match: "a"', 'If-None-Match: "b"')],
    ['a body', `${withHeaders('Content-Length: 1')}x`],
    ['a length of nothing', withHeaders('Content-Length: 0')],
    ['chunks', `${withHeaders('Transfer-Encoding: chunked')}0\r\n\r\n`],
    ['an expectation', withHeaders('Expect: 100-continue')],
    ['a connection to be closed', withHeaders('Connection: close')],
    ['a wish among others', withHeaders('Connection: keep-alive, close')],
    ['an upgrade', withHeaders('Upgrade: h2c')],
    ['a proxy’s connection', withHeaders('Proxy-Connection: close')],
    ['4 kB of headers', withHeaders(`A: ${'b'.repeat(4_096)}`)],
  ] as const;
  for (const [what, text] of left) {
    test(`leaves to Node: ${what}`, async () => ok((await ask(text))?.startsWith('node ')));
  }

  test('a request in pieces goes to Node whole', async () => {
    let arrived = 0;
    const count = (socket: Socket) => void socket.once('data', () => (arrived += 1));
    listener.server.on('connection', count);
    for (let at = 1; at < PLAIN.length; at += 1) {
      const said = speakTo(listener.port);
      said.socket.write(PLAIN.slice(0, at));
      await until('the first piece is there', () => arrived === at);
      said.socket.write(PLAIN.slice(at));
      await until('an answer', () => bodies(said.heard).length === 1);
      strictEqual(bodies(said.heard)[0], 'node GET /read');
      said.socket.destroy();
    }
    listener.server.off('connection', count);
  });

  test('a connection that was left to Node stays there, one in the lane goes on in it', async () => {
    const said = speakTo(listener.port);
    const turns = [
      [PLAIN, 'lane /read - -'],
      [PLAIN, 'lane /read - -'],
      [PLAIN.replace('/read', '/other'), 'node GET /other'],
      [PLAIN, 'node GET /read'],
    ] as const;
    for (const [at, [text, body]] of turns.entries()) {
      said.socket.write(text);
      await until('its answer', () => bodies(said.heard).length > at);
      strictEqual(bodies(said.heard)[at], body);
    }
    said.socket.destroy();
  });

  test('requests sent ahead are answered in their order, each once', async () => {
    owed = [];
    const said = speakTo(listener.port);
    said.socket.write(PLAIN.replace('/read', '/read/1'));
    await until('the first is under way', () => owed?.length === 1);
    said.socket.write(PLAIN.replace('/read', '/two') + PLAIN.replace('/read', '/three'));
    await until('all is sent', () => said.socket.writableLength === 0);
    said.socket.write(PLAIN.replace('/read', '/four'));
    await until('all is sent', () => said.socket.writableLength === 0);
    const [first] = owed as [ApiRequest];
    owed = undefined;
    answer(first);
    await until('all are answered', () => bodies(said.heard).length === 4);
    said.socket.destroy();
    deepStrictEqual(bodies(said.heard), [
      'lane /read/1 - -',
      'node GET /two',
      'node GET /three',
      'node GET /four',
    ]);
  });

  test('who has said all still gets the answer, then the connection ends', async () => {
    owed = [];
    const said = speakTo(listener.port);
    said.socket.end(PLAIN);
    await until('it is under way', () => owed?.length === 1);
    const [first] = owed as [ApiRequest];
    owed = undefined;
    answer(first);
    await until('the connection ends', () => said.isClosed);
    deepStrictEqual(bodies(said.heard), ['lane /read - -']);
  });

  test('who goes away before the answer harms nobody', async () => {
    owed = [];
    const said = speakTo(listener.port);
    said.socket.write(PLAIN);
    await until('it is under way', () => owed?.length === 1);
    said.socket.resetAndDestroy();
    const [first] = owed as [ApiRequest];
    owed = undefined;
    answer(first);
    strictEqual(await ask(PLAIN), 'lane /read - -');
  });

  test('who never fetches the answers gets no more of them from the lane', async () => {
    const said = speakTo(listener.port);
    said.socket.pause();
    const much = withHeaders(`X-API-Key: ${'k'.repeat(3_000)}`);
    let by = 'lane';
    // Far more than the buffers between the two can hold.
    for (let sent = 0; by === 'lane' && sent < 10_000; sent += 1) {
      const { promise, resolve } = Promise.withResolvers<string>();
      onTaken = resolve;
      said.socket.write(much);
      by = await promise;
    }
    onTaken = undefined;
    strictEqual(by, 'node');
    said.socket.destroy();
  });

  test('a connection that says nothing is ended after 5 s', async () => {
    const startedAt = performance.now();
    const said = speakTo(listener.port);
    await until('the connection ends', () => said.isClosed, 8_000);
    ok(performance.now() - startedAt > 4_900);
  });
});

test('lane and Node answer alike, byte for byte, whatever is asked', async (t) => {
  const limits = { rateLimitPerMinute: 100_000, appRateLimitPerMinute: 0 };
  const service = await startService(t, { config: { ...limits, allowedHosts: ['x'] } });
  const context = { store: service.store, actor: OPERATOR, nowMs: service.clock.nowMs };
  const owner = { email: 'lane@example.org', password: 'correct horse battery' };
  const family = await addFamily(
    context,
    { name: 'Lane', timeZone: 'UTC', premium: 'forever', ...owner },
    GROUPS_OF_OPERATOR,
  );
  ok(!isRefusal(family));
  const made = await addApiKey(context, family.id, { name: 'lane', expiresAt: null });
  ok(!isRefusal(made));
  const chance = seededChance(7);
  const seen = new Set<string>();
  const compare = async () => {
    const request = chance(3) === 0 ? malformed(chance, made.key).bytes : wellFormed(chance, made.key);
    const { port } = service.config;
    const [first, second] = [await hear(port, request, 'lane'), await hear(port, request, 'node')];
    strictEqual(first, second, JSON.stringify(request.toString('latin1').slice(0, 500)));
    seen.add(first.slice(9, 12));
  };
  for (let n = 0; n < 100; n += 1) await Promise.all(Array.from({ length: 16 }, compare));
  for (const status of ['200', '304', '400', '401', '404', '405']) ok(seen.has(status), status);
});

function wellFormed(chance: Chance, key: string): Buffer {
  const names = ['Accept', 'accept-language', 'X-Forwarded-For', 'Cookie', 'Cache-Control', 'DNT'];
  const headers = Array.from({ length: chance(6) }, () => `${oneOf(chance, names)}: a${chance(1_000)}`);
  const keys = [`X-API-Key: ${key}`, `x-api-key:  ${key}`, `X-API-KEY: ${key.slice(1)}`, 'X-API-Key: ', ''];
  const tags = ['', '', 'If-None-Match: *', 'If-None-Match: "x"', 'If-None-Match: W/"x", *'];
  const ends = ['', '', '', 'Connection: close', 'Connection: Keep-Alive'];
  const lines = [...headers, oneOf(chance, keys), oneOf(chance, tags), oneOf(chance, ends)].filter(Boolean);
  const method = oneOf(chance, ['GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'PUT']);
  const path = oneOf(chance, ['/current', '/next', '/current?x', '/current/', '//current']);
  const head = `${method} /api/meal-plans/v1${path} HTTP/1.1`;
  return Buffer.from([head, 'Host: x', ...lines, '', ''].join('\r\n'));
}

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
const HEALTHY = /^HTTP.*?"status":"alive"\}/s;

/** Everything the server says to this, but for what differs from one moment to the next. */
async function hear(port: number, request: Buffer, way: 'lane' | 'node'): Promise<string> {
  const said = speakTo(port);
  if (way === 'node') {
    // The lane does not know this one, and what has gone to Node stays there.
    said.socket.write(HEALTH);
    await until('Node answers', () => HEALTHY.test(said.heard));
  }
  said.socket.end(request);
  await until('the connection ends', () => said.isClosed, 10_000);
  return said.heard
    .replace(way === 'node' ? HEALTHY : '', '')
    .replaceAll(/^Date: .*$/gm, 'Date')
    .replaceAll(/^RateLimit: .*$/gm, 'RateLimit')
    .replaceAll(/^x-request-id: .*$/gim, 'X-Request-Id');
}
