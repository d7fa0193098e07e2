import { ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { email, familyName, password, timeZone } from './family.ts';

test('a family name has 1 to 100 characters', () => {
  for (const name of ['O', 'Okafor', 'Ọ̀ṣun', '🍲'.repeat(100)]) strictEqual(familyName.parse(name), name);
  for (const name of ['', '  ', 'x'.repeat(101), 'a\0b', null, 7]) ok(!familyName.safeParse(name).success);
});

const emails = [
  ['a@example.org', 'a@example.org'],
  [' A@Example.ORG ', 'a@example.org'],
  ['a+b@localhost', 'a+b@localhost'],
  ['ünï@bücher.example', 'ünï@bücher.example'],
  [`${'a'.repeat(242)}@example.org`, `${'a'.repeat(242)}@example.org`],
] as const;
for (const [given, kept] of emails) {
  test(`an email may be ${JSON.stringify(given).slice(0, 40)}, without case`, () => {
    strictEqual(email.parse(given), kept);
  });
}

const noEmails = [
  '',
  'a',
  '@',
  'a@',
  '@b',
  'a@b@c',
  'a b@c',
  'a@b c',
  'a@b\nc',
  'a\0@b',
  'a@\uD83C',
  null,
  5,
  `${'a'.repeat(243)}@example.org`,
];
for (const given of noEmails) {
  test(`an email may not be ${JSON.stringify(given).slice(0, 40)}`, () => {
    ok(!email.safeParse(given).success);
  });
}

test('a password has 10 to 200 characters, of any kind', () => {
  for (const given of ['0123456789', ' '.repeat(10), 'x'.repeat(200), 'pässwörd🍲🍲', '\0'.repeat(10)]) {
    strictEqual(password.parse(given), given, 'and is kept as it is');
  }
  for (const given of ['', '012345678', 'x'.repeat(201), '0123456789\uD83C', null, 1_234_567_890]) {
    ok(!password.safeParse(given).success, JSON.stringify(given));
  }
});

test('every zone the runtime knows is a time zone', () => {
  for (const zone of [...Intl.supportedValuesOf('timeZone'), 'UTC', 'US/Pacific', 'Asia/Katmandu']) {
    strictEqual(timeZone.parse(zone), zone);
  }
});

const noZones = [
  '',
  ' ',
  'Mars/Olympus',
  'Europe',
  'Europe/Berlin ',
  '+02:00',
  '-05',
  '+0530',
  '2026-11-09T00:00Z',
  '2026-11-09T00:00+01:00[Europe/Berlin]',
  'Europe/Berlin[u-ca=hebrew]',
  '__proto__',
  'a'.repeat(65),
  null,
];
for (const given of noZones) {
  test(`a time zone may not be ${JSON.stringify(given).slice(0, 40)}`, () => {
    ok(!timeZone.safeParse(given).success);
  });
}
