/**
 * Records when each API key was last used, to the minute, without a write for each request: the first use in a
 * minute is recorded in memory, and recorded uses are saved every second in batches.
 */
import { instantText } from '#domain/week/instant.ts';
import { saveKeyUses } from '#storage/tables/keys-and-links/api-keys.ts';
import type { Store } from '#storage/store.ts';

const MINUTE_MS = 60_000;
const SAVE_EVERY_MS = 1_000;
/** Small enough that the transaction does not delay reads noticeably. */
const BATCH_SIZE = 500;

export class LastUses {
  readonly #store: Store;
  readonly #onFailure: (error: unknown) => void;
  /** Uses that are not saved yet: the ids of the keys by minute. */
  readonly #unsaved = new Map<number, Set<string>>();
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(store: Store, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#onFailure = onFailure;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#saving = this.save()
        // The next round tries again: what could not be saved is still in `#unsaved`.
        .catch((error: unknown) => this.#onFailure(error))
        .finally(() => this.#timer && this.start());
    }, SAVE_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#saving;
    await this.save().catch(() => {});
  }

  record({ id, use }: { id: string; use: { usedMinute: number } }, nowMs: number): void {
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute === use.usedMinute) return;
    use.usedMinute = minute;
    const ids = this.#unsaved.get(minute);
    if (ids) ids.add(id);
    else this.#unsaved.set(minute, new Set([id]));
  }

  async save(): Promise<void> {
    for (const [minute, ids] of this.#unsaved) {
      const usedAt = instantText(minute * MINUTE_MS);
      // Sorted by id, so that rows of one database page are written together.
      const sorted = [...ids].toSorted();
      for (let start = 0; start < sorted.length; start += BATCH_SIZE) {
        const batch = sorted.slice(start, start + BATCH_SIZE);
        const { db, kind } = this.#store;
        await db.transaction().execute((tx) => saveKeyUses(tx, kind, batch, usedAt));
        for (const id of batch) ids.delete(id);
        // SQLite is synchronous: let waiting requests run between two batches.
        await new Promise(setImmediate);
      }
      if (ids.size === 0) this.#unsaved.delete(minute);
    }
  }
}
