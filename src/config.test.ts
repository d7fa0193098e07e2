import { deepStrictEqual, doesNotMatch, match, ok, strictEqual, throws } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { failToStart } from '#test/support/process.ts';
import { freshFolder } from '#test/support/store.ts';
import { describeSettings, readConfig } from './config.ts';

const DEFAULTS = {
  host: '127.0.0.1',
  port: 3000,
  metrics: undefined,
  location: { kind: 'sqlite', file: resolve('data/weekfare.db') },
  premium: 'granted',
  signUp: 'open',
  signIn: 'any',
  oidc: undefined,
  mail: undefined,
  rateLimitPerMinute: 600,
  appRateLimitPerMinute: 600,
  signUpsPerDay: 10,
  cacheBytes: 32_000_000,
  minFreeDiskBytes: 500_000_000,
  auditRetentionDays: 365,
  publicUrl: undefined,
  allowedHosts: [],
  trustedProxies: [],
  fetch: { isOn: true, privateHosts: [] },
  securityContact: undefined,
  logLevel: 'info',
};

const ALL_WRONG = {
  HOST: '',
  PORT: '70000',
  METRICS_PORT: '70001',
  DATABASE_URL: 'mysql://me:hunter22@db.example/weekfare',
  PREMIUM: 'nobody',
  SIGN_UP: 'none',
  SIGN_IN: 'none',
  OIDC_ISSUER: 'http://login.example.org',
  SMTP_URL: 'http://me:hunter22@mail.example.org',
  MAIL_FROM: 'Weekfare',
  RATE_LIMIT_PER_MINUTE: '-1',
  APP_RATE_LIMIT_PER_MINUTE: '-1',
  SIGN_UPS_PER_DAY: 'some',
  CACHE_MB: '0',
  MIN_FREE_DISK_MB: '5%',
  AUDIT_RETENTION_DAYS: '89',
  PUBLIC_URL: 'weekfare.example',
  ALLOWED_HOSTS: 'http://weekfare.example/',
  TRUSTED_PROXIES: '10.0.0.0/8, proxy.example',
  FETCH: 'yes',
  FETCH_PRIVATE_HOSTS: 'http://nas.local/',
  SECURITY_CONTACT: 'someone@example.org',
  LOG_LEVEL: 'loud',
};
const WRONG_NAMES = [
  'PORT',
  'METRICS_PORT',
  'DATABASE_URL',
  'PREMIUM',
  'SIGN_UP',
  'SIGN_IN',
  'OIDC_ISSUER',
  'SMTP_URL',
  'MAIL_FROM',
  'RATE_LIMIT_PER_MINUTE',
  'APP_RATE_LIMIT_PER_MINUTE',
  'SIGN_UPS_PER_DAY',
  'CACHE_MB',
  'MIN_FREE_DISK_MB',
  'AUDIT_RETENTION_DAYS',
  'PUBLIC_URL',
  'ALLOWED_HOSTS',
  'TRUSTED_PROXIES',
  'FETCH',
  'FETCH_PRIVATE_HOSTS',
  'SECURITY_CONTACT',
  'LOG_LEVEL',
];

/** Any text is right. */
const OIDC_NAMES = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'];

test('the default is SQLite in ./data on 127.0.0.1:3000', () => {
  deepStrictEqual(readConfig({}), DEFAULTS);
});

test('an empty value counts as not set', () => {
  const names = ['HOST', 'METRICS_HOST', 'DATA_DIR', ...WRONG_NAMES];
  deepStrictEqual(readConfig(Object.fromEntries(names.map((name) => [name, '']))), DEFAULTS);
});

test('ignores unknown environment variables', () => {
  deepStrictEqual(readConfig({ PATH: '/bin', port: '1', NODE_ENV: 'production' }), DEFAULTS);
});

const accepted: [NodeJS.ProcessEnv, Record<string, unknown>][] = [
  [{ SIGN_UPS_PER_DAY: '0' }, { signUpsPerDay: 0 }],
  [{ MIN_FREE_DISK_MB: '2000' }, { minFreeDiskBytes: 2_000_000_000 }],
  [{ AUDIT_RETENTION_DAYS: '0' }, { auditRetentionDays: 0 }],
  [{ AUDIT_RETENTION_DAYS: '90' }, { auditRetentionDays: 90 }],
  [
    { HOST: '::1', PORT: '0' },
    { host: '::1', port: 0 },
  ],
  [{ PORT: '65535' }, { port: 65_535 }],
  [{ METRICS_HOST: '::1' }, {}],
  [{ METRICS_PORT: '9464' }, { metrics: { host: '127.0.0.1', port: 9464 } }],
  [{ METRICS_HOST: '0.0.0.0', METRICS_PORT: '0' }, { metrics: { host: '0.0.0.0', port: 0 } }],
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
  [{ APP_RATE_LIMIT_PER_MINUTE: '0' }, { appRateLimitPerMinute: 0 }],
  [{ PUBLIC_URL: 'https://weekfare.example/' }, { publicUrl: 'https://weekfare.example' }],
  [{ PUBLIC_URL: 'HTTPS://Weekfare.Example:443' }, { publicUrl: 'https://weekfare.example' }],
  [{ PUBLIC_URL: 'HTTP://10.0.0.5:3000//' }, { publicUrl: 'http://10.0.0.5:3000' }],
  [
    {
      ALLOWED_HOSTS: 'RaspberryPi.local, nas:3000 203.0.113.5,2001:db8::0:1 [2001:DB8::2]:80 bücher.example.',
    },
    {
      allowedHosts: [
        'raspberrypi.local',
        'nas:3000',
        '203.0.113.5',
        '[2001:db8::1]',
        '[2001:db8::2]:80',
        'xn--bcher-kva.example',
      ],
    },
  ],
  [{ TRUSTED_PROXIES: '10.0.0.0/8, ::1 fd00::/8' }, { trustedProxies: ['10.0.0.0/8', '::1', 'fd00::/8'] }],
  [{ FETCH: 'off' }, { fetch: { isOn: false, privateHosts: [] } }],
  [
    { FETCH_PRIVATE_HOSTS: 'NAS.local., 192.168.1.0/24 fd00::/8,bücher.example' },
    {
      fetch: {
        isOn: true,
        privateHosts: ['nas.local', '192.168.1.0/24', 'fd00::/8', 'xn--bcher-kva.example'],
      },
    },
  ],
  [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
];
for (const [environment, settings] of accepted) {
  test(`reads ${JSON.stringify(environment)}`, () => {
    deepStrictEqual(readConfig(environment), { ...DEFAULTS, ...settings });
  });
}

const refused: [string, string[]][] = [
  ['FETCH', ['true', 'ON']],
  ['FETCH_PRIVATE_HOSTS', ['nas.local:80', '10.0.0.0/33', 'http://nas.local', '*.local']],
  ['PORT', ['65536', '-1', '3000.5', '3e3', '0x50', ' 3000', 'http', '99999999999', '３０００']],
  ['RATE_LIMIT_PER_MINUTE', ['-1', 'off', '1.5', '1000000001', 'Infinity', 'NaN']],
  ['SIGN_UPS_PER_DAY', ['-1', '1.5', 'none']],
  ['MIN_FREE_DISK_MB', ['-1', '5%', '1 GB']],
  ['AUDIT_RETENTION_DAYS', ['1', '89', '36501', '-1', '99.5', 'forever']],
  ['DATABASE_URL', ['weekfare', 'mysql://db/x', 'http://db/x', '/var/run/postgresql']],
  ['PREMIUM', ['none', 'Granted', 'granted ', 'true']],
  ['SIGN_UP', ['invite', 'Closed', 'open ', 'false']],
  ['APP_RATE_LIMIT_PER_MINUTE', ['-1', 'off', '1.5']],
  [
    'PUBLIC_URL',
    [
      'weekfare.example',
      'ftp://weekfare.example',
      'javascript:alert(1)',
      'https://me:hunter22@weekfare.example',
      'https://weekfare.example/?a=1',
      'https://weekfare.example/#a',
    ],
  ],
  [
    'ALLOWED_HOSTS',
    [
      'http://nas',
      'nas/',
      'me@nas',
      'nas:99999',
      'nas:',
      '*',
      '*.local',
      'a_b c:d',
      '[::1',
      '999.1.1.1',
      ':80',
    ],
  ],
  [
    'TRUSTED_PROXIES',
    ['proxy', '10.0.0.0/33', '::1/129', '10.0.0/8', '10.0.0.1/', '10.0.0.1/8/8', '10.0.0.1/-1'],
  ],
  ['LOG_LEVEL', ['loud', 'INFO', '30']],
];
test('refuses TRUSTED_PROXIES with every address, and names the reason', () => {
  for (const every of ['0.0.0.0/0', '::/0', '10.0.0.0/8, ::/00']) {
    throws(
      () => readConfig({ TRUSTED_PROXIES: every }),
      /must not be every address \(\/0\): each client could/,
    );
  }
});

for (const [name, values] of refused) {
  test(`refuses ${name} as ${values.join(' | ')}`, () => {
    for (const value of values) {
      throws(
        () => readConfig({ [name]: value }),
        new RegExp(`^UserError: These settings are wrong:\n  ${name}: must|Invalid`),
        value,
      );
    }
  });
}

test('reports all wrong settings at once, with their values', () => {
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

test('never shows a password in DATABASE_URL or PUBLIC_URL', () => {
  for (const environment of [ALL_WRONG, { PUBLIC_URL: 'https://me:hunter22@weekfare.example' }]) {
    throws(
      () => readConfig(environment),
      ({ message, stack }: Error) => !`${message}${stack}`.includes('hunter22'),
    );
  }
});

test('the program reports wrong settings on stderr, exits with 1 and creates nothing', async (t) => {
  const folder = join(freshFolder(t), 'data');
  const { code, stdout, stderr } = await failToStart({ ...ALL_WRONG, DATA_DIR: folder });
  strictEqual(code, 1);
  strictEqual(stdout, '');
  for (const name of WRONG_NAMES) match(stderr, new RegExp(`^  ${name}: `, 'm'));
  doesNotMatch(stderr, /hunter22|^\s+at /m);
  ok(!existsSync(folder));
});

test('the help lists every setting with its default', () => {
  const lines = describeSettings().split('\n');
  deepStrictEqual(
    new Set(lines.map((line) => line.trim().split(' ')[0])),
    new Set(['HOST', 'METRICS_HOST', 'DATA_DIR', ...OIDC_NAMES, ...WRONG_NAMES]),
  );
  match(lines.join('\n'), /PORT .*\[3000\]\n/);
  match(lines.join('\n'), /DATABASE_URL .*\[not set\]\n/);
});

function wrong(settings: NodeJS.ProcessEnv, expected: RegExp): void {
  throws(() => readConfig(settings), { message: expected });
}

test('mail needs a server, a sender and the address of the service', () => {
  const [SMTP_URL, MAIL_FROM] = ['smtp://me:p%40ss@mail.example.org:2525', 'Our meals <Meals@Example.org>'];
  const PUBLIC_URL = 'https://meals.example.org';
  const from = { name: 'Our meals', address: 'meals@example.org' };
  deepStrictEqual(readConfig({ SMTP_URL, MAIL_FROM, PUBLIC_URL }).mail, { url: SMTP_URL, from });
  const plain = readConfig({ SMTP_URL: 'smtps://mail.example.org', MAIL_FROM: 'a@b.example', PUBLIC_URL });
  deepStrictEqual(plain.mail?.from, { name: 'Weekfare', address: 'a@b.example' });
  wrong({ SMTP_URL, PUBLIC_URL }, /\n {2}MAIL_FROM: must be set, because SMTP_URL is$/);
  wrong({ MAIL_FROM, PUBLIC_URL }, /\n {2}SMTP_URL: must be set, because MAIL_FROM is$/);
  wrong({ SMTP_URL, MAIL_FROM }, /\n {2}PUBLIC_URL: must be set, because mails have links to it$/);
  const servers = [
    'smtp://',
    'smtp://mail.example/x',
    'smtp://mail.example?pool=true',
    'smtp://a:%zz@mail.example',
  ];
  for (const url of servers) wrong({ SMTP_URL: url, MAIL_FROM, PUBLIC_URL }, /SMTP_URL: must/);
  for (const sender of [
    'a@b.example, c@d.example',
    'A <a@b.example',
    'A\r\nBcc: x <a@b.example>',
    'a@b.example\nx',
  ])
    wrong({ SMTP_URL, MAIL_FROM: sender, PUBLIC_URL }, /MAIL_FROM: must be an address/);
});

test('an identity provider needs an issuer and a client, and signing in only with it needs a provider', () => {
  const [OIDC_ISSUER, OIDC_CLIENT_ID] = ['https://login.example/realm', 'weekfare'];
  const { oidc, signIn } = readConfig({ OIDC_ISSUER, OIDC_CLIENT_ID, SIGN_IN: 'oidc' });
  const expected = {
    issuer: OIDC_ISSUER,
    clientId: 'weekfare',
    clientSecret: undefined,
    name: 'login.example',
  };
  deepStrictEqual([oidc, signIn], [expected, 'oidc']);
  throws(() => readConfig({ OIDC_ISSUER }), /OIDC_CLIENT_ID: must be set, because OIDC_ISSUER is$/);
  throws(() => readConfig({ OIDC_CLIENT_ID }), /OIDC_ISSUER: must be set, because OIDC_CLIENT_ID is$/);
  throws(() => readConfig({ SIGN_IN: 'oidc' }), /SIGN_IN: needs OIDC_ISSUER and OIDC_CLIENT_ID/);
});
