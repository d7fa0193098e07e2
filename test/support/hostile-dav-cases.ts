/**
 * The most work that each method of CalDAV and each report can ask for: once with a body as long as one may be, and once
 * with as much as a client could need.
 */
import { MEALS, multigetBody, queryBody, SHOPPING, syncBody, todoOf } from './clients/dav.ts';
import type { KeyCase } from './key-cases.ts';
import { ID_MARK } from './largest-input.ts';

/** As long as a body may be, or almost. */
const MAX_LENGTH = 65_000;
const USUAL_COUNT = 100;
const OBJECT = `${SHOPPING}${ID_MARK}.ics`;
const CALENDARS = [
  [MEALS, 'VEVENT'],
  [SHOPPING, 'VTODO'],
] as const;

export function hostileDavCases(): KeyCase[] {
  return [...propertyCases(), ...reportCases(), ...objectCases()];
}

function davCase(method: string, path: string, what: string, body?: string, headers = {}): KeyCase {
  const name = `${method} ${path} ${what}`;
  return { name, operation: `${method} /dav/*`, method, path, scopes: [], headers, body };
}

function propertyCases(): KeyCase[] {
  const long = properties(30_000, 3_000);
  const usual = properties(200, USUAL_COUNT);
  return ['/dav/', '/dav/principal/', '/dav/calendars/', MEALS, SHOPPING].flatMap((path) => [
    davCase('PROPFIND', path, 'with long names', `<D:propfind xmlns:D="DAV:">${long}</D:propfind>`, {
      depth: '1',
    }),
    davCase(
      'PROPFIND',
      path,
      `with ${USUAL_COUNT} names`,
      `<D:propfind xmlns:D="DAV:">${usual}</D:propfind>`,
      { depth: '1' },
    ),
    davCase('PROPPATCH', path, 'with long names', updateBody(long)),
    davCase('PROPPATCH', path, `with ${USUAL_COUNT} names`, updateBody(usual)),
  ]);
}

function reportCases(): KeyCase[] {
  return CALENDARS.flatMap(([path, component]) => {
    const multiget = (length: number, count?: number) =>
      multigetBody(repeat(length, (at) => `${path}${day(at)}-dinner.ics`, count));
    return [
      davCase('REPORT', path, 'of everything', queryBody(component)),
      davCase('REPORT', path, 'with long filter', queryBody(component, repeat(MAX_LENGTH, filter).join(''))),
      davCase(
        'REPORT',
        path,
        'with 10 filters',
        queryBody(component, repeat(MAX_LENGTH, filter, 10).join('')),
      ),
      davCase('REPORT', path, 'of long multiget', multiget(MAX_LENGTH / 1.5)),
      davCase('REPORT', path, `of ${USUAL_COUNT} objects`, multiget(MAX_LENGTH, USUAL_COUNT)),
      davCase('REPORT', path, 'of all changes', syncBody('')),
    ];
  });
}

function objectCases(): KeyCase[] {
  const more = Array.from({ length: 200 }, (_, at) => `X-${at}:${'v'.repeat(60)}`);
  const todo = todoOf({ uid: ID_MARK, summary: 's'.repeat(400), more });
  const missing = `${MEALS}${'n'.repeat(190)}.ics`;
  return [
    davCase('PUT', OBJECT, 'with 200 lines', todo, { 'content-type': 'text/calendar' }),
    ...['GET', 'HEAD', 'DELETE', 'POST', 'PATCH'].map((method) => davCase(method, OBJECT, '')),
    davCase('GET', `${MEALS}2026-11-13-dinner.ics`, ''),
    davCase('GET', missing, ''),
    ...['MKCALENDAR', 'MKCOL', 'COPY', 'MOVE'].map((method) => davCase(method, OBJECT, '', elements(4_000))),
    davCase('OPTIONS', '/dav/calendars/', ''),
  ];
}

function updateBody(prop: string): string {
  return `<D:propertyupdate xmlns:D="DAV:"><D:set>${prop}</D:set></D:propertyupdate>`;
}

function filter(at: number): string {
  return `<C:prop-filter name="SUMMARY"><C:text-match>${at % 10}</C:text-match></C:prop-filter>`;
}

function day(at: number): string {
  return Temporal.PlainDate.from('2026-11-13')
    .add({ days: at % 1_000 })
    .toString();
}

/** Names that no property has, in a namespace of this length. */
function properties(length: number, count: number): string {
  return `<D:prop xmlns:D="DAV:" xmlns:x="${'n'.repeat(length)}">${elements(count)}</D:prop>`;
}

function elements(count: number): string {
  return Array.from({ length: count }, (_, at) => `<x:a${at}/>`).join('');
}

function repeat(length: number, part: (at: number) => string, count = Infinity): string[] {
  const parts: string[] = [];
  for (let sum = 0; parts.length < count;) {
    const next = part(parts.length);
    sum += next.length;
    if (sum > length - 400) break;
    parts.push(next);
  }
  return parts;
}
