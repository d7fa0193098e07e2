/**
 * Word of every change, whichever process made it. Our own changes are told at once; PostgreSQL's
 * notifications tell those of other processes; and a look at the audit log four times a second
 * catches whatever else there is, so that nothing depends on a notification arriving.
 *
 * `isCurrent` says whether the word can be trusted: not when the last good look is too long ago.
 */
import type { Client } from 'pg';
import { CHANGES_AT_ONCE, CHANNEL, readChangesAfter, readLastChange } from './audit.ts';
import type { Store } from './store.ts';

const LOOK_EVERY_MS = 250;
/** What was not confirmed for so long may be out of date. One second is promised; this leaves some room. */
const TRUST_MS = 900;
/**
 * PostgreSQL gives out numbers before the commit, so a lower one may appear after a higher one.
 * A missing number is waited for this long: longer than any transaction may take.
 */
const GAP_MS = 15_000;
/** How many earlier numbers to watch for late arrivals at the start. */
const LOOK_BACK = 1_000;

export type Feed = { isCurrent(nowMs: number): boolean; stop(): Promise<void> };

export async function watchChanges(
  store: Store,
  clock: () => number,
  onChange: (family: string) => void,
): Promise<Feed> {
  const watcher = new Watcher(store, clock, onChange);
  await watcher.start();
  return watcher;
}

class Watcher implements Feed {
  readonly #store: Store;
  readonly #clock: () => number;
  readonly #onChange: (family: string) => void;
  /** Every number up to here is known or given up. */
  #settled = 0;
  /** Numbers beyond that which were seen already. */
  readonly #seen = new Set<number>();
  /** Since when there has been a gap right after `#settled`. */
  #gapSinceMs: number | undefined;
  #confirmedAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #listener: Client | undefined;
  #stopped = false;

  constructor(store: Store, clock: () => number, onChange: (family: string) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#onChange = onChange;
  }

  async start(): Promise<void> {
    this.#store.changes.on('change', this.#onChange);
    this.#settled = Math.max(0, (await readLastChange(this.#store.db)) - LOOK_BACK);
    await this.#look();
    this.#schedule();
    if (this.#store.kind === 'postgres') void this.#listen();
  }

  isCurrent(nowMs: number): boolean {
    // Both ways: a clock set back must not make old word look new.
    return Math.abs(nowMs - this.#confirmedAtMs) < TRUST_MS;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#store.changes.off('change', this.#onChange);
    await this.#looking;
    await this.#listener?.end().catch(() => {});
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look()
        // The database is away: `isCurrent` ends by itself, and the next look may succeed.
        .catch(() => {})
        .finally(() => this.#schedule());
    }, LOOK_EVERY_MS);
  }

  async #look(): Promise<void> {
    // What commits after this moment may be missed by this look, so trust counts from here.
    const startedAtMs = this.#clock();
    let after = this.#settled;
    for (;;) {
      const rows = await readChangesAfter(this.#store.db, after);
      for (const { seq, family_id } of rows) {
        if (this.#seen.has(seq)) continue;
        this.#seen.add(seq);
        this.#onChange(family_id);
      }
      // A page may be full of numbers seen already, behind a gap: the news are on the next one.
      if (rows.length < CHANGES_AT_ONCE) break;
      after = rows.at(-1)?.seq ?? after;
    }
    this.#settle(startedAtMs);
    this.#confirmedAtMs = startedAtMs;
  }

  /** Moves on over every number seen, and over a gap that nothing can fill any more. */
  #settle(nowMs: number): void {
    const advance = () => {
      while (this.#seen.delete(this.#settled + 1)) this.#settled += 1;
    };
    const before = this.#settled;
    advance();
    if (this.#seen.size === 0 || this.#settled > before) this.#gapSinceMs = undefined;
    if (this.#seen.size === 0) return;
    this.#gapSinceMs ??= nowMs;
    if (nowMs - this.#gapSinceMs < GAP_MS) return;
    this.#settled = Math.min(...this.#seen) - 1;
    this.#gapSinceMs = undefined;
    advance();
  }

  /** Keeps one connection that listens; when it breaks, another is made a little later. */
  async #listen(): Promise<void> {
    if (this.#stopped || this.#store.location.kind !== 'postgres') return;
    const driver = await import('pg');
    if (this.#stopped) return;
    const client = new driver.Client({
      connectionString: this.#store.location.url,
      application_name: 'weekfare feed',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    this.#listener = client;
    let again = false;
    const retry = () => {
      if (again || this.#stopped) return;
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
