/**
 * The calendar in a browser: which date it is in the family's zone, and counting days from there. As
 * domain/week/week.ts does it, without Temporal, which not every browser has. A date is text: `2026-11-09`.
 */
import { DAYS, type Day } from '#domain/week/week.ts';

const DAY_MS = 86_400_000;

/** The civil date at this instant on the calendar of that zone. */
export function dateAt(nowMs: number, timeZone: string): string {
  const parts = calendarIn(timeZone).formatToParts(nowMs);
  const found = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${found.year?.padStart(4, '0')}-${found.month}-${found.day}`;
}

const calendars = new Map<string, Intl.DateTimeFormat>();

/** Making one costs a hundred times as much as using it. */
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

/** The Monday of the week this date is in. */
export function weekOf(date: string): string {
  return addDays(date, -DAYS.indexOf(dayOf(date)));
}

export function dayOf(date: string): Day {
  return DAYS[(new Date(dateMs(date)).getUTCDay() + 6) % 7] as Day;
}

/** The date of a day of this week. */
export function dateOf(week: string, day: Day): string {
  return addDays(week, DAYS.indexOf(day));
}

/** Whether a stranger's text names a week: the date of a Monday. */
export function isWeek(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dateText(dateMs(text)) === text && dayOf(text) === 'Monday';
}

/** Midnight UTC of a date, to count with; not a moment in anyone's day. */
export function dateMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

function dateText(ms: number): string {
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10);
}
