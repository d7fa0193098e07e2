/**
 * Versions of what recipes are understood with. The catalogue version is stored beside every indexed recipe:
 * `<rules version>-<hash of the food files>`. Versions are totally ordered, and an index is only ever
 * replaced by one of a higher version, so two programs on one database cannot overwrite each other in turns.
 */
import { createHash, hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOOD_GROUPS_FILE, FOODS_FOLDER } from './foods.ts';
import { lazy, type Steps } from './lazy.ts';
import { RECIPES_FOLDER } from './recipes.ts';
import { RULES_VERSION } from './rules-version.ts';

export const lazyFoodsHash = lazy(() => hashByFile(FOODS_FOLDER));
export const lazyGroupsHash = lazy(function* (): Steps<string> {
  yield;
  return hash('sha256', readFileSync(FOOD_GROUPS_FILE), 'base64url').slice(0, 16);
});
export const lazyRecipesHash = lazy(() => hashByFile(RECIPES_FOLDER));

export function catalogueVersion(): string {
  return `${RULES_VERSION}-${lazyFoodsHash.get()}`;
}

/** Of the catalogue, its food groups and the cookbook's recipes. Recipe indexes do not depend on groups. */
export function cookbookVersion(): string {
  return `${catalogueVersion()}-${lazyGroupsHash.get()}-${lazyRecipesHash.get()}`;
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
function* hashByFile(folder: string): Steps<string> {
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
