/**
 * The generator of the random families and cookbooks (mulberry32). Everything else uses domain/random.ts;
 * this one stays because the proofs and figures in bench/planner belong to the families that it gives.
 */
import type { Random } from '#domain/random.ts';

export function recordedRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}
