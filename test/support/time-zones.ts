/**
 * Which tests have to be seen in a second time zone: those of code that could know the machine's own.
 * It enters by a few names only, so code that has none of them, in modules with tests of their own,
 * is as good in one zone as in another.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

const ENTRANCES = /\b(Date|Intl|Temporal)\b|\.toLocale/;
const IMPORT = /\bfrom '([#.][^']+\.ts)'/g;

/** Of a test file, by its path from the root: its own text, its subject's, and that of untested modules below. */
export function meetsTimeZone(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const code = readFileSync(file, 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '');
  if (ENTRANCES.test(code)) return true;
  const subject = file.replace('.test.ts', '.ts');
  return Array.from(code.matchAll(IMPORT), ([, specifier = '']) => pathOf(specifier, file))
    .filter((path) => path === subject || !existsSync(path.replace(/\.ts$/, '.test.ts')))
    .some((path) => meetsTimeZone(path, seen));
}

function pathOf(specifier: string, importer: string): string {
  if (specifier.startsWith('#test/')) return specifier.slice(1);
  return specifier.startsWith('#') ? `src/${specifier.slice(1)}` : join(dirname(importer), specifier);
}
