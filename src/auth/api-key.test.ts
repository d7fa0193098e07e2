/** The format of a key, and that a mistyped one is refused without a query. */
import { match, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import type { FindRow } from '#storage/schema.ts';
import { oneOf, type Random, seededRandom } from '#domain/random.ts';
import { startService } from '#test/support/service.ts';
import { freshStore } from '#test/support/store.ts';
import { isApiKey, mintApiKey, publicIdOf } from './api-key.ts';
import { BASE62 } from './secret.ts';

test('a new key has the format that secret scanners recognise, and contains its id', () => {
  for (let count = 0; count < 1_000; count += 1) {
    const { id, key } = mintApiKey();
    match(key, /^wf_[0-9A-Za-z]{8}_[0-9A-Za-z]{32}[0-9A-Za-z]{6}$/);
    strictEqual(key.slice(3, 11), id);
    ok(isApiKey(key));
    strictEqual(publicIdOf(key), id);
  }
});

test('all keys are different', () => {
  const keys = Array.from({ length: 1_000 }, mintApiKey);
  strictEqual(new Set(keys.map(({ key }) => key)).size, 1_000);
  strictEqual(new Set(keys.map(({ id }) => id)).size, 1_000);
});

test('the last six characters are the CRC32 of the rest, in base62', () => {
  ok(isApiKey('wf_9aBcD3fG_abcdefghijklmnopqrstuvwxyzABCDEF4UFeC0'));
  for (let count = 0; count < 1_000; count += 1) {
    const { key } = mintApiKey();
    const value = Array.from(key.slice(44)).reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);
    strictEqual(value, crc32(key.slice(0, 44)));
  }
});

test('isApiKey refuses texts that resemble a key', () => {
  const { key } = mintApiKey();
  const others = [
    '',
    'wf_',
    key.slice(1),
    key.slice(0, -1),
    `${key}0`,
    ` ${key}`,
    `${key} `,
    `${key}\n`,
    `${key}, ${key}`,
    key.toUpperCase(),
    key.replace('wf_', 'wg_'),
    key.replaceAll('_', '-'),
    `Bearer ${key}`,
    key.replace(/.$/, 'é'),
    key.replace(/.$/, '\0'),
    `${key.slice(0, 25)}\u0100${key.slice(26)}`,
    '0'.repeat(50),
    '\uFF57'.repeat(50),
  ];
  for (const other of others) ok(!isApiKey(other), JSON.stringify(other));
});

test('isApiKey refuses 100,000 mistyped keys', () => {
  const random = seededRandom(20_261_109);
  const keys = Array.from({ length: 1_000 }, () => mintKeyOf(random));
  for (const key of keys) ok(isApiKey(key));
  let tried = 0;
  while (tried < 100_000) {
    const key = oneOf(random, keys);
    const mutated = mutate(key, random);
    if (mutated === key) continue;
    tried += 1;
    if (isApiKey(mutated)) strictEqual(mutated, key, 'accepted');
  }
});

test('responds to every mistyped key with the same 401, without a query', async (t) => {
  const plain = await freshStore(t, 'sqlite');
  const queries = { count: 0 };
  // Every key is read with this function.
  const findRow: FindRow = (sql, values) => {
    queries.count += 1;
    return plain.findRow(sql, values);
  };
  const store = { ...plain, findRow };
  const { url } = await startService(t, { store });
  const call = async (key: string) => {
    const response = await fetch(`${url}/api/meal-plans/v1/current`, { headers: { 'x-api-key': key } });
    return `${response.status} ${await response.text()}`;
  };

  const random = seededRandom(7);
  const wellFormed = mintKeyOf(random);
  const expected = await call(wellFormed);
  match(expected, /^401 /);
  strictEqual(queries.count, 1, 'a well-formed key is read, so the count works');

  const mutated = new Set<string>();
  while (mutated.size < 200) {
    const key = mutate(wellFormed, random);
    if (key !== wellFormed) mutated.add(key);
  }
  const waiting = [...mutated];
  const worker = async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop())
      strictEqual(await call(key), expected);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  strictEqual(queries.count, 1);
});

/** A valid key from a seeded generator, with its checksum computed here. */
function mintKeyOf(random: Random): string {
  const letters = (length: number) => Array.from({ length }, () => BASE62[random(62)]).join('');
  const checked = `wf_${letters(8)}_${letters(32)}`;
  let rest = crc32(checked);
  let digits = '';
  for (let digit = 0; digit < 6; digit += 1) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return checked + digits;
}

/** One to three typing errors: a wrong, missing, doubled or extra letter, two swapped, case, a missing end. */
function mutate(key: string, random: Random): string {
  let text = key;
  for (let slips = 1 + random(3); slips > 0; slips -= 1) {
    const at = random(Math.max(1, text.length));
    const [before, letter, after] = [text.slice(0, at), text.slice(at, at + 1), text.slice(at + 1)];
    const other = BASE62[random(62)] as string;
    const to = random(Math.max(1, text.length));
    const slip = random(7);
    if (slip === 0) text = before + other + after;
    else if (slip === 1) text = before + after.slice(0, 1) + letter + after.slice(1);
    else if (slip === 2) text = exchange(text, at, to);
    else if (slip === 3) text = before + flipCase(letter) + after;
    else if (slip === 4) text = before + other + letter + after;
    else if (slip === 5) text = before + after;
    else if (random(8) === 0) text = before;
    else text = before + letter + letter + after;
  }
  return text;
}

function exchange(text: string, first: number, second: number): string {
  const letters = Array.from(text);
  [letters[first], letters[second]] = [letters[second] ?? '', letters[first] ?? ''];
  return letters.join('');
}

function flipCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}
