/** A young family has less room for photos, and enough for the whole of its first cookbook. */
import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_BYTES, maxPhotoBytes } from './quota.ts';

const MADE = '2026-11-01T00:00:00Z';
const DAY_MS = 86_400_000;

test('room for photos grows after a week, or with Premium', () => {
  const at = (days: number, premium: string) =>
    maxPhotoBytes({ createdAt: MADE, premium }, Date.parse(MADE) + days * DAY_MS);
  deepStrictEqual(
    [at(0, 'none'), at(6.9, 'none'), at(7, 'none'), at(0, 'forever')],
    [100_000_000, 100_000_000, MAX_BYTES.photos, MAX_BYTES.photos],
  );
});
