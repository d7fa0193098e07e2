/**
 * Writes iCalendar files (RFC 5545 and 7986). Times are UTC: an event happens once, so its instant is all that a
 * calendar app needs, and no table of time zones can be out of date. There is no METHOD, since nobody is invited, and
 * no alarm.
 */
import { contentLine, escapeText } from './content-line.ts';

export type CalendarEvent = {
  uid: string;
  /** Rises when the event changes. */
  sequence: number;
  /** When it changed last: an instant as text (domain/week/instant.ts). */
  changedAt: string;
  /** As `2026-11-16`, and when it begins on that day; undefined for all day. */
  date: string;
  start: { time: string; timeZone: string } | undefined;
  title: string;
  description: string;
  /** Of the recipe. */
  url: string | undefined;
};

const PRODUCT = '-//Weekfare//Meals//EN';
/** How often calendar apps should look for changes. Most look less often. */
const REFRESH = 'PT1H';
const MEAL_MINUTES = 60;
/** The largest value of the type INTEGER. */
const MAX_SEQUENCE = 2_147_483_647;

/** A calendar needs at least one component (section 3.6), also without events. */
const UTC_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
  '',
].join('\r\n');

/** `events` are texts of `eventText`. */
export function calendarText(
  { name, timeZone }: { name: string; timeZone: string },
  events: readonly string[],
): string {
  const head = [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', PRODUCT),
    contentLine('CALSCALE', 'GREGORIAN'),
    contentLine('NAME', escapeText(name)),
    // What Apple, Google and Outlook read instead of the properties of RFC 7986.
    contentLine('X-WR-CALNAME', escapeText(name)),
    contentLine('X-WR-TIMEZONE', escapeText(timeZone)),
    contentLine('REFRESH-INTERVAL;VALUE=DURATION', REFRESH),
    contentLine('X-PUBLISHED-TTL', REFRESH),
  ];
  const components = events.length > 0 ? events : [UTC_ZONE];
  return [...head, ...components, contentLine('END', 'VCALENDAR')].join('');
}

/** One event as a CalDAV server stores it: a calendar object without the calendar's name. */
export function objectText(component: string): string {
  return [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', PRODUCT),
    component,
    contentLine('END', 'VCALENDAR'),
  ].join('');
}

export function eventText(event: CalendarEvent): string {
  const { uid, sequence, changedAt, title, description, url } = event;
  const [start, end] = boundsOf(event);
  const changed = utcText(Temporal.Instant.from(changedAt));
  return [
    contentLine('BEGIN', 'VEVENT'),
    contentLine('UID', escapeText(uid)),
    contentLine('DTSTAMP', changed),
    contentLine('LAST-MODIFIED', changed),
    contentLine('SEQUENCE', String(Math.min(sequence, MAX_SEQUENCE))),
    start,
    end,
    contentLine('SUMMARY', escapeText(title)),
    ...(description === '' ? [] : [contentLine('DESCRIPTION', escapeText(description))]),
    ...(url === undefined ? [] : [contentLine('URL', url)]),
    // A meal does not make anybody busy.
    contentLine('TRANSP', 'TRANSPARENT'),
    contentLine('END', 'VEVENT'),
  ].join('');
}

/** The end is exclusive: an event of one day ends on the next. */
function boundsOf({ date, start }: Pick<CalendarEvent, 'date' | 'start'>): [start: string, end: string] {
  const day = Temporal.PlainDate.from(date);
  if (start === undefined) {
    return [
      contentLine('DTSTART;VALUE=DATE', dateText(day)),
      contentLine('DTEND;VALUE=DATE', dateText(day.add({ days: 1 }))),
    ];
  }
  // A time that the clock skips is as much later; of a time that happens twice, the first is meant.
  const begins = day
    .toZonedDateTime({ timeZone: start.timeZone, plainTime: Temporal.PlainTime.from(start.time) })
    .toInstant();
  const ends = begins.add({ minutes: MEAL_MINUTES });
  return [contentLine('DTSTART', utcText(begins)), contentLine('DTEND', utcText(ends))];
}

function dateText(date: Temporal.PlainDate): string {
  return date.toString().replaceAll('-', '');
}

/** `20261116T173000Z`. */
export function utcText(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');
}
