/**
 * Responds to the methods of WebDAV and CalDAV, after the key was checked (register.ts). Loaded at the first request,
 * with the parsers of XML and iCalendar.
 */
import { nextTurn } from '#storage/paging.ts';
import { type DavRequest, type DavResponse, METHODS, namesIn, precondition, tooMuch } from './exchange.ts';
import { element } from './xml-writer.ts';
import { childrenOf, findChild, parseXml } from './xml-reader.ts';
import { foundResponse, objectResponse, propstat, Responses, type Wanted } from './multistatus.ts';
import { getObject, putObject, removeObject } from './objects.ts';
import { report } from './report.ts';
import { collectionsFor, type DavContext, type DavResource, pathOf, propertiesOf } from './resources.ts';

export { tooMuch };

export async function handleDav(request: DavRequest): Promise<DavResponse> {
  switch (request.method) {
    case 'PROPFIND':
      return propfind(request);
    case 'REPORT':
      return report(request);
    case 'PROPPATCH':
      return proppatch(request);
    case 'GET':
    case 'HEAD':
      return getObject(request);
    case 'PUT':
      return putObject(request);
    case 'DELETE':
      return removeObject(request);
    default:
      return { status: 405, headers: { Allow: METHODS } };
  }
}

async function propfind(request: DavRequest): Promise<DavResponse> {
  const { resource, depth, body, context } = request;
  const isLeaf = resource.kind === 'object';
  if (!isLeaf && depth !== '0' && depth !== '1') return precondition(403, '{DAV:}propfind-finite-depth');
  const wanted = wantedOf(body);
  if (!wanted) return { status: 400 };
  if (wanted === 'too-many') return tooMuch();
  const properties = await propertiesOf(context, resource);
  if (!properties) return { status: 404 };
  const responses = new Responses();
  responses.add(foundResponse(pathOf(resource), properties, wanted));
  if (depth === '1') await addMembers(responses, request, wanted);
  return responses.toResponse();
}

async function addMembers(
  responses: Responses,
  { context, resource }: DavRequest,
  wanted: Wanted,
): Promise<void> {
  if (resource.kind === 'collection') {
    const { collection: kind } = resource;
    for await (const batch of (await context.load(kind))?.objects() ?? []) {
      for (const object of batch) responses.add(objectResponse(context, kind, object, wanted));
      await nextTurn();
    }
  }
  for (const each of partsOf(context, resource)) {
    const properties = await propertiesOf(context, each);
    if (properties) responses.add(foundResponse(pathOf(each), properties, wanted));
  }
}

/** Without a body, all properties. Undefined if it is not a PROPFIND. */
function wantedOf(body: string): Wanted | 'too-many' | undefined {
  if (body.trim() === '') return 'all';
  const root = parseXml(body);
  if (root?.name !== '{DAV:}propfind') return undefined;
  const prop = findChild(root, '{DAV:}prop');
  if (prop) return namesIn([prop]) ?? 'too-many';
  if (findChild(root, '{DAV:}propname')) return 'names';
  return findChild(root, '{DAV:}allprop') ? 'all' : undefined;
}

function partsOf(context: DavContext, resource: DavResource): DavResource[] {
  if (resource.kind === 'root') return [{ kind: 'principal' }, { kind: 'home' }];
  if (resource.kind === 'home')
    return collectionsFor(context.key).map((collection) => ({ kind: 'collection', collection }));
  return [];
}

/** No property can be set: names and colours belong to the family's settings, or to the device. */
async function proppatch({ resource, body, context }: DavRequest): Promise<DavResponse> {
  const root = parseXml(body);
  if (root?.name !== '{DAV:}propertyupdate') return { status: 400 };
  if (!(await propertiesOf(context, resource))) return { status: 404 };
  const updates = [...childrenOf(root, '{DAV:}set'), ...childrenOf(root, '{DAV:}remove')];
  const names = namesIn(updates.flatMap((update) => childrenOf(update, '{DAV:}prop')));
  if (!names) return tooMuch();
  const error = element('{DAV:}error', element('{DAV:}cannot-modify-protected-property'));
  const refused = propstat([...names.values()], 403, [error]);
  const response = element('{DAV:}response', [element('{DAV:}href', pathOf(resource)), refused]);
  const responses = new Responses();
  responses.add(response);
  return responses.toResponse();
}
