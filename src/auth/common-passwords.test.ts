import { ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { COMMON_PASSWORDS_FILE, HASH_BYTES, isCommonPassword } from './common-passwords.ts';

const COMMON = [
  'qwertyuiop',
  'Q1W2E3R4T5',
  'password123',
  'Password2026!',
  '!!iloveyou!!',
  'Passwort1234',
  'Fussball2024',
];
const REPETITIVE = ['aaaaaaaaaa', '1212121212', 'abcabcabcabc'];
const GOOD = [
  'correct horse battery',
  'a completely new one',
  'sunshine and seven hens',
  '4f9-k2x-p7w',
  'drei Hühner im Garten',
];

test('finds common passwords, in any case and with digits and signs around them', async () => {
  for (const password of [...COMMON, ...REPETITIVE]) ok(await isCommonPassword(password), password);
  for (const password of GOOD) strictEqual(await isCommonPassword(password), false, password);
});

test('the list has at least 30,000 entries, sorted and each once', () => {
  const list = readFileSync(COMMON_PASSWORDS_FILE);
  strictEqual(list.length % HASH_BYTES, 0);
  ok(list.length / HASH_BYTES >= 30_000);
  for (let at = HASH_BYTES; at < list.length; at += HASH_BYTES) {
    const order = list.compare(list, at - HASH_BYTES, at, at, at + HASH_BYTES);
    ok(order > 0, `entry ${at / HASH_BYTES}`);
  }
});
