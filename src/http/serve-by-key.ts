/** Serves the endpoints of the public API that go through the framework: access, input, change, response. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '#auth/secret.ts';
import { hasScope, readScopeOf, type Scope } from '#domain/family/scopes.ts';
import { isRefusal } from '#domain/refusal.ts';
import { keyActor } from '#storage/actor.ts';
import type { CachedKey } from '#http/access/key-access.ts';
import { etagOf, type Loaded, matchesEtag } from '#http/headers/etag.ts';
import { type AuthorisedRequest, authorisedRoute, type Send } from '#http/access/authorised-route.ts';
import { keyGuard } from '#http/access/key-guard.ts';
import { EXPOSED_HEADERS } from '#http/access/rate-headers.ts';
import { disconnectSignal } from '#http/streams/disconnect-signal.ts';
import { sendEvents } from '#http/streams/send-stream.ts';
import { PhotoFile } from '#http/files/photo-file.ts';
import { parseInput } from '#http/input/parse-input.ts';
import { problem, type Problem, type ProblemCode, refusalProblem } from '#http/problems/problem.ts';
import { securityHeaders } from '#http/headers/security-headers.ts';
import { sendProblem } from '#http/problems/send-problem.ts';
import { applyOnce, changeIdOf, contentIdOf, isIdempotencyKey, newIdOf } from './idempotency.ts';
import { type AnyKeyRequest, isCached, type KeyEndpoint, type KeyRequest } from './key-endpoint.ts';
import { type Services, usedServices } from './services.ts';

const ACCEPTED = 'X-API-Key, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID';

/** Serves those whose responses are not cached; serve-cached.ts serves the others. */
export function serveByKey(app: FastifyInstance, services: Services, endpoint: KeyEndpoint): void {
  const { method, path: url, maxBodyBytes: bodyLimit, cost = 1 } = endpoint;
  const guard = keyGuard(services, {
    headers: {
      ...securityHeaders(services.config.publicUrl, 'cross-origin'),
      'Cache-Control': 'private, no-cache',
      Vary: 'X-API-Key',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': EXPOSED_HEADERS,
    },
    keyIn: ({ headers }) => headers['x-api-key']?.toString() ?? '',
    wantedBy: () => ({ scopes: scopesOf(endpoint), isChange: endpoint.change !== undefined, cost }),
    refuse:
      ({ code }, _request, reply) =>
      () =>
        sendProblem(reply, keyProblem(endpoint, reply, code)),
  });
  const route = { method, url, ...(bodyLimit !== undefined && { bodyLimit }) };
  authorisedRoute(app, route, guard, async (authorised) => {
    const { request, reply } = authorised;
    const outcome = await run(endpoint, services, authorised);
    if (typeof outcome === 'function') return outcome;
    if (outcome === undefined) return () => (reply.statusCode === 201 ? reply : reply.code(204)).send();
    if (outcome instanceof Readable) return () => sendEvents(request, reply, outcome);
    if ('status' in outcome) return () => sendProblem(reply, outcome);
    return () => sendLoaded(request, reply, outcome);
  });
}

/** `OPTIONS` of the paths that have a method besides those of serve-cached.ts. */
export function servePreflights(
  app: FastifyInstance,
  publicUrl: string | undefined,
  endpoints: readonly KeyEndpoint[],
): void {
  const everyResponse = securityHeaders(publicUrl, 'cross-origin');
  const byPath = Map.groupBy(endpoints, ({ path }) => path);
  for (const [path, those] of byPath) {
    if (those.every((endpoint) => isCached(endpoint))) continue;
    const methods = those.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.options(path, (_request, reply) => {
      const headers = {
        Allow: [...methods, 'OPTIONS'].join(', '),
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': methods.join(', '),
        'Access-Control-Allow-Headers': ACCEPTED,
        'Access-Control-Max-Age': '86400',
      };
      return reply.code(204).headers(everyResponse).headers(headers).send();
    });
  }
}

function keyProblem({ access: { scope } }: KeyEndpoint, reply: FastifyReply, code: ProblemCode): Problem {
  if (code === 'invalid-api-key') reply.header('WWW-Authenticate', 'ApiKey realm="weekfare"');
  return problem(code, code === 'missing-scope' ? { scope } : {});
}

async function run(
  endpoint: KeyEndpoint,
  services: Services,
  { request, reply, checkAgain }: AuthorisedRequest<CachedKey>,
): Promise<Send | Loaded | PhotoFile | Readable | Problem | undefined> {
  const key = await checkAgain();
  if (typeof key === 'function') return key;
  const nowMs = services.clock();
  const input = parseInput(endpoint, request);
  const errors = [...('errors' in input ? (input.errors ?? []) : []), ...headerErrors(request)];
  if (errors.length > 0) return problem('invalid-input', { errors });
  const keyRequest = requestOf(endpoint, services, request, reply, { key, nowMs, input });
  if (endpoint.stream) return endpoint.stream(keyRequest) ?? problem('unavailable');
  const readScope = readScopeOf(endpoint.access.scope);
  const isBlind = endpoint.change !== undefined && !hasScope(key.scopes, readScope);
  // An ETag depends on the content: whether it is the right one would tell what is there.
  if (isBlind && hasCondition(keyRequest)) return problem('missing-scope', { scope: readScope });
  const outcome = await change(endpoint, keyRequest);
  if (outcome && !(isBlind && outcome.code === 'not-found')) return outcome;
  if (endpoint.creates !== undefined)
    reply.code(201).header('Location', `${endpoint.creates}/${keyRequest.newId}`);
  if (isBlind) return undefined;
  const loaded = await endpoint.read?.(keyRequest);
  return loaded ?? (endpoint.response || endpoint.fileTypes ? problem('not-found') : undefined);
}

function hasCondition({ ifMatch, body }: KeyRequest<unknown, unknown, unknown>): boolean {
  return ifMatch !== undefined || (body as { ifMatch?: unknown } | undefined)?.ifMatch !== undefined;
}

async function change(endpoint: KeyEndpoint, request: AnyKeyRequest): Promise<Problem | undefined> {
  const outcome = await applyOnce(request, async () => endpoint.change?.(request));
  if (outcome === 'reused') return problem('idempotency-key-reused');
  if (typeof outcome === 'string') return undefined;
  return isRefusal(outcome) ? refusedProblem(outcome.refused) : outcome.problem;
}

/** Without what a refusal shows to the app: a key may not read what it changes. */
function refusedProblem(reason: Parameters<typeof refusalProblem>[0]['refused']): Problem {
  return reason.startsWith('stale-') ? problem('precondition-failed') : refusalProblem({ refused: reason });
}

function requestOf(
  endpoint: KeyEndpoint,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, nowMs, input }: { key: CachedKey; nowMs: number; input: object },
): AnyKeyRequest {
  const { store } = services;
  const idempotencyKey = idempotencyKeyOf(request);
  const changeId = idempotencyKey === undefined ? undefined : changeIdOf(key.id, idempotencyKey);
  const ids = changeId === undefined ? {} : { changeId, contentId: contentIdOf(changeId, request) };
  return {
    ...(usedServices(endpoint, services) as Services),
    ...(input as { params: never; query: never; body: never }),
    store,
    key,
    requester: key,
    family: key.family,
    nowMs,
    ifMatch: request.headers['if-match'],
    context: { store, actor: keyActor(key.id), nowMs, ...ids },
    newId: changeId === undefined ? newId() : newIdOf(changeId),
    address: request.ip,
    lastEventId: request.headers['last-event-id']?.toString(),
    get disconnected() {
      return disconnectSignal(request, reply);
    },
  };
}

function headerErrors(request: FastifyRequest) {
  const key = idempotencyKeyOf(request);
  if (key === undefined || isIdempotencyKey(key)) return [];
  return [{ in: 'header', field: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' }];
}

function idempotencyKeyOf({ headers, method }: FastifyRequest): string | undefined {
  return method === 'GET' || method === 'HEAD' ? undefined : headers['idempotency-key']?.toString();
}

function sendLoaded(request: FastifyRequest, reply: FastifyReply, loaded: Loaded | PhotoFile): FastifyReply {
  const etag = loaded instanceof PhotoFile ? loaded.etag : etagOf(loaded);
  reply.header('ETag', etag);
  if (loaded instanceof PhotoFile && Object.hasOwn(request.query as object, 'hash'))
    reply.headers(loaded.headers);
  const ifNoneMatch = request.headers['if-none-match'];
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)) return reply.code(304).send();
  if (loaded instanceof PhotoFile) return reply.type(loaded.mediaType).send(loaded.bytes);
  return reply.type('application/json; charset=utf-8').send(loaded.text);
}

/** Of which the key needs one. */
function scopesOf({ access: { scope, otherScopes = [] } }: KeyEndpoint): Scope[] {
  return [scope, ...otherScopes];
}
