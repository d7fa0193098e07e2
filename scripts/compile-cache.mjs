/**
 * Loaded before the program: keeps compiled code, types already removed, so that later starts are
 * faster and need less memory. Plain JavaScript, because it runs before any of that.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/weekfare', import.meta.url)));
