/** Exceptions of a week: their canonical form, and when guests' data are deleted. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Week } from '#domain/week/week.ts';
import {
  type Guest,
  guestsEndOn,
  withDayException,
  type WeekExceptions,
  withoutOldGuests,
} from './week-exceptions.ts';

const WEEK = '2026-11-16' as Week;
const ben: Guest = { id: 'ben', name: 'Ben', diets: ['vegan'], allergens: ['nuts'] };

test('a day that is as usual again is left out, and days and slots are in order', () => {
  const late = withDayException({}, 'Sunday', { slots: { dinner: { minutes: 20 }, lunch: { isOff: true } } });
  const both = withDayException(late, 'Monday', { note: 'Training', slots: { dinner: {} } });
  strictEqual(
    JSON.stringify(both),
    '{"Monday":{"note":"Training","slots":{}},"Sunday":{"slots":{"lunch":{"isOff":true},"dinner":{"minutes":20}}}}',
  );
  deepStrictEqual(withDayException(both, 'Monday', { slots: {} }), late);
});

test('names, diets and allergens of guests end a week after their day; their number stays', () => {
  const exceptions: WeekExceptions = {
    Monday: { note: 'Cake', slots: { dinner: { guests: [ben], minutes: 90 } } },
    Saturday: { slots: { dinner: { guests: [ben] } } },
  };
  strictEqual(guestsEndOn(exceptions, WEEK), '2026-11-23');
  deepStrictEqual(withoutOldGuests(exceptions, WEEK, '2026-11-22'), exceptions);
  const monday = withoutOldGuests(exceptions, WEEK, '2026-11-23');
  const anonymous = { id: 'ben', diets: [], allergens: [] };
  deepStrictEqual(monday, {
    Monday: { note: 'Cake', slots: { dinner: { guests: [anonymous], minutes: 90 } } },
    Saturday: exceptions.Saturday,
  });
  strictEqual(guestsEndOn(monday, WEEK), '2026-11-28');
  strictEqual(guestsEndOn(withoutOldGuests(monday, WEEK, '2026-11-28'), WEEK), undefined);
});
