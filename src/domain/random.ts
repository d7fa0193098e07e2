/**
 * The seeded random generator of the planner, the tests, the benchmarks and the chaos trials (sfc32). The
 * same seed gives the same numbers on every machine: stored proposals and recorded figures depend on it.
 */

/** Returns a uniform integer from 0 up to, but not including, the limit. */
export type Random = (limit: number) => number;

const BITS_32 = 2 ** 32;
/** sfc32 needs about this many rounds until its output no longer correlates with the seed. */
const WARM_UP_ROUNDS = 12;

export function seededRandom(seed: number): Random {
  let a = seed | 0;
  let b = Math.floor(seed / BITS_32) | 0;
  let c = 0x9e3779b9 | 0;
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) next();
  return (limit) => Math.floor((next() / BITS_32) * limit);
}

export function oneOf<Item>(random: Random, items: readonly Item[]): Item {
  return items[random(items.length)] as Item;
}

/** A pseudo-random integer below the limit that depends only on seed and text, not on earlier calls. */
export function hashBelow(seed: number, text: string, limit: number): number {
  let hash = seed | 0;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash ^= hash >>> 13;
  return (hash >>> 0) % limit;
}
