/**
 * Serves CalDAV (RFC 4791) below `/dav/`, and where clients look for it (RFC 6764). The order is that of the public
 * API: key (401), rate limit (429), Premium (402), scope (403). The key is the password of Basic authentication (RFC
 * 7617); the user name is ignored, and an account's password is never accepted.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { isApiKey } from '#auth/api-key.ts';
import type { SignInLimit } from '#auth/sign-in-limit.ts';
import { type Scope, scopeBits } from '#domain/family/scopes.ts';
import { createDeadline } from '#storage/deadline.ts';
import type { Store } from '#storage/store.ts';
import { keyActor } from '#storage/transaction.ts';
import type { CachedKey } from '#http/api/cache/key-table.ts';
import { pathOf as requestPath } from '#http/api/handler.ts';
import type { KeyAccess } from '#http/api/key-access.ts';
import { type Authorised, checkKey, checkKeyAgain } from '#http/api/key-check.ts';
import type { AppRateLimit } from '#http/access/rate-limit.ts';
import { problem, type ProblemCode } from '#http/problems/problem.ts';
import { sendProblem, sendRefusal } from '#http/problems/send-problem.ts';
import { TooMuchWork } from '#storage/work-budget.ts';
import { DavContext, MAX_BYTES, missingReadScope, parsePath, ROOT, scopesFor } from './resources.ts';
import { type DavResponse, METHODS } from './exchange.ts';

type DavServices = {
  store: Store;
  access: KeyAccess;
  rateLimit: AppRateLimit;
  signInLimit: SignInLimit;
  clock: () => number;
  publicUrl: string | undefined;
  log: Logger;
};

const DAV_METHODS = ['PROPFIND', 'PROPPATCH', 'REPORT', 'MKCALENDAR', 'MKCOL', 'COPY', 'MOVE'];
/** The methods under `/dav/`, besides OPTIONS. */
export const SERVED = ['GET', 'HEAD', 'PUT', 'DELETE', 'POST', 'PATCH', ...DAV_METHODS];
const WRITES = new Set(['PUT', 'DELETE']);
/** What would make other collections than the two, or other addresses. */
const REFUSED = new Set(['MKCALENDAR', 'MKCOL', 'COPY', 'MOVE']);
const CHALLENGE = 'Basic realm="Weekfare", charset="UTF-8"';
const OPTIONS = {
  DAV: '1, 3, calendar-access',
  Allow: METHODS,
};
const APP_PASSWORD =
  'Sign in with an app password: a key that is made on the Family page of Weekfare. The user name does not matter.';

export function registerDav(app: FastifyInstance, services: DavServices): void {
  for (const method of DAV_METHODS) app.addHttpMethod(method, { hasBody: true });
  void app.register(async (dav) => {
    dav.removeAllContentTypeParsers();
    dav.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
    const everyMethod = [...SERVED, 'OPTIONS'];
    dav.route({
      method: everyMethod,
      url: '/.well-known/caldav',
      handler: (_request, reply) => reply.code(301).header('Location', ROOT).send(),
    });
    dav.route({
      method: everyMethod,
      url: '/dav',
      handler: (_request, reply) => reply.code(301).header('Location', ROOT).send(),
    });
    dav.options('/dav/*', (_request, reply) => reply.code(200).headers(OPTIONS).send());
    registerResources(dav, services, { method: SERVED, url: '/dav/*' });
    registerResources(dav, services, { method: ['PROPFIND'], url: '/' });
  });
}

function registerResources(
  dav: FastifyInstance,
  services: DavServices,
  route: { method: string[]; url: string },
): void {
  const authorised = new WeakMap<FastifyRequest, Authorised>();
  dav.route({
    ...route,
    bodyLimit: MAX_BYTES,
    onRequest: async (request, reply) => {
      reply.headers({ 'Cache-Control': 'private, no-cache', Vary: 'Authorization', DAV: OPTIONS.DAV });
      const runWithDeadline = createDeadline();
      const apiKey = passwordOf(request.headers.authorization) ?? '';
      const key = await runWithDeadline(() => authorise(services, request, reply, apiKey));
      if (key === undefined) return reply;
      authorised.set(request, { key, apiKey, runWithDeadline, isBodyLate: !request.raw.complete });
      return undefined;
    },
    handler: async (request, reply) => {
      const current = authorised.get(request) as Authorised;
      return current.runWithDeadline(() => run(services, request, reply, current));
    },
  });
}

/** Undefined if the header is not one of Basic authentication. */
function passwordOf(authorization: string | undefined): string | undefined {
  const [, encoded] = /^Basic +([0-9A-Za-z+/=_-]{1,2000})$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString();
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : pair.slice(colon + 1);
}

/** Undefined if the request has been refused. */
async function authorise(
  services: DavServices,
  request: FastifyRequest,
  reply: FastifyReply,
  apiKey: string,
): Promise<CachedKey | undefined> {
  const { access, signInLimit, clock } = services;
  const nowMs = clock();
  // A client that has guessed too often does not learn whether its next guess is right.
  const isKnown = isApiKey(apiKey) && access.isKnown(apiKey);
  const waitSeconds = isKnown ? 0 : signInLimit.peekAt(request.ip, nowMs);
  if (waitSeconds > 0) {
    refuse(reply, 'sign-in-limited', { 'Retry-After': String(waitSeconds) });
    return undefined;
  }
  const isChange = WRITES.has(request.method);
  const scopes = scopesFor(parsePath(requestPath(request.url)), isChange);
  const wanted = { scopeBit: scopeBits(scopes), isChange, cost: 1 };
  const { key, code, usage } = await checkKey(services, apiKey, wanted, nowMs);
  if (key) return key;
  if (code === 'invalid-api-key') {
    // A client asks without a password first.
    if (request.headers.authorization !== undefined) signInLimit.takeAt(request.ip, nowMs);
  }
  if (code === 'rate-limited') reply.header('Retry-After', String(usage.retrySeconds));
  refuseKey(reply, code, scopes);
  return undefined;
}

/** A key with one of these scopes is needed. */
function refuseKey(reply: FastifyReply, code: ProblemCode, scopes: readonly Scope[]): void {
  if (code === 'invalid-api-key') {
    // Clients ask without a password first, and the one of Home Assistant expects text or XML.
    sendRefusal(
      reply.code(401).header('WWW-Authenticate', CHALLENGE),
      'text/plain; charset=utf-8',
      APP_PASSWORD,
    );
  } else refuse(reply, code, {}, code === 'missing-scope' ? { scope: scopes[0] } : {});
}

function refuse(
  reply: FastifyReply,
  code: ProblemCode,
  headers: Record<string, string>,
  more: Record<string, unknown> = {},
): void {
  sendProblem(reply, problem(code, more), headers);
}

async function run(
  services: DavServices,
  request: FastifyRequest,
  reply: FastifyReply,
  authorised: Authorised,
): Promise<FastifyReply> {
  const { access, store, clock, publicUrl } = services;
  const nowMs = clock();
  const resource = parsePath(requestPath(request.url));
  const scopes = scopesFor(resource, WRITES.has(request.method));
  const key = await checkKeyAgain(access, authorised, scopeBits(scopes), nowMs);
  if (typeof key === 'string') {
    refuseKey(reply, key, scopes);
    return reply;
  }
  const unread = missingReadScope(key, resource);
  if (unread !== undefined) {
    refuseKey(reply, 'missing-scope', [unread]);
    return reply;
  }
  const { headers, method, body } = request;
  if (REFUSED.has(method)) return sendProblem(reply, problem('fixed-calendars'));
  if (!resource) return sendProblem(reply, problem('not-found'));
  const origin = publicUrl ?? `http://${headers.host}`;
  const onUnreadable = (name: string, err?: unknown) =>
    services.log.warn({ requestId: request.id, family: key.family, name, err }, 'calendar object left out');
  const { handleDav, tooMuch } = await import('./handler.ts');
  const response = await handleDav({
    method,
    resource,
    depth: headers.depth?.toString(),
    contentType: headers['content-type'],
    ifMatch: headers['if-match'],
    ifNoneMatch: headers['if-none-match'],
    body: Buffer.isBuffer(body) ? body.toString() : '',
    context: new DavContext({ store, owner: key, nowMs, origin, onUnreadable }, key),
    actor: keyActor(key.id),
  }).catch((error: unknown) => {
    if (error instanceof TooMuchWork) return tooMuch();
    throw error;
  });
  return sendResponse(reply, response);
}

const PROBLEMS: { readonly [status: number]: ProblemCode } = {
  400: 'bad-request',
  404: 'not-found',
  405: 'method-not-allowed',
  412: 'precondition-failed',
  503: 'unavailable',
};

function sendResponse(reply: FastifyReply, { status, headers = {}, body }: DavResponse): FastifyReply {
  const code = PROBLEMS[status];
  if (!body && code) return sendProblem(reply, problem(code), headers);
  reply.code(status).headers(headers);
  return body ? reply.type(body.type).send(body.text) : reply.send();
}
