import { ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { email, familyName, normalEmail, password, timeZone, typedEmail } from './family.ts';

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
for (const [given, expected] of emails) {
  test(`accepts the email ${JSON.stringify(given).slice(0, 40)}, in lower case`, () => {
    strictEqual(email.parse(given), expected);
  });
}

const invalidEmails = [
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
/** Invisible characters, and characters that change the order of others. */
const INVISIBLE =
  '0000 001B 007F 0085 00A0 00AD 034F 061C 115F 1680 17B4 180E 2003 200B 200C 200D 200E 200F 2028 202A 202E 202F ' +
  '205F 2060 2066 2069 2800 3000 3164 FE0F FEFF FFA0 FFF9 1D173 E0001 E0061 E0100';
for (const code of INVISIBLE.split(' ')) {
  test(`refuses an email with U+${code}`, () => {
    const character = String.fromCodePoint(Number.parseInt(code, 16));
    for (const given of [`a${character}b@example.org`, `a@exam${character}ple.org`]) {
      ok(!email.safeParse(given).success);
    }
  });
}

test('normalizes an email to one Unicode composition', () => {
  const composed = 'zoë@bücher.example';
  for (const given of [composed, composed.normalize('NFD'), composed.toUpperCase().normalize('NFD')]) {
    strictEqual(email.parse(given), composed);
    strictEqual(normalEmail(given), composed);
  }
  for (const given of ['İ@example.org', 'ẛ̣@example.org', 'ŉ\u0301@example.org']) {
    strictEqual(email.parse(email.parse(given)), email.parse(given));
  }
});

test('accepts emails at sign-in that earlier versions accepted at sign-up', () => {
  const old = ['a\u200b@example.org', 'zoë@example.org'.normalize('NFD'), 'a\u202e@example.org', 'a@b'];
  for (const given of old) strictEqual(typedEmail.parse(` ${given.toUpperCase()} `), given);
  for (const given of ['', 'a', 'a b@c', 'a\0@b', 'a@\uD83C']) ok(!typedEmail.safeParse(given).success);
});

for (const given of invalidEmails) {
  test(`refuses the email ${JSON.stringify(given).slice(0, 40)}`, () => {
    ok(!email.safeParse(given).success);
  });
}

test('a password has 10 to 200 characters of any kind and is not changed', () => {
  for (const given of ['0123456789', ' '.repeat(10), 'x'.repeat(200), 'pässwörd🍲🍲', '\0'.repeat(10)]) {
    strictEqual(password.parse(given), given);
  }
  for (const given of ['', '012345678', 'x'.repeat(201), '0123456789\uD83C', null, 1_234_567_890]) {
    ok(!password.safeParse(given).success, JSON.stringify(given));
  }
});

test('accepts every time zone of the runtime', () => {
  for (const zone of [...Intl.supportedValuesOf('timeZone'), 'UTC', 'US/Pacific', 'Asia/Katmandu']) {
    strictEqual(timeZone.parse(zone), zone);
  }
});

const invalidZones = [
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
for (const given of invalidZones) {
  test(`refuses the time zone ${JSON.stringify(given).slice(0, 40)}`, () => {
    ok(!timeZone.safeParse(given).success);
  });
}
