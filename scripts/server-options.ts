/** How the server is run, so that it takes little memory. */

/** For Node: a small young generation, and an old one that grows in small steps. */
export const SERVER_OPTIONS = [
  '--import',
  './scripts/preload.mjs',
  '--max-semi-space-size=2',
  '--heap-growing-percent=10',
];

/** For glibc, which gives large pieces back as soon as they are free, such as the 19 MB of a password hash. */
export const SERVER_ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: '500000', MALLOC_ARENA_MAX: '2' };
