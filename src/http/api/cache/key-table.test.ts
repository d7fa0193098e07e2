/** The table of keys: what was known comes back, of this key and no other, and no more is kept than there is room for. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { mintApiKey } from '#auth/api-key.ts';
import { newId } from '#auth/secret.ts';
import { KeyTable, type KnownKey, MOST_KEYS } from './key-table.ts';

function make(details: Partial<KnownKey> = {}): { key: string; known: KnownKey } {
  const { id, key } = mintApiKey();
  const known: KnownKey = {
    id,
    family: newId(),
    timeZone: 'Europe/Berlin',
    asOf: 7,
    endsMs: Infinity,
    premiumEndsMs: Infinity,
    fullAtMs: 1_794_391_200_123,
    usedMinute: -1,
    ...details,
  };
  return { key, known };
}

for (const [what, details] of Object.entries({
  'a key for good': {},
  'one that ends, with Premium that ends': { endsMs: 1_794_391_200_001, premiumEndsMs: 1_794_391_199_999 },
  'one that is revoked, without Premium': { endsMs: -Infinity, premiumEndsMs: -Infinity },
  'one that was used': { usedMinute: 29_906_520, fullAtMs: 1_794_391_200_000.5 },
  'one of another zone': { timeZone: 'Pacific/Kiritimati', asOf: 4_000_000_000 },
} satisfies Record<string, Partial<KnownKey>>)) {
  test(`what was known of ${what} comes back as it was`, () => {
    const table = new KeyTable();
    table.set(make().key, make().known);
    const { key, known } = make(details);
    strictEqual(table.find(key), undefined);
    table.set(key, known);
    deepStrictEqual(table.find(key), known);
  });
}

test('a key with one letter changed is another key, wherever the letter is', () => {
  const table = new KeyTable();
  const { key, known } = make();
  table.set(key, known);
  for (let at = 0; at < key.length; at += 1) {
    const other = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
    strictEqual(table.find(other), undefined, other);
  }
  // Only the lower eight bits of this letter are those of an "f".
  strictEqual(table.find(key.replace('wf', 'w\u0166')), undefined);
});

test('what is known anew replaces what was; a use changes the bucket and the minute alone', () => {
  const table = new KeyTable();
  const { key, known } = make();
  table.set(key, known);
  const changed = { ...known, asOf: 8, timeZone: 'UTC', endsMs: 5, premiumEndsMs: 6 };
  table.set(key, changed);
  deepStrictEqual([table.find(key), table.size], [changed, 1]);
  table.saveUse(key, { ...known, fullAtMs: 9, usedMinute: 10 });
  deepStrictEqual(table.find(key), { ...changed, fullAtMs: 9, usedMinute: 10 });
  table.saveUse(make().key, known);
  strictEqual(table.size, 1);
});

test('beyond its room the first ones go, and nobody gets the rights of another', () => {
  const table = new KeyTable();
  const { known } = make();
  const beyond = 20_000;
  const all = Array.from({ length: MOST_KEYS + beyond }, (_, asOf) => ({
    key: `wf_${String(asOf).padStart(8, '0')}_${'x'.repeat(38)}`,
    known: { ...known, asOf, family: String(asOf).padStart(16, '0') },
  }));
  for (const each of all) table.set(each.key, each.known);
  strictEqual(table.size, MOST_KEYS);
  let found = 0;
  for (const [at, each] of all.entries()) {
    const has = table.find(each.key);
    if (has === undefined) continue;
    if (at < beyond || has.family !== each.known.family || has.asOf !== at) throw new Error(`key ${at}`);
    found += 1;
  }
  ok(found > 0.95 * MOST_KEYS, `${found} found`);
});
