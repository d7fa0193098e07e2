/**
 * Deletes old lines of the audit log: at the start and once a day, in small batches with pauses between
 * them, so that nobody waits for it. Any number of servers may do it at once.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { deleteOldLines, findOldLines } from '#storage/audit-retention.ts';
import type { Store } from '#storage/store.ts';

const DAY_MS = 86_400_000;
/** Between two batches: ten times as long as the batch took, within these limits. */
const LEAST_PAUSE_MS = 50;
const MOST_PAUSE_MS = 2_000;

type Parts = {
  store: Store;
  /** How many days a line is kept; 0 for ever. */
  days: number;
  clock: () => number;
  onDeleted: (lines: number) => void;
  onFailure: (error: unknown) => void;
};

export class AuditRetention {
  readonly #parts: Parts;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#parts.days === 0 || this.#stopping.signal.aborted) return;
    const { onDeleted, onFailure } = this.#parts;
    this.#running = this.deleteOld()
      .then((lines) => void (lines > 0 && onDeleted(lines)))
      .catch((error: unknown) => onFailure(error))
      .finally(() => (this.#timer = setTimeout(() => this.start(), DAY_MS).unref()));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    clearTimeout(this.#timer);
  }

  /** Answers how many lines it deleted. */
  async deleteOld(): Promise<number> {
    const { store, days, clock } = this.#parts;
    const old = await findOldLines(store.db, clock(), days * DAY_MS);
    if (!old) return 0;
    let [lines, after]: [number, number | undefined] = [0, 0];
    while (after !== undefined && !this.#stopping.signal.aborted) {
      const startedMs = clock();
      const { deleted, resumeAfter } = await deleteOldLines(store, after, old);
      lines += deleted;
      after = resumeAfter;
      if (after !== undefined) await this.#pause(10 * (clock() - startedMs));
    }
    return lines;
  }

  async #pause(wantedMs: number): Promise<void> {
    const ms = Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, wantedMs));
    await delay(ms, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => {});
  }
}
