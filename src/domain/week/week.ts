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

/** How far from now a new plan may lie. */
const PLANNING_RANGE = { years: 10 };

/** Whether a plan may be made for this week: without an end to the calendar a family could fill a disk. */
export function isWithinPlanningRange(week: Week, nowMs: number): boolean {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO('UTC').toPlainDate();
  return weekOf(today.subtract(PLANNING_RANGE)) <= week && week <= weekOf(today.add(PLANNING_RANGE));
}

/** The `weekOf` of the API: the Monday's date with a fixed ending, whatever the zone. */
export function weekOfText(week: Week): string {
  return `${week}T00:00:00.000Z`;
}

/** A stranger's week, or why it is none. Years stay in four digits: the text sorts and has one form. */
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
 * The current and the next week of any zone, in next to no time. Asking the calendar costs
 * microseconds, so each zone's answer is kept for the minute it was asked in: every zone's midnight
 * falls on a whole minute.
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
