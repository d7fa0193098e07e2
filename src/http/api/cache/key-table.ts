/**
 * Caches the rights of API keys and their families in typed arrays: a hundred bytes for each key, and no objects
 * for the garbage collector to visit. When the table is full, a new key replaces the one that was added first.
 */
import { API_KEY_LENGTH, publicIdOf } from '#auth/api-key.ts';
import type { KeyOwner } from '#http/access/key-owner.ts';
import { SetAssociativeIndex } from './set-associative-index.ts';

/** The rights of a key and its family, current as of change number `asOf`. */
export type CachedKey = KeyOwner & {
  asOf: number;
  id: string;
  /** The bits of its scopes (domain/family/scopes.ts). */
  scopes: number;
  /** The first millisecond in which the key is no longer valid. */
  endsMs: number;
  premiumEndsMs: number;
  /** When this key's token bucket will be full (domain/rate-limit/token-bucket.ts). */
  fullAtMs: number;
  /** The last minute for which a use is recorded. */
  usedMinute: number;
};

export const MAX_KEYS = 2 ** 17;
const FAMILY_ID_LENGTH = 16;
const TEXT_LENGTH = API_KEY_LENGTH + FAMILY_ID_LENGTH;

export class KeyTable {
  readonly #index = new SetAssociativeIndex(1.5 * MAX_KEYS);
  /** Each verified key in plain text and its family id, in memory only: so the key of a request need not be hashed. */
  readonly #texts = Buffer.alloc(MAX_KEYS * TEXT_LENGTH);
  readonly #endsMs = new Float64Array(MAX_KEYS);
  readonly #premiumEndsMs = new Float64Array(MAX_KEYS);
  readonly #fullAtMs = new Float64Array(MAX_KEYS);
  readonly #asOf = new Uint32Array(MAX_KEYS);
  readonly #usedMinutes = new Int32Array(MAX_KEYS);
  readonly #scopes = new Uint16Array(MAX_KEYS);
  /** Indexes into `#timeZones`. */
  readonly #timeZoneIndexes = new Uint16Array(MAX_KEYS);
  readonly #timeZones: string[] = [];
  /** Keys ever added. A key's position is the value at its addition, and its row that modulo `MAX_KEYS`. */
  #added = 0;

  get size(): number {
    return Math.min(this.#added, MAX_KEYS);
  }

  find(apiKey: string): CachedKey | undefined {
    const position = this.#findPosition(apiKey);
    if (position === undefined) return undefined;
    const row = position % MAX_KEYS;
    const familyStart = row * TEXT_LENGTH + API_KEY_LENGTH;
    return {
      id: publicIdOf(apiKey),
      family: this.#texts.toString('latin1', familyStart, familyStart + FAMILY_ID_LENGTH),
      timeZone: this.#timeZones[this.#timeZoneIndexes[row] as number] as string,
      asOf: this.#asOf[row] as number,
      scopes: this.#scopes[row] as number,
      endsMs: this.#endsMs[row] as number,
      premiumEndsMs: this.#premiumEndsMs[row] as number,
      fullAtMs: this.#fullAtMs[row] as number,
      usedMinute: this.#usedMinutes[row] as number,
    };
  }

  /** Adds a key or replaces its entry. */
  set(apiKey: string, key: CachedKey): void {
    // All our family ids have this length; a family with another one is not cached.
    if (key.family.length !== FAMILY_ID_LENGTH) return;
    const row = (this.#findPosition(apiKey) ?? this.#add(apiKey)) % MAX_KEYS;
    this.#texts.write(apiKey + key.family, row * TEXT_LENGTH, 'latin1');
    this.#timeZoneIndexes[row] = this.#timeZoneIndex(key.timeZone);
    this.#asOf[row] = key.asOf;
    this.#scopes[row] = key.scopes;
    this.#endsMs[row] = key.endsMs;
    this.#premiumEndsMs[row] = key.premiumEndsMs;
    this.#updateUse(row, key);
  }

  /** Writes back what a request changes: the token bucket and the last use. */
  updateUse(apiKey: string, key: CachedKey): void {
    const position = this.#findPosition(apiKey);
    if (position !== undefined) this.#updateUse(position % MAX_KEYS, key);
  }

  #updateUse(row: number, { fullAtMs, usedMinute }: CachedKey): void {
    this.#fullAtMs[row] = fullAtMs;
    this.#usedMinutes[row] = usedMinute;
  }

  #add(apiKey: string): number {
    const position = this.#added;
    this.#added += 1;
    this.#index.set(publicIdOf(apiKey), position, 1);
    return position;
  }

  #findPosition(apiKey: string): number | undefined {
    // The row may have been given to another key since.
    return this.#index.find(publicIdOf(apiKey), (position) =>
      this.#hasKey(position % MAX_KEYS, apiKey) ? position : undefined,
    );
  }

  /**
   * Compares in constant time. `crypto.timingSafeEqual` needs a copy of the key in a buffer, which takes twice as
   * long and, as latin1, equals other keys: "\u0166" becomes "f".
   */
  #hasKey(row: number, apiKey: string): boolean {
    const start = row * TEXT_LENGTH;
    let difference = 0;
    for (let at = 0; at < API_KEY_LENGTH; at += 1) {
      difference |= apiKey.charCodeAt(at) ^ (this.#texts[start + at] as number);
    }
    return difference === 0;
  }

  #timeZoneIndex(timeZone: string): number {
    const index = this.#timeZones.indexOf(timeZone);
    return index < 0 ? this.#timeZones.push(timeZone) - 1 : index;
  }
}
