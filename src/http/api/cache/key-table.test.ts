/** The key table returns the entry of exactly the given key, and stays within its capacity. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { mintApiKey } from '#auth/api-key.ts';
import { newId } from '#auth/secret.ts';
import { KeyTable, type CachedKey, MAX_KEYS } from './key-table.ts';

function make(details: Partial<CachedKey> = {}): { key: string; cached: CachedKey } {
  const { id, key } = mintApiKey();
  const cached: CachedKey = {
    id,
    family: newId(),
    timeZone: 'Europe/Berlin',
    asOf: 7,
    scopes: 0b10101,
    endsMs: Infinity,
    premiumEndsMs: Infinity,
    fullAtMs: 1_794_391_200_123,
    usedMinute: -1,
    ...details,
  };
  return { key, cached };
}

for (const [what, details] of Object.entries({
  'a key that never expires': {},
  'a key that expires, with Premium that ends': {
    endsMs: 1_794_391_200_001,
    premiumEndsMs: 1_794_391_199_999,
  },
  'a revoked key without Premium': { endsMs: -Infinity, premiumEndsMs: -Infinity },
  'a key that was used': { usedMinute: 29_906_520, fullAtMs: 1_794_391_200_000.5 },
  'a key of a family in another time zone': { timeZone: 'Pacific/Kiritimati', asOf: 4_000_000_000 },
} satisfies Record<string, Partial<CachedKey>>)) {
  test(`returns the entry of ${what} unchanged`, () => {
    const table = new KeyTable();
    table.set(make().key, make().cached);
    const { key, cached } = make(details);
    strictEqual(table.find(key), undefined);
    table.set(key, cached);
    deepStrictEqual(table.find(key), cached);
  });
}

test('does not find a key that differs in one character, wherever it is', () => {
  const table = new KeyTable();
  const { key, cached } = make();
  table.set(key, cached);
  for (let at = 0; at < key.length; at += 1) {
    const other = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
    strictEqual(table.find(other), undefined, other);
  }
  // The lower eight bits of this character are those of an "f".
  strictEqual(table.find(key.replace('wf', 'w\u0166')), undefined);
});

test('set replaces an entry; updateUse changes only the token bucket and the last use', () => {
  const table = new KeyTable();
  const { key, cached } = make();
  table.set(key, cached);
  const changed = { ...cached, asOf: 8, scopes: 0xffff, timeZone: 'UTC', endsMs: 5, premiumEndsMs: 6 };
  table.set(key, changed);
  deepStrictEqual([table.find(key), table.size], [changed, 1]);
  table.updateUse(key, { ...cached, fullAtMs: 9, usedMinute: 10 });
  deepStrictEqual(table.find(key), { ...changed, fullAtMs: 9, usedMinute: 10 });
  table.updateUse(make().key, cached);
  strictEqual(table.size, 1);
});

test('replaces the first keys when it is full, and returns no rights of another key', () => {
  const table = new KeyTable();
  const { cached } = make();
  const beyond = 20_000;
  const all = Array.from({ length: MAX_KEYS + beyond }, (_, asOf) => ({
    key: `wf_${String(asOf).padStart(8, '0')}_${'x'.repeat(38)}`,
    cached: { ...cached, asOf, family: String(asOf).padStart(16, '0') },
  }));
  for (const each of all) table.set(each.key, each.cached);
  strictEqual(table.size, MAX_KEYS);
  let found = 0;
  for (const [at, each] of all.entries()) {
    const entry = table.find(each.key);
    if (entry === undefined) continue;
    if (at < beyond || entry.family !== each.cached.family || entry.asOf !== at) throw new Error(`key ${at}`);
    found += 1;
  }
  ok(found > 0.95 * MAX_KEYS, `${found} found`);
});
