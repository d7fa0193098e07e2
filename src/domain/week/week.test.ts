/**
 * Compares weeks with an independent reference: the civil date comes from `Intl` instead of `Temporal`, the weekday
 * from counting days since 1970.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  isWithinPlanningRange,
  parseWeek,
  WeekClock,
  weekAfter,
  weekAt,
  weekOf,
  weekOfText,
  type Week,
} from './week.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** 1970 began on a Thursday. */
const A_MONDAY_MS = Date.UTC(1970, 0, 5);
const ZONES = Intl.supportedValuesOf('timeZone');

const cases = [
  {
    at: '2026-03-30T00:30:00Z',
    zone: 'America/New_York',
    week: '2026-03-23',
    why: 'Sunday evening is this week',
  },
  {
    at: '2026-01-01T12:00:00Z',
    zone: 'Europe/Berlin',
    week: '2025-12-29',
    why: 'a week may span two years',
  },
  {
    at: '2028-12-31T23:59:59Z',
    zone: 'UTC',
    week: '2028-12-25',
    why: 'a Sunday ends week and year together',
  },
  {
    at: '2029-01-01T00:00:00Z',
    zone: 'UTC',
    week: '2029-01-01',
    why: 'a Monday starts week and year together',
  },
  { at: '2021-03-21T20:29:59Z', zone: 'Asia/Tehran', week: '2021-03-15', why: 'Sunday lasts until 23:59:59' },
  { at: '2021-03-21T20:30:00Z', zone: 'Asia/Tehran', week: '2021-03-22', why: 'this Monday begins at 01:00' },
  {
    at: '2009-05-31T23:59:59Z',
    zone: 'Africa/Casablanca',
    week: '2009-05-25',
    why: 'Sunday lasts until 23:59:59',
  },
  {
    at: '2009-06-01T00:00:00Z',
    zone: 'Africa/Casablanca',
    week: '2009-06-01',
    why: 'this Monday begins at 01:00',
  },
  { at: '2023-12-17T16:59:59Z', zone: 'Antarctica/Vostok', week: '2023-12-11', why: 'before both midnights' },
  { at: '2023-12-17T17:00:00Z', zone: 'Antarctica/Vostok', week: '2023-12-18', why: 'the first midnight' },
  { at: '2023-12-17T18:59:59Z', zone: 'Antarctica/Vostok', week: '2023-12-18', why: 'the end of 01:59' },
  { at: '2023-12-17T19:00:00Z', zone: 'Antarctica/Vostok', week: '2023-12-18', why: 'the second midnight' },
  { at: '2026-11-08T10:00:00Z', zone: 'Pacific/Kiritimati', week: '2026-11-09', why: 'at +14 it is Monday' },
  {
    at: '2026-11-08T09:59:59Z',
    zone: 'Pacific/Kiritimati',
    week: '2026-11-02',
    why: 'at +14 a second early',
  },
  { at: '2026-11-09T11:00:00Z', zone: 'Pacific/Pago_Pago', week: '2026-11-09', why: 'at -11 it is Monday' },
  { at: '2026-11-09T10:59:59Z', zone: 'Pacific/Pago_Pago', week: '2026-11-02', why: 'at -11 a second early' },
  { at: '2026-11-08T18:15:00Z', zone: 'Asia/Kathmandu', week: '2026-11-09', why: 'at +5:45 it is Monday' },
  { at: '2026-11-08T18:14:59Z', zone: 'Asia/Kathmandu', week: '2026-11-02', why: 'at +5:45 a second early' },
];

for (const { at, zone, week, why } of cases) {
  test(`${at} in ${zone} is in the week of ${week}: ${why}`, () => {
    strictEqual(weekAt(Temporal.Instant.from(at), zone), week);
  });
}

test('every Monday of 2026 and 2027 starts a week in every zone, and the second before it does not', () => {
  const mondays = mondaysBetween(Date.UTC(2026, 0, 1), Date.UTC(2028, 0, 1));
  ok(ZONES.length > 400 && mondays.length === 104, `${ZONES.length} zones, ${mondays.length} Mondays`);
  let checked = 0;
  for (const zone of ZONES) {
    const civilDate = civilDates(zone);
    let offsetMs = 0;
    for (const mondayMs of mondays) {
      const startMs = findStart(civilDate, mondayMs, offsetMs);
      offsetMs = mondayMs - startMs;
      const expected = [dateText(mondayMs - 7 * DAY_MS), dateText(mondayMs)];
      const found = [weekAtMs(startMs - 1_000, zone), weekAtMs(startMs, zone)];
      if (found[0] !== expected[0] || found[1] !== expected[1]) deepStrictEqual(found, expected, zone);
      checked += 1;
    }
  }
  strictEqual(checked, ZONES.length * mondays.length);
});

test('any instant in any zone is in the week of the reference', () => {
  const instant = fc.integer({ min: Date.UTC(1973, 0, 1), max: Date.UTC(2100, 0, 1) });
  fc.assert(
    fc.property(instant, fc.constantFrom(...ZONES), (ms, zone) => {
      const [month = 0, day = 0, year = 0] = civilDates(zone)(ms).split('/').map(Number);
      const dayMs = Date.UTC(year, month - 1, day);
      strictEqual(weekAtMs(ms, zone), dateText(dayMs - ((dayMs - A_MONDAY_MS) % (7 * DAY_MS))));
    }),
    { numRuns: 1_000 },
  );
});

test('weekAfter adds seven days, across month ends, leap days and New Year', () => {
  strictEqual(weekAfter('2028-02-28' as Week), '2028-03-06');
  strictEqual(weekAfter('2025-12-29' as Week), '2026-01-05');
  for (const mondayMs of mondaysBetween(Date.UTC(1999, 0, 1), Date.UTC(2101, 0, 1))) {
    strictEqual(weekAfter(dateText(mondayMs) as Week), dateText(mondayMs + 7 * DAY_MS));
  }
});

test('allows plans from ten years back to ten years ahead', () => {
  const now = Date.parse('2026-11-11T12:00:00Z');
  const allowed = ['2016-11-07', '2026-11-09', '2036-11-10'] as Week[];
  for (const week of allowed) ok(isWithinPlanningRange(week, now), week);
  for (const week of ['0001-01-01', '2016-10-31', '2036-11-17', '9999-12-27'] as Week[]) {
    ok(!isWithinPlanningRange(week, now), week);
  }
});

test('weekOf returns the same week for its seven days', () => {
  for (let days = 0; days < 7; days += 1) {
    strictEqual(weekOf(Temporal.PlainDate.from('2026-11-09').add({ days })), '2026-11-09');
  }
});

test('weekOfText has a fixed time, independent of the zone', () => {
  strictEqual(weekOfText('2026-11-09' as Week), '2026-11-09T00:00:00.000Z');
});

test('parses the date of a Monday', () => {
  for (const text of ['2026-11-09', '2024-01-01', '2016-02-29', '2044-02-29', '0001-01-01', '9999-12-27']) {
    deepStrictEqual(parseWeek(text), { week: text });
  }
});

test('refuses another weekday and names its Monday', () => {
  const days = [
    ['2026-11-10', 'Tuesday', '2026-11-09'],
    ['2026-11-11', 'Wednesday', '2026-11-09'],
    ['2026-11-12', 'Thursday', '2026-11-09'],
    ['2026-11-13', 'Friday', '2026-11-09'],
    ['2026-11-14', 'Saturday', '2026-11-09'],
    ['2026-11-15', 'Sunday', '2026-11-09'],
    ['2026-01-01', 'Thursday', '2025-12-29'],
    ['2028-02-29', 'Tuesday', '2028-02-28'],
  ];
  for (const [text = '', day, week] of days) {
    deepStrictEqual(parseWeek(text), { wrong: `${text} is a ${day}; its week is ${week}.` });
  }
});

test('refuses a date that does not exist', () => {
  for (const text of ['2026-02-30', '2026-02-29', '2100-02-29', '2026-13-01', '2026-00-05', '2026-11-00']) {
    deepStrictEqual(parseWeek(text), { wrong: `${text} is not a date of the calendar.` });
  }
});

test('refuses a text that is not a date', () => {
  const texts = [
    '',
    ' ',
    'now',
    '2026',
    '2026-11',
    '20261109',
    '2026-W46',
    '2026-11-9',
    '2026-11-09 ',
    ' 2026-11-09',
    '2026-11-09\n',
    '2026/11/09',
    '2026-11-09T00:00:00.000Z',
    '2026-11-09[u-ca=hebrew]',
    '２０２６-11-09',
    '226-11-09',
    '02026-11-09',
    '12026-11-06',
    '+002026-11-09',
    '-000001-11-09',
    '2026-11-09\0',
  ];
  for (const text of texts) {
    const outcome = parseWeek(text);
    ok('wrong' in outcome, JSON.stringify(text));
    match(outcome.wrong, /^A week is the date of its Monday/, JSON.stringify(text));
  }
});

test('accepts a text only if it is the date of a Monday', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/)), (text) => {
      const outcome = parseWeek(text);
      if ('wrong' in outcome) return;
      const ms = Date.parse(`${text}T00:00:00Z`);
      strictEqual(dateText(ms), text);
      ok((ms - A_MONDAY_MS) % (7 * DAY_MS) === 0, text);
    }),
    { numRuns: 2_000 },
  );
});

test('WeekClock equals weekAt in every minute around the ends of weeks', () => {
  const clock = new WeekClock();
  const zones = [
    'Pacific/Kiritimati',
    'Asia/Kathmandu',
    'Antarctica/Vostok',
    'Asia/Tehran',
    'Pacific/Pago_Pago',
  ];
  for (const monday of ['2021-03-22', '2023-12-18', '2026-01-05']) {
    const around = Date.parse(`${monday}T00:00:00Z`);
    for (let ms = around - 15 * HOUR_MS; ms <= around + 13 * HOUR_MS; ms += 60_000) {
      for (const zone of zones) checkClock(clock, ms, zone);
      for (const zone of zones) checkClock(clock, ms + 59_999, zone);
    }
  }
});

test('WeekClock follows a clock that is set back or forward', () => {
  const clock = new WeekClock();
  const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2036, 0, 1) });
  fc.assert(
    fc.property(fc.array(instant, { maxLength: 20 }), (jumps) => {
      for (const ms of jumps) checkClock(clock, ms, 'Europe/Berlin');
    }),
  );
  const midnight = Date.parse('2026-11-09T00:00:00Z');
  for (const ms of [midnight, midnight - 1, midnight, midnight - 7 * DAY_MS]) checkClock(clock, ms, 'UTC');
});

test('results do not depend on the time zone of the process', () => {
  const script = `
    const { weekAt, weekOf, weekAfter, parseWeek, WeekClock } = await import(process.argv[1]);
    const zones = ['Asia/Tehran', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York'];
    const instants = [${cases.map(({ at }) => `'${at}'`).join()}].map((at) => Temporal.Instant.from(at));
    const clock = new WeekClock();
    console.log(JSON.stringify([
      instants.flatMap((at) => zones.map((zone) => weekAt(at, zone))),
      instants.flatMap((at) => zones.map((zone) => clock.weeksAt(at.epochMilliseconds, zone))),
      weekOf(Temporal.PlainDate.from('2026-11-15')), weekAfter('2026-11-09'), parseWeek('2026-11-15'),
    ]));`;
  const outputs = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Tehran', 'America/New_York'].map(
    (TZ) => {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        ['--input-type=module', '-e', script, new URL('week.ts', import.meta.url).href],
        { encoding: 'utf8', env: { ...process.env, TZ } },
      );
      strictEqual(stderr, '');
      return stdout;
    },
  );
  match(outputs[0] as string, /"2021-03-22"/);
  for (const output of outputs) strictEqual(output, outputs[0]);
});

function checkClock(clock: WeekClock, ms: number, zone: string): void {
  const current = weekAtMs(ms, zone);
  const weeks = clock.weeksAt(ms, zone);
  if (weeks.current !== current || weeks.next !== weekAfter(current)) {
    deepStrictEqual(weeks, { current, next: weekAfter(current) }, `${new Date(ms).toISOString()} ${zone}`);
  }
}

function weekAtMs(ms: number, zone: string): Week {
  return weekAt(Temporal.Instant.fromEpochMilliseconds(ms), zone);
}

function mondaysBetween(fromMs: number, toMs: number): number[] {
  const mondays: number[] = [];
  for (let ms = A_MONDAY_MS; ms < toMs; ms += 7 * DAY_MS) if (ms >= fromMs) mondays.push(ms);
  return mondays;
}

function dateText(utcMs: number): string {
  return new Date(utcMs).toISOString().slice(0, 10);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The reference: the date of an instant in the zone, such as `11/9/2026`. */
function civilDates(timeZone: string): (ms: number) => string {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    formatter = new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', ...parts });
    formatters.set(timeZone, formatter);
  }
  return (ms) => formatter.format(ms);
}

/**
 * The instant at which this Monday starts according to the reference. Tries last week's offset and that offset one
 * hour earlier and later, then searches the 28 hours in which the start must be.
 */
function findStart(civilDate: (ms: number) => string, mondayMs: number, offsetMs: number): number {
  const date = new Date(mondayMs);
  const monday = `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
  const isStart = (ms: number) => civilDate(ms) === monday && civilDate(ms - 1_000) !== monday;
  const guess = mondayMs - offsetMs;
  const likely = [guess, guess - HOUR_MS, guess + HOUR_MS].find(isStart);
  if (likely !== undefined) return likely;
  for (let ms = mondayMs - 14 * HOUR_MS; ms <= mondayMs + 14 * HOUR_MS; ms += HOUR_MS / 4) {
    if (isStart(ms)) return ms;
  }
  throw new Error(`The reference has no start of ${monday}.`);
}
