/**
 * Deletes old lines of the audit log at the start and once a day, in small batches with pauses, so that it
 * does not delay requests. Several servers may run it at the same time.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { deleteOldLines, findOldLines } from '#storage/tables/audit-retention.ts';
import type { Store } from '#storage/store.ts';

const DAY_MS = 86_400_000;
/** Limits of the pause between two batches, which is ten times the duration of the batch. */
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 2_000;

type RetentionOptions = {
  store: Store;
  /** Age in days after which a line is deleted; 0 means never. */
  days: number;
  clock: () => number;
  onDeleted: (lines: number) => void;
  onFailure: (error: unknown) => void;
};

export class AuditRetention {
  readonly #options: RetentionOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#options.days === 0 || this.#stopping.signal.aborted) return;
    const { onDeleted, onFailure } = this.#options;
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

  /** Returns the number of deleted lines. */
  async deleteOld(): Promise<number> {
    const { store, days, clock } = this.#options;
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
    const ms = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, wantedMs));
    await delay(ms, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => {});
  }
}
