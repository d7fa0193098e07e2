/** The words of a line and the longest phrases of a table that begin at a word. */
import type { Token } from './tokens.ts';

/** More words than any phrase or name has, which a test checks. */
export const MAX_PHRASE_WORDS = 9;

export type Phrase<Value> = { readonly start: number; readonly end: number; readonly value: Value };

/** All phrases of the table that begin at this token, the longest first. Marks end a phrase. */
export function* phrasesAt<Value>(
  tokens: readonly Token[],
  start: number,
  find: (key: string) => Value | undefined,
): Generator<Phrase<Value>> {
  const keys: string[] = [];
  for (const token of tokens.slice(start, start + MAX_PHRASE_WORDS)) {
    // "Type 405" has a number; a phrase does not begin with one.
    const word = token.kind === 'word' ? token.key : token.kind === 'number' && keys.length > 0 ? token.text : '';
    if (word === '') break;
    keys.push(keys.length === 0 ? word : `${keys.at(-1)} ${word}`);
  }
  for (const [index, phrase] of [...keys.entries()].toReversed()) {
    const value = find(phrase);
    if (value !== undefined) yield { start, end: start + index + 1, value };
  }
}

export function longestPhrase<Value>(
  tokens: readonly Token[],
  start: number,
  find: (key: string) => Value | undefined,
): Phrase<Value> | undefined {
  return phrasesAt(tokens, start, find).next().value ?? undefined;
}
