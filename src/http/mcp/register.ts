/**
 * Serves the Model Context Protocol at `/mcp`: streamable HTTP, without sessions and streams, so every response is one
 * JSON document. The order is that of the public API: key (401), rate limit (429), Premium (402), scope (403). Before
 * all of it, `Origin` and `Host` are checked, as the specification asks.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '#domain/family/scopes.ts';
import { isOutage } from '#storage/outage.ts';
import type { CachedKey } from '#http/access/key-access.ts';
import {
  type AuthorisedRequest,
  authorisedRoute,
  type Guard,
  type Send,
} from '#http/access/authorised-route.ts';
import { keyGuard, type KeyRefusal, senderOf } from '#http/access/key-guard.ts';
import { isAllowedHost } from '#http/access/allowed-host.ts';
import { disconnectSignal } from '#http/streams/disconnect-signal.ts';
import { DOCUMENT_BYTES } from '#http/input/limits.ts';
import type { Services } from '#http/services.ts';
import { problem, type ProblemCode } from '#http/problems/problem.ts';
import { sendProblem } from '#http/problems/send-problem.ts';
import { findFault, type MessageFault, rpcErrorText } from './message.ts';

/** A key needs one of them to use any tool. */
const SCOPES: readonly Scope[] = [
  'plans:read',
  'plans:write',
  'lists:read',
  'lists:write',
  'recipes:read',
  'recipes:write',
];
const NO_KEY =
  'Send a valid key as Authorization: Bearer KEY or as X-API-Key: KEY. Keys are made on the Family page of Weekfare.';
const CHALLENGE = 'Bearer realm="weekfare", ApiKey realm="weekfare"';
const HEADERS_OF_EVERY_RESPONSE = {
  'Cache-Control': 'no-store',
  Vary: 'Authorization, X-API-Key, Origin',
};
/** What the SDK reads. */
const HEADERS = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
];

export function registerMcp(app: FastifyInstance, services: Services): void {
  void app.register(async (mcp) => {
    mcp.setErrorHandler<FastifyError>((error, _request, reply) => {
      const fault = faultOf(error);
      if (!fault) throw error;
      return sendFault(reply, error.statusCode ?? 400, fault);
    });
    const route = { method: 'POST', url: '/mcp', bodyLimit: DOCUMENT_BYTES };
    authorisedRoute(mcp, route, guardOf(services), (authorised) => respond(services, authorised));
  });
}

function guardOf(services: Services): Guard<CachedKey> {
  const guard = keyGuard(services, {
    headers: HEADERS_OF_EVERY_RESPONSE,
    keyIn,
    // The work of a tool is counted when it is known which one it is.
    wantedBy: () => ({ scopes: SCOPES, isChange: false, cost: 1 }),
    refuse,
  });
  return {
    ...guard,
    async check(request, reply) {
      const foreign = refuseOrigin(services, request);
      if (!foreign) return guard.check(request, reply);
      if (foreign === 'host-not-allowed')
        services.refusalLog.hostNotAllowed(request.headers.host, services.clock());
      return () => sendProblem(reply, problem(foreign), HEADERS_OF_EVERY_RESPONSE);
    },
  };
}

/**
 * DNS rebinding: a page whose name suddenly resolves to this server has its own origin, and only `Origin` and `Host` show
 * it. It has no key, since a browser adds none to a request; the specification requires the check nevertheless.
 */
function refuseOrigin(
  { config: { publicUrl, allowedHosts } }: Services,
  { headers: { host, origin } }: FastifyRequest,
): ProblemCode | undefined {
  if (publicUrl === undefined && !isAllowedHost(host, allowedHosts)) return 'host-not-allowed';
  if (origin === undefined) return undefined;
  if (!URL.canParse(origin)) return 'cross-site';
  const isOwn =
    publicUrl === undefined
      ? new URL(origin).host === host
      : new URL(origin).origin === new URL(publicUrl).origin;
  return isOwn ? undefined : 'cross-site';
}

function keyIn({ headers }: FastifyRequest): string {
  const bearer = /^Bearer +([!-~]{1,200}) *$/i.exec(headers.authorization ?? '')?.[1];
  return bearer ?? headers['x-api-key']?.toString() ?? '';
}

function refuse({ code, apiKey }: KeyRefusal, _request: FastifyRequest, reply: FastifyReply): Send {
  if (code === 'invalid-api-key') {
    // RFC 6750, section 3.1: no error code for a request without a key.
    const challenge = apiKey !== '' ? CHALLENGE.replace(',', ', error="invalid_token",') : CHALLENGE;
    return () => sendProblem(reply, problem(code, { detail: NO_KEY }), { 'WWW-Authenticate': challenge });
  }
  return () => sendProblem(reply, problem(code, code === 'missing-scope' ? { scope: SCOPES[0] } : {}));
}

async function respond(
  { clock, store, planner, rateLimit, log }: Services,
  { request, reply, checkAgain }: AuthorisedRequest<CachedKey>,
): Promise<Send> {
  const key = await checkAgain();
  if (typeof key === 'function') return key;
  const nowMs = clock();
  const fault = findFault(request.body);
  if (fault) return () => sendFault(reply, 400, fault);
  const disconnected = disconnectSignal(request, reply);
  const { handleMcp } = await import('./endpoint.ts');
  const response = await handleMcp({
    request: new Request('http://localhost/mcp', { method: 'POST', headers: headersOf(request) }),
    message: request.body,
    context: { store, planner, key, nowMs, client: { address: request.ip, disconnected } },
    // The request itself is counted already.
    takeCall: (isChange, cost) => rateLimit.take(senderOf(key), { isChange, cost: cost - 1 }, nowMs),
    onFailure: (err, tool) => log.error({ requestId: request.id, tool, err }, 'tool failed'),
  });
  const type = response.headers.get('content-type');
  if (type !== null) reply.type(type);
  const text = await response.text();
  return () => reply.code(response.status).send(text);
}

function headersOf({ headers }: FastifyRequest): [string, string][] {
  return HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value.toString()]];
  });
}

/** Undefined for what is not the client's fault. */
function faultOf(error: FastifyError): MessageFault | undefined {
  if (isOutage(error)) return undefined;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'too-large';
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'not-json-type';
  return error.statusCode !== undefined && error.statusCode < 500 ? 'not-json' : undefined;
}

function sendFault(reply: FastifyReply, status: number, fault: MessageFault): FastifyReply {
  return reply.code(status).type('application/json').send(rpcErrorText(fault));
}
