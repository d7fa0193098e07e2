/**
 * Versions of what recipes are understood with. The catalogue version is stored beside every indexed recipe:
 * `<rules version>-<hash of foods, groups and kinds>`. Versions are totally ordered, and an index is only ever
 * replaced by one of a higher version, so two programs on one database cannot overwrite each other in turns.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOOD_GROUPS_FILE, FOOD_KINDS_FILE, FOODS_FOLDER } from './foods.ts';
import { lazy, type LoadSteps } from './lazy.ts';
import { RECIPES_FOLDER } from './recipes.ts';
import { RULES_VERSION } from './rules-version.ts';

/** Of the foods, and of what else decides which foods a line names. */
export const lazyFoodsHash = lazy(function* (): LoadSteps<string> {
  const sum = createHash('sha256').update(yield* hashByFile(FOODS_FOLDER));
  for (const file of [FOOD_GROUPS_FILE, FOOD_KINDS_FILE]) sum.update(readFileSync(file));
  return sum.digest('base64url').slice(0, 16);
});
export const lazyRecipesHash = lazy(() => hashByFile(RECIPES_FOLDER));

export function catalogueVersion(): string {
  return `${RULES_VERSION}-${lazyFoodsHash.get()}`;
}

/** Of the catalogue and the cookbook's recipes. */
export function cookbookVersion(): string {
  return `${catalogueVersion()}-${lazyRecipesHash.get()}`;
}

/** Whether a stored index may be replaced by one of another version. */
export function isOlderVersion(stored: string, other: string): boolean {
  const [old, current] = [parseVersion(stored), parseVersion(other)];
  return old.rules < current.rules || (old.rules === current.rules && old.foods < current.foods);
}

/**
 * The 16 characters that releases up to 0.1.0 stored, a hash of files, never match: they are older than any
 * version.
 */
const VERSION = /^(\d{1,9})-([\w-]{16})$/;

function parseVersion(text: string): { rules: number; foods: string } {
  const [, rules = '0', foods = ''] = VERSION.exec(text) ?? [];
  return { rules: Number(rules), foods };
}

/** Paths and contents of all files of a folder, in the order of their paths. */
function* hashByFile(folder: string): LoadSteps<string> {
  const sum = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  for (const path of paths) {
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    sum.update(`${name}\0`).update(readFileSync(path)).update('\0');
    yield;
  }
  return sum.digest('base64url').slice(0, 16);
}
