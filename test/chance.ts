/** Chance that is the same in every run. */

/** Answers a whole number below the limit. */
export type Chance = (limit: number) => number;

/** The 32-bit generator mulberry32. */
export function seededChance(seed: number): Chance {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

export function oneOf<Item>(chance: Chance, items: readonly Item[]): Item {
  return items[chance(items.length)] as Item;
}
