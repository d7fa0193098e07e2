/**
 * Serves the Model Context Protocol at `/mcp`: streamable HTTP, without sessions and streams, so every response is one
 * JSON document. The order is that of the public API: key (401), rate limit (429), Premium (402), scope (403). Before
 * all of it, `Origin` and `Host` are checked, as the specification asks.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { PlannerPool } from '#jobs/planning/planner-pool.ts';
import type { Config } from '#config.ts';
import { type Scope, scopeBits } from '#domain/family/scopes.ts';
import { createDeadline } from '#storage/deadline.ts';
import { isOutage } from '#storage/drivers/outage.ts';
import type { Store } from '#storage/store.ts';
import type { CachedKey } from '#http/api/cache/key-table.ts';
import type { KeyAccess, Usage } from '#http/api/key-access.ts';
import { type Authorised, checkKey, checkKeyAgain, senderOf } from '#http/api/key-check.ts';
import { setRateHeaders } from '#http/api/routes/register.ts';
import { isAllowedHost } from '#http/access/allowed-host.ts';
import type { AppRateLimit } from '#http/access/rate-limit.ts';
import type { RefusalLog } from '#http/access/refusal-log.ts';
import { disconnectSignal } from '#http/streams/disconnect-signal.ts';
import { DOCUMENT_BYTES } from '#http/limits.ts';
import { problem, type ProblemCode } from '#http/problems/problem.ts';
import { sendProblem } from '#http/problems/send-problem.ts';
import { findFault, type MessageFault, rpcErrorText } from './message.ts';

type McpServices = {
  store: Store;
  access: KeyAccess;
  planner: PlannerPool;
  rateLimit: AppRateLimit;
  refusalLog: RefusalLog;
  clock: () => number;
  config: Pick<Config, 'publicUrl' | 'allowedHosts'>;
  log: Logger;
};

/** A key needs one of them to use any tool. */
const SCOPES: readonly Scope[] = [
  'plans:read',
  'plans:write',
  'lists:read',
  'lists:write',
  'recipes:read',
  'recipes:write',
];
const SCOPE_BITS = scopeBits(SCOPES);
const NO_KEY =
  'Send a valid key as Authorization: Bearer KEY or as X-API-Key: KEY. Keys are made on the Family page of Weekfare.';
const CHALLENGE = 'Bearer realm="weekfare", ApiKey realm="weekfare"';
/** What the SDK reads. */
const HEADERS = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
];

export function registerMcp(app: FastifyInstance, services: McpServices): void {
  void app.register(async (mcp) => {
    const authorised = new WeakMap<FastifyRequest, Authorised>();
    mcp.setErrorHandler<FastifyError>((error, _request, reply) => {
      const fault = faultOf(error);
      if (!fault) throw error;
      return sendFault(reply, error.statusCode ?? 400, fault);
    });
    mcp.route({
      method: 'POST',
      url: '/mcp',
      bodyLimit: DOCUMENT_BYTES,
      onRequest: async (request, reply) => {
        reply.headers({ 'Cache-Control': 'no-store', Vary: 'Authorization, X-API-Key, Origin' });
        const runWithDeadline = createDeadline();
        const apiKey = keyOf(request);
        const key = await runWithDeadline(() => authorise(services, request, reply, apiKey));
        if (key === undefined) return reply;
        authorised.set(request, { key, apiKey, runWithDeadline, isBodyLate: !request.raw.complete });
        return undefined;
      },
      handler: (request, reply) => {
        const current = authorised.get(request) as Authorised;
        return current.runWithDeadline(() => respond(services, request, reply, current));
      },
    });
  });
}

/** Undefined if the request has been refused. */
async function authorise(
  services: McpServices,
  request: FastifyRequest,
  reply: FastifyReply,
  apiKey: string,
): Promise<CachedKey | undefined> {
  const { access, refusalLog, clock } = services;
  const nowMs = clock();
  const foreign = refuseOrigin(services, request);
  if (foreign) {
    if (foreign === 'host-not-allowed') refusalLog.hostNotAllowed(request.headers.host, nowMs);
    sendProblem(reply, problem(foreign));
    return undefined;
  }
  // The work of a tool is counted when it is known which one it is.
  const wanted = { scopeBit: SCOPE_BITS, isChange: false, cost: 1 };
  const { key, code, usage } = await checkKey(services, apiKey, wanted, nowMs);
  if (code !== 'invalid-api-key') setRateHeaders(access, reply, usage);
  if (code !== undefined) refuse(reply, code, { apiKey, usage });
  return key;
}

/**
 * DNS rebinding: a page whose name suddenly resolves to this server has its own origin, and only `Origin` and `Host` show
 * it. It has no key, since a browser adds none to a request; the specification requires the check nevertheless.
 */
function refuseOrigin(
  { config: { publicUrl, allowedHosts } }: McpServices,
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

function keyOf({ headers }: FastifyRequest): string {
  const bearer = /^Bearer +([!-~]{1,200}) *$/i.exec(headers.authorization ?? '')?.[1];
  return bearer ?? headers['x-api-key']?.toString() ?? '';
}

type Refused = { apiKey: string; usage?: Usage };

function refuse(reply: FastifyReply, code: ProblemCode, { apiKey, usage }: Refused): FastifyReply {
  if (code === 'invalid-api-key') {
    // RFC 6750, section 3.1: no error code for a request without a key.
    const challenge = apiKey !== '' ? CHALLENGE.replace(',', ', error="invalid_token",') : CHALLENGE;
    return sendProblem(reply, problem(code, { detail: NO_KEY }), { 'WWW-Authenticate': challenge });
  }
  if (code === 'missing-scope') return sendProblem(reply, problem(code, { scope: SCOPES[0] }));
  const headers = code === 'rate-limited' ? { 'Retry-After': String(usage?.retrySeconds) } : {};
  return sendProblem(reply, problem(code), headers);
}

async function respond(
  services: McpServices,
  request: FastifyRequest,
  reply: FastifyReply,
  authorised: Authorised,
): Promise<FastifyReply> {
  const { access, clock, store, planner, rateLimit, log } = services;
  const nowMs = clock();
  const key = await checkKeyAgain(access, authorised, SCOPE_BITS, nowMs);
  if (typeof key === 'string') return refuse(reply, key, authorised);
  const fault = findFault(request.body);
  if (fault) return sendFault(reply, 400, fault);
  const disconnected = disconnectSignal(request, reply);
  const { handleMcp } = await import('./endpoint.ts');
  const response = await handleMcp({
    request: new Request('http://localhost/mcp', { method: 'POST', headers: headersOf(request) }),
    message: request.body,
    context: { store, planner, key, nowMs, requester: { address: request.ip, disconnected } },
    // The request itself is counted already.
    takeCall: (isChange, cost) => rateLimit.take(senderOf(key), { isChange, cost: cost - 1 }, nowMs),
    onFailure: (err, tool) => log.error({ requestId: request.id, tool, err }, 'tool failed'),
  });
  const type = response.headers.get('content-type');
  if (type !== null) reply.type(type);
  return reply.code(response.status).send(await response.text());
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
