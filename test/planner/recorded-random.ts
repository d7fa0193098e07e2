/**
 * A second random generator (mulberry32), only for data that is already recorded. bench/planner/proofs.json holds
 * proven optima of the random families and cookbooks that this generator produces; another generator would produce
 * other families and invalidate them. All other code uses domain/random.ts.
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
