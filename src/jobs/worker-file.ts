/** The file of a worker, by its path in `jobs`. The modules of a package are compiled: `.js` instead of `.ts`. */
import { extname } from 'node:path';

export function workerFile(path: string): URL {
  return new URL(`./${path}${extname(import.meta.filename)}`, import.meta.url);
}
