/** Options and environment of the server process that reduce its memory and the waits for its garbage collector. */

/**
 * For Node: a small young generation, and an old generation that grows in small steps. One thread helps the garbage
 * collector: with the usual four, all reads of a small computer waited up to 0.1 s every few seconds.
 */
export const SERVER_OPTIONS = [
  '--import',
  './scripts/preload.mjs',
  '--max-semi-space-size=2',
  '--heap-growing-percent=25',
  '--v8-pool-size=1',
];

/** For glibc: return large blocks to the system when they are freed, such as the 19 MB of a password hash. */
export const SERVER_ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: '500000', MALLOC_ARENA_MAX: '2' };
