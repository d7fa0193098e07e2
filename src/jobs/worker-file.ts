/** The file of a worker in this folder. The modules of a package are compiled: `.js` instead of `.ts`. */
import { extname } from 'node:path';

export function workerFile(name: string): URL {
  return new URL(`./${name}${extname(import.meta.filename)}`, import.meta.url);
}
