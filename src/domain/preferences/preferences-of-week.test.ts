/** The preferences of one week: exceptions, guests, alternating weeks, and slots where nobody eats. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { PLACES } from '#domain/plan/plan.ts';
import { type Week, weekAfter } from '#domain/week/week.ts';
import { type AlternatingWeeks, DEFAULT_PREFERENCES, type Eater, type Preferences } from './preferences.ts';
import { absentAt, emptyPlaces, preferencesOfWeek } from './preferences-of-week.ts';
import { eatersAt, isPlannedSlot, servingsAt } from './servings.ts';
import type { Guest, WeekExceptions } from './week-exceptions.ts';

const WEEK = '2026-11-16' as Week;
const person = (id: string, more: Partial<Eater> = {}): Eater => ({
  id,
  name: id,
  diets: [],
  allergens: [],
  dislikes: [],
  ...more,
});
const ben: Guest = { id: 'ben', name: 'Ben', diets: ['vegan'], allergens: ['nuts'] };
const somebody: Guest = { id: 'x', diets: [], allergens: [] };
const family: Preferences = {
  ...DEFAULT_PREFERENCES,
  eaters: [person('anna'), person('mia', { portion: 'child' })],
};
const saturday = { day: 'Saturday', slot: 'dinner' } as const;
const sunday = { day: 'Sunday', slot: 'dinner' } as const;
const idsAt = (preferences: Preferences, { day, slot }: { day: 'Saturday' | 'Sunday'; slot: 'dinner' }) =>
  eatersAt(preferences, preferences.slotSettings[day]?.[slot] ?? {}).map(({ id }) => id);
const servings = (preferences: Preferences, place: typeof saturday | typeof sunday) =>
  servingsAt(preferences, preferences.slotSettings[place.day]?.[place.slot] ?? {});

const planned = (exception: WeekExceptions) => {
  const week = preferencesOfWeek(family, exception, WEEK);
  return isPlannedSlot(week, week.slotSettings.Monday?.lunch);
};
const onSaturday = (dinner: object): WeekExceptions => ({ Saturday: { slots: { dinner } } });

test('without exceptions and alternating weeks, a week is like all others', () => {
  deepStrictEqual(preferencesOfWeek(family, {}, WEEK), family);
});

test('a guest is an eater with diets and allergens, in that slot only', () => {
  const week = preferencesOfWeek(
    family,
    { Saturday: { slots: { dinner: { guests: [ben, somebody] } } } },
    WEEK,
  );
  deepStrictEqual(
    week.eaters.filter(({ isGuest }) => isGuest),
    [{ ...person('ben'), name: 'Ben', diets: ['vegan'], allergens: ['nuts'], isGuest: true }],
  );
  deepStrictEqual(idsAt(week, saturday), ['anna', 'mia', 'ben']);
  deepStrictEqual(idsAt(week, sunday), ['anna', 'mia']);
  strictEqual(servings(week, saturday), 4);
  strictEqual(servings(week, sunday), 2);
  deepStrictEqual(absentAt(week, saturday), []);
  // Also in a slot that has no settings.
  deepStrictEqual(absentAt(week, { day: 'Monday', slot: 'breakfast' }), ['ben']);
});

test('a guest of a family that has not entered its eaters is one serving more', () => {
  const week = preferencesOfWeek(
    DEFAULT_PREFERENCES,
    { Saturday: { slots: { dinner: { guests: [ben] } } } },
    WEEK,
  );
  strictEqual(servings(week, saturday), 5);
  strictEqual(servings(week, sunday), 4);
  deepStrictEqual(emptyPlaces(week, {}), []);
});

test('guests make a meal of a slot that is usually free; other exceptions do not', () => {
  strictEqual(planned({}), false);
  strictEqual(planned({ Monday: { slots: { lunch: { guests: [somebody] } } } }), true);
  strictEqual(planned({ Monday: { slots: { lunch: { minutes: 20 } } } }), false);
});

test('an exception replaces who is usually away, the usual guests and the minutes', () => {
  const usual: Preferences = {
    ...family,
    slotSettings: { Saturday: { dinner: { minutes: 90, away: ['mia'], guests: 2 } } },
  };
  const settings = (exception: WeekExceptions) =>
    preferencesOfWeek(usual, exception, WEEK).slotSettings.Saturday?.dinner;
  deepStrictEqual(settings(onSaturday({ away: ['anna'] })), { minutes: 90, away: ['anna'], guests: 2 });
  deepStrictEqual(settings(onSaturday({ minutes: 20 }))?.minutes, 20);
  deepStrictEqual(settings(onSaturday({ minutes: null }))?.minutes, undefined);
  deepStrictEqual(settings(onSaturday({ guests: [] }))?.guests, 0);
});

test('servings set by hand change by those who come and go', () => {
  const usual: Preferences = { ...family, slotSettings: { Saturday: { dinner: { servings: 6 } } } };
  const count = (dinner: object) =>
    preferencesOfWeek(usual, { Saturday: { slots: { dinner } } }, WEEK).slotSettings.Saturday?.dinner
      ?.servings;
  strictEqual(count({ guests: [ben, somebody] }), 8);
  strictEqual(count({ away: ['anna'] }), 5);
  strictEqual(count({ minutes: 20 }), 6);
});

test('a slot where nobody eats is not planned, and has no recurring meal', () => {
  const pizza = { ...saturday, meal: { description: 'Pizza' } };
  const usual = { ...family, recurring: [pizza] };
  for (const dinner of [{ isOff: true as const }, { away: ['anna', 'mia'] }]) {
    const exceptions: WeekExceptions = { Saturday: { slots: { dinner } } };
    const week = preferencesOfWeek(usual, exceptions, WEEK);
    strictEqual(isPlannedSlot(week, week.slotSettings.Saturday?.dinner), false);
    deepStrictEqual(emptyPlaces(week, exceptions), [saturday]);
    deepStrictEqual(week.recurring, []);
  }
  const guests: WeekExceptions = {
    Saturday: { slots: { dinner: { away: ['anna', 'mia'], guests: [somebody] } } },
  };
  const week = preferencesOfWeek(usual, guests, WEEK);
  strictEqual(isPlannedSlot(week, week.slotSettings.Saturday?.dinner), true);
  deepStrictEqual(week.recurring, [pizza]);
});

test('a meal that is placed where nobody eats is checked for the whole family', () => {
  const week = preferencesOfWeek(
    family,
    { Saturday: { slots: { dinner: { away: ['anna', 'mia'] } } } },
    WEEK,
  );
  deepStrictEqual(absentAt(week, saturday), []);
});

const RULE: AlternatingWeeks = {
  id: 'r',
  eaterIds: ['mia'],
  from: '2026-11-02' as Week,
  everyWeeks: 2,
  presence: 'home',
  days: [],
  slots: [],
};

test('alternating weeks begin in their first week, and hold over the New Year and clock changes', () => {
  for (const everyWeeks of [2, 3]) {
    for (const presence of ['home', 'away'] as const) {
      const preferences = { ...family, alternating: [{ ...RULE, everyWeeks, presence }] };
      let week = '2026-09-07' as Week;
      for (let at = 0; at < 120; at += 1, week = weekAfter(week)) {
        const { days } = Temporal.PlainDate.from(RULE.from).until(week, { largestUnit: 'days' });
        const isTheirs = (days / 7) % everyWeeks === 0;
        const isAway = days >= 0 && isTheirs === (presence === 'away');
        const { slotSettings } = preferencesOfWeek(preferences, {}, week);
        strictEqual(
          slotSettings.Friday?.dinner?.away?.includes('mia') ?? false,
          isAway,
          `${week} ${presence}`,
        );
      }
    }
  }
});

test('alternating weeks come on top of who is away every week, and only on their days', () => {
  const preferences: Preferences = {
    ...family,
    slotSettings: { Saturday: { dinner: { away: ['anna'] } }, Sunday: { dinner: {} } },
    alternating: [{ ...RULE, presence: 'away', days: ['Saturday'], slots: ['dinner'] }],
  };
  const theirs = preferencesOfWeek(preferences, {}, '2026-11-16' as Week);
  const others = preferencesOfWeek(preferences, {}, '2026-11-23' as Week);
  deepStrictEqual([idsAt(theirs, saturday), idsAt(theirs, sunday)], [[], ['anna', 'mia']]);
  deepStrictEqual([idsAt(others, saturday), idsAt(others, sunday)], [['mia'], ['anna', 'mia']]);
  deepStrictEqual(emptyPlaces(theirs, {}), [saturday]);
  // An exception of the week counts more.
  const back = preferencesOfWeek(
    preferences,
    { Saturday: { slots: { dinner: { away: [] } } } },
    '2026-11-16' as Week,
  );
  deepStrictEqual(idsAt(back, saturday), ['anna', 'mia']);
  strictEqual(PLACES.filter(({ day, slot }) => others.slotSettings[day]?.[slot]).length, 2);
});
