/** The elements of a 207 response (RFC 4918, section 13). */
import { STATUS_CODES } from '#http/server/node-http.ts';
import { currentWork } from '#storage/deadline.ts';
import type { CollectionKind, CalendarObject } from './collections.ts';
import { type DavContext, objectProperties, pathOf, type Properties } from './resources.ts';
import { type DavResponse, XML_TYPE } from './exchange.ts';
import { documentOf, element, href, Xml } from './xml-writer.ts';

/** Which properties a request asks for: by name, with the empty element of each, or all, or only the names of all. */
export type Wanted = ReadonlyMap<string, Xml> | 'all' | 'names';

/** A response with the properties that the resource has, and those that it has not. */
export function foundResponse(path: string, properties: Properties, wanted: Wanted): Xml {
  const names = typeof wanted === 'string' ? Object.keys(properties).filter(isPlain) : [...wanted.keys()];
  const isFound = (name: string) => Object.hasOwn(properties, name);
  const found = names
    .filter(isFound)
    .map((name) => element(name, wanted === 'names' ? [] : (properties[name] ?? [])));
  const missing =
    typeof wanted === 'string'
      ? []
      : Array.from(wanted).flatMap(([name, empty]) => (isFound(name) ? [] : [empty]));
  return element('{DAV:}response', [
    href(path),
    ...(found.length > 0 || missing.length === 0 ? [propstat(found, 200)] : []),
    ...(missing.length > 0 ? [propstat(missing, 404)] : []),
  ]);
}

export function objectResponse(
  context: DavContext,
  collection: CollectionKind,
  object: CalendarObject,
  wanted: Wanted,
): Xml {
  const path = pathOf({ kind: 'object', collection, name: object.name });
  return foundResponse(path, objectProperties(context, collection, object), wanted);
}

/** Contents are for reports only (RFC 4791, section 9.6). */
function isPlain(name: string): boolean {
  return name !== '{urn:ietf:params:xml:ns:caldav}calendar-data';
}

export function propstat(properties: readonly Xml[], status: number, more: readonly Xml[] = []): Xml {
  return element('{DAV:}propstat', [element('{DAV:}prop', properties), statusOf(status), ...more]);
}

/** A response without properties, of a resource that is not there. */
export function statusResponse(path: string, status: number): Xml {
  return element('{DAV:}response', [href(path), statusOf(status)]);
}

function statusOf(status: number): Xml {
  return element('{DAV:}status', `HTTP/1.1 ${status} ${STATUS_CODES[status]}`);
}

/** The responses of one request, within its budget. As bytes, which take a fraction of the memory of strings. */
export class Responses {
  readonly #all: Buffer[] = [];
  readonly #foreign = new Set<string>();

  get count(): number {
    return this.#all.length;
  }

  add(response: Xml): void {
    const bytes = Buffer.from(response.text);
    currentWork()?.spendBytes(bytes.length);
    this.#all.push(bytes);
    for (const namespace of response.foreign ?? []) this.#foreign.add(namespace);
  }

  /** `more`: what follows the responses. */
  toResponse(more: Xml = new Xml('')): DavResponse {
    const empty = documentOf(element('{DAV:}multistatus', new Xml('\n', this.#foreign)));
    const end = empty.lastIndexOf('\n');
    const parts = [
      Buffer.from(empty.slice(0, end)),
      ...this.#all,
      Buffer.from(more.text + empty.slice(end + 1)),
    ];
    return { status: 207, body: { type: XML_TYPE, text: Buffer.concat(parts) } };
  }
}
