/**
 * What many keys and their families allow, a hundred bytes for each and nothing for the garbage collector
 * to look after. When it is full, the key that came first makes room.
 */
import { API_KEY_LENGTH, publicIdOf } from '#auth/api-key.ts';
import type { KnownFamily } from '#http/api/read.ts';
import { SetAssociativeIndex } from './set-associative-index.ts';

/** What a key and its family allow, as it was when change number `asOf` was the last one known. */
export type KnownKey = KnownFamily & {
  asOf: number;
  id: string;
  /** The first millisecond in which the key is not valid any more. */
  endsMs: number;
  premiumEndsMs: number;
  /** When this key's bucket will be full again (domain/rate-limit/token-bucket.ts). */
  fullAtMs: number;
  /** The last minute whose use is noted. */
  usedMinute: number;
};

export const MOST_KEYS = 2 ** 17;
const FAMILY_LENGTH = 16;
const TEXT_LENGTH = API_KEY_LENGTH + FAMILY_LENGTH;

export class KeyTable {
  readonly #places = new SetAssociativeIndex(1.5 * MOST_KEYS);
  /** The key as it was shown and found right, and its family. In memory only: hashing it each time costs more than all the rest. */
  readonly #texts = Buffer.alloc(MOST_KEYS * TEXT_LENGTH);
  readonly #ends = new Float64Array(MOST_KEYS);
  readonly #premiumEnds = new Float64Array(MOST_KEYS);
  readonly #fullAts = new Float64Array(MOST_KEYS);
  readonly #asOfs = new Uint32Array(MOST_KEYS);
  readonly #usedMinutes = new Int32Array(MOST_KEYS);
  /** Each zone has a number. */
  readonly #zoneNumbers = new Uint16Array(MOST_KEYS);
  readonly #zones: string[] = [];
  /** How many were ever added. */
  #added = 0;

  get size(): number {
    return Math.min(this.#added, MOST_KEYS);
  }

  find(key: string): KnownKey | undefined {
    const at = this.#find(key);
    if (at === undefined) return undefined;
    const row = at % MOST_KEYS;
    const familyAt = row * TEXT_LENGTH + API_KEY_LENGTH;
    return {
      id: publicIdOf(key),
      family: this.#texts.toString('latin1', familyAt, familyAt + FAMILY_LENGTH),
      timeZone: this.#zones[this.#zoneNumbers[row] as number] as string,
      asOf: this.#asOfs[row] as number,
      endsMs: this.#ends[row] as number,
      premiumEndsMs: this.#premiumEnds[row] as number,
      fullAtMs: this.#fullAts[row] as number,
      usedMinute: this.#usedMinutes[row] as number,
    };
  }

  /** Adds a key, or writes over what was known of it. */
  set(key: string, known: KnownKey): void {
    // Every id of ours has this length; what has not is not worth a second form.
    if (known.family.length !== FAMILY_LENGTH) return;
    const row = (this.#find(key) ?? this.#add(key)) % MOST_KEYS;
    this.#texts.write(key + known.family, row * TEXT_LENGTH, 'latin1');
    this.#zoneNumbers[row] = this.#zoneNumber(known.timeZone);
    this.#asOfs[row] = known.asOf;
    this.#ends[row] = known.endsMs;
    this.#premiumEnds[row] = known.premiumEndsMs;
    this.#saveUse(row, known);
  }

  /** What a read has changed: the bucket, and the last use. */
  saveUse(key: string, known: KnownKey): void {
    const at = this.#find(key);
    if (at !== undefined) this.#saveUse(at % MOST_KEYS, known);
  }

  #saveUse(row: number, { fullAtMs, usedMinute }: KnownKey): void {
    this.#fullAts[row] = fullAtMs;
    this.#usedMinutes[row] = usedMinute;
  }

  #add(key: string): number {
    const at = this.#added;
    this.#added += 1;
    this.#places.note(publicIdOf(key), at, 1);
    return at;
  }

  #find(key: string): number | undefined {
    // Another key may have taken its row since.
    return this.#places.find(publicIdOf(key), (at) => (this.#isIn(at % MOST_KEYS, key) ? at : undefined));
  }

  /** Takes as long wherever the two differ. */
  #isIn(row: number, key: string): boolean {
    const start = row * TEXT_LENGTH;
    let difference = 0;
    for (let at = 0; at < API_KEY_LENGTH; at += 1) {
      difference |= key.charCodeAt(at) ^ (this.#texts[start + at] as number);
    }
    return difference === 0;
  }

  #zoneNumber(zone: string): number {
    const known = this.#zones.indexOf(zone);
    return known < 0 ? this.#zones.push(zone) - 1 : known;
  }
}
