/**
 * Keeps responses in the order of their requests, also the response to bytes that are not HTTP. Node
 * reports such bytes as soon as it reads them, even while earlier requests of the same connection still
 * wait for the database (RFC 9112, section 9.3.2: responses have the order of the requests).
 *
 * Covers connections in Node's HTTP server. The fast path has one request at a time and reads nothing more before
 * it has responded.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The longest that an error response waits for the responses before it; an event stream never ends. */
const MAX_WAIT_MS = 30_000;
/** Grace period for a client to read the error response before its socket is destroyed. */
const GRACE_MS = 1_000;
/** Grace period after a request timeout: that client has held its connection for long enough. */
export const SHORT_GRACE_MS = 100;

type Exchanges = {
  /** Responses that are not completely sent, in the order of their requests. */
  pending: Set<ServerResponse>;
  /** The response to the newest request, at least until that request is completely received. */
  newest: ServerResponse | undefined;
  /** The bytes to send after all responses, and the end of the wait for them. */
  failure: { bytes: string; graceMs: number; timer: NodeJS.Timeout } | undefined;
  /** Callbacks for after the next response. */
  afterResponse: (() => void)[];
};

const exchangesBySocket = new WeakMap<Duplex, Exchanges>();

/** Must see every request before its handler does. */
export function trackExchange(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  const exchanges = exchangesOf(socket);
  exchanges.pending.add(response);
  exchanges.newest = response;
  response.once('close', () => {
    exchanges.pending.delete(response);
    // An idle connection must not retain its last request.
    if (request.complete && exchanges.newest === response) exchanges.newest = undefined;
    if (exchanges.failure) sendFailure(socket, exchanges);
    for (const run of exchanges.afterResponse.splice(0)) run();
  });
}

/** Whether the oldest response is complete and waits for its client to read. */
export function isUnread(socket: Duplex): boolean {
  const oldest = exchangesBySocket.get(socket)?.pending.values().next().value;
  return oldest !== undefined && oldest.writableEnded && oldest.writableLength > socket.writableHighWaterMark;
}

/** Runs the callback when the next response of the connection is sent; never if the connection ends before. */
export function afterResponse(socket: Duplex, run: () => void): void {
  exchangesOf(socket).afterResponse.push(run);
}

/** Whether every request of this connection has its response. */
export function hasAllResponses(socket: Duplex): boolean {
  return (exchangesBySocket.get(socket)?.pending.size ?? 0) === 0;
}

/** Sends these bytes after the responses that are still due, and closes the connection. */
export function failConnection(socket: Duplex, bytes: string, graceMs = GRACE_MS): void {
  const exchanges = exchangesOf(socket);
  // Node reports every packet that follows the first error. Destroying the socket now could reset the
  // connection before the client has read its responses.
  if (exchanges.failure) return;
  const timer = setTimeout(() => socket.destroy(), MAX_WAIT_MS).unref();
  exchanges.failure = { bytes, graceMs, timer };
  // At the end of the client's half Node would close the connection after the last response.
  socket.removeAllListeners('end');
  sendFailure(socket, exchanges);
}

function exchangesOf(socket: Duplex): Exchanges {
  const existing = exchangesBySocket.get(socket);
  if (existing) return existing;
  const exchanges: Exchanges = {
    pending: new Set(),
    newest: undefined,
    failure: undefined,
    afterResponse: [],
  };
  exchangesBySocket.set(socket, exchanges);
  // `httpAllowHalfOpen` keeps the connection until the last response is sent. An event stream has no end,
  // and its client has gone.
  socket.once('end', () => {
    for (const response of exchanges.pending) {
      if (response.getHeader('content-type') === 'text/event-stream') socket.destroy();
    }
  });
  return exchanges;
}

function sendFailure(socket: Duplex, { pending, newest, failure }: Exchanges): void {
  if (!failure || !socket.writable) return;
  // The error is in the body of this request: its handler may wait for the rest without end.
  const broken = newest?.req.complete === false ? newest : undefined;
  for (const response of pending) {
    if (response !== broken || response.headersSent) return;
  }
  const hasResponse = broken !== undefined && !pending.has(broken);
  socket.end(hasResponse ? '' : failure.bytes);
  clearTimeout(failure.timer);
  // Ending our half is not enough: a client that never closes its half would keep the connection open.
  // After a reset its next write fails; otherwise only the second one would.
  setTimeout(() => {
    if (socket instanceof Socket) socket.resetAndDestroy();
    else socket.destroy();
  }, failure.graceMs).unref();
}
