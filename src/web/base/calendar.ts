/**
 * Date calculations in the family's time zone. Gives the same results as domain/week/week.ts without
 * Temporal, which not every browser has. A date is text: `2026-11-09`.
 */
import { DAYS, type Day } from '#domain/week/week.ts';

export const DAY_MS = 86_400_000;
export const WORKDAYS: readonly Day[] = DAYS.slice(0, 5);
export const WEEKEND: readonly Day[] = DAYS.slice(5);

/** The civil date in a time zone. */
export function dateAt(nowMs: number, timeZone: string): string {
  const parts = calendarIn(timeZone).formatToParts(nowMs);
  const found = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${found.year?.padStart(4, '0')}-${found.month}-${found.day}`;
}

const calendars = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a format costs a hundred times as much as using it. */
function calendarIn(timeZone: string): Intl.DateTimeFormat {
  let made = calendars.get(timeZone);
  if (!made) {
    const shape = { calendar: 'iso8601', numberingSystem: 'latn' } as const;
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    calendars.set(timeZone, (made = new Intl.DateTimeFormat('en', { timeZone, ...shape, ...parts })));
  }
  return made;
}

export function addDays(date: string, days: number): string {
  return dateText(dateMs(date) + days * DAY_MS);
}

/** The Monday of the date's week. */
export function weekOf(date: string): string {
  return addDays(date, -DAYS.indexOf(dayOf(date)));
}

export function dayOf(date: string): Day {
  return DAYS[(new Date(dateMs(date)).getUTCDay() + 6) % 7] as Day;
}

export function dateOf(week: string, day: Day): string {
  return addDays(week, DAYS.indexOf(day));
}

/** Whether untrusted text is a week: the date of a Monday. */
export function isWeek(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dateText(dateMs(text)) === text && dayOf(text) === 'Monday';
}

/** Midnight UTC of a date. Only for calculations with dates, not an instant. */
export function dateMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

function dateText(ms: number): string {
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10);
}
