/**
 * Weeks. A week is the civil date of its Monday: it has no clock and no time zone.
 * `weekAt` is the only place where an instant becomes a week.
 */

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export type Day = (typeof DAYS)[number];

declare const brand: unique symbol;
/** The Monday, as `2026-03-23`. */
export type Week = string & { readonly [brand]: 'Week' };

export function weekAt(now: Temporal.Instant, timeZone: string): Week {
  // Through the calendar date, not by subtracting hours: some Mondays have no midnight.
  return weekOf(now.toZonedDateTimeISO(timeZone).toPlainDate());
}

export function weekOf(date: Temporal.PlainDate): Week {
  return date.subtract({ days: date.dayOfWeek - 1 }).toString() as Week;
}

export function weekAfter(week: Week): Week {
  return Temporal.PlainDate.from(week).add({ days: 7 }).toString() as Week;
}

const PLANNING_RANGE = { years: 10 };

/** Bounds the number of plans of a family: without it a family could fill the disk. */
export function isWithinPlanningRange(week: Week, nowMs: number): boolean {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO('UTC').toPlainDate();
  return weekOf(today.subtract(PLANNING_RANGE)) <= week && week <= weekOf(today.add(PLANNING_RANGE));
}

/** The `weekOf` of the public API: the Monday with a fixed time, in every time zone. */
export function weekOfText(week: Week): string {
  return `${week}T00:00:00.000Z`;
}

/** Returns a sentence if the text is no week. Only years of four digits, so that texts sort by time. */
export function parseWeek(text: string): { week: Week } | { wrong: string } {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text))
    return { wrong: 'A week is the date of its Monday, such as 2026-11-09.' };
  let date: Temporal.PlainDate;
  try {
    date = Temporal.PlainDate.from(text);
  } catch {
    return { wrong: `${text} is not a date of the calendar.` };
  }
  if (date.dayOfWeek !== 1) {
    return { wrong: `${text} is a ${DAYS[date.dayOfWeek - 1]}; its week is ${weekOf(date)}.` };
  }
  return { week: text as Week };
}

/**
 * Caches the current and the next week of each time zone, since Temporal takes microseconds. An entry is valid for
 * the current minute: midnight is on a whole minute in every zone.
 */
export class WeekClock {
  #minute = Number.NaN;
  readonly #weeks = new Map<string, { current: Week; next: Week }>();

  weeksAt(nowMs: number, timeZone: string): { current: Week; next: Week } {
    const minute = Math.floor(nowMs / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#weeks.clear();
    }
    let weeks = this.#weeks.get(timeZone);
    if (weeks === undefined) {
      const current = weekAt(Temporal.Instant.fromEpochMilliseconds(nowMs), timeZone);
      weeks = { current, next: weekAfter(current) };
      this.#weeks.set(timeZone, weeks);
    }
    return weeks;
  }
}
