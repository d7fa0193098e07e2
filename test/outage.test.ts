/** The database goes away, the disk fills up, the process is told to stop: what callers see, and that it passes. */
import { deepStrictEqual, match, ok, rejects, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { sql } from 'kysely';
import { addApiKey } from '#actions/api-keys.ts';
import { OPERATOR } from '#storage/transaction.ts';
import { openStore, SERVER_TIMEOUT_MS } from '#storage/store.ts';
import { accepted } from './support/accepted.ts';
import { makeWorld, PASSWORD, send, WEEK } from './support/app-cases.ts';
import { startProcess } from './support/process.ts';
import { type Service, startService } from './support/service.ts';
import { startDatabaseProxy } from './support/tcp-proxy.ts';
import { freshFolder, freshStore, type Scope } from './support/store.ts';
import { until } from './support/until.ts';

const CURRENT = '/api/meal-plans/v1/current';
const RICE = 'Rice, '.repeat(80).trim();

/** A service with one family, and a key of it that has been used. */
async function warm(service: Service) {
  const world = await makeWorld(service);
  const context = { store: service.store, actor: OPERATOR, nowMs: service.clock.nowMs };
  const { key } = accepted(await addApiKey(context, world.family, { name: 'tablet', expiresAt: null }));
  const read = () => send(service, { method: 'GET', path: CURRENT, headers: { 'x-api-key': key } });
  strictEqual((await read()).status, 200);
  const call = { method: 'POST', path: '/app/api/changes', token: world.owner.token };
  /** Replaces the meal of Friday's dinner, null for none. */
  const write = (before: string | null, after: string) => {
    const seen = before === null ? null : { description: before };
    const edit = { week: WEEK, day: 'Friday', slot: 'dinner', before: seen, after: { description: after } };
    return send(service, { ...call, body: { id: randomUUID(), edits: [edit] } });
  };
  return { ...world, key, read, write };
}

/** A service whose PostgreSQL is behind a proxy. */
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

test('PostgreSQL goes away: 503 in time and never 401 or 402; when it comes back all goes on', async (t) => {
  const { service, proxy } = await serviceBehindProxy(t);
  const { read, write, owner } = await warm(service);
  proxy.setFault('silent');
  await until('memory is not trusted any more', async () => {
    const { ms, result } = await timed(read);
    ok(result.status === 200 || result.status === 503, String(result.status));
    ok(ms < 2_000, `${ms} ms`);
    return result.status === 503;
  });
  const signIn = {
    method: 'POST',
    path: '/app/api/sign-in',
    body: { email: owner.email, password: PASSWORD },
  };
  for (const call of [read, () => send(service, signIn), () => write(null, RICE)]) {
    const { ms, result } = await timed(call);
    ok(ms < 2_000, `${ms} ms`);
    deepStrictEqual([result.status, result.body.code], [503, 'unavailable']);
    match(result.headers.get('retry-after') ?? '', /^\d+$/);
    match(result.headers.get('content-type') ?? '', /^application\/problem\+json/);
  }
  strictEqual((await send(service, { method: 'GET', path: '/healthz' })).status, 200);
  match(service.log(), /"level":40.*"msg":"outage"/);
  proxy.setFault('none');
  await until('reads go on', async () => (await read()).status === 200);
  await until('writes go on', async () => (await write(null, RICE)).status !== 503);
  const { status, body } = await read();
  deepStrictEqual([status, Object.keys(body.data.meals)], [200, ['Monday', 'Tuesday', 'Friday']]);
});

test('PostgreSQL away: three thousand requests at once are all answered in time', async (t) => {
  const { service, proxy } = await serviceBehindProxy(t);
  const { read, key } = await warm(service);
  proxy.setFault('silent');
  await until('memory is not trusted any more', async () => (await read()).status === 503);
  // Many on each connection: opening three thousand would measure the test, not the service.
  const request = `GET ${CURRENT} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`;
  const lines = await Promise.all(Array.from({ length: 100 }, () => open(t, service.url)));
  const answered = () => lines.flatMap(({ heard }) => heard().match(/HTTP\/1\.1 \d+/g) ?? []);
  const { ms } = await timed(async () => {
    for (const { socket } of lines) socket.write(request.repeat(30));
    await until('all are answered', () => answered().length === 3_000, 30_000);
  });
  deepStrictEqual(new Set(answered()), new Set(['HTTP/1.1 503']));
  // Two seconds if the machine had nothing else to do; minutes if each waited for the ones before it.
  ok(ms < 20_000, `the last came after ${ms} ms`);
  proxy.setFault('none');
  await until('reads go on', async () => (await read()).status === 200);
});

test('a full disk: changes are 503 with Retry-After, the API goes on reading, and it passes', async (t) => {
  const service = await startService(t, { config: { premium: 'everyone' } });
  const { db } = service.store;
  const { read, write } = await warm(service);
  const limit = (pages: string) =>
    db.transaction().execute((tx) => sql`pragma max_page_count = ${sql.raw(pages)}`.execute(tx));
  await limit('1');
  let latest: string | null = null;
  let writes = 0;
  await until('the disk is full', async () => {
    const next = `${(writes += 1)} ${RICE}`;
    const { status, body, headers } = await write(latest, next);
    if (status === 200) latest = next;
    else deepStrictEqual([status, headers.get('retry-after'), body.code], [503, '2', 'unavailable']);
    return status === 503;
  });
  strictEqual((await read()).status, 200);
  await limit('1000000');
  strictEqual((await write(latest, RICE)).status, 200);
});

test('SIGTERM for `npm start` is for the server: no shell in between that ends alone', async (t) => {
  const { child, url } = await startProcess(t, { DATA_DIR: freshFolder(t) }, ['npm', 'start']);
  // A server that was left behind would hold them open.
  t.after(() => [child.stdout, child.stderr].map((pipe) => pipe?.destroy()));
  child.kill('SIGTERM');
  deepStrictEqual(await once(child, 'exit'), [0, null]);
  await rejects(fetch(`${url}/healthz`));
});

test('without execve, as on Windows, SIGTERM for the start script stops the server that it runs', async (t) => {
  const withoutExecve = 'data:text/javascript,delete process.execve';
  const command = [process.execPath, '--import', withoutExecve, 'scripts/start.ts'];
  const { child, url } = await startProcess(t, { DATA_DIR: freshFolder(t) }, command);
  t.after(() => [child.stdout, child.stderr].map((pipe) => pipe?.destroy()));
  child.kill('SIGTERM');
  deepStrictEqual(await once(child, 'exit'), [0, null]);
  await rejects(fetch(`${url}/healthz`));
});

test('SIGTERM: what is under way is answered, idle connections are closed, exit 0 soon', async (t) => {
  const server = await startProcess(t, { DATA_DIR: freshFolder(t) });
  let log = '';
  server.child.stderr?.on('data', (bytes) => (log += bytes));
  const [idle, upload, probe] = await Promise.all([
    open(t, server.url),
    open(t, server.url),
    open(t, server.url),
  ]);
  idle.socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
  await until('ready', () => idle.heard().includes('"ready"'));
  const body = JSON.stringify({ email: 'a@example.org', password: 'wrong password' });
  upload.socket.write(
    `POST /app/api/sign-in HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await until('the upload is under way', () => upload.heard().includes('100 Continue'));
  // Half a request; an answer on another connection shows that it has arrived.
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
    await until('it is stopping', () => log.includes('"stopping"'));
    await until('the idle connection is closed', idle.closed);
    probe.socket.write('\r\n');
    await until('not ready', () => / 503 [^]*"unavailable"/.test(probe.heard()));
    upload.socket.write(body);
    await until('the upload is answered', () => upload.heard().includes('wrong-credentials'));
    deepStrictEqual(
      (await Promise.all(signIns)).map(({ status }) => status),
      signIns.map(() => 401),
    );
    return ended;
  });
  strictEqual(result.code, 0, result.stderr);
  ok(ms < 5_000, `${ms} ms`);
});

async function open(scope: Scope, url: string) {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  scope.after(() => socket.destroy());
  let [heard, closed] = ['', false];
  socket.on('data', (bytes) => (heard += bytes));
  socket.on('close', () => (closed = true)).on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return { socket, heard: () => heard, closed: () => closed };
}
