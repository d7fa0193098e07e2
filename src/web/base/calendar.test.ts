/** Compares the browser's calendar with the server's on edge cases. */
import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { assert, constantFrom, integer, property } from 'fast-check';
import { DAYS, parseWeek, weekAt } from '#domain/week/week.ts';
import { addDays, dateAt, dateOf, dayOf, isWeek, weekOf } from './calendar.ts';

const ZONES = ['Africa/Lagos', 'America/New_York', 'Asia/Tehran', 'Pacific/Apia', 'Pacific/Kiritimati'];
const instants = integer({ min: Date.UTC(1950, 0, 1), max: Date.UTC(2100, 0, 1) });

test('agrees with the server on the week of any instant in any time zone', () => {
  assert(
    property(instants, constantFrom(...ZONES), (nowMs, zone) => {
      const week = weekOf(dateAt(nowMs, zone));
      strictEqual(week, weekAt(Temporal.Instant.fromEpochMilliseconds(nowMs), zone));
    }),
  );
});

test('a week has seven days, also with a clock change', () => {
  for (const week of ['2026-03-23', '2026-10-19', '2025-12-29', '2024-02-26']) {
    DAYS.forEach((day, at) => {
      strictEqual(dateOf(week, day), Temporal.PlainDate.from(week).add({ days: at }).toString());
      strictEqual(dayOf(dateOf(week, day)), day);
    });
    strictEqual(addDays(week, -7), Temporal.PlainDate.from(week).subtract({ days: 7 }).toString());
  }
});

for (const text of [
  '2026-11-09',
  '2026-11-10',
  '2026-02-30',
  '2026-13-01',
  '26-11-09',
  'never',
  '',
  '2026-11-09T00:00',
]) {
  test(`agrees with the server whether "${text}" is a week`, () => {
    strictEqual(isWeek(text), 'week' in parseWeek(text));
  });
}
