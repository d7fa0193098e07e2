/**
 * The HTTP server without routes: limits on the size and duration of requests, JSON responses even to bytes that
 * are not HTTP, and a graceful shutdown that loses no request.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  ConnectionLimit,
  type ConnectionLimitOptions,
  connectionsForProcess,
  LOOPBACK,
} from './connection-limit.ts';
import { afterResponse, failConnection, isUnread, SHORT_GRACE_MS, trackExchange } from './exchanges.ts';
import { FastPath } from './fast-path.ts';
import { KeepAlive, type KeepAliveOptions } from './keep-alive.ts';
import { createServer } from './node-http.ts';
import { rawHeader } from './raw-header.ts';
import { problem, type ProblemCode, PROBLEM_TYPE } from '#http/problems/problem.ts';
import { BARE_SECURITY_HEADERS, headerLines } from '#http/headers/security-headers.ts';
import { RequestQueue } from './request-queue.ts';
import { hasSlowBody } from './slow-bodies.ts';
import { closeStalledConnections } from './unread-responses.ts';

/** The time to announce the shutdown in responses, and then the longest wait for requests in progress. */
export type Drain = { noticeMs: number; maxMs: number };

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** The body of `/healthz`, whether the service is ready or not. */
export const ALIVE = '{"status":"alive"}';

const HEADERS_MS = 5_000;
/** For the whole request, headers included. */
const REQUEST_MS = 5_000;
const KEEP_ALIVE = { longMs: 65_000, refusedMs: 5_000 };

const CLIENT_ERRORS: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

type Options = {
  trustedProxies?: readonly string[];
  keepAlive?: Pick<KeepAliveOptions, 'longMs' | 'refusedMs'>;
  connections?: Partial<ConnectionLimitOptions>;
  /** Of the settings HOST and PORT of this listener, for the error message about an address in use. */
  settingPrefix?: 'METRICS_' | '';
};

/** Opens the port first, so that a port in use is known before the database is touched. */
export async function listen(
  host: string,
  port: number,
  { trustedProxies = [], keepAlive = KEEP_ALIVE, connections, settingPrefix = '' }: Options = {},
): Promise<Listener> {
  const server = createServer({
    maxHeaderSize: 8_192,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    // How often Node checks these two timeouts; the default is 30 s.
    connectionsCheckingInterval: 250,
    keepAliveTimeout: keepAlive.longMs,
    noDelay: true,
    // Node's own 400 has no body; `#onRequest` sends one that names the problem.
    requireHostHeader: false,
  });
  // A client that has closed its half still gets its responses, as on the fast path.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('clientError', onClientError);
  server.on('connect', onConnect);
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => reject(Object.assign(error, { settingPrefix }));
    server.once('error', fail);
    server.listen({ host, port, backlog: 1_024 }, () => {
      server.off('error', fail);
      resolve();
    });
  });
  const {
    max = connectionsForProcess(),
    unlimited = [...LOOPBACK, ...trustedProxies],
    log,
  } = connections ?? {};
  const limit = new ConnectionLimit({ max, unlimited, log });
  return new Listener(server, new KeepAlive({ ...keepAlive, trustedProxies }), limit);
}

export class Listener {
  readonly server: Server;
  readonly fastPath: FastPath;
  readonly keepAlive: KeepAlive;
  readonly limit: ConnectionLimit;
  readonly #queue = new RequestQueue();
  #handler: RequestHandler = respondNotReady;
  #closing = false;

  constructor(server: Server, keepAlive: KeepAlive, limit: ConnectionLimit) {
    this.server = server;
    this.keepAlive = keepAlive;
    this.limit = limit;
    this.fastPath = new FastPath(server, { firstRequestMs: HEADERS_MS, keepAlive, limit });
    limit.watch(server);
    closeStalledConnections(server);
    server.on('request', this.#onRequest);
    // framework.ts sends `100 Continue` before it reads the body. Without a listener Node would send it at once.
    server.on('checkContinue', this.#onRequest);
    // A server may ignore an unknown expectation (RFC 9110, section 10.1.1); Node's 417 has no body.
    server.on('checkExpectation', this.#onRequest);
  }

  readonly #onRequest: RequestHandler = (request, response) => {
    trackExchange(request, response);
    if (this.#closing) response.shouldKeepAlive = false;
    if (rawHeader(request, 'host') === undefined && request.httpVersion === '1.1')
      sendProblem(response, 'bad-request', { Connection: 'close' });
    else this.#enqueue(request, response);
  };

  #enqueue(request: IncomingMessage, response: ServerResponse): void {
    this.#queue.add(() => {
      if (response.destroyed) return;
      if (isUnread(request.socket)) afterResponse(request.socket, () => this.#enqueue(request, response));
      else this.#handler(request, response);
    });
  }

  set handler(handler: RequestHandler) {
    this.#handler = handler;
  }

  get port(): number {
    const address = this.server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /**
   * Announces with every response that the connection closes, long enough to reach clients between two requests.
   * Then it accepts no new connections, finishes requests in progress, and destroys the rest after `maxMs`.
   */
  async close({ noticeMs, maxMs }: Drain): Promise<void> {
    this.#closing = true;
    this.fastPath.close();
    await delay(noticeMs);
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    // A connection becomes idle when its response is sent. Node has no event for that, so poll.
    const idlePoll = setInterval(() => {
      this.server.closeIdleConnections();
      this.fastPath.destroyIdleConnections();
    }, 20);
    const timeout = setTimeout(() => {
      this.server.closeAllConnections();
      this.fastPath.destroyAllConnections();
    }, maxMs);
    await closed;
    clearInterval(idlePoll);
    clearTimeout(timeout);
  }
}

/** The handler until the service is ready. */
function respondNotReady(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/healthz') {
    response.writeHead(200, { ...BARE_SECURITY_HEADERS, 'Content-Type': 'application/json' }).end(ALIVE);
  } else sendProblem(response, 'unavailable', { 'Retry-After': '1' });
}

function sendProblem(response: ServerResponse, code: ProblemCode, headers: Record<string, string>): void {
  const { status } = problem(code);
  const body = JSON.stringify(problem(code));
  response.writeHead(status, { ...problemHeaders(body), ...headers }).end(body);
}

function onClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && hasSlowBody(socket)) return;
  if (error.code === 'ECONNRESET' || socket.destroyed) socket.destroy();
  else {
    const code = CLIENT_ERRORS[error.code ?? ''] ?? 'bad-request';
    failConnection(socket, rawProblem(code), code === 'request-timeout' ? SHORT_GRACE_MS : undefined);
  }
}

/** For CONNECT. Without a listener Node destroys the socket, and with it the responses to earlier requests. */
function onConnect({ socket }: IncomingMessage): void {
  // Node has removed its own listeners from the socket.
  socket.on('error', () => {});
  socket.resume();
  failConnection(socket, rawProblem('bad-request'));
}

function rawProblem(code: ProblemCode): string {
  const { status, title } = problem(code);
  const body = JSON.stringify(problem(code));
  const lines = headerLines({ ...problemHeaders(body), Connection: 'close' });
  return `HTTP/1.1 ${status} ${title}\r\n${lines}\r\n${body}`;
}

function problemHeaders(body: string): Record<string, string | number> {
  return {
    ...BARE_SECURITY_HEADERS,
    'Content-Type': PROBLEM_TYPE,
    'Content-Length': Buffer.byteLength(body),
  };
}
