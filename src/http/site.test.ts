/** The files of the web app as the server sends them: bytes, headers, and paths that are not the app's. */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual, throws } from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startService } from '#test/support/service.ts';
import { freshFolder } from '#test/support/store.ts';
import { readSite } from './site.ts';

const service = await startService({ after, before });
const PAGES = [
  '/',
  '/week/2026-11-09',
  '/sign-in',
  '/sign-up',
  '/join',
  '/profile',
  '/display',
  '/shared-list',
];

type Received = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** Not `fetch`, which decompresses automatically. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
  return new Promise((resolve, reject) => {
    const call = request(service.url + path, { method, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces),
        }),
      );
    });
    call.on('error', reject);
    call.end();
  });
}

async function scriptPath(): Promise<string> {
  const [, path = ''] = / src="(\/assets\/[^"]+\.js)"/.exec((await get('/')).body.toString()) ?? [];
  ok(path);
  return path;
}

for (const path of PAGES) {
  test(`${path} is the page, revalidated each time, with the strict policy`, async () => {
    const { status, headers, body } = await get(path);
    strictEqual(status, 200);
    strictEqual(headers['content-type'], 'text/html; charset=utf-8');
    strictEqual(headers['cache-control'], 'no-cache');
    strictEqual(
      headers['content-security-policy'],
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; " +
        "frame-ancestors 'none'",
    );
    strictEqual(headers['referrer-policy'], 'no-referrer');
    strictEqual(headers['x-content-type-options'], 'nosniff');
    strictEqual(headers['cross-origin-opener-policy'], 'same-origin');
    match(String(headers['permissions-policy']), /camera=\(\)/);
    const isByLink = ['/join', '/display', '/shared-list'].includes(path);
    strictEqual(headers['x-robots-tag'], isByLink ? 'noindex, nofollow' : undefined);
    match(body.toString(), /<div id="app">/);
    doesNotMatch(body.toString(), /<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)|javascript:/i);
  });
}

test('the Link header names the first request, and the scripts and styles of the page', async () => {
  const cookie = 'weekfare-session=x';
  const me = '</app/api/session>; rel=preload; as=fetch; crossorigin';
  const list = await linksOf('/list/2026-11-09', { cookie });
  strictEqual(list[0], me);
  const [style, script] = [
    'css>; rel=preload; as=style; crossorigin',
    'js>; rel=preload; as=script; crossorigin',
  ];
  for (const [name, end] of [
    ['boot', style],
    ['boot', script],
    ['react', script],
    ['app', script],
    ['list-page', script],
  ] as const) {
    ok(
      list.some((link) => link.startsWith(`</assets/${name}-`) && link.endsWith(end)),
      name + end,
    );
  }
  for (const link of list.slice(1)) {
    const [, path = ''] = /^<([^>]+)>/.exec(link) ?? [];
    strictEqual((await get(path)).status, 200, path);
  }
  deepStrictEqual(await linksOf('/list'), list.slice(1));
  const [home, visitor] = [await linksOf('/', { cookie }), await linksOf('/')];
  deepStrictEqual([home[0], visitor[0]], [me, me]);
  deepStrictEqual([home.some(isWelcome), visitor.some(isWelcome)], [false, true]);
  ok(!(await linksOf('/sign-in', { cookie })).includes(me));
});

async function linksOf(path: string, headers = {}): Promise<string[]> {
  return String((await get(path, headers)).headers.link).split(', ');
}

test('a file with a hash in its name may be cached for ever', async () => {
  const { status, headers } = await get(await scriptPath());
  strictEqual(status, 200);
  strictEqual(headers['content-type'], 'text/javascript; charset=utf-8');
  strictEqual(headers['cache-control'], 'public, max-age=31536000, immutable');
});

test('the service worker, the manifest and the icons have fixed names and are revalidated', async () => {
  const types = {
    '/service-worker.js': 'text/javascript; charset=utf-8',
    '/manifest.webmanifest': 'application/manifest+json; charset=utf-8',
    '/icon.svg': 'image/svg+xml; charset=utf-8',
    '/icon-192.png': 'image/png',
    '/icon-512.png': 'image/png',
    '/icon-maskable-512.png': 'image/png',
  };
  for (const [path, type] of Object.entries(types)) {
    const { status, headers } = await get(path);
    deepStrictEqual(
      [status, headers['content-type'], headers['cache-control']],
      [200, type, 'no-cache'],
      path,
    );
  }
});

test('sends brotli before gzip before plain bytes, all with the same content', async () => {
  const path = await scriptPath();
  const plain = await get(path);
  const best = await get(path, { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
  const next = await get(path, { 'Accept-Encoding': 'br;q=0, gzip' });
  deepStrictEqual(
    [plain, best, next].map(({ headers }) => headers['content-encoding']),
    [undefined, 'br', 'gzip'],
  );
  ok(brotliDecompressSync(best.body).equals(plain.body));
  ok(gunzipSync(next.body).equals(plain.body));
  ok(best.body.length < next.body.length && next.body.length < plain.body.length);
  strictEqual(best.headers.vary, 'Accept-Encoding');
  strictEqual(new Set([plain, best, next].map(({ headers }) => headers.etag)).size, 3);
});

test('returns 304 for the ETag of the same encoding', async () => {
  const { headers } = await get('/', { 'Accept-Encoding': 'br' });
  const again = await get('/', {
    'Accept-Encoding': 'br',
    'If-None-Match': `"other", W/${String(headers.etag)}`,
  });
  deepStrictEqual([again.status, again.body.length, again.headers.etag], [304, 0, headers.etag]);
  strictEqual(again.headers['content-encoding'], undefined);
  const otherEncoding = await get('/', { 'If-None-Match': String(headers.etag) });
  strictEqual(otherEncoding.status, 200);
});

test('HEAD returns the headers of GET without the body', async () => {
  for (const path of ['/', '/icon-192.png']) {
    const [head, full] = [await get(path, {}, 'HEAD'), await get(path)];
    deepStrictEqual([head.status, head.body.length], [200, 0]);
    deepStrictEqual(
      [head.headers['content-length'], head.headers.etag],
      [String(full.body.length), full.headers.etag],
    );
  }
});

test('returns 405 for a POST to a page', async () => {
  const { status, headers } = await get('/sign-in', {}, 'POST');
  deepStrictEqual([status, headers.allow], [405, 'GET, HEAD']);
});

test('returns the page with 404 and the same policy for an unknown path', async () => {
  const { status, headers, body } = await get('/no/such/page', { Accept: 'text/html,*/*;q=0.8' });
  strictEqual(status, 404);
  match(body.toString(), /<div id="app">/);
  match(String(headers['content-security-policy']), /^default-src 'none'/);
  const again = await get('/no', { Accept: 'text/html', 'If-None-Match': String(headers.etag) });
  strictEqual(again.status, 404);
});

for (const [path, accept] of [
  ['/no/such/page', '*/*'],
  ['/api/nothing', 'text/html'],
  ['/app/api/nothing', 'text/html'],
  ['/assets/../../package.json', '*/*'],
  ['/assets/no-such-file.js', '*/*'],
  ['/.built-from', '*/*'],
  ['/index.html.br', '*/*'],
  ['/index.html', '*/*'],
  ['/docs/page.html', '*/*'],
] as const) {
  test(`returns a problem for ${path} with Accept: ${accept}`, async () => {
    const { status, headers } = await get(path, { Accept: accept });
    deepStrictEqual([status, headers['content-type']], [404, 'application/problem+json; charset=utf-8']);
  });
}

test('names the command to run when the app is not built', (t) => {
  throws(() => readSite(freshFolder(t)), { name: 'UserError', message: /not built yet: run npm run build/ });
});

/** The shortest processor time of several responses without an encoding. */
async function timeOf(accepted: string): Promise<number> {
  let fastest = Infinity;
  for (let run = 0; run < 8; run += 1) {
    const start = process.cpuUsage();
    strictEqual((await get('/', { 'Accept-Encoding': accepted })).headers['content-encoding'], undefined);
    const { user, system } = process.cpuUsage(start);
    fastest = Math.min(fastest, (user + system) / 1_000);
  }
  return fastest;
}

test('a header of spaces takes no longer than another of the same length', async () => {
  const spaces = `a${' '.repeat(7_900)}b`;
  const letters = await timeOf('a'.repeat(spaces.length));
  // The quadratic split took 120 ms.
  ok((await timeOf(spaces)) < letters + 30);
});

for (const [accepted, encoding] of [
  ['br', 'br'],
  ['gzip ; q=0.5', 'gzip'],
  ['BR;q=1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0,gzip;q=0', undefined],
  ['gzip;x=1;q=0', undefined],
  ['identity', undefined],
  [';q=1', undefined],
] as const) {
  test(`"Accept-Encoding: ${accepted}" gets ${encoding}`, async () => {
    strictEqual((await get('/', { 'Accept-Encoding': accepted })).headers['content-encoding'], encoding);
  });
}

function isWelcome(link: string): boolean {
  return link.startsWith('</assets/welcome-');
}
