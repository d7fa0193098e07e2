import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import {
  addMinute,
  clockText,
  isOver,
  isPaused,
  leftMs,
  parseTimers,
  pauseTimer,
  resumeTimer,
  startTimer,
} from './timer.ts';

const START_MS = Date.parse('2026-11-11T18:00:00Z');
const RICE = {
  id: 'a',
  recipeId: 'dal',
  title: 'Dal',
  step: 2,
  words: '12 minutes',
  isRange: false,
  from: 4,
};
const timer = startTimer({ ...RICE, seconds: 720 }, START_MS);

test('a timer ends after its time, also if the page was closed meanwhile', () => {
  strictEqual(isOver(timer, START_MS + 719_999), false);
  strictEqual(isOver(timer, START_MS + 720_000), true);
  const [stored] = parseTimers(JSON.stringify([timer]), START_MS + 900_000);
  deepStrictEqual(stored, timer);
  strictEqual(leftMs(timer, START_MS + 900_000), -180_000);
});

test('a paused timer keeps what is left, and goes on from there', () => {
  const paused = pauseTimer(timer, START_MS + 60_000);
  strictEqual(isPaused(paused), true);
  strictEqual(leftMs(paused, START_MS + 999_999_999), 660_000);
  strictEqual(isOver(paused, START_MS + 999_999_999), false);
  const resumed = resumeTimer(paused, START_MS + 3_600_000);
  strictEqual(leftMs(resumed, START_MS + 3_600_000), 660_000);
});

test('a minute is added to what is left; a timer that has ended gets one minute', () => {
  strictEqual(leftMs(addMinute(timer, START_MS), START_MS), 780_000);
  strictEqual(leftMs(addMinute(timer, START_MS + 800_000), START_MS + 800_000), 60_000);
  strictEqual(leftMs(addMinute(pauseTimer(timer, START_MS), START_MS), START_MS), 780_000);
});

test('stored text of another version, and timers that ended long ago, are no timers', () => {
  for (const text of [null, '', '{}', 'null', '[1]', '[{"id":"a"}]', '[null]']) {
    deepStrictEqual(parseTimers(text, START_MS), [], String(text));
  }
  deepStrictEqual(parseTimers(JSON.stringify([timer]), START_MS + 24 * 3_600_000), []);
});

test('shows minutes and seconds, and hours if there are any', () => {
  deepStrictEqual([0, 1, 59_001, 60_000, 245_000, 3_600_000, 3_905_000, -5].map(clockText), [
    '0:00',
    '0:01',
    '1:00',
    '1:00',
    '4:05',
    '1:00:00',
    '1:05:05',
    '0:00',
  ]);
});
