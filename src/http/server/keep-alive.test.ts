/** How long idle connections stay open, on the fast path and in Node, and the headers that advertise it. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { addFamily } from '#actions/account/families.ts';
import { GROUPS_OF_OPERATOR } from '#auth/password.ts';
import { mintApiKey } from '#auth/api-key.ts';
import { isRefusal } from '#domain/refusal.ts';
import { OPERATOR } from '#storage/actor.ts';
import { startService } from '#test/support/service.ts';
import type { Scope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { type ApiRequest, apiRequestFromNode } from './api-request.ts';
import { listen, type Listener } from './listener.ts';

/** A request for this status. One with a body length goes to Node's HTTP server. */
const requestFor = (status: number, by: string, headers = '') =>
  `GET /${status} HTTP/1.1\r\nHost: x\r\n${by === 'Node' ? 'Content-Length: 0\r\n' : ''}${headers}\r\n`;

function handle(request: ApiRequest): boolean {
  request.respond(Number(request.url.slice(1)), 'Content-Length: 2\r\n', 'ok');
  return true;
}

/** A listener whose public API responds with the status in the path. */
async function listenFor(scope: Scope, refusedMs = 5_000, trustedProxies: string[] = []): Promise<Listener> {
  const keepAlive = { longMs: 65_000, refusedMs };
  const listener = await listen('127.0.0.1', 0, { keepAlive, trustedProxies });
  scope.after(() => listener.close({ noticeMs: 0, maxMs: 100 }));
  listener.fastPath.handle = handle;
  listener.handler = (request, response) =>
    void handle(apiRequestFromNode(request, response, listener.keepAlive));
  return listener;
}

type TestConnection = {
  client: Socket;
  server: () => Socket;
  exchange: (bytes: string) => Promise<string>;
  isClosed: () => boolean;
};

/** A connection that sends one request after the other. */
function openConnection(listener: Listener): TestConnection {
  let server: Socket | undefined;
  listener.server.once('connection', (socket: Socket) => (server = socket));
  const client = connect({ port: listener.port, host: '127.0.0.1', noDelay: true });
  let [received, isClosed] = ['', false];
  client.on('data', (data) => (received += data.toString('latin1')));
  client.on('error', () => {});
  client.on('close', () => (isClosed = true));
  return {
    client,
    server: () => server as Socket,
    async exchange(bytes) {
      received = '';
      client.write(bytes);
      await until('the response', () => received.endsWith('\r\n\r\nok'));
      return received;
    },
    isClosed: () => isClosed,
  };
}

const advertised = (received: string) => /^Keep-Alive: timeout=(\d+)\r$/m.exec(received)?.[1] ?? 'none';

describe('an idle connection', () => {
  const conversations: [what: string, statuses: number[], seconds: number[]][] = [
    ['stays open for 65 s after a response to a valid key', [200], [65]],
    ['stays open for 65 s after 402, 404 and 429', [402, 404, 429], [65, 65, 65]],
    ['stays open for 5 s after a 401', [401, 401], [5, 5]],
    ['stays open for 65 s after a 401 when a valid key came before', [200, 401, 401], [65, 65, 65]],
    ['stays open for 65 s when a valid key comes after a 401', [401, 200, 401], [5, 65, 65]],
    ['has no proof of a valid key after a 503', [503, 401], [65, 5]],
  ];
  for (const [what, statuses, seconds] of conversations) {
    for (const by of ['fast path', 'Node']) {
      test(`${what} (${by})`, async (t) => {
        const listener = await listenFor(t);
        const { client, server, exchange } = openConnection(listener);
        t.after(() => client.destroy());
        for (const [at, status] of statuses.entries()) {
          const received = await exchange(requestFor(status, by));
          strictEqual(advertised(received), String(seconds[at]), `response ${at}: ${received}`);
          // One second more than advertised: a request sent at the last moment must not meet a closed socket.
          const socketMs = (Number(seconds[at]) + 1) * 1_000;
          await until(`a timeout of ${socketMs} ms`, () => server().timeout === socketMs, 2_000);
        }
      });
    }
  }

  test('still has 65 s when it moves from the fast path to Node', async (t) => {
    const { client, server, exchange } = openConnection(await listenFor(t));
    t.after(() => client.destroy());
    await exchange(requestFor(200, 'fast path'));
    strictEqual(advertised(await exchange(requestFor(401, 'Node'))), '65');
    await until('its timeout', () => server().timeout === 66_000, 2_000);
  });

  for (const by of ['fast path', 'Node']) {
    test(`stays open for 65 s after a 401 when it comes from a trusted proxy (${by})`, async (t) => {
      const { client, server, exchange } = openConnection(await listenFor(t, 5_000, ['127.0.0.0/8']));
      t.after(() => client.destroy());
      strictEqual(advertised(await exchange(requestFor(401, by))), '65');
      await until('its timeout', () => server().timeout === 66_000, 2_000);
    });
  }

  test('is closed if the client requests it, also after a 401', async (t) => {
    const connection = openConnection(await listenFor(t));
    const received = await connection.exchange(requestFor(401, 'Node', 'Connection: close\r\n'));
    ok(/^Connection: close\r$/m.test(received) && advertised(received) === 'none', received);
    await until('it closes', connection.isClosed);
  });

  test('is closed after a 401 and its idle time, and not after a 200', async (t) => {
    const listener = await listenFor(t, 0);
    for (const by of ['fast path', 'Node']) {
      const [refused, valid] = [openConnection(listener), openConnection(listener)];
      const sinceMs = performance.now();
      await refused.exchange(requestFor(401, by));
      await valid.exchange(requestFor(200, by));
      await until(`${by} closes it`, refused.isClosed, 5_000);
      ok(performance.now() - sinceMs > 500, 'not immediately');
      strictEqual(valid.isClosed(), false);
      valid.client.destroy();
    }
  });

  test('is not closed while a request that came with the refused one waits for its response', async (t) => {
    const listener = await listenFor(t, 0);
    let release: (() => void) | undefined;
    listener.handler = (request, response) => {
      const apiRequest = apiRequestFromNode(request, response, listener.keepAlive);
      if (request.url === '/401') apiRequest.respond(401, 'Content-Length: 2\r\n', 'no');
      else release = () => response.end('ok');
    };
    const connection = openConnection(listener);
    const responded = connection.exchange(requestFor(401, 'Node') + requestFor(200, 'Node'));
    await until('the second one waits', () => release !== undefined && connection.client.bytesRead > 0);
    strictEqual(connection.server().timeout ?? 0, 0);
    release?.();
    await responded;
    connection.client.destroy();
  });
});

test('a missing, malformed or unknown key gets 5 s, a valid key 65 s, on the fast path and in Node', async (t) => {
  const service = await startService(t, { config: { premium: 'everyone' } });
  const context = { store: service.store, actor: OPERATOR, nowMs: service.clock.nowMs };
  const owner = { email: 'idle@example.org', password: 'correct horse battery' };
  const family = await addFamily(context, { name: 'Idle', timeZone: 'UTC', ...owner }, GROUPS_OF_OPERATOR);
  ok(!isRefusal(family));
  const made = await addApiKey(context, family.id, { name: 'idle', expiresAt: null });
  ok(!isRefusal(made));
  const keys = { missing: '', malformed: 'wf_x', unknown: mintApiKey().key, valid: made.key };
  const found: Record<string, string[]> = {};
  for (const [what, key] of Object.entries(keys)) {
    found[what] = [];
    for (const method of ['GET', 'HEAD', 'OPTIONS then GET']) {
      const client = connect({ port: service.config.port, host: '127.0.0.1' });
      let received = '';
      client.on('data', (data) => (received += data.toString('latin1')));
      const header = key && `X-API-Key: ${key}\r\n`;
      // The response to OPTIONS does not depend on the key, so it proves nothing.
      for (const part of method.split(' then ')) {
        received = '';
        client.write(`${part} /api/meal-plans/v1/current HTTP/1.1\r\nHost: x\r\n${header}\r\n`);
        await until('the response', () => received.includes('\r\n\r\n'));
      }
      client.destroy();
      found[what].push(`${received.slice(9, 12)} ${advertised(received)}`);
    }
  }
  deepStrictEqual(found, {
    missing: ['401 5', '401 5', '401 5'],
    malformed: ['401 5', '401 5', '401 5'],
    unknown: ['401 5', '401 5', '401 5'],
    valid: ['200 65', '200 65', '200 65'],
  });
});
