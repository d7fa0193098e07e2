/**
 * How recipes are found: by the beginnings of words, without case or accents, in the title and in the
 * names of the foods. A list of words is kept as text with a space before each, so that "a word begins
 * with this" is "the text contains this". The title's words are also the order of recipes.
 */
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { Recipe } from './recipe.ts';
import { normalize } from '#domain/text/unicode.ts';

export type RecipeWords = { readonly titleWords: string; readonly words: string };

/** Where a recipe stands among those found: the ones found by their title first. */
export type Position = { readonly rank: number; readonly titleWords: string; readonly id: string };

/** Enough for a page of ingredients; beyond it nobody searches, and a search stays fast. */
const MAX_CHARACTERS = 6_000;
const MAX_TITLE_CHARACTERS = 200;
const MAX_QUERY_WORDS = 8;

function plainWords(text: string): string[] {
  return normalize(text, 'NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** What was typed into the search so far. */
export function queryWords(text: string): string[] {
  return [...new Set(plainWords(text))].slice(0, MAX_QUERY_WORDS);
}

/** With every name of its foods: who looks for courgettes finds zucchini. */
export function wordsOf({ title, ingredients }: Pick<Recipe, 'title' | 'ingredients'>, foods: FoodCatalogue) {
  const names = ingredients.flatMap(({ text, understood }) => {
    const food = understood && foods.find(understood.food);
    const named = food ? [...food.names.en, ...food.names.de] : [];
    return [text, ...named.flatMap(({ singular, plural }) => [singular, plural])];
  });
  const titleWords = plainWords(title);
  return {
    titleWords: asText(titleWords, MAX_TITLE_CHARACTERS),
    words: asText([...titleWords, ...withoutBeginnings(names.flatMap(plainWords))], MAX_CHARACTERS),
  } satisfies RecipeWords;
}

/** 0 where every word begins one of the title, 1 where the rest is in the foods; undefined where it is not. */
export function rankOf({ titleWords, words }: RecipeWords, sought: readonly string[]): number | undefined {
  const isIn = (text: string) => sought.every((word) => text.includes(` ${word}`));
  if (isIn(titleWords)) return 0;
  return isIn(words) ? 1 : undefined;
}

/** By rank, then by title in the order of code points, which is that of both databases. */
export function comparePositions(one: Position, other: Position): number {
  return (
    one.rank - other.rank ||
    compareCodePoints(one.titleWords, other.titleWords) ||
    compareCodePoints(one.id, other.id)
  );
}

/** Who finds "onions" by its beginning finds "onion" in it: half of the words need not be searched. */
function withoutBeginnings(words: string[]): string[] {
  const sorted = [...new Set(words)].toSorted();
  return sorted.filter((word, at) => !sorted[at + 1]?.startsWith(word));
}

function asText(words: Iterable<string>, mostCharacters: number): string {
  const text = Array.from(words, (word) => ` ${word}`).join('');
  return text.length <= mostCharacters ? text : Array.from(text).slice(0, mostCharacters).join('');
}

/** Unlike `<`, which puts what is beyond U+FFFF before U+E000. */
function compareCodePoints(one: string, other: string): number {
  const [these, those] = [Array.from(one), Array.from(other)];
  const at = these.findIndex((character, index) => character !== those[index]);
  if (at < 0) return these.length - those.length;
  return (these[at]?.codePointAt(0) ?? -1) - (those[at]?.codePointAt(0) ?? -1);
}
