import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { liftOf } from './toast-place.ts';

const TOAST = { top: 700, bottom: 750 };

test('stays down when nothing is in the way', () => {
  strictEqual(liftOf(TOAST, [], 0), 0);
  strictEqual(
    liftOf(
      TOAST,
      [
        { top: 100, bottom: 150 },
        { top: 758, bottom: 800 },
      ],
      0,
    ),
    0,
  );
});

test('is lifted above a button, and above the next one that would then be in the way', () => {
  strictEqual(liftOf(TOAST, [{ top: 710, bottom: 754 }], 0), 48);
  const nextActions = [
    { top: 640, bottom: 690 },
    { top: 710, bottom: 754 },
  ];
  strictEqual(liftOf(TOAST, nextActions, 0), 750 - 632);
  strictEqual(liftOf(TOAST, nextActions.toReversed(), 0), 750 - 632);
});

test('stays down if it would leave the viewport', () => {
  strictEqual(liftOf(TOAST, [{ top: 20, bottom: 754 }], 0), 0);
});
