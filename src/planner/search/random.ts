/** Chance that is the same everywhere for the same seed: the generator sfc32, started by a mixed seed. */

export type Chance = {
  /** A whole number from 0 up to, and not including, the limit. */
  readonly below: (limit: number) => number;
};

const BITS_32 = 2 ** 32;
/** Until then its numbers still show the seed. */
const WARM_UP = 12;

export function seededChance(seed: number): Chance {
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
  for (let round = 0; round < WARM_UP; round += 1) next();
  return { below: (limit) => Math.floor((next() / BITS_32) * limit) };
}

/** A whole number below the limit for each text, another for another seed, whatever else is asked for. */
export function whimOf(seed: number, text: string, limit: number): number {
  let hash = seed | 0;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash ^= hash >>> 13;
  return (hash >>> 0) % limit;
}
