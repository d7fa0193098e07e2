/** Which meal the display shows first at each hour, and when it turns dark. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { hourAt } from '#web/meals/slot-hours.ts';
import { isNight, mealsToCome } from './today.ts';

const full = {
  breakfast: { description: 'Porridge' },
  lunch: { description: 'Soup' },
  dinner: { description: 'Jollof' },
};
const cases = [
  {
    hour: 0,
    meals: full,
    slots: ['breakfast', 'lunch', 'dinner'],
    why: 'after midnight, all meals are upcoming',
  },
  { hour: 9, meals: full, slots: ['breakfast', 'lunch', 'dinner'], why: 'breakfast is still upcoming' },
  { hour: 10, meals: full, slots: ['lunch', 'dinner'], why: 'breakfast is over' },
  { hour: 14, meals: full, slots: ['lunch', 'dinner'], why: 'lunch is still upcoming' },
  { hour: 15, meals: full, slots: ['dinner'], why: 'dinner is next' },
  { hour: 23, meals: full, slots: ['dinner'], why: 'dinner is shown until midnight' },
  { hour: 8, meals: { dinner: full.dinner }, slots: ['dinner'], why: 'an empty slot is skipped' },
  { hour: 16, meals: { lunch: full.lunch }, slots: [], why: 'no meal is left today' },
];

for (const { hour, meals, slots, why } of cases) {
  test(`at ${hour} o'clock: ${why}`, () => {
    deepStrictEqual(
      mealsToCome(meals, hour).map(({ slot }) => slot),
      slots,
    );
  });
}

test('is dark from 20:00 to 06:00', () => {
  const dark = Array.from({ length: 24 }, (_, hour) => hour).filter(isNight);
  deepStrictEqual(dark, [0, 1, 2, 3, 4, 5, 20, 21, 22, 23]);
});

test('midnight is hour 0 in every time zone', () => {
  strictEqual(hourAt(Date.parse('2026-11-11T23:00:00Z'), 'Africa/Lagos'), 0);
  strictEqual(hourAt(Date.parse('2026-11-11T18:30:00Z'), 'Asia/Kolkata'), 0);
  strictEqual(hourAt(Date.parse('2026-11-11T12:59:59Z'), 'America/New_York'), 7);
});
