/** The limits on open connections: from the limit on open files, in total, and for each network. */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { connect, type Socket } from 'node:net';
import { describe, mock, test } from 'node:test';
import { pino } from 'pino';
import { startProcess } from '#test/support/process.ts';
import { freshFolder } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { ConnectionLimit, connectionsForProcess, LOOPBACK } from './connection-limit.ts';
import { listen } from './listener.ts';

type Line = { level: number; msg: string; count: number; limit: number; network?: string };

function collectLog() {
  const lines: Line[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
  return { lines, log };
}

/** Opens connections from this address until one is refused. */
function fill(limit: ConnectionLimit, address: string): number {
  let count = 0;
  while (count < 1_000 && limit.acquire(address)) count += 1;
  return count;
}

const limited = (unlimited: string[] = LOOPBACK) =>
  new ConnectionLimit({ max: 100, unlimited, log: undefined });

describe('the limit of one network', () => {
  test('is a quarter for an IPv4 address, in either notation', () => {
    const limit = limited();
    strictEqual(fill(limit, '192.0.2.1'), 25);
    strictEqual(fill(limit, '::ffff:192.0.2.1'), 0);
    strictEqual(fill(limit, '192.0.2.2'), 25);
  });

  test('is a quarter for a /64 and half for a /48 of IPv6', () => {
    const limit = limited();
    strictEqual(fill(limit, '2001:db8:1:1::1'), 25);
    strictEqual(fill(limit, '2001:DB8:1:1:ffff::2'), 0);
    strictEqual(fill(limit, '2001:db8:1:2::1'), 25);
    strictEqual(fill(limit, '2001:db8:1:3::1'), 0);
    strictEqual(fill(limit, '2001:db8:2:1::1'), 25);
  });

  test('is the total limit for this machine and for trusted proxies', () => {
    const limit = limited([...LOOPBACK, '10.0.0.0/8', '2001:db8::5']);
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.1.2.3', '2001:db8::5']) {
      strictEqual(fill(limit, address), 1_000, address);
    }
    strictEqual(fill(limit, '11.1.2.3'), 25);
    strictEqual(fill(limit, '2001:db8::6'), 25);
  });

  test('has room again when its connections are closed', () => {
    const limit = limited();
    for (const address of ['192.0.2.1', '2001:db8::1']) {
      strictEqual(fill(limit, address), 25);
      limit.release(address);
      strictEqual(fill(limit, address), 1);
      for (let at = 0; at < 25; at += 1) limit.release(address);
      strictEqual(fill(limit, address), 25);
    }
    strictEqual(limit.open, 50);
    // A client that had closed its connection before it was counted.
    ok(limit.acquire(undefined));
    limit.release(undefined);
    strictEqual(limit.open, 50);
  });
});

test('leaves a reserve of open files for the database and the planner', () => {
  const reserve = 64 + 5 * availableParallelism();
  deepStrictEqual(
    [Number.POSITIVE_INFINITY, 1_000_000, 1_000 + reserve, 17 + reserve, 80, 0].map((limit) =>
      connectionsForProcess(limit),
    ),
    [10_000, 10_000, 1_000, 17, 80 - reserve > 16 ? 80 - reserve : 16, 16],
  );
  ok(connectionsForProcess() > 16, 'the limit of this process is known');
});

test('logs the first refusal at once, and later ones once a minute with their count', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { lines, log } = collectLog();
    const limit = new ConnectionLimit({ max: 4, unlimited: [], log });
    const counts = () => lines.map(({ count }) => count);
    for (let time = 0; time < 11; time += 1) limit.acquire('192.0.2.1');
    deepStrictEqual(counts(), [1]);
    mock.timers.tick(59_999);
    limit.acquire('192.0.2.1');
    deepStrictEqual(counts(), [1]);
    mock.timers.tick(1);
    deepStrictEqual(counts(), [1, 10]);
    mock.timers.tick(60_000);
    deepStrictEqual(counts(), [1, 10], 'no line without refusals');
    limit.acquire('192.0.2.1');
    deepStrictEqual(counts(), [1, 10, 1]);
    strictEqual(limit.refused, 12);
    const [first] = lines as [Line];
    deepStrictEqual([first.level, first.network, first.limit], [50, '192.0.2.1', 4]);
  } finally {
    mock.timers.reset();
  }
});

type Client = { socket: Socket; received: string; isClosed: boolean };

function open(port: number): Client {
  const socket = connect({ port, host: '127.0.0.1' });
  const client = { socket, received: '', isClosed: false };
  socket.on('data', (data) => (client.received += data.toString('latin1')));
  socket.on('error', () => {});
  socket.on('close', () => (client.isClosed = true));
  return client;
}

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
const isServed = ({ received }: Client) => received.includes('"alive"');

/** Whether this client gets a response now. */
async function serves(client: Client, request = HEALTH): Promise<boolean> {
  client.received = '';
  client.socket.write(request);
  await until('a response or an end', () => client.received !== '' || client.isClosed);
  return isServed(client);
}

const limits = [
  { name: 'in total', unlimited: LOOPBACK, allowed: 8, message: /the limit on open connections is reached/ },
  { name: 'for one network', unlimited: [], allowed: 2, message: /one network has reached its limit/ },
];
for (const { name, unlimited, allowed, message } of limits) {
  test(`closes connections over the limit ${name} and serves the others`, async (t) => {
    const { lines, log } = collectLog();
    const listener = await listen('127.0.0.1', 0, { connections: { max: 8, unlimited, log } });
    const clients: Client[] = [];
    t.after(async () => {
      for (const { socket } of clients) socket.destroy();
      await listener.close({ noticeMs: 0, maxMs: 100 });
    });
    for (let at = 0; at < allowed; at += 1) {
      const client = open(listener.port);
      clients.push(client);
      ok(await serves(client), `connection ${at}`);
    }
    const over = Array.from({ length: 20 }, () => open(listener.port));
    await until('all others are closed', () => over.every(({ isClosed }) => isClosed));
    ok(over.every(({ received }) => received === ''));
    for (const client of clients) ok(await serves(client), 'those that are open are served');
    deepStrictEqual([listener.limit.open, listener.limit.refused], [allowed, 20]);
    deepStrictEqual([lines.length, lines[0]?.level], [1, 50]);
    match(lines[0]?.msg ?? '', message);
    clients.shift()?.socket.destroy();
    await until('there is room', () => listener.limit.open === allowed - 1);
    const next = open(listener.port);
    clients.push(next);
    ok(await serves(next), 'the next one is served');
  });
}

const current = async (url: string, key: string) =>
  (await fetch(`${url}/api/meal-plans/v1/current`, { headers: { 'x-api-key': key } })).status;

/** Starts the server with a limit on file descriptors. */
const commandWith = (files: number) => [
  'bash',
  '-c',
  `ulimit -n ${files}; exec "$0" --import ./scripts/preload.mjs src/main.ts`,
  process.execPath,
];

describe('a server with few file descriptors', { concurrency: 2 }, () => {
  test('leaves enough for the database, refuses other connections and logs it', async (t) => {
    const server = await startProcess(t, { DATA_DIR: freshFolder(t), PREMIUM: 'everyone' }, commandWith(80));
    const key = /X-API-Key: (\w+)/.exec(server.welcome)?.[1] ?? '';
    const port = Number(new URL(server.url).port);
    const first = open(port);
    ok(await serves(first));
    const crowd = Array.from({ length: 200 }, () => open(port));
    t.after(() => crowd.forEach(({ socket }) => socket.destroy()));
    await until('most are refused', () => crowd.filter(({ isClosed }) => isClosed).length >= 180);
    // The public API reads the database; a page and a sign-in need files and threads.
    const request = `GET /api/meal-plans/v1/next HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`;
    await serves(first, request);
    match(first.received, /^HTTP\/1\.1 200 /);
    for (const { socket } of crowd) socket.destroy();
    await until('there is room again', async () => (await current(server.url, key).catch(() => 0)) === 200);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    ok(Number(/^weekfare_connections_refused_total (\d+)$/m.exec(metrics)?.[1]) >= 180, metrics);
    match(metrics, /^weekfare_connections_limit 16$/m);
    first.socket.destroy();
    const { code, stderr } = await server.stop();
    strictEqual(code, 0);
    strictEqual(
      stderr.match(/"level":50.*"limit":16,"msg":"connections refused: the limit/g)?.length,
      1,
      stderr,
    );
    doesNotMatch(stderr, /EMFILE/);
  });

  test('logs when none are left, and recovers when some are', async (t) => {
    const server = await startProcess(t, { DATA_DIR: freshFolder(t), PREMIUM: 'everyone' }, commandWith(38));
    const port = Number(new URL(server.url).port);
    let stderr = '';
    server.child.stderr?.on('data', (bytes) => (stderr += bytes));
    const crowd = Array.from({ length: 60 }, () => open(port));
    await until('it is logged', () => /"level":50.*"code":"EMFILE".*no file descriptors left/.test(stderr));
    for (const { socket } of crowd) socket.destroy();
    await until('it serves again', async () => {
      const response = await fetch(`${server.url}/readyz`).catch(() => undefined);
      return response?.status === 200;
    });
    strictEqual((await server.stop()).code, 0);
  });
});
