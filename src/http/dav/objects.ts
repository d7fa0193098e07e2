/** Single events and to-dos: GET, PUT and DELETE. */
import { putTodo, removeTodo, type TodoFault, type WantedTodo } from '#actions/shopping-list/todos.ts';
import { parseTodo } from '#domain/calendar/todo-parser.ts';
import type { Todo } from '#domain/calendar/todo-places.ts';
import type { Refusal } from '#domain/refusal.ts';
import { allowsChange, matchesEtag } from '#http/headers/etag.ts';
import { todoEtag } from './collections.ts';
import { type DavRequest, type DavResponse, METHODS, precondition } from './exchange.ts';
import { CALENDAR_TYPE } from './resources.ts';

const C = '{urn:ietf:params:xml:ns:caldav}';

export async function getObject({ resource, context, ifNoneMatch }: DavRequest): Promise<DavResponse> {
  // A collection is read by REPORT and PROPFIND only.
  if (resource.kind !== 'object') return { status: 405, headers: { Allow: METHODS } };
  const object = await context.find(resource.collection, resource.name);
  if (!object) return { status: 404 };
  const { etag, changedAt, text } = object;
  const headers = { ETag: etag, 'Last-Modified': new Date(changedAt).toUTCString() };
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)) return { status: 304, headers };
  return { status: 200, headers, body: { type: CALENDAR_TYPE, text } };
}

export async function putObject(request: DavRequest): Promise<DavResponse> {
  const { resource, contentType = 'text/calendar', body, context, actor } = request;
  if (resource.kind !== 'object') return { status: 405, headers: { Allow: METHODS } };
  if (resource.collection === 'meals') return precondition(403, '{DAV:}need-privileges');
  if (!/^text\/calendar(?:;|$)/i.test(contentType)) return precondition(403, `${C}supported-calendar-data`);
  const parsed = parseTodo(body);
  if ('fault' in parsed) return precondition(403, C + parsed.fault);
  const { store, requester, nowMs } = context.request;
  const wanted: WantedTodo = {
    name: resource.name,
    ...parsed,
    hasSeen: request.ifMatch !== undefined && request.ifMatch !== '*',
    mayWrite: conditionsOf(request),
  };
  const outcome = await putTodo({ store, actor, nowMs }, requester, wanted);
  if ('isNew' in outcome) return { status: outcome.isNew ? 201 : 204 };
  return failure(outcome);
}

export async function removeObject(request: DavRequest): Promise<DavResponse> {
  const { resource, context, actor } = request;
  if (resource.kind !== 'object' || resource.collection === 'meals')
    return precondition(403, '{DAV:}need-privileges');
  const { store, requester, nowMs } = context.request;
  const mayWrite = conditionsOf(request);
  const outcome = await removeTodo({ store, actor, nowMs }, requester, resource.name, mayWrite);
  return outcome ? failure(outcome) : { status: 204 };
}

/** `If-Match` and `If-None-Match` of a change (RFC 9110, section 13). */
function conditionsOf({ ifMatch, ifNoneMatch }: DavRequest): WantedTodo['mayWrite'] {
  return (current: Todo | undefined) => {
    const etag = current ? todoEtag(current) : '';
    if (ifMatch !== undefined && !allowsChange(ifMatch, etag, current !== undefined)) return false;
    return ifNoneMatch === undefined || !current || !matchesEtag(ifNoneMatch, etag);
  };
}

function failure(outcome: { fault: TodoFault } | Refusal): DavResponse {
  if ('refused' in outcome) {
    if (outcome.refused === 'not-found') return { status: 404 };
    return precondition(507, '{DAV:}quota-not-exceeded');
  }
  const { fault } = outcome;
  if (fault === 'precondition-failed') return { status: 412 };
  if (fault === 'busy') return { status: 503, headers: { 'Retry-After': '2' } };
  return precondition(403, C + fault);
}
