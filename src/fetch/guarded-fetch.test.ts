/**
 * Attacks on the guard, with real sockets: a private service listens on every address of this machine and counts
 * connections, an attacker's site (127.0.0.2, allowed like a public one) redirects and misbehaves, and an attacker's
 * name server changes its answers.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, createServer, type Server } from 'node:net';
import os from 'node:os';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { isRefusal, type Reason } from '#domain/refusal.ts';
import { startDnsServer } from '#test/support/servers/dns-server.ts';
import { FETCH_ATTACKS } from '#test/support/texts/fetch-attacks.ts';
import { decodePage } from '#import/page/charset.ts';
import type { FetchSettings } from './guard.ts';
import { fetchGuarded } from './guarded-fetch.ts';

const PAGE = '<!doctype html><title>Lentil soup</title>';
const cleanup: (() => unknown)[] = [];

/** Addresses of connections to the private service. */
const reached: string[] = [];
/** Sockets that this process has opened, whether they were connected or not. */
let opened = 0;
const countSocket = () => (opened += 1);
/** Headers of the last request to the attacker's site. */
let lastRequest: { headers: Record<string, unknown>; path: string };
let [privatePort, sitePort] = [0, 0];
let settings: FetchSettings;

async function listenAt(server: Server, host: string): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  cleanup.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

before(async () => {
  const hidden = createServer((socket) => {
    reached.push(socket.localAddress ?? '?');
    socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nsecret');
  });
  privatePort = await listenAt(hidden, '::');
  sitePort = await listenAt(createHttpServer({ keepAlive: false }, site), '127.0.0.2');
  const dnsServer = await startDnsServer({ after: (work) => cleanup.push(work) }, ZONE);
  settings = {
    isOn: true,
    privateHosts: ['127.0.0.2'],
    userAgent: 'Weekfare/0 (+test)',
    dnsServers: [dnsServer],
  };
  subscribe('net.client.socket', countSocket);
});

after(() => {
  unsubscribe('net.client.socket', countSocket);
  for (const end of cleanup) end();
});

const SITE = '127.0.0.2';
const ZONE: Parameters<typeof startDnsServer>[1] = {
  'site.example': (_query, type) => (type === 'A' ? [SITE] : []),
  'loopback.example': (_query, type) => (type === 'A' ? ['127.0.0.1'] : []),
  'loopback6.example': (_query, type) => (type === 'A' ? [] : ['::1']),
  'mapped.example': (_query, type) => (type === 'A' ? [] : ['::ffff:7f00:1']),
  'metadata.example': (_query, type) => (type === 'A' ? ['169.254.169.254'] : []),
  'one-of-two.example': (_query, type) => (type === 'A' ? [SITE, '127.0.0.1'] : []),
  'one-of-each.example': (_query, type) => (type === 'A' ? [SITE] : ['::1']),
  'rebinding.example': (query, type) => (type === 'A' ? [query === 0 ? SITE : '127.0.0.1'] : []),
  'swinging.example': (query, type) => (type === 'A' ? [query % 2 === 0 ? SITE : '127.0.0.1'] : []),
  'empty.example': () => [],
  'silent.example': () => undefined,
};

/** The attacker's site. `/to?ADDRESS` redirects there, and `/STATUS?ADDRESS` with that status. */
const site: RequestListener = (request, response) => {
  const url = new URL(request.url ?? '', 'http://site.example');
  lastRequest = { headers: request.headers, path: request.url ?? '' };
  const status = Number(/^\/(\d{3})$/.exec(url.pathname)?.[1] ?? (url.pathname === '/to' ? 302 : 0));
  if (status) {
    const location = decodeURIComponent(url.search.slice(1));
    response.writeHead(status, location ? { location } : { 'content-type': 'text/html' }).end();
    return;
  }
  const behaviour = PAGES[url.pathname];
  if (behaviour) behaviour(request, response);
  else response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
};

const html = { 'content-type': 'text/html' };
const PAGES: Record<string, RequestListener> = {
  '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/endless': (_request, response) => {
    response.writeHead(200, html);
    const write = () => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  },
  '/declared': (_request, response) =>
    response.writeHead(200, { ...html, 'content-length': 5_000_001 }).flushHeaders(),
  '/bomb': (_request, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20_000_000))),
  '/empty-blocks': (_request, response) => {
    // A gzip stream of stored blocks without content.
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' });
    response.write(gzipSync('').subarray(0, 10));
    const blocks = Buffer.alloc(50_000, Buffer.from([0, 0, 0, 0xff, 0xff]));
    const write = () => {
      while (!response.destroyed && response.write(blocks));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  },
  '/twice-coded': (_request, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync(PAGE))),
  '/false-gzip': (_request, response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end('not gzip'),
  '/silent': () => {},
  '/slow': (_request, response) => {
    response.writeHead(200, html);
    const timer = setInterval(() => response.write('a'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/slow-head': ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('x: y\r\n'), 20);
    socket.on('close', () => clearInterval(timer)).on('error', () => {});
  },
  '/early-hints': ({ socket }) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'), 10);
    socket.on('close', () => clearInterval(timer)).on('error', () => {});
  },
  '/large-head': ({ socket }) => {
    socket.on('error', () => {});
    socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${'x: y\r\n'.repeat(20_000)}\r\n${PAGE}`);
  },
  '/upgrade': ({ socket }) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\nhello'),
  '/no-http': ({ socket }) => socket.end('220 mail.example ESMTP\r\n'),
  '/two-lengths': ({ socket }) =>
    socket.end(
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc',
    ),
  '/cut': (_request, response) => {
    response.writeHead(200, { ...html, 'content-length': 100 }).write('half');
    setImmediate(() => response.destroy());
  },
  '/program': (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('x'),
  '/picture': (_request, response) =>
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>'),
  '/no-type': (_request, response) => response.writeHead(200).end(PAGE),
  '/cookie': (_request, response) =>
    response.writeHead(302, { location: '/page', 'set-cookie': 'a=b', 'www-authenticate': 'Basic' }).end(),
};

const withPorts = (address: string) =>
  address.replaceAll('PRIVATE', `${privatePort}`).replaceAll('SITE', `${sitePort}`);
/** Short only for the cases that end by it. */
const limitsFor = (refused: Reason) => ({ totalMs: refused === 'page-too-slow' ? 150 : 10_000 });

test(`${FETCH_ATTACKS.length} attacks are refused and reach no private socket`, async () => {
  ok(FETCH_ATTACKS.length >= 100);
  const wrong: string[] = [];
  for (const [address, refused, sockets] of FETCH_ATTACKS) {
    [opened, reached.length] = [0, 0];
    const limits = limitsFor(refused);
    const outcome = await fetchGuarded(withPorts(address), settings, { accept: 'text', limits });
    const got = isRefusal(outcome) ? outcome.refused : outcome.bytes.toString().slice(0, 40);
    if (got !== refused || opened !== sockets || reached.length > 0)
      wrong.push(`${address}: ${got}, ${opened} sockets, reached ${reached.join()}`);
  }
  deepStrictEqual(wrong, []);
});

test('connects to the address that was checked, although the name resolves to this machine now', async () => {
  const first = await fetchText(`http://rebinding.example:${sitePort}/`);
  strictEqual(first.text, PAGE);
  [opened, reached.length] = [0, 0];
  deepStrictEqual(
    await fetchGuarded(`http://rebinding.example:${privatePort}/`, settings, { accept: 'text' }),
    { refused: 'address-private' },
  );
  deepStrictEqual([opened, reached], [0, []]);
});

test('the private service can be reached where the operator allows it', async () => {
  for (const [host, allowed] of [
    ['127.0.0.1', '127.0.0.0/8'],
    ['[::1]', '::1'],
    ['localhost', 'localhost'],
    ['loopback.example', '127.0.0.1'],
  ] as const) {
    const outcome = await fetchGuarded(
      `http://${host}:${privatePort}/`,
      { ...settings, privateHosts: [allowed] },
      { accept: 'text' },
    );
    ok(!isRefusal(outcome), `${host} is refused`);
    strictEqual(outcome.bytes.toString(), 'secret');
  }
});

test('refuses public addresses of the networks that this machine is in', async (t) => {
  const address = { address: '2606:4700::7', cidr: '2606:4700::7/64', family: 'IPv6' as const, scopeid: 0 };
  const lan = { ...address, netmask: 'ffff:ffff:ffff:ffff::', mac: '02:00:00:00:00:01', internal: false };
  t.mock.method(os, 'networkInterfaces', () => ({ eth0: [lan] }));
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.reset();
    syncBuiltinESMExports();
  });
  opened = 0;
  const router = await fetchGuarded('http://[2606:4700::1]/', settings, { accept: 'text' });
  deepStrictEqual([router, opened], [{ refused: 'address-private' }, 0]);
});

test('fetches nothing when the operator has switched it off', async () => {
  opened = 0;
  const off = { ...settings, isOn: false };
  deepStrictEqual(await fetchGuarded(`http://127.0.0.2:${sitePort}/`, off, { accept: 'text' }), {
    refused: 'fetch-off',
  });
  strictEqual(opened, 0);
});

test('follows three redirects, and reports the last address without its fragment', async () => {
  const to = (address: string) => `http://site.example:${sitePort}/to?${encodeURIComponent(address)}`;
  const { address, text } = await fetchText(to(to(to(`http://site.example:${sitePort}/soup#steps`))));
  deepStrictEqual([address, text], [`http://site.example:${sitePort}/soup`, PAGE]);
  const tooMany = to(to(to(to(`http://site.example:${sitePort}/soup`))));
  deepStrictEqual(await fetchGuarded(tooMany, settings, { accept: 'text' }), { refused: 'page-unreachable' });
});

test('says who it is, and sends no cookies, credentials or referrer', async () => {
  await fetchText(`http://SITE.example.:${sitePort}/cookie`);
  const { connection: _c, ...headers } = lastRequest.headers;
  match(String(headers.accept), /^text\/html/);
  deepStrictEqual(
    { ...headers, accept: '' },
    {
      host: `site.example.:${sitePort}`,
      'user-agent': 'Weekfare/0 (+test)',
      accept: '',
      'accept-encoding': 'gzip, br',
    },
  );
});

test('stops when nobody waits any more', async () => {
  const leaving = new AbortController();
  const fetching = fetchGuarded(`http://site.example:${sitePort}/silent`, settings, {
    accept: 'text',
    signal: leaving.signal,
  });
  leaving.abort();
  deepStrictEqual(await fetching, { refused: 'page-unreachable' });
});

async function fetchText(address: string) {
  const outcome = await fetchGuarded(address, settings, { accept: 'text' });
  ok(!isRefusal(outcome), `${address} is refused: ${JSON.stringify(outcome)}`);
  return { address: outcome.address, text: decodePage(outcome.bytes, outcome.contentType) };
}
