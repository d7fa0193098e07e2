/**
 * Limits the number of open connections: in total, so that file descriptors are left for the database and files
 * (without them the service fails, and libuv closes new connections without a report), and for each network, so
 * that one client cannot use up all connections.
 */
import { closeSync, openSync } from 'node:fs';
import type { Server } from 'node:net';
import { availableParallelism, devNull } from 'node:os';
import type { Logger } from 'pino';
import { networkLimits } from '#auth/network.ts';
import { AddressList } from '#fetch/address-list.ts';

/** At up to 10 kB each, 100 MB of memory. */
const MAX_CONNECTIONS = 10_000;
const MIN_CONNECTIONS = 16;
/** For the process itself (31 with SQLite), ten connections to PostgreSQL, and temporary files. */
const RESERVED_DESCRIPTORS = 64;
/** For each planner thread, measured in Node 26. */
const DESCRIPTORS_PER_THREAD = 5;

const LOG_EVERY_MS = 60_000;
const PROBE_EVERY_MS = 2_000;

export const LOOPBACK = ['127.0.0.0/8', '::1'];

export type ConnectionLimitOptions = {
  max: number;
  /** Networks without a limit of their own: a trusted proxy carries many clients. */
  unlimited: readonly string[];
  log: Logger | undefined;
};

/** The total limit that follows from the limit on open files of this process. */
export function connectionsForProcess(descriptors = findDescriptorLimit()): number {
  const reserved = RESERVED_DESCRIPTORS + DESCRIPTORS_PER_THREAD * availableParallelism();
  return Math.max(MIN_CONNECTIONS, Math.min(MAX_CONNECTIONS, descriptors - reserved));
}

export class ConnectionLimit {
  readonly max: number;
  readonly #unlimited: AddressList;
  readonly #logger: Logger | undefined;
  readonly #byNetwork = new Map<string, number>();
  /** By message: what to log when the minute ends. */
  readonly #unlogged = new Map<string, { count: number; details: object }>();
  #open = 0;
  #refused = 0;

  constructor({ max, unlimited, log }: ConnectionLimitOptions) {
    this.max = max;
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
    server.on('drop', () => this.#refuse('connections refused: the limit on open connections is reached'));
    server.on('error', (err) => this.#refuse('connections refused: they could not be accepted', { err }));
    const probe = setInterval(() => this.#probe(), PROBE_EVERY_MS).unref();
    server.once('close', () => clearInterval(probe));
  }

  /** Whether this address may have one more connection; if so, it counts until `release`. */
  acquire(address: string | undefined): boolean {
    const limits = this.#limitsOf(address);
    for (const [network, max] of limits) {
      if ((this.#byNetwork.get(network) ?? 0) < max) continue;
      this.#refuse(
        'connections refused: one network has reached its limit; list a proxy in TRUSTED_PROXIES',
        {
          network,
          share: max,
        },
      );
      return false;
    }
    this.#open += 1;
    for (const [network] of limits) this.#byNetwork.set(network, (this.#byNetwork.get(network) ?? 0) + 1);
    return true;
  }

  release(address: string | undefined): void {
    this.#open -= 1;
    for (const [network] of this.#limitsOf(address)) {
      const left = (this.#byNetwork.get(network) ?? 0) - 1;
      if (left > 0) this.#byNetwork.set(network, left);
      else this.#byNetwork.delete(network);
    }
  }

  /** The networks that an address belongs to, each with its limit. */
  #limitsOf(address: string | undefined): [network: string, max: number][] {
    // A socket without an address is already closed.
    if (address === undefined || this.#unlimited.has(address)) return [];
    // A household has one /64 or a few; a /48 holds 65,536 of them.
    return networkLimits(address, { perLink: Math.ceil(this.max / 4), perSite: Math.ceil(this.max / 2) });
  }

  /** libuv does not report connections that it closes because no descriptor is left. */
  #probe(): void {
    try {
      closeSync(openSync(devNull, 'r'));
    } catch (err) {
      this.#log(
        'no file descriptors left: new connections are closed without a report, and the database may fail',
        {
          err,
        },
      );
    }
  }

  #refuse(message: string, details: object = {}): void {
    this.#refused += 1;
    this.#log(message, details);
  }

  /** Logs the first occurrence at once, and later ones once a minute with their count. */
  #log(message: string, details: object, count = 1): void {
    const unlogged = this.#unlogged.get(message);
    if (unlogged) {
      this.#unlogged.set(message, { count: unlogged.count + count, details });
      return;
    }
    this.#logger?.error({ ...details, count, limit: this.max }, message);
    this.#unlogged.set(message, { count: 0, details });
    setTimeout(() => {
      const { count: unloggedCount, details: newest } = this.#unlogged.get(message) ?? { count: 0, details };
      this.#unlogged.delete(message);
      if (unloggedCount > 0) this.#log(message, newest, unloggedCount);
    }, LOG_EVERY_MS).unref();
  }
}

let descriptorLimit: number | undefined;

/** The soft limit, which Node raises to the hard limit when it starts. It does not change. */
function findDescriptorLimit(): number {
  return (descriptorLimit ??= readDescriptorLimit());
}

function readDescriptorLimit(): number {
  // Resolving the names of network interfaces is slow. The types do not have this setting.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | string } };
  };
  const limit = Number(userLimits?.open_files?.soft);
  // Without a limit it is the word "unlimited"; on Windows it is absent.
  return Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit;
}
