import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PREFERENCES } from '#domain/preferences/preferences.ts';
import { WEEKEND, WORKDAYS } from '#web/base/calendar.ts';
import { choiceOf, withChoice } from './slot-choice.ts';

const { slotSettings } = DEFAULT_PREFERENCES;

test('the choice of a new family is dinner on workdays, and lunch and dinner at the weekend', () => {
  deepStrictEqual(choiceOf(slotSettings, WORKDAYS), { slots: ['dinner'], minutes: 45 });
  deepStrictEqual(choiceOf(slotSettings, WEEKEND), { slots: ['lunch', 'dinner'], minutes: 90 });
  deepStrictEqual(choiceOf({}, WEEKEND), { slots: [], minutes: 45 });
});

test('a choice changes only its days, keeps who is away, and gives breakfast little time', () => {
  const before = { ...slotSettings, Monday: { dinner: { minutes: 45, away: ['mia'] } } };
  const after = withChoice(before, WORKDAYS, { slots: ['breakfast', 'dinner'], minutes: 30 });
  deepStrictEqual(after.Monday, { breakfast: { minutes: 20 }, dinner: { minutes: 30, away: ['mia'] } });
  deepStrictEqual(after.Friday, { breakfast: { minutes: 20 }, dinner: { minutes: 30 } });
  deepStrictEqual(after.Sunday, slotSettings.Sunday);
  deepStrictEqual(choiceOf(after, WORKDAYS), { slots: ['breakfast', 'dinner'], minutes: 30 });
});
