/**
 * Malformed HTTP requests from a seeded random generator. Each one is everything that a client sends on one connection.
 */
import { oneOf, type Random } from '#domain/random.ts';

export type Malformed = { kind: string; bytes: Buffer };

const PATHS = [
  '/api/meal-plans/v1/current',
  '/api/meal-plans/v1/next',
  '/api/meal-plans/v1/current/',
  '/api/nothing',
  '/app/api/sign-in',
  '/app/api/me',
  '/app/api/plans/2026-11-09',
  '/app/api/plans/2026-02-30',
  '/app/api/keys/x',
  '/healthz',
  '/',
];
const ODD_PATHS = [
  '*',
  '',
  '//',
  '/..',
  '/../../etc/passwd',
  '/%',
  '/%zz',
  '/%00',
  '/%ff%fe',
  '/app/api/plans/%',
  '/?',
  '/#',
  'http://evil.example/api/meal-plans/v1/current',
  'evil.example:443',
  '/app/api/keys/%2e%2e%2f',
  '/api;a=b',
  '/api/meal-plans/v1/current?__proto__[x]=1',
  '/app/api/me?a=%',
  `/app/api/keys/${'x'.repeat(200)}`,
  '\\',
];
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
const ODD_METHODS = [
  'FOO',
  'get',
  'G',
  'GETGET',
  'BREW',
  'PRI',
  'CONNECT',
  'TRACE',
  'SOURCE',
  'PROPFIND',
  'GET,',
  'G\u00CAT',
  '',
  '\0',
  '<script>',
  'QUERY',
  'M-SEARCH',
  'X'.repeat(9_000),
];
const VERSIONS = [
  'HTTP/0.9',
  'HTTP/1.0',
  'HTTP/1.2',
  'HTTP/2.0',
  'HTTP/9.9',
  'HTTP/11',
  'HTTP/1.1.1',
  'HTTP/-1.1',
  'HTTP/1.',
  'HTTPS/1.1',
  'http/1.1',
  'HTTP',
  'HTTP/',
  'RTSP/1.0',
  'ICE/1.0',
  'HTTP/1.1 x',
  'HTTP/\u0661.1',
  'FTP/1.1',
];
const ODD_HEADERS = [
  'no colon',
  ': no name',
  'Name : x',
  ' folded',
  'A: 1\r\n\tfolded',
  'A: 1\rB: 2',
  'A: 1\nB: 2',
  'A\0: 1',
  'A: \0',
  'A: 1\r\r\n',
  'Host: y',
  'Host:',
  'Host: a b',
  'Expect: a miracle',
  'Expect: 100-continue',
  '\u00C4: 1',
  'Connection: upgrade\r\nUpgrade: websocket',
  'Connection: Host, X-API-Key',
  'Upgrade: h2c',
  '(x): 1',
  'X-API-Key: a\r\nX-API-Key: b',
  'Set-Cookie: a=b',
  '__proto__: 1',
  'constructor: 1',
  'Cookie: =;;=%; \u00FF',
  'If-None-Match: ,,,"',
  'Accept-Encoding: \u0001',
  'Range: bytes=9-1',
  'Origin: null',
  'Sec-Fetch-Site: evil',
];
const LENGTHS = [
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: 5, 6',
  'Content-Length: -1',
  'Content-Length: +5',
  'Content-Length: 1e3',
  'Content-Length: 0x10',
  'Content-Length:',
  'Content-Length: 99999999999999999999999',
  'Content-Length: 5\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Content-Length: 5 5',
  'Transfer-Encoding: gzip',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: \0',
];
const CHUNKS = [
  'zz\r\nabc\r\n',
  '-1\r\n\r\n',
  'ffffffffffffffff\r\na',
  '5\r\nabc\r\n0\r\n\r\n',
  '3\r\nabcdef',
  '3\nabc\n0\n\n',
  '3;x="\0"\r\nabc\r\n0\r\n\r\n',
  `3;${'x'.repeat(20_000)}\r\nabc\r\n`,
  '0\r\nBad trailer\r\n\r\n',
  '0\r\n\r',
  '\r\n',
  '3\r\n{"a\r\n',
  '2\r\n{}\r\n0\r\nContent-Length: 7\r\n\r\n',
  '1\r\n{\r\n0\r\n\r\nGARBAGE',
  '0x2\r\n{}\r\n0\r\n\r\n',
];
const BODIES = [
  '',
  '{',
  '[]',
  'null',
  '{"email":',
  '"',
  '{"email":"a@b","password":"\\ud800"}',
  '{"__proto__":{"a":1}}',
  '\0',
  '{"email":"\xFF\xFE","password":"\xC3("}',
  '['.repeat(30_000),
  '{"a":'.repeat(9_000),
  '1e999999',
  '\uFEFF{}',
];
const TYPES = [
  'application/json',
  'application/json; charset=\xFF',
  'text/plain',
  'json',
  '',
  'multipart/form-data',
  '/',
];

const KINDS: Record<string, (random: Random, key: string) => string> = {
  noise: (random) => noise(random, 1 + random(400)),
  'broken request line': (random) =>
    oneOf(random, [
      '',
      'GET',
      'GET /',
      'GET  / HTTP/1.1',
      ' GET / HTTP/1.1',
      'GET\t/\tHTTP/1.1',
      'GET / HTTP/1.1 x',
      ':',
      '\x16\x03\x01',
    ]) + oneOf(random, ['\r\n\r\n', '\n\n', '\r\n', '\r\r', '']),
  'odd method': (random) => request(oneOf(random, ODD_METHODS), oneOf(random, PATHS)),
  'odd version': (random) => `GET ${oneOf(random, PATHS)} ${oneOf(random, VERSIONS)}\r\nHost: x\r\n\r\n`,
  'odd path': (random) => request(oneOf(random, METHODS), oneOf(random, ODD_PATHS)),
  'long path': (random) =>
    request('GET', oneOf(random, PATHS) + oneOf(random, ['/', '?', '%20']) + 'x%2F'.repeat(random(3_000))),
  'odd header': (random, key) =>
    request(oneOf(random, METHODS), oneOf(random, PATHS), [
      oneOf(random, ODD_HEADERS),
      `X-API-Key: ${key}`,
      oneOf(random, ODD_HEADERS),
    ]),
  'huge header': (random) =>
    request('GET', oneOf(random, PATHS), [`X-API-Key: ${'x'.repeat(7_000 + random(30_000))}`]),
  'many headers': (random) => request('GET', oneOf(random, PATHS), Array<string>(random(3_000)).fill('A: b')),
  'odd key': (random) => {
    // Half of them have only bytes that Node's HTTP parser accepts.
    const key = random(2) === 0 ? noise(random, random(120)) : visible(noise(random, random(120)));
    return request(oneOf(random, METHODS), PATHS[random(3)] as string, [`X-API-Key:${key}`]);
  },
  NUL: (random, key) => replaceAt(request('GET', oneOf(random, PATHS), [`X-API-Key: ${key}`]), random, '\0'),
  'odd length': (random) =>
    request(
      'POST',
      oneOf(random, PATHS),
      ['Origin: http://x', 'Content-Type: application/json', oneOf(random, LENGTHS)],
      oneOf(random, BODIES),
    ),
  'bad chunks': (random) =>
    request(
      'POST',
      '/app/api/sign-in',
      ['Origin: http://x', 'Content-Type: application/json', 'Transfer-Encoding: chunked'],
      oneOf(random, CHUNKS),
    ),
  'odd body': (random) => {
    const body = random(4) === 0 ? noise(random, random(2_000)) : oneOf(random, BODIES);
    const headers = [
      'Origin: http://x',
      `Content-Type: ${oneOf(random, TYPES)}`,
      `Content-Length: ${body.length}`,
    ];
    return request(oneOf(random, METHODS), oneOf(random, PATHS), headers, body);
  },
  'half a request': (random, key) => {
    const body = '{"email":"a@example.org","password":"x"}';
    const headers = [`X-API-Key: ${key}`, 'Content-Type: application/json', `Content-Length: ${body.length}`];
    const whole = request('POST', oneOf(random, PATHS), headers, body);
    return whole.slice(0, random(whole.length));
  },
  'garbage behind a request': (random) =>
    request('GET', oneOf(random, PATHS)) +
    request(oneOf(random, METHODS), oneOf(random, PATHS)) +
    noise(random, 1 + random(200)),
  'flipped bytes': (random, key) => {
    let text = request(
      oneOf(random, ['GET', 'POST']),
      oneOf(random, PATHS),
      [`X-API-Key: ${key}`, 'Content-Length: 2'],
      '{}',
    );
    for (let flips = 1 + random(4); flips > 0; flips -= 1) text = replaceAt(text, random, noise(random, 1));
    return text;
  },
};

export function malformed(random: Random, key: string): Malformed {
  const kind = oneOf(random, Object.keys(KINDS));
  const text = (KINDS[kind] as (typeof KINDS)[string])(random, key);
  // Latin-1, so that every character up to 0xFF becomes one byte. Most are not valid UTF-8.
  return { kind, bytes: Buffer.from(text, random(20) === 0 ? 'utf8' : 'latin1') };
}

function request(method: string, path: string, headers: string[] = [], body = ''): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: x', ...headers, '', body].join('\r\n');
}

function noise(random: Random, length: number): string {
  return Array.from({ length }, () => String.fromCharCode(random(256))).join('');
}

function visible(text: string): string {
  return text.replaceAll(/[^ -~\u0080-\u00FF]/g, '%');
}

function replaceAt(text: string, random: Random, replacement: string): string {
  const at = random(text.length);
  return text.slice(0, at) + replacement + text.slice(at + 1);
}
