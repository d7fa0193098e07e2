/** The resources below `/dav/`, and their properties (RFC 4918, 3744, 5397, 4791, 6578). */
import { hasScope, type Scope } from '#domain/family/scopes.ts';
import type { CachedKey } from '#http/access/key-access.ts';
import {
  type Collection,
  type CollectionKind,
  COLLECTIONS,
  type CollectionRequest,
  loadCollection,
  type CalendarObject,
  SHOPPING_WRITE,
} from './collections.ts';
import { element, href, type Xml } from './xml-writer.ts';

export type DavResource =
  | { kind: 'host' | 'root' | 'principal' | 'home' }
  | { kind: 'collection'; collection: CollectionKind }
  | { kind: 'object'; collection: CollectionKind; name: string };

export const ROOT = '/dav/';
const PRINCIPAL = '/dav/principal/';
const HOME = '/dav/calendars/';
const MAX_NAME = 200;
export const MAX_BYTES = 65_536;
export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

const RESOURCES_BY_PATH: { readonly [path: string]: DavResource } = {
  // People enter the name of the host, and some clients, such as Home Assistant, do not ask /.well-known/caldav.
  '/': { kind: 'host' },
  [ROOT]: { kind: 'root' },
  [PRINCIPAL]: { kind: 'principal' },
  [HOME]: { kind: 'home' },
  [`${HOME}meals/`]: { kind: 'collection', collection: 'meals' },
  [`${HOME}shopping/`]: { kind: 'collection', collection: 'shopping' },
};

/** The resource of a path as sent, or undefined if there can be none. */
export function parsePath(path: string): DavResource | undefined {
  const resource = RESOURCES_BY_PATH[path.endsWith('/') ? path : `${path}/`];
  if (resource) return resource;
  const end = path.lastIndexOf('/') + 1;
  const parent = RESOURCES_BY_PATH[path.slice(0, end)];
  const name = decodeName(path.slice(end));
  return parent?.kind === 'collection' && name !== undefined
    ? { ...parent, kind: 'object', name }
    : undefined;
}

function decodeName(segment: string): string | undefined {
  let name: string;
  try {
    name = decodeURIComponent(segment);
  } catch {
    return undefined;
  }
  const isName = name !== '' && name !== '.' && name !== '..' && name.length <= MAX_NAME;
  // oxlint-disable-next-line no-control-regex
  return isName && name.isWellFormed() && !/[\u0000-\u001F\u007F/]/.test(name) ? name : undefined;
}

export function pathOf(resource: DavResource): string {
  if (resource.kind === 'object' || resource.kind === 'collection') {
    const path = `${HOME}${resource.collection}/`;
    return resource.kind === 'object' ? path + encodeURIComponent(resource.name) : path;
  }
  if (resource.kind === 'host') return '/';
  if (resource.kind === 'root') return ROOT;
  return resource.kind === 'principal' ? PRINCIPAL : HOME;
}

/** The scopes of which a key needs one. */
export function scopesFor(resource: DavResource | undefined, isWrite: boolean): readonly Scope[] {
  if (resource?.kind !== 'collection' && resource?.kind !== 'object') return ['plans:read', 'lists:read'];
  if (isWrite && resource.collection === 'shopping') return [SHOPPING_WRITE];
  return [COLLECTIONS[resource.collection].read];
}

function mayDo(key: Pick<CachedKey, 'scopes'>, scope: Scope): boolean {
  return hasScope(key.scopes, scope);
}

/** What the key lacks to see the calendar that it changes: statuses and conditions tell what is there. */
export function missingReadScope(
  key: Pick<CachedKey, 'scopes'>,
  resource: DavResource | undefined,
): Scope | undefined {
  const scope = scopesFor(resource, false)[0];
  const isOfCalendar = resource?.kind === 'collection' || resource?.kind === 'object';
  return isOfCalendar && scope && !mayDo(key, scope) ? scope : undefined;
}

/** The calendars that a key may read. */
export function collectionsFor(key: Pick<CachedKey, 'scopes'>): CollectionKind[] {
  return (Object.keys(COLLECTIONS) as CollectionKind[]).filter((kind) => mayDo(key, COLLECTIONS[kind].read));
}

export type Properties = { readonly [name: string]: string | Xml | readonly Xml[] };

/**
 * What the properties of resources are made from. A collection is loaded once for a request, and for a request about
 * some of its objects only with these.
 */
export class DavContext {
  readonly request: CollectionRequest;
  readonly key: CachedKey;
  readonly #loaded = new Map<CollectionKind, Promise<Collection | undefined>>();

  constructor(request: CollectionRequest, key: CachedKey) {
    this.request = request;
    this.key = key;
  }

  load(kind: CollectionKind, names?: readonly string[]): Promise<Collection | undefined> {
    return this.#loaded.getOrInsertComputed(kind, () => loadCollection(kind, this.request, names));
  }

  async find(kind: CollectionKind, name: string): Promise<CalendarObject | undefined> {
    for await (const batch of (await this.load(kind, [name]))?.objects() ?? []) {
      const object = batch.find((stored) => stored.name === name);
      if (object) return object;
    }
    return undefined;
  }
}

const empty = (name: string) => element(name);

/** Undefined if the resource does not exist. */
export async function propertiesOf(
  context: DavContext,
  resource: DavResource,
): Promise<Properties | undefined> {
  if (resource.kind === 'collection') {
    const collection = await context.load(resource.collection);
    return collection && collectionProperties(context, collection);
  }
  if (resource.kind === 'object') {
    const object = await context.find(resource.collection, resource.name);
    return object && objectProperties(context, resource.collection, object);
  }
  const types =
    resource.kind === 'principal' ? ['{DAV:}collection', '{DAV:}principal'] : ['{DAV:}collection'];
  return {
    ...commonProperties(resource.kind === 'root' || resource.kind === 'host' ? [] : ['read']),
    '{DAV:}resourcetype': types.map(empty),
    '{DAV:}displayname': 'Weekfare',
    ...(resource.kind !== 'home' && {
      '{urn:ietf:params:xml:ns:caldav}calendar-home-set': href(HOME),
      '{urn:ietf:params:xml:ns:caldav}calendar-user-address-set': href(PRINCIPAL),
      '{DAV:}principal-URL': href(PRINCIPAL),
    }),
  };
}

function commonProperties(privileges: readonly string[]): Properties {
  return {
    '{DAV:}current-user-principal': href(PRINCIPAL),
    '{DAV:}owner': href(PRINCIPAL),
    '{DAV:}principal-collection-set': href(ROOT),
    '{DAV:}current-user-privilege-set': ['read-current-user-privilege-set', ...privileges].map((privilege) =>
      element('{DAV:}privilege', empty(`{DAV:}${privilege}`)),
    ),
  };
}

const OF_MEMBER = commonProperties(['read']);
const OF_WRITABLE_MEMBER = commonProperties(['read', 'write', 'write-content']);

const REPORTS = [
  '{DAV:}sync-collection',
  '{urn:ietf:params:xml:ns:caldav}calendar-query',
  '{urn:ietf:params:xml:ns:caldav}calendar-multiget',
];

function collectionProperties({ key }: DavContext, collection: Collection): Properties {
  const { kind, displayName, syncToken } = collection;
  const { component, color } = COLLECTIONS[kind];
  const isWritable = kind === 'shopping' && mayDo(key, SHOPPING_WRITE);
  const privileges = isWritable ? ['read', 'write', 'write-content', 'bind', 'unbind'] : ['read'];
  const media = { 'content-type': 'text/calendar', version: '2.0' };
  return {
    ...commonProperties(privileges),
    '{DAV:}resourcetype': [empty('{DAV:}collection'), empty('{urn:ietf:params:xml:ns:caldav}calendar')],
    '{DAV:}displayname': displayName,
    '{DAV:}getcontenttype': CALENDAR_TYPE,
    '{DAV:}sync-token': syncToken,
    '{http://calendarserver.org/ns/}getctag': syncToken,
    '{DAV:}supported-report-set': REPORTS.map((name) =>
      element('{DAV:}supported-report', element('{DAV:}report', empty(name))),
    ),
    '{urn:ietf:params:xml:ns:caldav}supported-calendar-component-set': element(
      '{urn:ietf:params:xml:ns:caldav}comp',
      [],
      { name: component },
    ),
    '{urn:ietf:params:xml:ns:caldav}supported-calendar-data': element(
      '{urn:ietf:params:xml:ns:caldav}calendar-data',
      [],
      media,
    ),
    '{urn:ietf:params:xml:ns:caldav}max-resource-size': String(MAX_BYTES),
    '{http://apple.com/ns/ical/}calendar-color': color,
    '{http://apple.com/ns/ical/}calendar-order': kind === 'meals' ? '1' : '2',
  };
}

export function objectProperties(
  { key }: DavContext,
  kind: CollectionKind,
  object: CalendarObject,
): Properties {
  const { etag, changedAt, text } = object;
  const isWritable = kind === 'shopping' && mayDo(key, SHOPPING_WRITE);
  return {
    ...(isWritable ? OF_WRITABLE_MEMBER : OF_MEMBER),
    '{DAV:}resourcetype': [],
    '{DAV:}getetag': etag,
    '{DAV:}getcontenttype': `${CALENDAR_TYPE}; component=${COLLECTIONS[kind].component}`,
    '{DAV:}getcontentlength': String(Buffer.byteLength(text)),
    '{DAV:}getlastmodified': new Date(changedAt).toUTCString(),
    '{urn:ietf:params:xml:ns:caldav}calendar-data': text,
  };
}
