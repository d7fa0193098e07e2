/**
 * Limits the number of open connections. In all, so that the database and files keep a reserve of file
 * descriptors: without one, the service fails when a client opens many connections, and libuv closes the
 * newest ones without telling anyone. And for each network, so that one client cannot use up all.
 */
import { closeSync, openSync } from 'node:fs';
import type { Server } from 'node:net';
import { availableParallelism, devNull } from 'node:os';
import type { Logger } from 'pino';
import { networkOf } from '#auth/network.ts';
import { AddressList } from './address-list.ts';

/** A connection costs up to ten kilobytes, so these cost 100 MB. */
const MAX_CONNECTIONS = 10_000;
const MIN_CONNECTIONS = 16;
/** The process itself has 31 with SQLite, ten connections to PostgreSQL, and some files at work. */
const RESERVED_DESCRIPTORS = 64;
/** Measured in Node 26, for each thread of the planner. */
const DESCRIPTORS_OF_THREAD = 5;

const LOG_EVERY_MS = 60_000;
const PROBE_EVERY_MS = 2_000;

export const LOOPBACK = ['127.0.0.0/8', '::1'];

export type ConnectionLimitOptions = {
  max: number;
  /** Networks without a limit of their own: behind a trusted proxy are many clients. */
  unlimited: readonly string[];
  log: Logger | undefined;
};

/** The connections that the limit on open files of this process allows. */
export function connectionsForProcess(descriptors = readDescriptorLimit()): number {
  const reserved = RESERVED_DESCRIPTORS + DESCRIPTORS_OF_THREAD * availableParallelism();
  return Math.max(MIN_CONNECTIONS, Math.min(MAX_CONNECTIONS, descriptors - reserved));
}

export class ConnectionLimit {
  readonly max: number;
  readonly #unlimited: AddressList;
  readonly #logger: Logger | undefined;
  readonly #byNetwork = new Map<string, number>();
  /** Per message: what is to be logged when the minute is over. */
  readonly #unlogged = new Map<string, { count: number; details: object }>();
  #open = 0;
  #refused = 0;

  constructor({ max: most, unlimited, log }: ConnectionLimitOptions) {
    this.max = most;
    this.#logger = log;
    this.#unlimited = new AddressList(unlimited);
  }

  get open(): number {
    return this.#open;
  }

  /** Connections refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Sets the total limit of a server, and detects when no file descriptors are left. */
  watch(server: Server): void {
    server.maxConnections = this.max;
    server.on('drop', () => this.#refuse('connections refused: as many are open as the limit allows'));
    server.on('error', (err) => this.#refuse('connections refused: they could not be accepted', { err }));
    const probe = setInterval(() => this.#probe(), PROBE_EVERY_MS).unref();
    server.once('close', () => clearInterval(probe));
  }

  /** Whether this address may have one more connection; if so, it counts until `leave`. */
  acquire(address: string | undefined): boolean {
    const shares = this.#sharesOf(address);
    for (const [network, share] of shares) {
      if ((this.#byNetwork.get(network) ?? 0) < share) continue;
      this.#refuse('connections refused: one network has its share; a proxy belongs in TRUSTED_PROXIES', {
        network,
        share,
      });
      return false;
    }
    this.#open += 1;
    for (const [network] of shares) this.#byNetwork.set(network, (this.#byNetwork.get(network) ?? 0) + 1);
    return true;
  }

  release(address: string | undefined): void {
    this.#open -= 1;
    for (const [network] of this.#sharesOf(address)) {
      const left = (this.#byNetwork.get(network) ?? 0) - 1;
      if (left > 0) this.#byNetwork.set(network, left);
      else this.#byNetwork.delete(network);
    }
  }

  /** The networks that an address is part of, each with the connections it may have. */
  #sharesOf(address: string | undefined): [network: string, share: number][] {
    // Without an address the client is gone already.
    if (address === undefined || this.#unlimited.has(address)) return [];
    const { link, site } = networkOf(address);
    const quarter = Math.ceil(this.max / 4);
    if (link === site) return [[link, quarter]];
    // A household has one /64 or a few; a /48 holds 65,536 of them.
    return [
      [link, quarter],
      [site, Math.ceil(this.max / 2)],
    ];
  }

  /** libuv closes connections for which there is no descriptor and does not report it. */
  #probe(): void {
    try {
      closeSync(openSync(devNull, 'r'));
    } catch (err) {
      this.#log('file descriptors are used up: connections are closed unseen, and the database may fail', {
        err,
      });
    }
  }

  #refuse(message: string, details: object = {}): void {
    this.#refused += 1;
    this.#log(message, details);
  }

  /** Logs the first one at once, and those that follow once a minute, with their number. */
  #log(message: string, details: object, count = 1): void {
    const unlogged = this.#unlogged.get(message);
    if (unlogged) {
      this.#unlogged.set(message, { count: unlogged.count + count, details });
      return;
    }
    this.#logger?.error({ ...details, count, limit: this.max }, message);
    this.#unlogged.set(message, { count: 0, details });
    setTimeout(() => {
      const { count: more, details: newest } = this.#unlogged.get(message) ?? { count: 0, details };
      this.#unlogged.delete(message);
      if (more > 0) this.#log(message, newest, more);
    }, LOG_EVERY_MS).unref();
  }
}

/** Node raises the soft limit to the hard one when it starts. */
function readDescriptorLimit(): number {
  // Looking up the names of network interfaces takes time; the type of this setting is missing.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | string } };
  };
  const limit = Number(userLimits?.open_files?.soft);
  // It is a word when there is none, and Windows has no such limit.
  return Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit;
}
