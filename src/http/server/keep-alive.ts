/**
 * Decides how long an idle connection stays open, and the headers that advertise it. The fast path and Node's HTTP
 * server must send the same bytes.
 *
 * A connection without a valid key so far is closed soon after a 401: otherwise a stranger could hold a connection
 * open with one refused request a minute. A connection with a valid key has the long idle time from then on. So
 * does one from a trusted proxy: it carries requests of many clients, and a request that the proxy sends while the
 * server closes could be lost.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AddressList } from '#fetch/address-list.ts';
import { hasAllResponses } from './exchanges.ts';

/** The socket stays open longer than advertised, so that a request sent at the last moment still arrives. */
const BUFFER_MS = 1_000;

export type KeepAliveOptions = { longMs: number; refusedMs: number; trustedProxies: readonly string[] };

/** An idle timeout, and the headers that advertise it. */
export type IdleTime = { socketMs: number; headers: string };

export class KeepAlive {
  readonly long: IdleTime;
  readonly refused: IdleTime;
  readonly #trustedProxies: AddressList;
  readonly #proven = new WeakSet<Socket>();

  constructor({ longMs, refusedMs, trustedProxies }: KeepAliveOptions) {
    this.#trustedProxies = new AddressList(trustedProxies);
    this.long = idleTime(longMs);
    this.refused = idleTime(refusedMs);
  }

  /** Whether this connection has the long idle time from its first response on. */
  isTrusted({ remoteAddress }: Socket): boolean {
    return remoteAddress !== undefined && this.#trustedProxies.has(remoteAddress);
  }

  /** A valid key was sent on this connection. */
  prove(socket: Socket): void {
    this.#proven.add(socket);
  }

  /**
   * Called before Node's HTTP server writes a response of the public API. Returns the headers to add; none where
   * Node's own are right.
   */
  chooseForNode(response: ServerResponse, status: number): string {
    const { socket } = response.req;
    if (provesKey(status)) this.prove(socket);
    if (status !== 401 || !response.shouldKeepAlive || this.#proven.has(socket)) return '';
    // Node sets its own timeout when a response is finished, right before this event. While other requests of the
    // connection wait for a response, there must be no timeout.
    response.once('close', () => {
      if (hasAllResponses(socket) && !this.#proven.has(socket)) socket.setTimeout(this.refused.socketMs);
    });
    // Node puts the date before its own headers about the connection.
    return `Date: ${new Date().toUTCString()}\r\n${this.refused.headers}`;
  }
}

/**
 * Statuses that the public API and calendars send only for a valid key or link. OPTIONS and wrong methods need none,
 * and 404 is the response to an unknown link.
 */
const KEY_STATUSES = new Set([200, 304, 402, 429]);

export function provesKey(status: number): boolean {
  return KEY_STATUSES.has(status);
}

function idleTime(ms: number): IdleTime {
  return {
    socketMs: ms + BUFFER_MS,
    headers: `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(ms / 1_000)}\r\n`,
  };
}
