/**
 * When each key was last used, to the minute, without a write per read: the first use in a minute
 * is noted in memory, and what was noted is saved every few seconds, many at a time.
 */
import { instantText } from '#domain/instant.ts';
import { type KeyUse, saveKeyUses } from '#storage/api-keys.ts';
import type { Store } from '#storage/store.ts';
import type { CachedKey } from './cache.ts';

const SAVE_EVERY_MS = 5_000;
/** Small enough that reads do not notice the transaction. */
const AT_ONCE = 500;

export class LastUses {
  readonly #store: Store;
  readonly #onFailure: (error: unknown) => void;
  /** The minute for which the text was made: once, not for every key. */
  #minute = Number.NaN;
  #minuteText = '';
  /** What is still to be saved, by the id of the key. */
  readonly #noted = new Map<string, KeyUse>();
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

  note(key: CachedKey, nowMs: number): void {
    const minute = Math.floor(nowMs / 60_000);
    if (minute === key.usedMinute) return;
    key.usedMinute = minute;
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#minuteText = instantText(minute * 60_000);
    }
    this.#noted.set(key.id, { key_id: key.id, family_id: key.family, used_at: this.#minuteText });
  }

  async save(): Promise<void> {
    // In the order of their ids: neighbours share a page, and a page is written once for all of them.
    const waiting = [...this.#noted.keys()].toSorted();
    for (let at = 0; at < waiting.length; at += AT_ONCE) {
      const uses = waiting.slice(at, at + AT_ONCE).flatMap((id) => this.#noted.get(id) ?? []);
      await this.#store.db.transaction().execute((tx) => saveKeyUses(tx, this.#store.kind, uses));
      for (const use of uses) {
        if (this.#noted.get(use.key_id) === use) this.#noted.delete(use.key_id);
      }
      // With SQLite everything above happens in one go: let waiting requests through in between.
      await new Promise(setImmediate);
    }
  }
}
