/** The words that ingredient lines are read with, in all languages, in the form in which words are compared. */
import { nameKey } from '#domain/food/name-key.ts';
import { readWords } from '#languages/words.ts';

const WORDS = readWords('ingredient-lines');

export const LIST_NAMES = WORDS.names;

export function listOf(name: string): string[] {
  return WORDS.list(name).map(nameKey);
}

export function setOf(name: string): ReadonlySet<string> {
  return new Set(listOf(name));
}

export function numbersOf(name: string): ReadonlyMap<string, number> {
  return new Map(WORDS.numbers(name).map(([word, number]) => [nameKey(word), number]));
}
