/**
 * Loaded before the program.
 *
 * Caches compiled code without types, so that later starts are faster and need less memory.
 *
 * Limits libuv's thread pool to one or two threads instead of four. Almost only password hashes use it
 * (src/auth/password.ts). Each thread holds the 19 MB of its last hash, and a hash occupies a whole core: on two
 * cores, requests need the other one.
 */
import { enableCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

process.env.UV_THREADPOOL_SIZE ??= availableParallelism() > 2 ? '2' : '1';
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/weekfare', import.meta.url)));
