/**
 * Requests that are wrong in every way we could think of, made by chance from a seed. Each is the
 * whole of what is sent on one connection.
 */
import { type Chance, oneOf } from './chance.ts';

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

const KINDS: Record<string, (chance: Chance, key: string) => string> = {
  noise: (chance) => noise(chance, 1 + chance(400)),
  'broken request line': (chance) =>
    oneOf(chance, [
      '',
      'GET',
      'GET /',
      'GET  / HTTP/1.1',
      ' GET / HTTP/1.1',
      'GET\t/\tHTTP/1.1',
      'GET / HTTP/1.1 x',
      ':',
      '\x16\x03\x01',
    ]) + oneOf(chance, ['\r\n\r\n', '\n\n', '\r\n', '\r\r', '']),
  'odd method': (chance) => request(oneOf(chance, ODD_METHODS), oneOf(chance, PATHS)),
  'odd version': (chance) => `GET ${oneOf(chance, PATHS)} ${oneOf(chance, VERSIONS)}\r\nHost: x\r\n\r\n`,
  'odd path': (chance) => request(oneOf(chance, METHODS), oneOf(chance, ODD_PATHS)),
  'long path': (chance) =>
    request('GET', oneOf(chance, PATHS) + oneOf(chance, ['/', '?', '%20']) + 'x%2F'.repeat(chance(3_000))),
  'odd header': (chance, key) =>
    request(oneOf(chance, METHODS), oneOf(chance, PATHS), [
      oneOf(chance, ODD_HEADERS),
      `X-API-Key: ${key}`,
      oneOf(chance, ODD_HEADERS),
    ]),
  'huge header': (chance) =>
    request('GET', oneOf(chance, PATHS), [`X-API-Key: ${'x'.repeat(7_000 + chance(30_000))}`]),
  'many headers': (chance) => request('GET', oneOf(chance, PATHS), Array<string>(chance(3_000)).fill('A: b')),
  'odd key': (chance) => {
    // Half of them with bytes that the parser lets through to us.
    const key = chance(2) === 0 ? noise(chance, chance(120)) : visible(noise(chance, chance(120)));
    return request(oneOf(chance, METHODS), PATHS[chance(3)] as string, [`X-API-Key:${key}`]);
  },
  NUL: (chance, key) => replaceAt(request('GET', oneOf(chance, PATHS), [`X-API-Key: ${key}`]), chance, '\0'),
  'odd length': (chance) =>
    request(
      'POST',
      oneOf(chance, PATHS),
      ['Origin: http://x', 'Content-Type: application/json', oneOf(chance, LENGTHS)],
      oneOf(chance, BODIES),
    ),
  'bad chunks': (chance) =>
    request(
      'POST',
      '/app/api/sign-in',
      ['Origin: http://x', 'Content-Type: application/json', 'Transfer-Encoding: chunked'],
      oneOf(chance, CHUNKS),
    ),
  'odd body': (chance) => {
    const body = chance(4) === 0 ? noise(chance, chance(2_000)) : oneOf(chance, BODIES);
    const headers = [
      'Origin: http://x',
      `Content-Type: ${oneOf(chance, TYPES)}`,
      `Content-Length: ${body.length}`,
    ];
    return request(oneOf(chance, METHODS), oneOf(chance, PATHS), headers, body);
  },
  'half a request': (chance, key) => {
    const body = '{"email":"a@example.org","password":"x"}';
    const headers = [`X-API-Key: ${key}`, 'Content-Type: application/json', `Content-Length: ${body.length}`];
    const whole = request('POST', oneOf(chance, PATHS), headers, body);
    return whole.slice(0, chance(whole.length));
  },
  'garbage behind a request': (chance) =>
    request('GET', oneOf(chance, PATHS)) +
    request(oneOf(chance, METHODS), oneOf(chance, PATHS)) +
    noise(chance, 1 + chance(200)),
  'flipped bytes': (chance, key) => {
    let text = request(
      oneOf(chance, ['GET', 'POST']),
      oneOf(chance, PATHS),
      [`X-API-Key: ${key}`, 'Content-Length: 2'],
      '{}',
    );
    for (let flips = 1 + chance(4); flips > 0; flips -= 1) text = replaceAt(text, chance, noise(chance, 1));
    return text;
  },
};

export function malformed(chance: Chance, key: string): Malformed {
  const kind = oneOf(chance, Object.keys(KINDS));
  const text = (KINDS[kind] as (typeof KINDS)[string])(chance, key);
  // Latin-1, so that every character up to 0xFF is the byte it names: much of it is no UTF-8.
  return { kind, bytes: Buffer.from(text, chance(20) === 0 ? 'utf8' : 'latin1') };
}

function request(method: string, path: string, headers: string[] = [], body = ''): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: x', ...headers, '', body].join('\r\n');
}

function noise(chance: Chance, length: number): string {
  return Array.from({ length }, () => String.fromCharCode(chance(256))).join('');
}

function visible(text: string): string {
  return text.replaceAll(/[^ -~\u0080-\u00FF]/g, '%');
}

function replaceAt(text: string, chance: Chance, replacement: string): string {
  const at = chance(text.length);
  return text.slice(0, at) + replacement + text.slice(at + 1);
}
