/** REPORT: calendar-query, calendar-multiget (RFC 4791) and sync-collection (RFC 6578). */
import { nextTurn } from '#storage/paging.ts';
import { parseFilter } from './calendar-filter.ts';
import type { CollectionKind } from './collections.ts';
import { type DavRequest, type DavResponse, namesIn, precondition, tooMuch } from './exchange.ts';
import { objectResponse, Responses, statusResponse, type Wanted } from './multistatus.ts';
import { parsePath, pathOf } from './resources.ts';
import { childrenOf, findChild, parseXml, type XmlElement } from './xml-reader.ts';
import { element } from './xml-writer.ts';

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

async function calendarQuery(
  { context }: DavRequest,
  kind: CollectionKind,
  { root, wanted }: Asked,
): Promise<DavResponse> {
  const collection = await context.load(kind);
  if (!collection) return BUSY;
  const passes = parseFilter(findChild(root, `${C}filter`), collection.timeZone);
  if (passes === 'invalid') return precondition(403, `${C}valid-filter`);
  if (passes === 'too-much') return tooMuch();
  const responses = new Responses();
  for await (const batch of collection.objects()) {
    for (const object of batch) {
      const isPassed = passes(object.text);
      if (isPassed === undefined) context.request.onUnreadable(object.name);
      if (isPassed) responses.add(objectResponse(context, kind, object, wanted));
      await nextTurn();
    }
  }
  return responses.toResponse();
}

async function calendarMultiget(
  { context }: DavRequest,
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
  const collection = await context.load(kind, names);
  if (!collection) return BUSY;
  const responses = new Responses();
  const isWanted = new Set(names);
  for await (const batch of collection.objects()) {
    for (const object of batch)
      if (isWanted.delete(object.name)) responses.add(objectResponse(context, kind, object, wanted));
    await nextTurn();
  }
  for (const { path, resource } of resources)
    if (resource?.kind !== 'object' || resource.collection !== kind || isWanted.has(resource.name))
      responses.add(statusResponse(path, 404));
  return responses.toResponse();
}

async function syncCollection(
  { context }: DavRequest,
  kind: CollectionKind,
  { root, wanted }: Asked,
): Promise<DavResponse> {
  const collection = await context.load(kind);
  if (!collection) return BUSY;
  const token = findChild(root, '{DAV:}sync-token')?.text.trim() ?? '';
  const everything = { isChanged: () => true, removed: [] };
  const changes = token === '' ? everything : await collection.changesSince(token);
  if (!changes) return precondition(403, '{DAV:}valid-sync-token');
  const limit = Number(findChild(findChild(root, '{DAV:}limit'), '{DAV:}nresults')?.text ?? Infinity);
  const responses = new Responses();
  const names = new Set<string>();
  for await (const batch of collection.objects()) {
    for (const object of batch) {
      names.add(object.name);
      if (changes.isChanged(object)) responses.add(objectResponse(context, kind, object, wanted));
    }
    if (responses.count > limit) return tooMuch();
    await nextTurn();
  }
  for (const name of changes.removed) {
    if (names.has(name)) continue;
    const path = pathOf({ kind: 'object', collection: kind, name });
    responses.add(statusResponse(path, 404));
  }
  if (responses.count > limit) return tooMuch();
  return responses.toResponse(element('{DAV:}sync-token', collection.syncToken));
}
