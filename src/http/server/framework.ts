/**
 * Configures Fastify: problem responses for every failure, 405 where only the method is wrong, and one log line
 * per request with the route and never the content.
 */
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { newId } from '#auth/secret.ts';
import { isDamage, isOutage, isUnstorable } from '#storage/outage.ts';
import { TooMuchWork } from '#storage/work-budget.ts';
import { isSafeJson, UnsafeBodyError } from './json-body.ts';
import type { RequestHandler } from './listener.ts';
import type { Metrics } from './metrics.ts';
import { problem, type ProblemCode } from '#http/problems/problem.ts';
import { securityHeaders } from '#http/headers/security-headers.ts';
import { sendProblem } from '#http/problems/send-problem.ts';

type NotFoundHandler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

type FrameworkOptions = {
  log: Logger;
  metrics: Metrics;
  trustedProxies: string[];
  publicUrl: string | undefined;
  /** Sends a page to a browser that navigates to an unknown path; returns undefined for other requests. */
  sendNotFoundPage: NotFoundHandler;
};

const FRAMEWORK_ERRORS: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
};

/** Zod checks the input (http/input/parse-input.ts). Fastify would load its own validator at each start, which takes 2 MB. */
const NO_SCHEMAS = { buildValidator: refuseSchema, buildSerializer: refuseSchema };

function refuseSchema(): never {
  throw new Error('A route must not have a schema of Fastify.');
}

/** Returns the framework, and the handler that passes requests to it. */
export function createFramework(server: Server, options: FrameworkOptions) {
  const { log, metrics, trustedProxies, publicUrl, sendNotFoundPage } = options;
  let handler: RequestHandler | undefined;
  const everyResponse = securityHeaders(publicUrl);
  const app = Fastify({
    serverFactory: (handle) => {
      handler = handle;
      return server;
    },
    // The listener responds to bytes that are not HTTP. Fastify's own handler would write before pending responses.
    clientErrorHandler: () => {},
    bodyLimit: 65_536,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    logger: false,
    genReqId: newId,
    routerOptions: { maxParamLength: 100 },
    schemaController: { compilersFactory: NO_SCHEMAS },
    // URLs that cannot be decoded or are too long fail before any route and its error handler.
    frameworkErrors: ({ code }, _request, reply) =>
      void sendProblem(
        reply,
        problem(code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'not-found' : 'bad-request'),
        everyResponse,
      ),
  });
  if (!handler) throw new Error('The framework made no handler.');
  useSafeJsonParser(app);
  sendErrorsAsProblems(app, log);

  const handleNoRoute = noRouteHandler(app, sendNotFoundPage);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id).headers(everyResponse);
    // Before the body is read.
    if (request.is404) return handleNoRoute(request, reply);
    return undefined;
  });
  // All checks before the body have passed: a refused request does not get here. A client that sent `Expect` waits
  // for `100 Continue` before it sends its body.
  app.addHook('preParsing', async (request, reply) => {
    if (/\b100-continue\b/i.test(request.headers.expect ?? '')) reply.raw.writeContinue();
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, id } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    metrics.observe(route, reply.statusCode, reply.elapsedTime);
    // Clients over their rate limit must not fill the log.
    const level = route.startsWith('/app/') && reply.statusCode !== 429 ? 'info' : 'debug';
    log[level]({ requestId: id, method, route, status: reply.statusCode, ms }, 'request');
  });
  return { app, handler };
}

function useSafeJsonParser(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const text = bytes.toString();
    if (isSafeJson(bytes, text)) void parseJson(request, text, done);
    else done(new UnsafeBodyError());
  });
}

function sendErrorsAsProblems(app: FastifyInstance, log: Logger): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (isOutage(error)) {
      const level = isDamage(error) ? 'error' : 'warn';
      log[level]({ requestId: request.id, route: request.routeOptions.url, reason: error.message }, 'outage');
      return sendProblem(reply, problem('unavailable'), { 'Retry-After': '2' });
    }
    if (error instanceof TooMuchWork) {
      log.warn(
        { requestId: request.id, route: request.routeOptions.url, reason: error.message },
        'too much work',
      );
      return sendProblem(reply, problem('too-much-work'), { 'Retry-After': '10' });
    }
    if (isUnstorable(error)) return sendProblem(reply, problem('bad-request'));
    const known = FRAMEWORK_ERRORS[error.code];
    if (known) return sendProblem(reply, problem(known));
    if (error.statusCode !== undefined && error.statusCode < 500)
      return sendProblem(reply, problem('bad-request'));
    log.error({ requestId: request.id, route: request.routeOptions.url, err: error }, 'request failed');
    return sendProblem(reply, problem('internal-error'));
  });
}

/** 405 with `Allow` where the path has a route for another method, 404 elsewhere. */
function noRouteHandler(
  app: FastifyInstance,
  sendNotFoundPage: NotFoundHandler,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const literal = url.replaceAll('.', '\\.').replaceAll('*', '.*');
    const pattern = new RegExp(`^${literal.replace(/:[^/]+/g, '[^/]+')}$`);
    routes.push({ pattern, methods: [method].flat() });
  });
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] as string;
    const allowed = new Set(
      routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods),
    );
    if (allowed.size === 0)
      return sendNotFoundPage(request, reply) ?? sendProblem(reply, problem('not-found'));
    return sendProblem(reply, problem('method-not-allowed'), { Allow: [...allowed].toSorted().join(', ') });
  };
}
