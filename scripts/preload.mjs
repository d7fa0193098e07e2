/**
 * Loaded before the program. Plain JavaScript, because it runs before types can be removed.
 *
 * Keeps compiled code, types already removed, so that later starts are faster and need less memory.
 *
 * One or two threads for password hashes (src/auth/password.ts) instead of Node's four. Hardly anything else
 * uses them. Each keeps the 19 MB of its last hash for the next one, and a hash takes a whole core: with two
 * cores, requests need the other one.
 */
import { enableCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

process.env.UV_THREADPOOL_SIZE ??= availableParallelism() > 2 ? '2' : '1';
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/weekfare', import.meta.url)));
