/**
 * Selects the tests that must also run in a second time zone: those of code that can read the machine's time zone.
 * Only a few built-in names give access to it. Code without these names, in modules with their own tests, cannot
 * depend on it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

const TIME_ZONE_NAMES = /\b(Date|Intl|Temporal)\b|\.toLocale/;
/** What these names give in every time zone. */
const SAME_IN_ALL_ZONES =
  /\bDate\.(?:now|UTC)\b|\bDate\.parse\('[^']*Z'\)|\bIntl\.(?:Collator|DisplayNames|ListFormat|NumberFormat|PluralRules|Segmenter)\b/g;
const IMPORT = /\bfrom '([#.][^']+\.ts)'/g;

/** Checks a test file, the module that it tests, and the modules without tests that these import. */
export function dependsOnTimeZone(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const code = readFileSync(file, 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '');
  if (TIME_ZONE_NAMES.test(code.replace(SAME_IN_ALL_ZONES, ''))) return true;
  const subject = file.replace('.test.ts', '.ts');
  return Array.from(code.matchAll(IMPORT), ([, specifier = '']) => pathOf(specifier, file))
    .filter((path) => path === subject || !existsSync(path.replace(/\.ts$/, '.test.ts')))
    .some((path) => dependsOnTimeZone(path, seen));
}

function pathOf(specifier: string, importer: string): string {
  if (specifier.startsWith('#test/')) return specifier.slice(1);
  return specifier.startsWith('#') ? `src/${specifier.slice(1)}` : join(dirname(importer), specifier);
}
