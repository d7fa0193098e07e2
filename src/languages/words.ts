/**
 * Reads lists of words from `words/PART.txt` in the folder of each language: a line of `# ` and the name of the list, then
 * entries between commas. In the browser, the build writes the lists into the code (vite.config.ts).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from './language.ts';
import { type WordLists, wordLists } from './word-lists.ts';

const read = new Map<string, WordLists>();

export function readWords(part: string): WordLists {
  return read.getOrInsertComputed(part, () => wordLists(part, listsOf(part)));
}

export function listsOf(part: string): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const file of wordFiles(part)) {
    for (const block of readFileSync(file, 'utf8').split(/^# /m).slice(1)) {
      const end = block.indexOf('\n');
      const entries = block
        .slice(end)
        .split(/,\s/)
        .map((entry) => entry.trim().replace(/\s+/g, ' '));
      (lists[block.slice(0, end)] ??= []).push(...entries.filter((entry) => entry !== ''));
    }
  }
  return lists;
}

/** Words of languages that the app is not in: recipes of their pages are read too. */
const OTHERS = 'others';

export function wordFiles(part: string): string[] {
  return [...LANGUAGES, OTHERS]
    .map((folder) => join(import.meta.dirname, folder, 'words', `${part}.txt`))
    .filter((file) => existsSync(file));
}
