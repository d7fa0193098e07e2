/**
 * The change feed: reports every change, made by any process. This process's own changes are reported
 * immediately, those of others by PostgreSQL's notifications. In addition the audit log is polled four times
 * a second, so that nothing depends on a notification arriving.
 *
 * `isCurrent` returns false when the last successful poll is too long ago: then changes may be missing.
 */
import type { Client } from 'pg';
import { CHANNEL } from './transaction.ts';
import { CHANGES_PAGE_SIZE, readChanges, readChangesAfter, readLastChange } from './tables/audit-log.ts';
import type { Store } from './store.ts';

const POLL_INTERVAL_MS = 250;
/** One second is promised; this leaves some time to respond. */
const MAX_STALENESS_MS = 900;
/**
 * How long to wait for a missing number. PostgreSQL assigns numbers before the commit, so a lower one may
 * appear after a higher one. This is longer than a server's transaction may take, and than the command line
 * takes from its number to its commit.
 */
const GAP_TIMEOUT_MS = 15_000;
/** How many numbers back to look for late commits: at the start, and before a gap. */
const LOOKBACK = 1_000;

/** Called when the database becomes unavailable or available again. */
type OnState = (state: 'unavailable' | 'available', error?: unknown) => void;

export type Feed = { isCurrent(nowMs: number): boolean; stop(): Promise<void> };

export async function watchChanges(
  store: Store,
  clock: () => number,
  onChange: (family: string) => void,
  onState: OnState = () => {},
): Promise<Feed> {
  const feed = new ChangeFeed(store, clock, onChange, onState);
  await feed.start();
  return feed;
}

class ChangeFeed implements Feed {
  readonly #store: Store;
  readonly #clock: () => number;
  readonly #onChange: (family: string) => void;
  readonly #onState: OnState;
  #isUnavailable = false;
  /** The highest number read. */
  #cursor = 0;
  /** Lower numbers that have not appeared yet, and when each was first missed. */
  readonly #missing = new Map<number, number>();
  #confirmedAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> = Promise.resolve();
  #listener: Client | undefined;
  #isStopped = false;

  constructor(store: Store, clock: () => number, onChange: (family: string) => void, onState: OnState) {
    this.#store = store;
    this.#clock = clock;
    this.#onChange = onChange;
    this.#onState = onState;
  }

  async start(): Promise<void> {
    this.#store.changes.on('change', this.#onChange);
    this.#cursor = Math.max(0, (await readLastChange(this.#store.db)) - LOOKBACK);
    await this.#poll();
    this.#schedule();
    if (this.#store.kind === 'postgres') void this.#listen();
  }

  isCurrent(nowMs: number): boolean {
    // The absolute value: after the clock was set back, an old poll must not look recent.
    return Math.abs(nowMs - this.#confirmedAtMs) < MAX_STALENESS_MS;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#store.changes.off('change', this.#onChange);
    await this.#polling;
    await this.#listener?.end().catch(() => {});
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#polling = this.#poll()
        .then(() => this.#reportState(false))
        // The database is unavailable. `isCurrent` turns false by time, and the next poll may succeed.
        .catch((error: unknown) => this.#reportState(true, error))
        .finally(() => this.#schedule());
    }, POLL_INTERVAL_MS);
  }

  /** Reports each change of state once. */
  #reportState(isUnavailable: boolean, error?: unknown): void {
    if (isUnavailable === this.#isUnavailable) return;
    this.#isUnavailable = isUnavailable;
    this.#onState(isUnavailable ? 'unavailable' : 'available', error);
  }

  async #poll(): Promise<void> {
    // This poll may miss what is committed after this moment.
    const startedAtMs = this.#clock();
    for (const { seq, family_id } of await readChanges(this.#store.db, [...this.#missing.keys()])) {
      this.#missing.delete(seq);
      this.#onChange(family_id);
    }
    for (;;) {
      const rows = await readChangesAfter(this.#store.db, this.#cursor);
      for (const { seq, family_id } of rows) {
        for (let number = Math.max(this.#cursor + 1, seq - LOOKBACK); number < seq; number += 1)
          this.#missing.set(number, startedAtMs);
        this.#cursor = seq;
        this.#onChange(family_id);
      }
      if (rows.length < CHANGES_PAGE_SIZE) break;
    }
    for (const [number, sinceMs] of this.#missing) {
      if (startedAtMs - sinceMs >= GAP_TIMEOUT_MS) this.#missing.delete(number);
    }
    this.#confirmedAtMs = startedAtMs;
  }

  /** Listens for notifications on a connection of its own; reconnects a second after it breaks. */
  async #listen(): Promise<void> {
    if (this.#isStopped || this.#store.location.kind !== 'postgres') return;
    const driver = await import('pg');
    if (this.#isStopped) return;
    const client = new driver.Client({
      connectionString: this.#store.location.url,
      application_name: 'weekfare feed',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    this.#listener = client;
    let isRetrying = false;
    const retry = () => {
      if (isRetrying || this.#isStopped) return;
      isRetrying = true;
      client.end().catch(() => {});
      setTimeout(() => void this.#listen(), 1_000).unref();
    };
    client.on('error', retry);
    client.on('end', retry);
    client.on('notification', ({ payload }) => payload && this.#onChange(payload));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch {
      retry();
    }
  }
}
