/**
 * Parses the to-do that a client sends. ical.js says whether it is iCalendar and what the values mean; the lines that
 * Weekfare does not use are stored as they were sent.
 */
import ICAL from 'ical.js';
import { type ExtraLines, extraText } from './todo.ts';

export type ParsedTodo = { uid: string; summary: string; isDone: boolean; extra: string };

/** The preconditions of RFC 4791, section 5.3.2.1. */
type Fault = 'valid-calendar-data' | 'supported-calendar-component' | 'valid-calendar-object-resource';

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
const MAX_LINES = 2_000;
const DONE = new Set(['COMPLETED', 'CANCELLED']);

export function parseTodo(text: string): ParsedTodo | { fault: Fault } {
  const lines = unfold(text);
  if (!lines || !isBalanced(lines)) return { fault: 'valid-calendar-data' };
  const todo = findTodo(text);
  if ('fault' in todo) return todo;
  const { component } = todo;
  const valueOf = (name: string) => {
    const value: unknown = component.getFirstPropertyValue(name);
    return typeof value === 'string' ? value : '';
  };
  // Values are decoded when they are asked for: what cannot be read must not be stored.
  if (!component.getAllProperties().every(isReadable)) return { fault: 'valid-calendar-data' };
  const [uid, summary] = [valueOf('uid'), valueOf('summary')];
  if (uid === '' || component.hasProperty('recurrence-id'))
    return { fault: 'valid-calendar-object-resource' };
  const status = valueOf('status').toUpperCase();
  const isDone = DONE.has(status) || (status === '' && component.hasProperty('completed'));
  return { uid, summary, isDone, extra: extraText(extraLines(lines)) };
}

function findTodo(text: string): { component: InstanceType<typeof ICAL.Component> } | { fault: Fault } {
  let calendar: InstanceType<typeof ICAL.Component>;
  try {
    const parsed: unknown = ICAL.parse(text);
    if (!Array.isArray(parsed) || parsed[0] !== 'vcalendar') return { fault: 'valid-calendar-data' };
    calendar = new ICAL.Component(parsed);
  } catch {
    return { fault: 'valid-calendar-data' };
  }
  if (calendar.hasProperty('method')) return { fault: 'valid-calendar-object-resource' };
  const objects = calendar.getAllSubcomponents().filter(({ name }) => name !== 'vtimezone');
  const [component] = objects;
  if (!component) return { fault: 'valid-calendar-object-resource' };
  if (objects.some(({ name }) => name !== 'vtodo')) return { fault: 'supported-calendar-component' };
  return objects.length === 1 ? { component } : { fault: 'valid-calendar-object-resource' };
}

function isReadable(property: { getValues(): unknown }): boolean {
  try {
    property.getValues();
    return true;
  } catch {
    return false;
  }
}

/** Undefined if there are too many lines. */
function unfold(text: string): string[] | undefined {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const plain = line.endsWith('\r') ? line.slice(0, -1) : line;
    const last = lines.length - 1;
    const isMore = plain.startsWith(' ') || plain.startsWith('\t');
    if (isMore && last >= 0) lines[last] += plain.slice(1);
    else if (plain !== '') lines.push(plain);
    if (lines.length > MAX_LINES) return undefined;
  }
  return lines;
}

function nameOf(line: string): string {
  const end = line.search(/[;:]/);
  return line.slice(0, end < 0 ? line.length : end).toUpperCase();
}

function valueIn(line: string): string {
  return line.slice(line.indexOf(':') + 1).toUpperCase();
}

/** Every component ends, in the right order, and nothing is deep: ical.js is lenient about the first. */
function isBalanced(lines: readonly string[]): boolean {
  const open: string[] = [];
  for (const line of lines) {
    const name = nameOf(line);
    if (name === 'BEGIN') open.push(valueIn(line));
    else if (name === 'END' && open.pop() !== valueIn(line)) return false;
    if (open.length > MAX_DEPTH || !isPrintable(line)) return false;
  }
  return open.length === 0;
}

function isPrintable(line: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return line.isWellFormed() && !/[\u0000-\u0008\u000A-\u001F\u007F]/.test(line);
}

function extraLines(lines: readonly string[]): ExtraLines {
  const [inside, beside]: [string[], string[]] = [[], []];
  const open: string[] = [];
  for (const line of lines) {
    const name = nameOf(line);
    if (name === 'BEGIN') open.push(valueIn(line));
    const [, component] = open;
    const isPart = open.length > 2;
    const isOfTodo = component === 'VTODO' && (isPart || (open.length === 2 && isExtra(name)));
    if (isOfTodo) inside.push(line);
    else if (component !== undefined && component !== 'VTODO') beside.push(line);
    if (name === 'END') open.pop();
  }
  return { inside, beside };
}

function isExtra(name: string): boolean {
  return name !== 'BEGIN' && name !== 'END' && !OWN.has(name);
}
