/**
 * Parses the to-do that a client sends. ical.js says whether it is iCalendar, which components it has and what the values
 * mean. What Weekfare does not use is stored line by line as it came: written in another form, it would be a change that
 * the client fetches, and with which its next one conflicts.
 */
import ICAL from 'ical.js';
import { type ExtraLines, extraText } from './todo.ts';

export type ParsedTodo = { uid: string; summary: string; isDone: boolean; extra: string };

/** The preconditions of RFC 4791, section 5.3.2.1. */
type Fault = 'valid-calendar-data' | 'supported-calendar-component' | 'valid-calendar-object-resource';

type Component = InstanceType<typeof ICAL.Component>;

/** Written from the state of the item. */
const OWN = new Set([
  'UID',
  'DTSTAMP',
  'LAST-MODIFIED',
  'SUMMARY',
  'STATUS',
  'COMPLETED',
  'PERCENT-COMPLETE',
]);
/** An alarm in a to-do in a calendar is at depth 3. */
const MAX_DEPTH = 8;
const DONE = new Set(['COMPLETED', 'CANCELLED']);

/** The size of the text is limited by the server. */
export function parseTodo(text: string): ParsedTodo | { fault: Fault } {
  try {
    const parsed: unknown = isPrintable(text) && ICAL.parse(text);
    // Two calendars are an array of arrays.
    const isCalendar = Array.isArray(parsed) && parsed[0] === 'vcalendar' && depthOf(parsed) <= MAX_DEPTH;
    return isCalendar ? readCalendar(new ICAL.Component(parsed), text) : { fault: 'valid-calendar-data' };
  } catch {
    // ical.js throws errors of several kinds for what is not iCalendar.
    return { fault: 'valid-calendar-data' };
  }
}

function readCalendar(calendar: Component, text: string): ParsedTodo | { fault: Fault } {
  if (calendar.hasProperty('method')) return { fault: 'valid-calendar-object-resource' };
  const components = calendar.getAllSubcomponents();
  const [todo, ...others] = components.filter(({ name }) => name !== 'vtimezone');
  if (!todo) return { fault: 'valid-calendar-object-resource' };
  if ([todo, ...others].some(({ name }) => name !== 'vtodo'))
    return { fault: 'supported-calendar-component' };
  const uid = textOf(todo, 'uid');
  if (others.length > 0 || uid === '' || todo.hasProperty('recurrence-id'))
    return { fault: 'valid-calendar-object-resource' };
  // Throws for a value that cannot be decoded: it must not be stored.
  for (const property of todo.getAllProperties()) property.getValues();
  const summary = textOf(todo, 'summary');
  const status = textOf(todo, 'status').toUpperCase();
  const isDone = DONE.has(status) || (status === '' && todo.hasProperty('completed'));
  return { uid, summary, isDone, extra: extraText(extraLines(text)) };
}

function textOf(component: Component, name: string): string {
  const value: unknown = component.getFirstPropertyValue(name);
  return typeof value === 'string' ? value : '';
}

/** The lines of the to-do that are not written from the state of the item, and other components such as time zones. */
function extraLines(text: string): ExtraLines {
  const [inside, beside]: [string[], string[]] = [[], []];
  const open: string[] = [];
  const unfolded = text.replaceAll('\r\n', '\n').replaceAll('\n ', '').replaceAll('\n\t', '');
  for (const line of unfolded.split('\n')) {
    const end = line.search(/[:;]/);
    const name = line.slice(0, end).toUpperCase();
    const isBoundary = name === 'BEGIN' || name === 'END';
    // Other programs could take a boundary with parameters for one, although ical.js does not.
    if (isBoundary && line.charAt(end) === ';') continue;
    if (name === 'BEGIN')
      open.push(
        line
          .slice(end + 1)
          .trim()
          .toUpperCase(),
      );
    const [, component] = open;
    const isOwn = open.length === 2 && (isBoundary || OWN.has(name));
    if (component === 'VTODO' && !isOwn) inside.push(line);
    else if (component !== undefined && component !== 'VTODO') beside.push(line);
    if (name === 'END') open.pop();
  }
  return { inside, beside };
}

/** Of jCal (RFC 7265): an array of name, properties and components. Nothing below the bound is visited. */
function depthOf(component: unknown[], depth = 1): number {
  const parts = component[2] as unknown[][];
  return depth > MAX_DEPTH ? depth : Math.max(depth, ...parts.map((part) => depthOf(part, depth + 1)));
}

function isPrintable(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return text.isWellFormed() && !/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]|\r(?!\n)/.test(text);
}
