import { deepStrictEqual, doesNotMatch, match, ok, strictEqual, throws } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { freshFolder } from '#test/store.ts';
import { describeSettings, readConfig } from './config.ts';

const DEFAULTS = {
  host: '127.0.0.1',
  port: 3000,
  location: { kind: 'sqlite', file: resolve('data/weekfare.db') },
  premium: 'granted',
  signUp: 'open',
  rateLimitPerMinute: 600,
  publicUrl: undefined,
  trustedProxies: [],
  securityContact: undefined,
  logLevel: 'info',
};

const ALL_WRONG = {
  HOST: '',
  PORT: '70000',
  DATABASE_URL: 'mysql://me:hunter22@db.example/weekfare',
  PREMIUM: 'nobody',
  SIGN_UP: 'none',
  RATE_LIMIT_PER_MINUTE: '-1',
  PUBLIC_URL: 'weekfare.example',
  TRUSTED_PROXIES: '10.0.0.0/8, proxy.example',
  SECURITY_CONTACT: 'someone@example.org',
  LOG_LEVEL: 'loud',
};
const WRONG_NAMES = [
  'PORT',
  'DATABASE_URL',
  'PREMIUM',
  'SIGN_UP',
  'RATE_LIMIT_PER_MINUTE',
  'PUBLIC_URL',
  'TRUSTED_PROXIES',
  'SECURITY_CONTACT',
  'LOG_LEVEL',
];

test('without settings it is SQLite in ./data on 127.0.0.1:3000', () => {
  deepStrictEqual(readConfig({}), DEFAULTS);
});

test('an empty setting is none', () => {
  const names = ['HOST', 'DATA_DIR', ...WRONG_NAMES];
  deepStrictEqual(readConfig(Object.fromEntries(names.map((name) => [name, '']))), DEFAULTS);
});

test('what others put into the environment is not minded', () => {
  deepStrictEqual(readConfig({ PATH: '/bin', port: '1', NODE_ENV: 'production' }), DEFAULTS);
});

const accepted: [NodeJS.ProcessEnv, Record<string, unknown>][] = [
  [
    { HOST: '::1', PORT: '0' },
    { host: '::1', port: 0 },
  ],
  [{ PORT: '65535' }, { port: 65_535 }],
  [
    { DATA_DIR: '/var/lib/weekfare' },
    { location: { kind: 'sqlite', file: '/var/lib/weekfare/weekfare.db' } },
  ],
  [{ DATABASE_URL: 'postgres://u:p@db/x' }, { location: { kind: 'postgres', url: 'postgres://u:p@db/x' } }],
  [{ DATABASE_URL: 'postgresql://db/x' }, { location: { kind: 'postgres', url: 'postgresql://db/x' } }],
  [{ PREMIUM: 'everyone' }, { premium: 'everyone' }],
  [{ SIGN_UP: 'open' }, { signUp: 'open' }],
  [{ SIGN_UP: 'invitation' }, { signUp: 'invitation' }],
  [{ SIGN_UP: 'closed' }, { signUp: 'closed' }],
  [{ RATE_LIMIT_PER_MINUTE: '0' }, { rateLimitPerMinute: 0 }],
  [{ PUBLIC_URL: 'https://weekfare.example/' }, { publicUrl: 'https://weekfare.example' }],
  [{ TRUSTED_PROXIES: '10.0.0.0/8, ::1 fd00::/8' }, { trustedProxies: ['10.0.0.0/8', '::1', 'fd00::/8'] }],
  [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
];
for (const [environment, settings] of accepted) {
  test(`${JSON.stringify(environment)} is understood`, () => {
    deepStrictEqual(readConfig(environment), { ...DEFAULTS, ...settings });
  });
}

const refused: [string, string[]][] = [
  ['PORT', ['65536', '-1', '3000.5', '3e3', '0x50', ' 3000', 'http', '99999999999', '３０００']],
  ['RATE_LIMIT_PER_MINUTE', ['-1', 'off', '1.5', '1000000001', 'Infinity', 'NaN']],
  ['DATABASE_URL', ['weekfare', 'mysql://db/x', 'http://db/x', '/var/run/postgresql']],
  ['PREMIUM', ['none', 'Granted', 'granted ', 'true']],
  ['SIGN_UP', ['invite', 'Closed', 'open ', 'false']],
  ['PUBLIC_URL', ['weekfare.example', 'ftp://weekfare.example', 'javascript:alert(1)']],
  [
    'TRUSTED_PROXIES',
    ['proxy', '10.0.0.0/33', '::1/129', '10.0.0/8', '10.0.0.1/', '10.0.0.1/8/8', '10.0.0.1/-1'],
  ],
  ['LOG_LEVEL', ['loud', 'INFO', '30']],
];
for (const [name, values] of refused) {
  test(`${name} is refused as ${values.join(' | ')}`, () => {
    for (const value of values) {
      throws(
        () => readConfig({ [name]: value }),
        new RegExp(`^Mistake: These settings are wrong:\n  ${name}: must|Invalid`),
        value,
      );
    }
  });
}

test('every wrong setting is named at once, with what it is', () => {
  throws(
    () => readConfig(ALL_WRONG),
    ({ message }: Error) => {
      const [first, ...lines] = message.split('\n');
      strictEqual(first, 'These settings are wrong:');
      deepStrictEqual(
        lines.map((line) => line.trim().split(':')[0]),
        WRONG_NAMES,
      );
      match(message, /PORT: must be a whole number from 0 to 65535 \(it is "70000"\)/);
      match(message, /LOG_LEVEL: .*\(it is "loud"\)/);
      return true;
    },
  );
});

test('a password in DATABASE_URL is never shown', () => {
  throws(
    () => readConfig(ALL_WRONG),
    ({ message, stack }: Error) => !`${message}${stack}`.includes('hunter22'),
  );
});

test('the program names every wrong setting on stderr, ends with 1 and makes nothing', (t) => {
  const folder = join(freshFolder(t), 'data');
  const main = new URL('main.ts', import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(process.execPath, [main], {
    encoding: 'utf8',
    timeout: 30_000,
    env: { PATH: process.env.PATH, ...ALL_WRONG, DATA_DIR: folder },
  });
  strictEqual(status, 1);
  strictEqual(stdout, '');
  for (const name of WRONG_NAMES) match(stderr, new RegExp(`^  ${name}: `, 'm'));
  doesNotMatch(stderr, /hunter22|^\s+at /m);
  ok(!existsSync(folder));
});

test('help names every setting with what it is when it is not set', () => {
  const lines = describeSettings().split('\n');
  deepStrictEqual(
    new Set(lines.map((line) => line.trim().split(' ')[0])),
    new Set(['HOST', 'DATA_DIR', ...WRONG_NAMES]),
  );
  match(lines.join('\n'), /PORT .*\[3000\]\n/);
  match(lines.join('\n'), /DATABASE_URL .*\[not set\]\n/);
});
