/**
 * Formats dates with `Intl`. A civil date is text such as `2026-11-09` and does not depend on a time zone. An
 * instant is shown in the browser's time zone.
 */
import type { Day } from '#domain/week/week.ts';
import { dateMs } from '#web/base/calendar.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** `showDate('2026-11-09', 'en', { day: 'numeric', month: 'long' })` is `9 November`. */
export function showDate(date: string, locale: string, shape: Intl.DateTimeFormatOptions): string {
  return format(locale, { ...shape, timeZone: 'UTC' }).format(dateMs(date));
}

/** A range of civil dates: `9 – 15 November`. */
export function showDates(
  from: string,
  to: string,
  locale: string,
  shape: Intl.DateTimeFormatOptions,
): string {
  return format(locale, { ...shape, timeZone: 'UTC' }).formatRange(dateMs(from), dateMs(to));
}

export function showInstant(
  instant: number | string,
  locale: string,
  shape: Intl.DateTimeFormatOptions,
): string {
  return format(locale, shape).format(new Date(instant));
}

/** `Monday`, or `Mo` if short. */
export function dayName(day: Day, locale: string, length: 'long' | 'short' | 'narrow' = 'long'): string {
  return showDate(A_DATE_ON[day], locale, { weekday: length });
}

const A_DATE_ON: Record<Day, string> = {
  Monday: '2024-01-01',
  Tuesday: '2024-01-02',
  Wednesday: '2024-01-03',
  Thursday: '2024-01-04',
  Friday: '2024-01-05',
  Saturday: '2024-01-06',
  Sunday: '2024-01-07',
};

/** Cached: creating a format costs a hundred times as much as using it. */
function format(locale: string, shape: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(shape);
  let made = formats.get(key);
  if (!made) formats.set(key, (made = new Intl.DateTimeFormat(locale, shape)));
  return made;
}
