/**
 * The bare HTTP server: limits on what a client may send and how slowly, an answer in JSON even to
 * what is not HTTP, and a way to stop that loses no request. Knows no routes.
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
import { problem, type ProblemCode, PROBLEM_TYPE } from '#http/problem.ts';
import { BARE_SECURITY_HEADERS, headerLines } from '#http/security-headers.ts';
import { RequestQueue } from './request-queue.ts';
import { closeStalledConnections } from './unread-responses.ts';

/** How long to give notice, and then how long to wait for what is under way. */
export type Drain = { noticeMs: number; maxMs: number };

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** What `/healthz` says, whether the service is ready or not. */
export const ALIVE = '{"status":"alive"}';

const HEADERS_MS = 5_000;
/** Together with the headers. */
const BODY_MS = 5_000;
const KEEP_ALIVE = { longMs: 65_000, refusedMs: 5_000 };

const CLIENT_ERRORS: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

type Options = {
  trustedProxies?: readonly string[];
  keepAlive?: Pick<KeepAliveOptions, 'longMs' | 'refusedMs'>;
  connections?: Partial<ConnectionLimitOptions>;
  /** Before HOST and PORT in the names of the settings, for the sentence about an address in use. */
  settingPrefix?: 'METRICS_' | '';
};

/** A server that listens already, so that a taken port is known before anything else is touched. */
export async function listen(
  host: string,
  port: number,
  { trustedProxies = [], keepAlive = KEEP_ALIVE, connections, settingPrefix = '' }: Options = {},
): Promise<Listener> {
  const server = createServer({
    maxHeaderSize: 8_192,
    headersTimeout: HEADERS_MS,
    requestTimeout: BODY_MS,
    // How often those two are looked at; the default of 30 s would make them mean little.
    connectionsCheckingInterval: 250,
    keepAliveTimeout: keepAlive.longMs,
    noDelay: true,
    // Node's own refusal has no body; the one below says what is wrong.
    requireHostHeader: false,
  });
  // A client that has closed its half still gets its responses, as in the express lane.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('clientError', answerClientError);
  server.on('connect', answerConnect);
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => reject(Object.assign(error, { settingPrefix }));
    server.once('error', fail);
    server.listen({ host, port, backlog: 1_024 }, () => {
      server.off('error', fail);
      resolve();
    });
  });
  const {
    max: most = connectionsForProcess(),
    unlimited = [...LOOPBACK, ...trustedProxies],
    log,
  } = connections ?? {};
  const limit = new ConnectionLimit({ max: most, unlimited, log });
  return new Listener(server, new KeepAlive({ ...keepAlive, trustedProxies }), limit);
}

export class Listener {
  readonly server: Server;
  readonly fastPath: FastPath;
  readonly keepAlive: KeepAlive;
  readonly limit: ConnectionLimit;
  readonly #queue = new RequestQueue();
  #handler: RequestHandler = answerNotReady;
  #closing = false;

  constructor(server: Server, keepAlive: KeepAlive, limit: ConnectionLimit) {
    this.server = server;
    this.keepAlive = keepAlive;
    this.limit = limit;
    this.fastPath = new FastPath(server, { firstRequestMs: HEADERS_MS, keepAlive, limit });
    limit.watch(server);
    closeStalledConnections(server);
    const take: RequestHandler = (request, response) => {
      trackExchange(request, response);
      if (this.#closing) response.shouldKeepAlive = false;
      if (rawHeader(request, 'host') === undefined && request.httpVersion === '1.1') {
        answer(response, 'bad-request', { Connection: 'close' });
      } else {
        this.#enqueue(request, response);
      }
    };
    server.on('request', take);
    // The reader of the body sends `100 Continue` (framework.ts). Node closes the connection if nothing sends it.
    server.on('checkContinue', take);
    // An expectation that we do not know may be left unmet; Node's 417 would have no body either.
    server.on('checkExpectation', take);
  }

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
   * Says with every answer that the connection ends, for so long that whoever is between two requests
   * gets to hear it; then takes no new connections, finishes what is under way, and gives up on the rest.
   */
  async close({ noticeMs, maxMs: mostMs }: Drain): Promise<void> {
    this.#closing = true;
    this.fastPath.close();
    await delay(noticeMs);
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    // A connection becomes idle when its answer is out; nobody tells us, so look again and again.
    const idle = setInterval(() => {
      this.server.closeIdleConnections();
      this.fastPath.endIdle();
    }, 20);
    const timeout = setTimeout(() => {
      this.server.closeAllConnections();
      this.fastPath.endAll();
    }, mostMs);
    await closed;
    clearInterval(idle);
    clearTimeout(timeout);
  }
}

/** Before the service is ready: the process lives, and nothing more can be said. */
function answerNotReady(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/healthz') {
    response.writeHead(200, { ...BARE_SECURITY_HEADERS, 'Content-Type': 'application/json' }).end(ALIVE);
  } else answer(response, 'unavailable', { 'Retry-After': '1' });
}

function answer(response: ServerResponse, code: ProblemCode, headers: Record<string, string>): void {
  const { status } = problem(code);
  const body = JSON.stringify(problem(code));
  response.writeHead(status, { ...answerHeaders(body), ...headers }).end(body);
}

function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) socket.destroy();
  else {
    const code = CLIENT_ERRORS[error.code ?? ''] ?? 'bad-request';
    failConnection(socket, rawAnswer(code), code === 'request-timeout' ? SHORT_GRACE_MS : undefined);
  }
}

/** Without a listener Node destroys the socket, and with it the responses to earlier requests. */
function answerConnect({ socket }: IncomingMessage): void {
  // Node has removed its own listeners from the socket.
  socket.on('error', () => {});
  socket.resume();
  failConnection(socket, rawAnswer('bad-request'));
}

function rawAnswer(code: ProblemCode): string {
  const { status, title } = problem(code);
  const body = JSON.stringify(problem(code));
  const lines = headerLines({ ...answerHeaders(body), Connection: 'close' });
  return `HTTP/1.1 ${status} ${title}\r\n${lines}\r\n${body}`;
}

function answerHeaders(body: string): Record<string, string | number> {
  return {
    ...BARE_SECURITY_HEADERS,
    'Content-Type': PROBLEM_TYPE,
    'Content-Length': Buffer.byteLength(body),
  };
}
