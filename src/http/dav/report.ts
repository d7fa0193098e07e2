/** REPORT: calendar-query, calendar-multiget (RFC 4791) and sync-collection (RFC 6578). */
import { inBatches } from '#storage/paging.ts';
import { parseFilter } from './calendar-filter.ts';
import type { CollectionKind } from './collections.ts';
import {
  type DavRequest,
  type DavResponse,
  MEMBERS_PER_TURN,
  namesIn,
  precondition,
  tooMuch,
  xmlResponse,
} from './exchange.ts';
import { foundResponse, multistatus, Responses, statusResponse, type Wanted } from './multistatus.ts';
import { parsePath, pathOf, propertiesOf } from './resources.ts';
import { childrenOf, findChild, parseXml, type XmlElement } from './xml-reader.ts';
import { element, type Xml } from './xml-writer.ts';

const C = '{urn:ietf:params:xml:ns:caldav}';

type Asked = { root: XmlElement; wanted: Wanted };
type Report = (request: DavRequest, kind: CollectionKind, asked: Asked) => Promise<DavResponse>;

export const REPORTS: { readonly [name: string]: Report } = {
  [`${C}calendar-query`]: calendarQuery,
  [`${C}calendar-multiget`]: calendarMultiget,
  '{DAV:}sync-collection': syncCollection,
};

export async function report(request: DavRequest): Promise<DavResponse> {
  const root = parseXml(request.body);
  if (!root) return { status: 400 };
  const run = Object.hasOwn(REPORTS, root.name) ? REPORTS[root.name] : undefined;
  const { resource } = request;
  if (!run || resource.kind !== 'collection') return precondition(403, '{DAV:}supported-report');
  const wanted = wantedOf(root);
  if (!wanted) return tooMuch();
  return run(request, resource.collection, { root, wanted });
}

const BUSY: DavResponse = { status: 503, headers: { 'Retry-After': '2' } };

/** Undefined if too many properties are named. */
function wantedOf(root: XmlElement): Wanted | undefined {
  const prop = findChild(root, '{DAV:}prop');
  if (prop) return namesIn([prop]);
  return findChild(root, '{DAV:}propname') ? 'names' : 'all';
}

async function responseOf(
  { context }: DavRequest,
  kind: CollectionKind,
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
  kind: CollectionKind,
  { root, wanted }: Asked,
): Promise<DavResponse> {
  const collection = await request.context.load(kind);
  if (!collection) return BUSY;
  const passes = parseFilter(findChild(root, `${C}filter`), collection.timeZone);
  if (passes === 'invalid') return precondition(403, `${C}valid-filter`);
  if (passes === 'too-much') return tooMuch();
  const responses = new Responses();
  for await (const batch of inBatches([...collection.members.values()], MEMBERS_PER_TURN)) {
    for (const { name, text } of batch) {
      const isPassed = passes(text);
      if (isPassed === undefined) request.context.request.onUnreadable(name);
      if (isPassed) responses.add(await responseOf(request, kind, name, wanted));
    }
  }
  return xmlResponse(207, multistatus(responses.all));
}

async function calendarMultiget(
  request: DavRequest,
  kind: CollectionKind,
  { root, wanted }: Asked,
): Promise<DavResponse> {
  // A client may send the whole URL.
  const paths = new Set(
    childrenOf(root, '{DAV:}href').map(
      ({ text }) => URL.parse(text.trim(), 'http://localhost')?.pathname ?? '',
    ),
  );
  const resources = Array.from(paths, (path) => ({ path, resource: parsePath(path) }));
  const names = resources.flatMap(({ resource }) =>
    resource?.kind === 'object' && resource.collection === kind ? [resource.name] : [],
  );
  if (!(await request.context.load(kind, names))) return BUSY;
  const responses = new Responses();
  for await (const batch of inBatches(resources, MEMBERS_PER_TURN))
    for (const { path, resource } of batch) {
      if (resource?.kind === 'object' && resource.collection === kind)
        responses.add(await responseOf(request, kind, resource.name, wanted));
      else responses.add(statusResponse(path, 404));
    }
  return xmlResponse(207, multistatus(responses.all));
}

async function syncCollection(
  request: DavRequest,
  kind: CollectionKind,
  { root, wanted }: Asked,
): Promise<DavResponse> {
  const collection = await request.context.load(kind);
  if (!collection) return BUSY;
  const token = findChild(root, '{DAV:}sync-token')?.text.trim() ?? '';
  const everything = { changed: [...collection.members.values()], removed: [] };
  const changes = token === '' ? everything : await collection.changesSince(token);
  if (!changes) return precondition(403, '{DAV:}valid-sync-token');
  const { changed, removed } = changes;
  const limit = Number(findChild(findChild(root, '{DAV:}limit'), '{DAV:}nresults')?.text ?? Infinity);
  if (changed.length + removed.length > limit)
    return precondition(507, '{DAV:}number-of-matches-within-limits');
  const responses = new Responses();
  for await (const batch of inBatches(changed, MEMBERS_PER_TURN))
    for (const { name } of batch) responses.add(await responseOf(request, kind, name, wanted));
  for (const name of removed) {
    const path = pathOf({ kind: 'object', collection: kind, name });
    responses.add(statusResponse(path, 404));
  }
  return xmlResponse(207, multistatus([...responses.all, element('{DAV:}sync-token', collection.syncToken)]));
}
