import { ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { seasonOf } from './season.ts';
import type { Week } from './week.ts';

const cases = [
  { week: '2026-02-23', zone: 'Europe/Berlin', season: 'winter', why: 'its Thursday is in February' },
  { week: '2026-03-02', zone: 'Europe/Berlin', season: 'spring', why: 'spring begins with March' },
  { week: '2026-06-01', zone: 'America/New_York', season: 'summer', why: 'summer begins with June' },
  { week: '2026-08-31', zone: 'Asia/Tokyo', season: 'autumn', why: 'its Thursday is in September' },
  { week: '2026-11-30', zone: 'UTC', season: 'winter', why: 'its Thursday is in December' },
  { week: '2026-12-28', zone: 'Africa/Lagos', season: 'winter', why: 'the week contains New Year' },
  { week: '2026-12-28', zone: 'Australia/Sydney', season: 'summer', why: 'southern hemisphere' },
  {
    week: '2026-03-02',
    zone: 'America/Sao_Paulo',
    season: 'autumn',
    why: 'southern hemisphere without summer time',
  },
  { week: '2026-07-06', zone: 'Pacific/Auckland', season: 'winter', why: 'southern hemisphere' },
  {
    week: '2026-09-07',
    zone: 'America/Argentina/Ushuaia',
    season: 'spring',
    why: 'a zone name with three parts',
  },
];
for (const { week, zone, season, why } of cases) {
  test(`the week of ${week} is in ${season} in ${zone}: ${why}`, () => {
    strictEqual(seasonOf(week as Week, zone), season);
  });
}

test('every zone with summer time in January is in the southern hemisphere', () => {
  const southern = Intl.supportedValuesOf('timeZone').filter((zone) => offset(zone, 1) > offset(zone, 7));
  ok(southern.length > 10);
  for (const zone of southern) strictEqual(seasonOf('2026-07-06' as Week, zone), 'winter', zone);
});

function offset(zone: string, month: number): number {
  return Temporal.ZonedDateTime.from({ year: 2010, month, day: 1, timeZone: zone }).offsetNanoseconds;
}
