/**
 * Serves CalDAV (RFC 4791) below `/dav/`, and where clients look for it (RFC 6764). The order is that of the public
 * API: key (401), rate limit (429), Premium (402), scope (403). The key is the password of Basic authentication (RFC
 * 7617); the user name is ignored, and an account's password is never accepted.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApiKey } from '#auth/api-key.ts';
import type { Scope } from '#domain/family/scopes.ts';
import { keyActor } from '#storage/actor.ts';
import { pathOf as requestPath } from '#http/server/api-request.ts';
import type { CachedKey } from '#http/access/key-access.ts';
import {
  type AuthorisedRequest,
  authorisedRoute,
  type Guard,
  type Send,
} from '#http/access/authorised-route.ts';
import { keyGuard } from '#http/access/key-guard.ts';
import type { Services } from '#http/services.ts';
import { problem, type ProblemCode } from '#http/problems/problem.ts';
import { sendProblem, sendRefusal } from '#http/problems/send-problem.ts';
import { TooMuchWork } from '#storage/work-budget.ts';
import { DavContext, MAX_BYTES, missingReadScope, parsePath, ROOT, scopesFor } from './resources.ts';
import { type DavResponse, METHODS } from './exchange.ts';

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
const HEADERS_OF_EVERY_RESPONSE = {
  'Cache-Control': 'private, no-cache',
  Vary: 'Authorization',
  DAV: OPTIONS.DAV,
};
const APP_PASSWORD =
  'Sign in with an app password: a key that is made on the Family page of Weekfare. The user name does not matter.';

export function registerDav(app: FastifyInstance, services: Services): void {
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
  services: Services,
  route: { method: string[]; url: string },
): void {
  authorisedRoute(dav, { ...route, bodyLimit: MAX_BYTES }, guardOf(services), (authorised) =>
    run(services, authorised),
  );
}

function guardOf(services: Services): Guard<CachedKey> {
  const { keyAccess, signInLimit, clock } = services;
  const guard = keyGuard(services, {
    headers: HEADERS_OF_EVERY_RESPONSE,
    keyIn,
    wantedBy({ method, url }) {
      const isChange = WRITES.has(method);
      return { scopes: scopesFor(parsePath(requestPath(url)), isChange), isChange, cost: 1 };
    },
    refuse({ code, scopes }, request, reply) {
      // A client asks without a password first.
      if (code === 'invalid-api-key' && request.headers.authorization !== undefined)
        signInLimit.takeByAddress(request.ip, clock());
      return refuseKey(reply, code, scopes);
    },
  });
  return {
    ...guard,
    async check(request, reply) {
      // A client that has guessed too often does not learn whether its next guess is right.
      const apiKey = keyIn(request);
      const isKnown = isApiKey(apiKey) && keyAccess.isKnown(apiKey);
      const waitSeconds = isKnown ? 0 : signInLimit.peekByAddress(request.ip, clock());
      if (waitSeconds === 0) return guard.check(request, reply);
      const headers = { ...HEADERS_OF_EVERY_RESPONSE, 'Retry-After': String(waitSeconds) };
      return () => sendProblem(reply, problem('sign-in-limited'), headers);
    },
  };
}

/** The password. Empty if the header is not one of Basic authentication. */
function keyIn({ headers: { authorization = '' } }: FastifyRequest): string {
  const [, encoded = ''] = /^Basic +([0-9A-Za-z+/=_-]{1,2000})$/i.exec(authorization) ?? [];
  const pair = Buffer.from(encoded, 'base64').toString();
  const colon = pair.indexOf(':');
  return colon < 0 ? '' : pair.slice(colon + 1);
}

/** A key with one of these scopes is needed. */
function refuseKey(reply: FastifyReply, code: ProblemCode, scopes: readonly Scope[]): Send {
  if (code !== 'invalid-api-key')
    return () => sendProblem(reply, problem(code, code === 'missing-scope' ? { scope: scopes[0] } : {}));
  // Clients ask without a password first, and the one of Home Assistant expects text or XML.
  return () =>
    sendRefusal(
      reply.code(401).header('WWW-Authenticate', CHALLENGE),
      'text/plain; charset=utf-8',
      APP_PASSWORD,
    );
}

async function run(
  services: Services,
  { request, reply, checkAgain }: AuthorisedRequest<CachedKey>,
): Promise<Send> {
  const { store, clock, config } = services;
  const resource = parsePath(requestPath(request.url));
  const key = await checkAgain();
  if (typeof key === 'function') return key;
  const nowMs = clock();
  const unread = missingReadScope(key, resource);
  if (unread !== undefined) return refuseKey(reply, 'missing-scope', [unread]);
  const { headers, method, body } = request;
  if (REFUSED.has(method)) return () => sendProblem(reply, problem('fixed-calendars'));
  if (!resource) return () => sendProblem(reply, problem('not-found'));
  const origin = config.publicUrl ?? `http://${headers.host}`;
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
    context: new DavContext({ store, requester: key, nowMs, origin, onUnreadable }, key),
    actor: keyActor(key.id),
  }).catch((error: unknown) => {
    if (error instanceof TooMuchWork) return tooMuch();
    throw error;
  });
  return () => sendResponse(reply, response);
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
