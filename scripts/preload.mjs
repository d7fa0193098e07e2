/**
 * Loaded before the program. Plain JavaScript, because it runs before types can be removed.
 *
 * Keeps compiled code, types already removed, so that later starts are faster and need less memory.
 *
 * Two threads for passwords instead of Node's four: each thread keeps the 19 MB of its last hash for the next
 * one, and no more than two hashes run at once (src/auth/password.ts). Hardly anything else uses these threads.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

process.env.UV_THREADPOOL_SIZE ??= '2';
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/weekfare', import.meta.url)));
