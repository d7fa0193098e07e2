/** A young family has less room for photos, and enough for the whole of its first cookbook. */
import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_BYTES, maxPhotoBytes } from './quota.ts';

const MADE = '2026-11-01T00:00:00Z';
const DAY_MS = 86_400_000;

function roomAfter(days: number, premium: string): number {
  return maxPhotoBytes({ createdAt: MADE, premium }, Date.parse(MADE) + days * DAY_MS);
}

test('room for photos grows after a week, or with Premium', () => {
  deepStrictEqual(
    [roomAfter(0, 'none'), roomAfter(6.9, 'none'), roomAfter(7, 'none'), roomAfter(0, 'forever')],
    [100_000_000, 100_000_000, MAX_BYTES.photos, MAX_BYTES.photos],
  );
});
