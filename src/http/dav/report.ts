/** REPORT: calendar-query, calendar-multiget (RFC 4791) and sync-collection (RFC 6578). */
import { inBatches } from '#storage/paging.ts';
import { parseFilter } from './calendar-filter.ts';
import type { Collection } from './collections.ts';
import {
  type DavRequest,
  type DavResponse,
  MEMBERS_PER_TURN,
  namesIn,
  precondition,
  xmlResponse,
} from './exchange.ts';
import { foundResponse, multistatus, statusResponse, type Wanted } from './multistatus.ts';
import { parsePath, pathOf, propertiesOf } from './resources.ts';
import { childrenOf, findChild, parseXml, type XmlElement } from './xml-reader.ts';
import { element, type Xml } from './xml-writer.ts';

const C = '{urn:ietf:params:xml:ns:caldav}';

type Report = (request: DavRequest, collection: Collection, root: XmlElement) => Promise<DavResponse>;

const REPORTS: { readonly [name: string]: Report } = {
  [`${C}calendar-query`]: calendarQuery,
  [`${C}calendar-multiget`]: calendarMultiget,
  '{DAV:}sync-collection': syncCollection,
};

export async function report(request: DavRequest): Promise<DavResponse> {
  const root = parseXml(request.body);
  if (!root) return { status: 400 };
  const run = Object.hasOwn(REPORTS, root.name) ? REPORTS[root.name] : undefined;
  const { resource, context } = request;
  if (!run || resource.kind !== 'collection') return precondition(403, '{DAV:}supported-report');
  const collection = await context.load(resource.collection);
  return collection ? run(request, collection, root) : { status: 503, headers: { 'Retry-After': '2' } };
}

function wantedOf(root: XmlElement): Wanted {
  const prop = findChild(root, '{DAV:}prop');
  if (prop) return { names: namesIn(prop) };
  return findChild(root, '{DAV:}propname') ? 'names' : 'all';
}

async function responseOf(
  { context }: DavRequest,
  { kind }: Collection,
  name: string,
  wanted: Wanted,
): Promise<Xml> {
  const resource = { kind: 'object', collection: kind, name } as const;
  const properties = await propertiesOf(context, resource);
  const path = pathOf(resource);
  return properties ? foundResponse(path, properties, wanted) : statusResponse(path, 404);
}

async function calendarQuery(
  request: DavRequest,
  collection: Collection,
  root: XmlElement,
): Promise<DavResponse> {
  const passes = parseFilter(findChild(root, `${C}filter`), collection.timeZone);
  if (!passes) return precondition(403, `${C}valid-filter`);
  const wanted = wantedOf(root);
  const responses: Xml[] = [];
  for await (const batch of inBatches([...collection.members.values()], MEMBERS_PER_TURN)) {
    for (const { name, text } of batch)
      if (passes(text)) responses.push(await responseOf(request, collection, name, wanted));
  }
  return xmlResponse(207, multistatus(responses));
}

async function calendarMultiget(
  request: DavRequest,
  collection: Collection,
  root: XmlElement,
): Promise<DavResponse> {
  const wanted = wantedOf(root);
  const responses: Xml[] = [];
  for (const { text } of childrenOf(root, '{DAV:}href')) {
    // A client may send the whole URL.
    const path = URL.parse(text.trim(), 'http://localhost')?.pathname ?? '';
    const resource = parsePath(path);
    if (resource?.kind === 'object' && resource.collection === collection.kind)
      responses.push(await responseOf(request, collection, resource.name, wanted));
    else responses.push(statusResponse(path, 404));
  }
  return xmlResponse(207, multistatus(responses));
}

async function syncCollection(
  request: DavRequest,
  collection: Collection,
  root: XmlElement,
): Promise<DavResponse> {
  const token = findChild(root, '{DAV:}sync-token')?.text.trim() ?? '';
  const everything = { changed: [...collection.members.values()], removed: [] };
  const changes = token === '' ? everything : await collection.changesSince(token);
  if (!changes) return precondition(403, '{DAV:}valid-sync-token');
  const { changed, removed } = changes;
  const limit = Number(findChild(findChild(root, '{DAV:}limit'), '{DAV:}nresults')?.text ?? Infinity);
  if (changed.length + removed.length > limit)
    return precondition(507, '{DAV:}number-of-matches-within-limits');
  const wanted = wantedOf(root);
  const responses: Xml[] = [];
  for await (const batch of inBatches(changed, MEMBERS_PER_TURN))
    for (const { name } of batch) responses.push(await responseOf(request, collection, name, wanted));
  for (const name of removed) {
    const path = pathOf({ kind: 'object', collection: collection.kind, name });
    responses.push(statusResponse(path, 404));
  }
  return xmlResponse(207, multistatus([...responses, element('{DAV:}sync-token', collection.syncToken)]));
}
