/**
 * The bare HTTP server: limits on what a client may send and how slowly, an answer in JSON even to
 * what is not HTTP, and a way to stop that loses no request. Knows no routes.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { ExpressLane } from './express-lane.ts';
import { rawHeader } from './raw-header.ts';
import { problem, type ProblemCode, PROBLEM_TYPE } from './problem.ts';
import { BARE_SECURITY_HEADERS, headerLines } from './security-headers.ts';
import { dropUnfetched } from './unfetched.ts';

/** How long to give notice, and then how long to wait for what is under way. */
export type Drain = { noticeMs: number; mostMs: number };

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** What `/healthz` says, whether the service is ready or not. */
export const ALIVE = '{"status":"alive"}';

const HEADERS_MS = 5_000;
/** Together with the headers. */
const BODY_MS = 6_000;
const KEEP_ALIVE_MS = 65_000;
/** How long who is turned away may still read why. */
const FAREWELL_MS = 1_000;

const CLIENT_ERRORS: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** A server that listens already, so that a taken port is known before anything else is touched. */
export async function listen(host: string, port: number): Promise<Listener> {
  const server = createServer({
    maxHeaderSize: 8_192,
    headersTimeout: HEADERS_MS,
    requestTimeout: BODY_MS,
    // How often those two are looked at; the default of 30 s would make them mean little.
    connectionsCheckingInterval: 500,
    keepAliveTimeout: KEEP_ALIVE_MS,
    noDelay: true,
    // Node's own refusal has no body; the one below says what is wrong.
    requireHostHeader: false,
  });
  server.on('clientError', answerClientError);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 1_024 }, resolve);
  });
  return new Listener(server);
}

export class Listener {
  readonly server: Server;
  readonly lane: ExpressLane;
  #handler: RequestHandler = answerNotReady;
  #closing = false;

  constructor(server: Server) {
    this.server = server;
    this.lane = new ExpressLane(server, { firstRequestMs: HEADERS_MS, keepAliveMs: KEEP_ALIVE_MS });
    dropUnfetched(server);
    const take: RequestHandler = (request, response) => {
      if (this.#closing) response.shouldKeepAlive = false;
      if (rawHeader(request, 'host') === undefined && request.httpVersion === '1.1') {
        answer(response, 'bad-request', { Connection: 'close' });
      } else this.#handler(request, response);
    };
    server.on('request', take);
    // Whoever reads the body says that it may come (framework.ts). Node closes the connection where nobody does.
    server.on('checkContinue', take);
    // An expectation that we do not know may be left unmet; Node's 417 would have no body either.
    server.on('checkExpectation', take);
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
  async close({ noticeMs, mostMs }: Drain): Promise<void> {
    this.#closing = true;
    this.lane.close();
    await delay(noticeMs);
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    // A connection becomes idle when its answer is out; nobody tells us, so look again and again.
    const idle = setInterval(() => {
      this.server.closeIdleConnections();
      this.lane.endIdle();
    }, 20);
    const patience = setTimeout(() => {
      this.server.closeAllConnections();
      this.lane.endAll();
    }, mostMs);
    await closed;
    clearInterval(idle);
    clearTimeout(patience);
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
  response.writeHead(status, {
    'Content-Type': PROBLEM_TYPE,
    'Content-Length': Buffer.byteLength(body),
    ...BARE_SECURITY_HEADERS,
    ...headers,
  });
  response.end(body);
}

function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const said = problem(CLIENT_ERRORS[error.code ?? ''] ?? 'bad-request');
  const body = JSON.stringify(said);
  socket.end(
    `HTTP/1.1 ${said.status} ${said.title}\r\nContent-Type: ${PROBLEM_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headerLines(BARE_SECURITY_HEADERS)}Connection: close\r\n\r\n${body}`,
  );
  // The end of our half is not the end: a client that never hangs up would keep its connection for ever.
  setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
}
