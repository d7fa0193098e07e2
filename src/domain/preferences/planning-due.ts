/**
 * When a week is planned automatically: at an hour of a weekday in the family's time zone, also on nights with a
 * change of the clock. It is always the following week that is planned.
 */
import { DAYS, type Week, weekAfter, weekAt } from '#domain/week/week.ts';
import type { Preferences } from './preferences.ts';

/** The next due instant. An hour that the clock skips becomes the one after it. */
export function nextDueMs(
  { day, hour }: NonNullable<Preferences['autoPlan']>,
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
