/**
 * Reads what follows the food of a line: preparation, purpose, other choices. Every food in it counts, and a word that
 * is not known could be one, so it makes the allergens of the line not sure.
 */
import type { KnownFoods, KnownFood } from './known-food.ts';
import { longestPhrase } from './phrase.ts';
import type { Token } from './tokens.ts';
import { findScope, isAlternative, isHarmless } from './vocabulary.ts';
import { listOf, setOf } from './line-words.ts';

export type Tail = {
  readonly foods: readonly KnownFood[];
  /** Words that are neither foods nor in the vocabulary. */
  readonly unknown: readonly string[];
};

export function readTail(tokens: readonly Token[], start: number, catalogue: KnownFoods): Tail {
  const foods: KnownFood[] = [];
  const unknown: string[] = [];
  let at = start;
  while (at < tokens.length) {
    const token = tokens[at];
    const food = longestPhrase(tokens, at, catalogue.findByKey);
    const harmless = longestPhrase(
      tokens,
      at,
      (key) => isHarmless(key) || findScope(key) !== undefined || undefined,
    );
    if (food && food.end >= (harmless?.end ?? 0)) {
      foods.push(food.value);
      at = food.end;
    } else if (harmless && !namesUnknownFood(tokens, at)) at = harmless.end;
    else if (kindEnd(tokens, at, catalogue) > at) at = kindEnd(tokens, at, catalogue);
    else if (isPurpose(tokens, at)) at += 1;
    else {
      if (token?.kind === 'word') unknown.push(token.text);
      at += 1;
    }
  }
  return { foods, unknown };
}

/** Where words such as "dairy-free" end, which line-kinds.ts reads. A food that "without nuts" names counts. */
function kindEnd(tokens: readonly Token[], at: number, catalogue: KnownFoods): number {
  const end = longestPhrase(tokens, at, catalogue.findKindWord)?.end ?? at;
  return end > at && catalogue.findByKey(wordAt(tokens, end - 1)) && end > at + 1 ? at : end;
}

/** Made of several foods, so nobody knows of which: "in batter", "with seasoning", ", sauce". */
const MADE_FOODS = setOf('made of several foods');
/** Alone they say what the food is for: "parsley, garnish". */
const DECORATIONS = setOf('decorations');
/** Parts of a food, but foods of any kind as another choice: "oil or other fat", "or seeds". */
const VAGUE_FOODS = setOf('foods of any kind');
const ADDED_VAGUE_FOODS = setOf('foods of any kind, behind with');
const WITH = setOf('with, before a food of any kind');
const PURPOSES = setOf('before a purpose');
const ADDITIONS = setOf('before an addition');
const OTHER = setOf('other');

/** "For the batter" says what a food is for; "in a light batter" and "or other fat" name something unknown. */
function namesUnknownFood(tokens: readonly Token[], at: number): boolean {
  const key = wordAt(tokens, at);
  if (VAGUE_FOODS.has(key)) {
    const link = wordAt(tokens, OTHER.has(wordAt(tokens, at - 1)) ? at - 2 : at - 1);
    // "Oats with seeds", not "with seeds removed" or "beans with liquid".
    const isAdded = ADDED_VAGUE_FOODS.has(key) && WITH.has(link) && wordAt(tokens, at + 1) === '';
    return isAlternative(link) || isAdded;
  }
  if (!MADE_FOODS.has(key) && !DECORATIONS.has(key)) return false;
  const before = tokens
    .slice(0, at)
    .findLast((token) => token.kind !== 'word' || PURPOSES.has(token.key) || ADDITIONS.has(token.key));
  const preposition = before?.kind === 'word' ? before.key : '';
  return DECORATIONS.has(key) ? ADDITIONS.has(preposition) : !PURPOSES.has(preposition);
}

function wordAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  return token?.kind === 'word' ? token.key : '';
}

const BEFORE_PURPOSE = setOf('before a verb of purpose');
const ENDINGS = listOf('endings of verbs of purpose');

/** "For toasting": what is done with the food. */
function isPurpose(tokens: readonly Token[], at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (before?.kind !== 'word' || token?.kind !== 'word') return false;
  return BEFORE_PURPOSE.has(before.key) && ENDINGS.some((ending) => token.key.endsWith(ending));
}
