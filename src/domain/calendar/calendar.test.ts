/** Calendars as two other programs read them: 10,000 titles, and the instants of meals in 20 time zones. */
import { match, ok, strictEqual } from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { test } from 'node:test';
import * as fc from 'fast-check';
import ICAL from 'ical.js';
import { sync } from 'node-ical';
import { calendarText, type CalendarEvent, eventText } from './calendar.ts';

const CALENDAR = { name: 'Meals: Okafor, Lagos; "home"', timeZone: 'Africa/Lagos' };

function event(change: Partial<CalendarEvent> = {}): string {
  return eventText({
    uid: 'one',
    sequence: 7,
    changedAt: '2026-11-11T12:00:00.000Z',
    date: '2026-12-31',
    start: undefined,
    title: 'Dal',
    description: '',
    url: undefined,
    ...change,
  });
}

/** The events as ical.js reads them. */
function readEvents(text: string) {
  return new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent');
}

const PIECES = [
  'Jollof rice',
  ',',
  ';',
  '\\',
  '\\n',
  '\\,',
  '\n',
  ':',
  '"',
  ' ',
  '  two spaces  ',
  '👩🏽‍🍳',
  '🏴󠁧󠁢󠁷󠁬󠁳󠁿',
  '🇩🇪',
  'é',
  'ß',
  '饺子',
  'شوربة عدس',
  'מרק',
  '\u{202E}',
  '\t',
  'BEGIN:VEVENT',
  'Käsespätzle mit Röstzwiebeln ',
];

function randomTitles(maxPieces: number, numRuns: number): string[] {
  const title = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: maxPieces, size: 'max' });
  return fc.sample(title, { numRuns, seed: 20 }).map((pieces) => pieces.join(''));
}

/** 10,000 titles: random pieces, and a wide character at every place around the fold. */
function generateTitles(): string[] {
  const random = [...randomTitles(15, 9_200), ...randomTitles(200, 100)];
  const atFold = ['é', '饺', '🍲', '👩🏽‍🍳', '\\', ',', '\n'].flatMap((wide) =>
    Array.from({ length: 100 }, (_, at) => `${'x'.repeat(at)}${wide.repeat(2)}${'y'.repeat(at)}`),
  );
  // Of a title, at most 500 characters are accepted.
  return [...random, ...atFold].map((text) => Array.from(text).slice(0, 500).join('') || 'x');
}

test('10,000 titles survive folding and escaping in two other programs', () => {
  const titles = generateTitles();
  strictEqual(titles.length, 10_000);
  ok(titles.some((title) => Array.from(title).length === 500));
  const text = calendarText(
    CALENDAR,
    titles.map((title, at) => event({ uid: `event-${at}`, title })),
  );
  const bytes = Buffer.from(text);
  let longest = 0;
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf('\r\n', start);
    const line = bytes.subarray(start, end);
    longest = Math.max(longest, line.length);
    // Each line is valid UTF-8 by itself: no character is divided.
    if (!isUtf8(line)) throw new Error(`A character is divided: ${line.toString()}`);
    start = end + 2;
  }
  strictEqual(longest, 75);
  strictEqual(/[^\r]\n|\r[^\n]/.test(text), false, 'every line ends with CRLF');

  // As sent: a divided pair of UTF-16 units is lost in the bytes.
  const sent = bytes.toString();
  const byIcal = readEvents(sent).map((event) => event.getFirstPropertyValue('summary'));
  // Not compared as lists: the message would contain megabytes.
  const wrong = titles.findIndex((title, at) => byIcal[at] !== title);
  strictEqual(byIcal[wrong], titles[wrong], `read by ical.js: ${wrong}`);
  strictEqual(byIcal.length, titles.length);
  const byNodeIcal = sync.parseICS(sent);
  titles.forEach((title, at) => {
    // Against section 3.3.11, it reads a backslash before an n as a line feed, and removes quotation marks.
    if (/\\n|^".*"$/s.test(title)) return;
    const read = byNodeIcal[`event-${at}`] as { summary?: unknown } | undefined;
    strictEqual(read?.summary, title, `read by node-ical: ${at}`);
  });
});

test('a calendar has the names and intervals that Apple, Google and Outlook read, and neither METHOD nor alarms', () => {
  const component = new ICAL.Component(ICAL.parse(calendarText(CALENDAR, [event()])) as unknown[]);
  const value = (name: string) => String(component.getFirstPropertyValue(name));
  // ical.js does not know their type, TEXT.
  for (const name of ['name', 'x-wr-calname'])
    strictEqual(value(name).replace(/\\([,;])/g, '$1'), CALENDAR.name);
  strictEqual(value('version'), '2.0');
  strictEqual(value('refresh-interval'), 'PT1H');
  strictEqual(component.getFirstProperty('refresh-interval')?.type, 'duration');
  strictEqual(value('x-published-ttl'), 'PT1H');
  const text = calendarText(CALENDAR, [event()]);
  strictEqual(/METHOD|VALARM/.test(text), false);
  match(calendarText(CALENDAR, []), /^BEGIN:VCALENDAR\r\n[^]*\r\nBEGIN:VTIMEZONE\r\n[^]*END:VCALENDAR\r\n$/);
});

test('an event of one day ends on the next day, which is not part of it', () => {
  const text = event({ url: 'https://meals.example/recipes/dal' });
  match(text, /\r\nDTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n/);
  match(text, /\r\nDTSTAMP:20261111T120000Z\r\n/);
  match(text, /\r\nSEQUENCE:7\r\n/);
  match(text, /\r\nURL:https:\/\/meals\.example\/recipes\/dal\r\n/);
});

test('controls and broken Unicode never reach a calendar', () => {
  const [read] = readEvents(calendarText(CALENDAR, [event({ title: 'a\u0000b\u001Bc\uD800d\re\r\nf' })]));
  strictEqual(read?.getFirstPropertyValue('summary'), 'abc\uFFFDd\ne\nf');
});

/** Zones with changes of the clock in both hemispheres, of half an hour, at midnight, and without any. */
const ZONES = [
  'Europe/Berlin',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Lisbon',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Santiago',
  'America/Havana',
  'America/Asuncion',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/Lagos',
];

test('a meal begins at the time on the wall in 20 zones throughout a year', () => {
  strictEqual(ZONES.length, 20);
  const first = Temporal.PlainDate.from('2026-01-01');
  let changes = 0;
  for (const timeZone of ZONES) {
    // The reference is another implementation than the one that computes the instants.
    const wall = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const offsets = new Set<number>();
    for (let days = 0; days < 365; days += 3) {
      const date = first.add({ days }).toString();
      const text = event({ date, start: { time: '18:30', timeZone } });
      const [, start = '', end = ''] = /DTSTART:(\w+Z)\r\nDTEND:(\w+Z)\r\n/.exec(text) ?? [];
      const startMs = Date.parse(start.replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'));
      const endMs = Date.parse(end.replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'));
      strictEqual(wall.format(startMs), `${date} 18:30`, `${timeZone} ${start}`);
      strictEqual(endMs - startMs, 3_600_000);
      offsets.add(Date.parse(`${date}T18:30:00Z`) - startMs);
    }
    changes += offsets.size - 1;
  }
  ok(changes >= 12, `${changes} zones with a change of the clock`);
});

test('a time that the clock skips is an hour later, and of a time that comes twice the first is meant', () => {
  const skipped = event({ date: '2026-03-29', start: { time: '02:30', timeZone: 'Europe/Berlin' } });
  match(skipped, /DTSTART:20260329T013000Z/);
  const twice = event({ date: '2026-10-25', start: { time: '02:30', timeZone: 'Europe/Berlin' } });
  match(twice, /DTSTART:20261025T003000Z/);
});
