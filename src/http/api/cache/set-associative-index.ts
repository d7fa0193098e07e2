/**
 * Where things stand, by name, in little memory: twelve bytes for each, whatever the name. When too many names
 * meet, the oldest of them is forgotten; and whoever finds a place has to look whether it is the right one.
 */

/** A name has its choice of eight places, which share a line of the processor's cache. */
const WAYS = 8;
/** A size takes the lower half of a mark, some bits of the name the upper. */
export const MOST_SIZE = 0xffff;

export class SetAssociativeIndex {
  readonly #marks: Uint32Array;
  readonly #places: Float64Array;

  /** A multiple of eight; of half as many names one in a hundred is crowded out. */
  constructor(count: number) {
    this.#marks = new Uint32Array(count);
    this.#places = new Float64Array(count);
  }

  /** `at` must grow from one to the next, so that the oldest is known; a size is at least 1. */
  note(name: string, at: number, size: number): void {
    const hash = hashOf(name);
    const first = this.#firstOf(hash);
    let chosen = first;
    for (let place = first; place < first + WAYS; place += 1) {
      if (this.#isLike(place, hash)) {
        chosen = place;
        break;
      }
      if ((this.#places[place] as number) < (this.#places[chosen] as number)) chosen = place;
    }
    this.#marks[chosen] = ((hash & ~MOST_SIZE) | size) >>> 0;
    this.#places[chosen] = at;
  }

  /** What `look` finds at one of the places where something of this name may stand. */
  find<Found>(name: string, look: (at: number, size: number) => Found | undefined): Found | undefined {
    const hash = hashOf(name);
    const first = this.#firstOf(hash);
    for (let place = first; place < first + WAYS; place += 1) {
      if (!this.#isLike(place, hash)) continue;
      const found = look(this.#places[place] as number, (this.#marks[place] as number) & MOST_SIZE);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #firstOf(hash: number): number {
    return (hash * WAYS) % this.#marks.length;
  }

  #isLike(place: number, hash: number): boolean {
    const mark = this.#marks[place] as number;
    return mark !== 0 && mark >>> 16 === hash >>> 16;
  }
}

/** FNV-1a, mixed once more: the lower bits say where a name stands, the upper ones tell names apart. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
