/**
 * The mark of everything that decides what a typed line means: the foods, and the rules that read them.
 * What was worked out under another mark is worked out again. Read off the files themselves, so that
 * nobody has to remember to raise a number.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

let mark: string | undefined;

export function catalogueMark(): string {
  mark ??= markOf(fileURLToPath(new URL('../..', import.meta.url)));
  return mark;
}

function markOf(root: string): string {
  const files = globSync(['cookbook/foods/*.txt', 'src/domain/*.ts'], { cwd: root });
  const sum = createHash('sha256');
  for (const file of files.filter((name) => !name.endsWith('.test.ts')).toSorted()) {
    sum.update(file).update(readFileSync(`${root}/${file}`));
  }
  return sum.digest('base64url').slice(0, 16);
}
