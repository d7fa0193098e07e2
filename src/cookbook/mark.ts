/**
 * Marks of what is read from files, to tell whether something was worked out from what is there now. Read
 * off the files themselves, so that nobody has to remember to raise a number.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lazy, type Steps } from './lazy.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** All that decides what a typed line means: the foods, and the rules that read them. */
const CATALOGUE = ['cookbook/foods/*.txt', 'src/domain/**/*.ts'];
const COOKBOOK = [...CATALOGUE, 'cookbook/recipes/*/*.cook'];

export const lazyMark = lazy(() => markByFile(CATALOGUE));
export const lazyCookbookMark = lazy(() => markByFile(COOKBOOK));

export function catalogueMark(): string {
  return lazyMark.get();
}

/** Of the catalogue and the recipes. */
export function cookbookMark(): string {
  return lazyCookbookMark.get();
}

function* markByFile(patterns: string[]): Steps<string> {
  const files = globSync(patterns, { cwd: ROOT });
  const sum = createHash('sha256');
  for (const file of files.filter((name) => !name.endsWith('.test.ts')).toSorted()) {
    sum.update(file).update(readFileSync(`${ROOT}/${file}`));
    yield;
  }
  return sum.digest('base64url').slice(0, 16);
}
