/**
 * When each key was last used, to the minute, without a write per read: the first use in a minute
 * is noted in memory, and what was noted is saved every few seconds, many at a time.
 */
import { instantText } from '#domain/instant.ts';
import { type LastUse, saveLastUses } from '#storage/api-keys.ts';
import type { Store } from '#storage/store.ts';
import type { CachedKey } from './cache.ts';

const SAVE_EVERY_MS = 5_000;
/** Small enough that reads do not notice the transaction. */
const AT_ONCE = 200;

export class LastUses {
  readonly #store: Store;
  readonly #noted = new Map<string, LastUse>();
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(store: Store) {
    this.#store = store;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#saving = this.save()
        // An outage: what could not be saved is still noted and tried again.
        .catch(() => {})
        .finally(() => this.#timer && this.start());
    }, SAVE_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#saving;
    await this.save().catch(() => {});
  }

  note(key: CachedKey, nowMs: number): void {
    const minute = Math.floor(nowMs / 60_000);
    if (minute === key.lastUsedMinute) return;
    key.lastUsedMinute = minute;
    this.#noted.set(key.id, { family: key.family.id, id: key.id, at: instantText(minute * 60_000) });
  }

  async save(): Promise<void> {
    while (this.#noted.size > 0) {
      const uses = [...this.#noted.values().take(AT_ONCE)];
      await this.#store.db.transaction().execute((tx) => saveLastUses(tx, uses));
      for (const use of uses) {
        if (this.#noted.get(use.id) === use) this.#noted.delete(use.id);
      }
      // With SQLite everything above happens in one go: let waiting requests through in between.
      await new Promise(setImmediate);
    }
  }
}
