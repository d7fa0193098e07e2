/**
 * Headings of ingredient lists ("For the sauce:") and labels before a food ("To serve: lemon wedges"). A heading is
 * harmless, so nothing that may name a food to eat is one.
 */
import type { Token } from './tokens.ts';
import { isHarmless } from './vocabulary.ts';
import { setOf } from './line-words.ts';

const FOR = setOf('begins a heading');
const ARTICLES = setOf('definite articles');
/** What a heading calls a part of a dish: "For the peanut sauce". */
const PARTS_OF_DISHES = setOf('parts of dishes');

export function isHeading(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  if (isMark(last, ':')) return isLabel(withoutBracket(tokens.slice(0, -1)));
  const words = wordsOf(tokens);
  return words !== undefined && isPurpose(words);
}

/** Words behind a number that counts no food: "After 1 hour", "For 4 people". */
const COUNTED = setOf('counts no food');
/** Words before the number of a part: "Sauce, part 2". */
const NUMBERED = setOf('before the number of a part');

/** "Sauce", "Sauce, optional", "Layer 2", "After 1 hour"; not "2 eggs", "Peanuts 200 g" or "Salt, pepper". */
function isLabel(tokens: readonly Token[]): boolean {
  const comma = tokens.findIndex((token) => isMark(token, ','));
  const [first, second] = comma < 0 ? [tokens] : [tokens.slice(0, comma), tokens.slice(comma + 1)];
  const words = uncountedWords(first);
  if (!words || words.length === 0 || first[0]?.kind !== 'word') return false;
  const more = second && uncountedWords(second);
  return second === undefined || (more !== undefined && more.length > 0 && more.every(isOfHeading));
}

function isOfHeading(word: string): boolean {
  return isHarmless(word) || PARTS_OF_DISHES.has(word) || NUMBERED.has(word) || COUNTED.has(word);
}

/** The words beside numbers that count no food. Undefined if there is anything else. */
function uncountedWords(tokens: readonly Token[]): string[] | undefined {
  const isCount = (at: number) => {
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    return next === undefined
      ? before?.kind === 'word' && NUMBERED.has(before.key)
      : next.kind === 'word' && COUNTED.has(next.key);
  };
  return wordsOf(tokens.filter((token, at) => token.kind !== 'number' || !isCount(at)));
}

function isMark(token: Token | undefined, text: string): boolean {
  return token?.kind === 'mark' && token.text === text;
}

/** "Tempering (tadka):". */
function withoutBracket(tokens: readonly Token[]): readonly Token[] {
  const [opening, closing] = ['(', ')'].map((mark) =>
    tokens.findIndex((token) => token.kind === 'mark' && token.text === mark),
  );
  return opening && closing === tokens.length - 1 ? tokens.slice(0, opening) : tokens;
}

/** Where the line begins behind a label: "For garnish: chopped parsley". */
export function labelEnd(tokens: readonly Token[]): number {
  const colon = tokens.findIndex((token) => token.kind === 'mark' && token.text === ':');
  const words = colon > 0 ? wordsOf(tokens.slice(0, colon)) : undefined;
  const isLabel = words !== undefined && (isPurpose(words) || words.every((word) => isHarmless(word)));
  return isLabel && colon < tokens.length - 1 ? colon + 1 : 0;
}

/** Undefined if there is anything else, such as a comma, which separates foods. */
function wordsOf(tokens: readonly Token[]): string[] | undefined {
  const words = tokens.flatMap((token) => (token.kind === 'word' ? [token.key] : []));
  return words.length === tokens.length ? words : undefined;
}

/** "For the sauce", "to serve", "for the chicken", "for peanut sauce"; not "for the topping peanuts". */
function isPurpose([first = '', ...rest]: readonly string[]): boolean {
  if (!FOR.has(first) || rest.length === 0) return false;
  if (rest.every((word) => isHarmless(word))) return true;
  const named = rest.slice(ARTICLES.has(rest[0] ?? '') ? 1 : 0);
  // Behind a purpose comes what is eaten: "for serving peanut sauce".
  if (isHarmless(named[0] ?? '')) return false;
  if (named.length === 1) return named.length < rest.length;
  return named.length <= 3 && PARTS_OF_DISHES.has(named.at(-1) ?? '');
}
