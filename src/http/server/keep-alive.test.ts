/** How long idle connections stay open, on both ways in, and what responses say about it. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { addApiKey } from '#actions/api-keys.ts';
import { addFamily } from '#actions/families.ts';
import { GROUPS_OF_OPERATOR } from '#auth/password.ts';
import { mintApiKey } from '#auth/api-key.ts';
import { isRefusal } from '#domain/refusal.ts';
import { OPERATOR } from '#storage/transaction.ts';
import { startService } from '#test/service.ts';
import type { Scope } from '#test/store.ts';
import { until } from '#test/until.ts';
import { type ApiRequest, apiRequestFromNode } from '#http/api/api-request.ts';
import { listen, type Listener } from './listener.ts';

/** A request that gets this status. Only Node's HTTP server knows what to do with one that has a body. */
const asking = (status: number, way: string, headers = '') =>
  `GET /${status} HTTP/1.1\r\nHost: x\r\n${way === 'Node' ? 'Content-Length: 0\r\n' : ''}${headers}\r\n`;

function take(guest: ApiRequest): boolean {
  guest.respond(Number(guest.url.slice(1)), 'Content-Length: 2\r\n', 'ok');
  return true;
}

/** A listener whose public API answers with the status that is asked for. */
async function listenFor(scope: Scope, refusedMs = 5_000, trustedProxies: string[] = []): Promise<Listener> {
  const keepAlive = { longMs: 65_000, refusedMs };
  const listener = await listen('127.0.0.1', 0, { keepAlive, trustedProxies });
  scope.after(() => listener.close({ noticeMs: 0, maxMs: 100 }));
  listener.fastPath.handle = take;
  listener.handler = (request, response) =>
    void take(apiRequestFromNode(request, response, listener.keepAlive));
  return listener;
}

type Speaker = {
  client: Socket;
  server: () => Socket;
  ask: (bytes: string) => Promise<string>;
  isClosed: () => boolean;
};

/** A connection on which one request follows the other. */
function speakTo(listener: Listener): Speaker {
  let server: Socket | undefined;
  listener.server.once('connection', (socket: Socket) => (server = socket));
  const client = connect({ port: listener.port, host: '127.0.0.1', noDelay: true });
  let [heard, isClosed] = ['', false];
  client.on('data', (data) => (heard += data.toString('latin1')));
  client.on('error', () => {});
  client.on('close', () => (isClosed = true));
  return {
    client,
    server: () => server as Socket,
    async ask(bytes) {
      heard = '';
      client.write(bytes);
      await until('the response', () => heard.endsWith('\r\n\r\nok'));
      return heard;
    },
    isClosed: () => isClosed,
  };
}

const advertised = (heard: string) => /^Keep-Alive: timeout=(\d+)\r$/m.exec(heard)?.[1] ?? 'none';

describe('an idle connection', () => {
  const conversations: [what: string, statuses: number[], seconds: number[]][] = [
    ['stays open for 65 s after a response to a valid key', [200], [65]],
    ['stays open for 65 s after 402, 404 and 429', [402, 404, 429], [65, 65, 65]],
    ['stays open for 5 s after a 401', [401, 401], [5, 5]],
    ['stays open for 65 s after a 401 when a valid key came before', [200, 401, 401], [65, 65, 65]],
    ['stays open for 65 s when a valid key comes after a 401', [401, 200, 401], [5, 65, 65]],
    ['has shown no valid key by a 503', [503, 401], [65, 5]],
  ];
  for (const [what, statuses, seconds] of conversations) {
    for (const way of ['the lane', 'Node']) {
      test(`${what} (${way})`, async (t) => {
        const listener = await listenFor(t);
        const { client, server, ask } = speakTo(listener);
        t.after(() => client.destroy());
        for (const [at, status] of statuses.entries()) {
          const heard = await ask(asking(status, way));
          strictEqual(advertised(heard), String(seconds[at]), `response ${at}: ${heard}`);
          // One second more than advertised: a request sent in the last moment must not meet a closed socket.
          const socketMs = (Number(seconds[at]) + 1) * 1_000;
          await until(`a timeout of ${socketMs} ms`, () => server().timeout === socketMs, 2_000);
        }
      });
    }
  }

  test('keeps its 65 s when it moves from the lane to Node', async (t) => {
    const { client, server, ask } = speakTo(await listenFor(t));
    t.after(() => client.destroy());
    await ask(asking(200, 'the lane'));
    strictEqual(advertised(await ask(asking(401, 'Node'))), '65');
    await until('its timeout', () => server().timeout === 66_000, 2_000);
  });

  for (const way of ['the lane', 'Node']) {
    test(`keeps 65 s after a 401 when it comes from a trusted proxy (${way})`, async (t) => {
      const { client, server, ask } = speakTo(await listenFor(t, 5_000, ['127.0.0.0/8']));
      t.after(() => client.destroy());
      strictEqual(advertised(await ask(asking(401, way))), '65');
      await until('its timeout', () => server().timeout === 66_000, 2_000);
    });
  }

  test('is told to close where the client asks for it, also with a 401', async (t) => {
    const speaker = speakTo(await listenFor(t));
    const heard = await speaker.ask(asking(401, 'Node', 'Connection: close\r\n'));
    ok(/^Connection: close\r$/m.test(heard) && advertised(heard) === 'none', heard);
    await until('it closes', speaker.isClosed);
  });

  test('is closed in time after a 401, and only then', async (t) => {
    const listener = await listenFor(t, 0);
    for (const way of ['the lane', 'Node']) {
      const [refused, valid] = [speakTo(listener), speakTo(listener)];
      await refused.ask(asking(401, way));
      await valid.ask(asking(200, way));
      const sinceMs = performance.now();
      await until(`${way} closes it`, refused.isClosed, 5_000);
      ok(performance.now() - sinceMs > 500, 'not at once');
      strictEqual(valid.isClosed(), false);
      valid.client.destroy();
    }
  });

  test('is not closed while a request that came with the refused one waits for its response', async (t) => {
    const listener = await listenFor(t, 0);
    let release: (() => void) | undefined;
    listener.handler = (request, response) => {
      const guest = apiRequestFromNode(request, response, listener.keepAlive);
      if (request.url === '/401') guest.respond(401, 'Content-Length: 2\r\n', 'no');
      else release = () => response.end('ok');
    };
    const speaker = speakTo(listener);
    const answered = speaker.ask(asking(401, 'Node') + asking(200, 'Node'));
    await until('the second one waits', () => release !== undefined && speaker.client.bytesRead > 0);
    strictEqual(speaker.server().timeout ?? 0, 0);
    release?.();
    await answered;
    speaker.client.destroy();
  });
});

test('a missing, malformed or unknown key gets 5 s on both ways in, a valid key 65 s', async (t) => {
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
      let heard = '';
      client.on('data', (data) => (heard += data.toString('latin1')));
      const header = key && `X-API-Key: ${key}\r\n`;
      // OPTIONS and wrong methods are answered without a look at the key, so they prove nothing.
      for (const one of method.split(' then ')) {
        heard = '';
        client.write(`${one} /api/meal-plans/v1/current HTTP/1.1\r\nHost: x\r\n${header}\r\n`);
        await until('the response', () => heard.includes('\r\n\r\n'));
      }
      client.destroy();
      found[what].push(`${heard.slice(9, 12)} ${advertised(heard)}`);
    }
  }
  deepStrictEqual(found, {
    missing: ['401 5', '401 5', '401 5'],
    malformed: ['401 5', '401 5', '401 5'],
    unknown: ['401 5', '401 5', '401 5'],
    valid: ['200 65', '200 65', '200 65'],
  });
});
