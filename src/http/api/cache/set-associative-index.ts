/**
 * A set-associative index: maps keys to positions with twelve bytes for each, whatever the length of the key. When
 * a set is full its oldest entry is evicted. It holds only part of each key's hash, so the caller must check that
 * a position belongs to the key.
 */

/** Entries in a set. Their tags share a cache line of the processor. */
const WAYS = 8;
/** The lower half of a tag is the size, the upper half is from the hash of the key. */
export const MAX_SIZE = 0xffff;

export class SetAssociativeIndex {
  readonly #tags: Uint32Array;
  readonly #positions: Float64Array;

  /** The capacity is a multiple of eight. With half as many keys, about 1 in 100 is evicted. */
  constructor(capacity: number) {
    this.#tags = new Uint32Array(capacity);
    this.#positions = new Float64Array(capacity);
  }

  /** Positions must grow from call to call: they tell which entry of a set is the oldest. A size is at least 1. */
  set(key: string, position: number, size: number): void {
    const hash = hashOf(key);
    const start = this.#setStart(hash);
    let chosen = start;
    for (let slot = start; slot < start + WAYS; slot += 1) {
      if (this.#matches(slot, hash)) {
        chosen = slot;
        break;
      }
      if ((this.#positions[slot] as number) < (this.#positions[chosen] as number)) chosen = slot;
    }
    this.#tags[chosen] = ((hash & ~MAX_SIZE) | size) >>> 0;
    this.#positions[chosen] = position;
  }

  /** Calls `check` with the positions that may belong to this key, and returns the first result that is defined. */
  find<Found>(key: string, check: (position: number, size: number) => Found | undefined): Found | undefined {
    const hash = hashOf(key);
    const start = this.#setStart(hash);
    for (let slot = start; slot < start + WAYS; slot += 1) {
      if (!this.#matches(slot, hash)) continue;
      const found = check(this.#positions[slot] as number, (this.#tags[slot] as number) & MAX_SIZE);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #setStart(hash: number): number {
    return (hash * WAYS) % this.#tags.length;
  }

  #matches(slot: number, hash: number): boolean {
    const tag = this.#tags[slot] as number;
    return tag !== 0 && tag >>> 16 === hash >>> 16;
  }
}

/** FNV-1a with a final mix: the lower bits choose the set, the upper bits are the tag. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
