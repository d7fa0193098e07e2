/**
 * When a week is planned by itself: at an hour of a weekday on the family's own clock, which may be set
 * forward or back that night. Always for the week after the one in which that hour falls.
 */
import { DAYS, type Week, weekAfter, weekAt } from './week.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';

/** The first such hour after this instant. An hour that the clock leaves out is the one after it. */
export function nextDueMs(
  { day, hour }: NonNullable<Preferences['byItself']>,
  timeZone: string,
  afterMs: number,
): number {
  const today = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(timeZone).toPlainDate();
  const ahead = (DAYS.indexOf(day) + 1 - today.dayOfWeek + 7) % 7;
  for (let days = ahead; ; days += 7) {
    const dueMs = today.add({ days }).toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds;
    if (dueMs > afterMs) return dueMs;
  }
}

export function weekDueAt(dueMs: number, timeZone: string): Week {
  return weekAfter(weekAt(Temporal.Instant.fromEpochMilliseconds(dueMs), timeZone));
}
