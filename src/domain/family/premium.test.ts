import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { premiumEndsMs } from './premium.ts';

const NOW = Date.parse('2026-11-11T12:00:00.000Z');
const cases = [
  { premium: 'none', has: false },
  { premium: 'forever', has: true },
  { premium: '2026-11-11T12:00:00.001Z', has: true },
  { premium: '2026-11-11T12:00:00.000Z', has: false },
  { premium: '2026-11-11T11:59:59.999Z', has: false },
  { premium: '9999-12-31T23:59:59.999Z', has: true },
];
for (const { premium, has } of cases) {
  test(`at noon a family with Premium "${premium}" ${has ? 'has' : 'does not have'} it`, () => {
    strictEqual(NOW < premiumEndsMs(premium), has);
  });
}

test('"forever" and "none" apply at any time', () => {
  for (const ms of [-8.64e15, 0, NOW, 8.64e15]) {
    strictEqual(ms < premiumEndsMs('forever'), true);
    strictEqual(ms < premiumEndsMs('none'), false);
  }
});
