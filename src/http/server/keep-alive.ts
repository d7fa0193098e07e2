/**
 * How long an idle connection stays open, and what responses say about it. The two ways in, the express
 * lane and Node's HTTP server, must agree to the byte.
 *
 * A connection on which nobody has shown a valid key yet is closed soon after a 401, so that open
 * connections cost a stranger more than one refused request a minute each. A connection with a valid
 * key keeps the long time, whatever it asks later. So does one from a trusted proxy: it carries the
 * requests of many clients, and a proxy that sends one while the server closes could lose it.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AddressList } from './address-list.ts';
import { hasAllResponses } from './exchanges.ts';

/** The socket outlives what is advertised, so that a request sent in the last moment still arrives. */
const BUFFER_MS = 1_000;

export type KeepAliveOptions = { longMs: number; refusedMs: number; trustedProxies: readonly string[] };

/** A time for an idle connection, and the headers that advertise it. */
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

  /** Whether this connection keeps the long time from its first response on. */
  isTrusted({ remoteAddress }: Socket): boolean {
    return remoteAddress !== undefined && this.#trustedProxies.has(remoteAddress);
  }

  /** A valid key was sent on this connection. */
  prove(socket: Socket): void {
    this.#proven.add(socket);
  }

  /**
   * For a response of the public API by Node's HTTP server, before it is written. Returns the headers
   * to add; none where Node's own are right.
   */
  chooseForNode(response: ServerResponse, status: number): string {
    const { socket } = response.req;
    if (provesKey(status)) this.prove(socket);
    if (status !== 401 || !response.shouldKeepAlive || this.#proven.has(socket)) return '';
    // Node sets its own timeout when a response is finished, right before this event. While the connection
    // has other requests to answer there must be none.
    response.once('close', () => {
      if (hasAllResponses(socket) && !this.#proven.has(socket)) socket.setTimeout(this.refused.socketMs);
    });
    // Node puts the date before its own headers about the connection.
    return `Date: ${new Date().toUTCString()}\r\n${this.refused.headers}`;
  }
}

/** Responses that the public API gives only to a valid key: OPTIONS and wrong methods are answered without one. */
const WITH_KEY = new Set([200, 304, 402, 404, 429]);

export function provesKey(status: number): boolean {
  return WITH_KEY.has(status);
}

function idleTime(ms: number): IdleTime {
  return {
    socketMs: ms + BUFFER_MS,
    headers: `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(ms / 1_000)}\r\n`,
  };
}
