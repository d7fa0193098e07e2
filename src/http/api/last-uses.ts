/**
 * When each key was last used, to the minute, without a write per read: the first use in a minute
 * is noted in memory, and what was noted is saved every second, many at a time.
 */
import { instantText } from '#domain/week/instant.ts';
import { saveKeyUses } from '#storage/api-keys.ts';
import type { Store } from '#storage/store.ts';
import type { KnownKey } from './cache/key-table.ts';

const MINUTE_MS = 60_000;
const SAVE_EVERY_MS = 1_000;
/** Small enough that reads do not notice the transaction. */
const AT_ONCE = 500;

export class LastUses {
  readonly #store: Store;
  readonly #onFailure: (error: unknown) => void;
  /** What is still to be saved: by minute, the ids of the keys that were used in it. */
  readonly #noted = new Map<number, Set<string>>();
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(store: Store, onFailure: (error: unknown) => void) {
    this.#store = store;
    this.#onFailure = onFailure;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#saving = this.save()
        // What could not be saved is still noted, and tried again.
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

  note(key: KnownKey, nowMs: number): void {
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute === key.usedMinute) return;
    key.usedMinute = minute;
    const noted = this.#noted.get(minute);
    if (noted) noted.add(key.id);
    else this.#noted.set(minute, new Set([key.id]));
  }

  async save(): Promise<void> {
    for (const [minute, noted] of this.#noted) {
      const usedAt = instantText(minute * MINUTE_MS);
      // In the order of their ids: neighbours share a page, and a page is written once for all of them.
      const waiting = [...noted].toSorted();
      for (let at = 0; at < waiting.length; at += AT_ONCE) {
        const ids = waiting.slice(at, at + AT_ONCE);
        const { db, kind } = this.#store;
        await db.transaction().execute((tx) => saveKeyUses(tx, kind, ids, usedAt));
        for (const id of ids) noted.delete(id);
        // With SQLite everything above happens in one go: let waiting requests through in between.
        await new Promise(setImmediate);
      }
      if (noted.size === 0) this.#noted.delete(minute);
    }
  }
}
