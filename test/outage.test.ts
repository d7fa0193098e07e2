/** What clients see when PostgreSQL does not respond, the disk is full or the server gets SIGTERM. */
import { deepStrictEqual, match, ok, rejects, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { sql } from 'kysely';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { OPERATOR } from '#storage/actor.ts';
import { openStore, SERVER_TIMEOUT_MS } from '#storage/store.ts';
import { accepted } from './support/accepted.ts';
import { makeWorld, PASSWORD, WEEK } from './support/world.ts';
import { send } from './support/clients/request.ts';
import { startProcess } from './support/process.ts';
import { type Service, startService } from './support/service.ts';
import { startDatabaseProxy } from './support/servers/tcp-proxy.ts';
import { freshFolder, freshStore, type Scope } from './support/store.ts';
import { allowedMs, until } from './support/until.ts';

const CURRENT = '/api/meal-plans/v1/current';
const LONG_DESCRIPTION = 'Rice, '.repeat(80).trim();

/** Adds a family and an API key, and reads its plan once so that the response is cached. */
async function warmUp(service: Service) {
  const world = await makeWorld(service);
  const context = { store: service.store, actor: OPERATOR, nowMs: service.clock.nowMs };
  const { key } = accepted(await addApiKey(context, world.family, { name: 'tablet', expiresAt: null }));
  const read = () => send(service, { method: 'GET', path: CURRENT, headers: { 'x-api-key': key } });
  strictEqual((await read()).status, 200);
  const call = { method: 'POST', path: '/app/api/changes', token: world.owner.token };
  /** Replaces Friday's dinner; `before` is null if there is none. */
  const write = (before: string | null, after: string) => {
    const seen = before === null ? null : { description: before };
    const edit = { week: WEEK, day: 'Friday', slot: 'dinner', before: seen, after: { description: after } };
    return send(service, { ...call, body: { id: randomUUID(), edits: [edit] } });
  };
  const name = { name: 'Okafor', timeZone: 'UTC' };
  const rename = () =>
    send(service, { method: 'PATCH', path: '/app/api/family', token: world.owner.token, body: name });
  return { ...world, key, read, write, rename };
}

/** Starts a service that reaches PostgreSQL through a proxy. */
async function serviceBehindProxy(scope: Scope) {
  const direct = await freshStore(scope, 'postgres');
  const proxy = await startDatabaseProxy(scope, direct.location);
  const store = await openStore(proxy.location, SERVER_TIMEOUT_MS);
  scope.after(() => store.close());
  const config = { premium: 'everyone', rateLimitPerMinute: 0 } as const;
  const service = await startService(scope, { store, config });
  scope.after(() => proxy.setFault('none'));
  return { service, proxy };
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

test('while PostgreSQL does not respond', async (t) => {
  const { service, proxy } = await serviceBehindProxy(t);
  const { read, write, rename, owner, key } = await warmUp(service);
  proxy.setFault('silent');

  await t.test('returns 503 within 2 s, never 401 or 402', async () => {
    await until('the service no longer responds from its cache', async () => {
      const { ms, result } = await timed(read);
      ok(result.status === 200 || result.status === 503, String(result.status));
      ok(ms < allowedMs(2_000), `${ms} ms`);
      return result.status === 503;
    });
    const signIn = {
      method: 'POST',
      path: '/app/api/sign-in',
      body: { email: owner.email, password: PASSWORD },
    };
    for (const call of [read, () => send(service, signIn), () => write(null, LONG_DESCRIPTION)]) {
      const { ms, result } = await timed(call);
      ok(ms < allowedMs(2_000), `${ms} ms`);
      deepStrictEqual([result.status, result.body.code], [503, 'unavailable']);
      match(result.headers.get('retry-after') ?? '', /^\d+$/);
      match(result.headers.get('content-type') ?? '', /^application\/problem\+json/);
    }
    strictEqual((await send(service, { method: 'GET', path: '/healthz' })).status, 200);
    match(service.log(), /"level":40.*"msg":"outage"/);
  });

  await t.test('returns 503 to 1,000 simultaneous requests within 20 s', async () => {
    // Pipelines 10 requests per connection: opening 1,000 connections would measure the test, not the service.
    const request = `GET ${CURRENT} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`;
    const connections = await Promise.all(Array.from({ length: 100 }, () => openConnection(t, service.url)));
    const statusLines = () =>
      connections.flatMap(({ received }) => received().match(/HTTP\/1\.1 \d+/g) ?? []);
    const { ms } = await timed(async () => {
      for (const { socket } of connections) socket.write(request.repeat(10));
      await until('all requests have a response', () => statusLines().length === 1_000, 30_000);
    });
    deepStrictEqual(new Set(statusLines()), new Set(['HTTP/1.1 503']));
    // It takes about 1 s on an idle machine, and minutes if each request waits for the ones before it.
    ok(ms < allowedMs(20_000), `the last response came after ${ms} ms`);
  });

  for (const fault of ['late', 'bytewise', 'half-open', 'reset'] as const) {
    await t.test(`returns 200 or 503 within 2 s, and works again afterwards: ${fault}`, async () => {
      proxy.setFault('none');
      await until('reads work', async () => (await read()).status === 200);
      await until('writes work', async () => (await rename()).status !== 503);
      proxy.setFault(fault);
      // Each statement of a change takes a second: in time, but not all of them together.
      if (fault === 'late') strictEqual((await rename()).status, 503);
      const calls = Array.from({ length: 8 }, (_, at) => timed(at % 2 === 0 ? rename : read));
      for (const { ms, result } of await Promise.all(calls)) {
        ok(ms < allowedMs(2_000), `${ms} ms`);
        ok([200, 204, 503].includes(result.status), String(result.status));
        strictEqual(result.headers.has('retry-after'), result.status === 503);
      }
    });
  }

  await t.test('reads and writes work again afterwards', async () => {
    proxy.setFault('none');
    await until('reads work again', async () => (await read()).status === 200);
    await until('writes work again', async () => (await write(null, LONG_DESCRIPTION)).status !== 503);
    const { status, body } = await read();
    deepStrictEqual([status, Object.keys(body.data.meals)], [200, ['Monday', 'Tuesday', 'Friday']]);
  });
});

test('returns 503 with Retry-After to changes while the disk is full, still serves the API, and then recovers', async (t) => {
  const service = await startService(t, { config: { premium: 'everyone' } });
  const { db } = service.store;
  const { read, write } = await warmUp(service);
  const limit = (pages: string) =>
    db.transaction().execute((tx) => sql`pragma max_page_count = ${sql.raw(pages)}`.execute(tx));
  await limit('1');
  let latest: string | null = null;
  let writes = 0;
  await until('the disk is full', async () => {
    const next = `${(writes += 1)} ${LONG_DESCRIPTION}`;
    const { status, body, headers } = await write(latest, next);
    if (status === 200) latest = next;
    else deepStrictEqual([status, headers.get('retry-after'), body.code], [503, '2', 'unavailable']);
    return status === 503;
  });
  strictEqual((await read()).status, 200);
  await limit('1000000');
  strictEqual((await write(latest, LONG_DESCRIPTION)).status, 200);
});

test('without execve, as on Windows, SIGTERM to the start script stops the server that it runs', async (t) => {
  const withoutExecve = 'data:text/javascript,delete process.execve';
  const command = [process.execPath, '--import', withoutExecve, 'scripts/start.ts'];
  const { child, url } = await startProcess(t, { DATA_DIR: freshFolder(t) }, command);
  t.after(() => [child.stdout, child.stderr].map((pipe) => pipe?.destroy()));
  child.kill('SIGTERM');
  deepStrictEqual(await once(child, 'exit'), [0, null]);
  await rejects(fetch(`${url}/healthz`));
});

test('after SIGTERM to `npm start`, the server finishes running requests, closes idle connections and exits with 0 within 5 s', async (t) => {
  const server = await startProcess(t, { DATA_DIR: freshFolder(t) }, ['npm', 'start']);
  // A server that still runs after its shell would keep the pipes open.
  t.after(() => [server.child.stdout, server.child.stderr].map((pipe) => pipe?.destroy()));
  let log = '';
  server.child.stderr?.on('data', (bytes) => (log += bytes));
  const [idle, upload, probe] = await Promise.all([
    openConnection(t, server.url),
    openConnection(t, server.url),
    openConnection(t, server.url),
  ]);
  idle.socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
  await until('ready', () => idle.received().includes('"ready"'));
  const body = JSON.stringify({ email: 'a@example.org', password: 'wrong password' });
  upload.socket.write(
    `POST /app/api/sign-in HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await until('the server waits for the upload', () => upload.received().includes('100 Continue'));
  // Sends half a request; the response on another connection shows that the server has received it.
  probe.socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n');
  const path = '/app/api/sign-in';
  const signIns = Array.from({ length: 5 }, (_, n) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { origin: server.url, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `b${n}@example.org`, password: 'wrong password' }),
    }),
  );
  await fetch(`${server.url}/healthz`);
  const { ms, result } = await timed(async () => {
    const ended = server.stop();
    await until('the server logs that it is stopping', () => log.includes('"stopping"'));
    await until('the idle connection is closed', idle.closed);
    probe.socket.write('\r\n');
    await until('not ready', () => / 503 [^]*"unavailable"/.test(probe.received()));
    upload.socket.write(body);
    await until('the upload has a response', () => upload.received().includes('wrong-credentials'));
    deepStrictEqual(
      (await Promise.all(signIns)).map(({ status }) => status),
      signIns.map(() => 401),
    );
    return ended;
  });
  strictEqual(result.code, 0, result.stderr);
  ok(ms < allowedMs(5_000), `${ms} ms`);
  await rejects(fetch(`${server.url}/healthz`));
});

async function openConnection(scope: Scope, url: string) {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  scope.after(() => socket.destroy());
  let [received, closed] = ['', false];
  socket.on('data', (bytes) => (received += bytes));
  socket.on('close', () => (closed = true)).on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return { socket, received: () => received, closed: () => closed };
}
