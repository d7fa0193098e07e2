/** Sends CalDAV requests, and reads the responses. */
import { parseXml, type XmlElement } from '#http/dav/xml-reader.ts';

export const MEALS = '/dav/calendars/meals/';
export const SHOPPING = '/dav/calendars/shopping/';

function basic(key: string, user = 'phone'): string {
  return `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`;
}

type Sent = { key?: string | undefined; body?: string; headers?: Record<string, string> };

export async function callDav(
  { url }: { url: string },
  method: string,
  path: string,
  { key, body, headers = {} }: Sent = {},
) {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { ...(key !== undefined && { authorization: basic(key) }), ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

/** A property of a response, by its local name, and the status of its propstat. */
export type DavEntry = { href: string; status: number | undefined; properties: Map<string, XmlElement> };

function child(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((element) => element.name === name);
}

/** The responses of a multistatus, with the properties that were found. */
export function entriesOf(text: string): DavEntry[] {
  const root = parseXml(text, Infinity);
  if (root?.name !== '{DAV:}multistatus') throw new Error(`No multistatus: ${text}`);
  return root.children
    .filter(({ name }) => name === '{DAV:}response')
    .map((response) => {
      const status = child(response, '{DAV:}status')?.text.split(' ')[1];
      const found = response.children
        .filter(
          (element) =>
            element.name === '{DAV:}propstat' && child(element, '{DAV:}status')?.text.includes(' 200 '),
        )
        .flatMap((element) => child(element, '{DAV:}prop')?.children ?? []);
      return {
        href: child(response, '{DAV:}href')?.text ?? '',
        status: status === undefined ? undefined : Number(status),
        properties: new Map(found.map((element) => [element.name.replace(/^.*\}/, ''), element])),
      };
    });
}

export function syncTokenOf(text: string): string {
  return parseXml(text, Infinity)?.children.find(({ name }) => name === '{DAV:}sync-token')?.text ?? '';
}

const NAMESPACES =
  'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/"';

export function propfindBody(...names: string[]): string {
  return `<D:propfind ${NAMESPACES}><D:prop>${names.map((name) => `<${name}/>`).join('')}</D:prop></D:propfind>`;
}

export function syncBody(token: string): string {
  return `<D:sync-collection ${NAMESPACES}><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level><D:prop><D:getetag/></D:prop></D:sync-collection>`;
}

export function multigetBody(hrefs: readonly string[]): string {
  const all = hrefs.map((href) => `<D:href>${href}</D:href>`).join('');
  return `<C:calendar-multiget ${NAMESPACES}><D:prop><D:getetag/><C:calendar-data/></D:prop>${all}</C:calendar-multiget>`;
}

/** `filter` is what the comp-filter of the component contains. */
export function queryBody(component: string, filter = ''): string {
  return `<C:calendar-query ${NAMESPACES}><D:prop><D:getetag/><C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="${component}">${filter}</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`;
}

type SentTodo = { uid: string; summary: string; isDone?: boolean; more?: readonly string[] };

export function todoOf({ uid, summary, isDone = false, more = [] }: SentTodo): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    'BEGIN:VTODO',
    `UID:${uid}`,
    'DTSTAMP:20261111T120000Z',
    `SUMMARY:${summary.replace(/[\\;,]/g, '\\$&')}`,
    `STATUS:${isDone ? 'COMPLETED' : 'NEEDS-ACTION'}`,
    ...more,
    'END:VTODO',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}
