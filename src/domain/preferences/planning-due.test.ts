import { ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { nextDueMs, weekDueAt } from './planning-due.ts';
import { DAYS, type Day, weekAfter, weekAt } from '#domain/week/week.ts';

const cases: {
  after: string;
  zone: string;
  day: Day;
  hour: number;
  due: string;
  week: string;
  why: string;
}[] = [
  {
    after: '2026-11-11T12:00:00Z',
    zone: 'Europe/Berlin',
    day: 'Saturday',
    hour: 8,
    due: '2026-11-14T07:00:00Z',
    week: '2026-11-16',
    why: 'this Saturday, for the week after',
  },
  {
    after: '2026-11-14T07:00:00Z',
    zone: 'Europe/Berlin',
    day: 'Saturday',
    hour: 8,
    due: '2026-11-21T07:00:00Z',
    week: '2026-11-23',
    why: 'at the due time itself, the next one is a week later',
  },
  {
    after: '2026-11-14T06:59:59.999Z',
    zone: 'Europe/Berlin',
    day: 'Saturday',
    hour: 8,
    due: '2026-11-14T07:00:00Z',
    week: '2026-11-16',
    why: 'a millisecond before, it is still due today',
  },
  {
    after: '2026-10-24T12:00:00Z',
    zone: 'Europe/Berlin',
    day: 'Sunday',
    hour: 8,
    due: '2026-10-25T07:00:00Z',
    week: '2026-10-26',
    why: 'the clock was set back that night',
  },
  {
    after: '2026-03-28T12:00:00Z',
    zone: 'Europe/Berlin',
    day: 'Sunday',
    hour: 2,
    due: '2026-03-29T01:00:00Z',
    week: '2026-03-30',
    why: 'the clock skips 2:00 that night, so 3:00 counts',
  },
  {
    after: '2026-10-24T12:00:00Z',
    zone: 'Europe/Berlin',
    day: 'Sunday',
    hour: 2,
    due: '2026-10-25T00:00:00Z',
    week: '2026-10-26',
    why: '2:00 occurs twice that night, the first one counts',
  },
  {
    after: '2026-10-25T00:00:00Z',
    zone: 'Europe/Berlin',
    day: 'Sunday',
    hour: 2,
    due: '2026-11-01T01:00:00Z',
    week: '2026-11-02',
    why: 'the second 2:00 does not count',
  },
  {
    after: '2026-11-15T23:30:00Z',
    zone: 'Pacific/Kiritimati',
    day: 'Monday',
    hour: 0,
    due: '2026-11-22T10:00:00Z',
    week: '2026-11-30',
    why: 'it is Monday afternoon there already',
  },
  {
    after: '2026-11-16T01:00:00Z',
    zone: 'America/New_York',
    day: 'Sunday',
    hour: 23,
    due: '2026-11-16T04:00:00Z',
    week: '2026-11-16',
    why: 'it is still Sunday there',
  },
  {
    after: '2011-12-29T12:00:00Z',
    zone: 'Pacific/Apia',
    day: 'Friday',
    hour: 9,
    due: '2011-12-30T19:00:00Z',
    week: '2012-01-02',
    why: 'the zone skipped that Friday, so Saturday counts',
  },
];
for (const { after, zone, day, hour, due, week, why } of cases) {
  test(`after ${after} in ${zone}, ${day} at ${hour} is ${due}: ${why}`, () => {
    const dueMs = nextDueMs({ day, hour }, zone, Date.parse(after));
    strictEqual(new Date(dueMs).toISOString(), new Date(due).toISOString());
    strictEqual(weekDueAt(dueMs, zone), week);
  });
}

/** The longest possible week, in which the clock is set back. */
const WEEK_MS = (7 * 24 + 1) * 3_600_000;

test('in every zone the due time is within the next week, on the given day and hour, once per week', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(...DAYS),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: Date.UTC(2020), max: Date.UTC(2035) }),
      (zone, day, hour, afterMs) => {
        const dueMs = nextDueMs({ day, hour }, zone, afterMs);
        ok(dueMs > afterMs && dueMs <= afterMs + WEEK_MS);
        const due = Temporal.Instant.fromEpochMilliseconds(dueMs).toZonedDateTimeISO(zone);
        strictEqual(DAYS[due.dayOfWeek - 1], day);
        ok(due.hour === hour || due.hour === hour + 1, due.toString());
        strictEqual(weekDueAt(dueMs, zone), weekAfter(weekAt(due.toInstant(), zone)));
        strictEqual(
          weekDueAt(nextDueMs({ day, hour }, zone, dueMs), zone),
          weekAfter(weekDueAt(dueMs, zone)),
        );
      },
    ),
  );
});
