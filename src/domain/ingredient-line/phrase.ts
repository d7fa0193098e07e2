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
  const keys = keysAt(tokens, start);
  for (let words = keys.length; words > 0; words -= 1) {
    const value = find(keys[words - 1] as string);
    if (value !== undefined) yield { start, end: start + words, value };
  }
}

export function longestPhrase<Value>(
  tokens: readonly Token[],
  start: number,
  find: (key: string) => Value | undefined,
): Phrase<Value> | undefined {
  return phrasesAt(tokens, start, find).next().value ?? undefined;
}

/** The keys by line and token: a parser asks for the same ones several times. */
const keysByLine = new WeakMap<readonly Token[], string[][]>();

/** The keys of the first word from here, of the first two, and so on. */
function keysAt(tokens: readonly Token[], start: number): readonly string[] {
  const lines = keysByLine.getOrInsertComputed(tokens, () => []);
  return (lines[start] ??= computeKeys(tokens, start));
}

function computeKeys(tokens: readonly Token[], start: number): string[] {
  const keys: string[] = [];
  for (let at = start; at < start + MAX_PHRASE_WORDS; at += 1) {
    const token = tokens[at];
    // "Type 405" has a number; a phrase does not begin with one.
    const word =
      token?.kind === 'word' ? token.key : token?.kind === 'number' && at > start ? token.text : '';
    if (word === '') break;
    keys.push(at === start ? word : `${keys[at - start - 1]} ${word}`);
  }
  return keys;
}
