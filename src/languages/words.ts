/**
 * Lists of words that recipes are read with, from `words/PART.txt` in the folder of each language: a line of `# ` and the
 * name of the list, then entries between commas. An entry may be a pair, `chix = chicken`. What somebody typed may be in
 * any language, so a list has the words of all.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from './language.ts';

export type WordLists = {
  /** The entries of a list in all languages, or of one in which only some have words. */
  readonly list: (name: string) => string[];
  readonly pairs: (name: string) => [string, string][];
  readonly names: readonly string[];
};

export function readWords(part: string): WordLists {
  const lists = new Map<string, string[]>();
  for (const language of LANGUAGES) {
    const file = join(import.meta.dirname, language, 'words', `${part}.txt`);
    if (!existsSync(file)) continue;
    for (const block of readFileSync(file, 'utf8').split(/^# /m).slice(1)) {
      const end = block.indexOf('\n');
      const entries = block
        .slice(end)
        .split(/,\s/)
        .map((entry) => entry.trim().replace(/\s+/g, ' '));
      const list = lists.getOrInsertComputed(block.slice(0, end), () => []);
      list.push(...entries.filter((entry) => entry !== ''));
    }
  }
  const list = (name: string): string[] => {
    const entries = lists.get(name);
    // A list that is spelled wrongly must not read as one without words.
    if (!entries) throw new Error(`No language has the words "${name}" of ${part}.`);
    return entries;
  };
  return {
    list,
    pairs: (name) => list(name).map((entry) => entry.split(' = ') as [string, string]),
    names: [...lists.keys()],
  };
}
