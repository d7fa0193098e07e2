/**
 * Word of every change, whichever process made it. Our own changes are told at once; PostgreSQL's
 * notifications tell those of other processes; and a look at the audit log four times a second
 * catches whatever else there is, so that nothing depends on a notification arriving.
 *
 * `isCurrent` says whether the word can be trusted: not when the last good look is too long ago.
 */
import type { Client } from 'pg';
import { CHANNEL } from './transaction.ts';
import { CHANGES_PAGE_SIZE, readChanges, readChangesAfter, readLastChange } from './audit-log.ts';
import type { Store } from './store.ts';

const POLL_INTERVAL_MS = 250;
/** What was not confirmed for so long may be out of date. One second is promised; this leaves some room. */
const MAX_STALENESS_MS = 900;
/**
 * PostgreSQL gives out numbers before the commit, so a lower one may appear after a higher one.
 * A missing number is waited for this long: longer than a server's transaction may take, and than the
 * command line takes from its number to its commit.
 */
const GAP_TIMEOUT_MS = 15_000;
/** How many numbers back to watch for late arrivals: at the start, and behind a gap. */
const LOOKBACK = 1_000;

export type Feed = { isCurrent(nowMs: number): boolean; stop(): Promise<void> };

export async function watchChanges(
  store: Store,
  clock: () => number,
  onChange: (family: string) => void,
  onState: (state: 'away' | 'back', error?: unknown) => void = () => {},
): Promise<Feed> {
  const watcher = new ChangeFeed(store, clock, onChange, onState);
  await watcher.start();
  return watcher;
}

class ChangeFeed implements Feed {
  readonly #store: Store;
  readonly #clock: () => number;
  readonly #onChange: (family: string) => void;
  readonly #onState: (state: 'away' | 'back', error?: unknown) => void;
  #isUnavailable = false;
  /** The highest number seen. */
  #cursor = 0;
  /** Lower ones that have not appeared yet, and since when they are waited for. */
  readonly #missing = new Map<number, number>();
  #confirmedAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> = Promise.resolve();
  #listener: Client | undefined;
  #isStopped = false;

  constructor(
    store: Store,
    clock: () => number,
    onChange: (family: string) => void,
    onState: (state: 'away' | 'back', error?: unknown) => void,
  ) {
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
    // Both ways: a clock set back must not make old word look new.
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
        // The database is away: `isCurrent` ends by itself, and the next look may succeed.
        .catch((error: unknown) => this.#reportState(true, error))
        .finally(() => this.#schedule());
    }, POLL_INTERVAL_MS);
  }

  /** Says once that the database is away, and once that it is back. */
  #reportState(isAway: boolean, error?: unknown): void {
    if (isAway === this.#isUnavailable) return;
    this.#isUnavailable = isAway;
    this.#onState(isAway ? 'away' : 'back', error);
  }

  async #poll(): Promise<void> {
    // What commits after this moment may be missed by this look, so trust counts from here.
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

  /** Keeps one connection that listens; when it breaks, another is made a little later. */
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
    let again = false;
    const retry = () => {
      if (again || this.#isStopped) return;
      again = true;
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
