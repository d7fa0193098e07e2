/**
 * When `dinner.today` is sent: at a time of the family's choice on each day of its time zone, also on days with a change
 * of the clock.
 */
import { z } from 'zod';
import { type Week, weekOf } from '#domain/week/week.ts';

export const dinnerTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 16:00');

/** The next instant at which it is this time. A time that the clock skips becomes the one after it. */
export function nextDinnerMs(time: string, timeZone: string, afterMs: number): number {
  const plainTime = Temporal.PlainTime.from(time);
  const today = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(timeZone).toPlainDate();
  for (let days = 0; ; days += 1) {
    const dueMs = today.add({ days }).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
    if (dueMs > afterMs) return dueMs;
  }
}

export function dateAt(ms: number, timeZone: string): { date: string; week: Week } {
  const date = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate();
  return { date: date.toString(), week: weekOf(date) };
}
