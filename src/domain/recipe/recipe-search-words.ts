/**
 * The search index of a recipe: the words of its title and of its foods' names, without case and accents, found by
 * prefix. Words are stored as text with a space before each, so that a prefix match is a substring match. Recipes
 * are sorted by the title's words.
 */
import { LANGUAGES } from '#languages/language.ts';
import type { Food } from '#domain/food/food.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { Recipe } from './recipe.ts';
import { writtenLines } from './sub-recipes.ts';
import { normalize } from '#domain/text/unicode.ts';

export type RecipeWords = {
  readonly titleWords: string;
  readonly words: string;
  /** Whether the title may have compound words, as German does: "Linsensuppe". */
  readonly hasCompounds?: boolean;
};

/** The sort key of a search result: whole titles come first, typing errors last. */
export type Position = { readonly rank: number; readonly titleWords: string; readonly id: string };

/** Bounds the index, so that a search stays fast. */
const MAX_CHARACTERS = 6_000;
const MAX_TITLE_CHARACTERS = 200;
const MAX_QUERY_WORDS = 8;
/** A food has up to eighty names in each language, the usual ones first. */
const SEARCHED_NAMES = 3;

export function plainWords(text: string): string[] {
  return normalize(text, 'NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

export function queryWords(text: string): string[] {
  return [...new Set(plainWords(text))].slice(0, MAX_QUERY_WORDS);
}

/** Includes the usual names of the foods: a search for courgettes finds zucchini. */
export function wordsOf(recipe: Pick<Recipe, 'title' | 'ingredients' | 'written'>, foods: FoodCatalogue) {
  const { title, ingredients } = recipe;
  const words = [...new Set([...writtenLines(recipe), ...ingredients])].flatMap(({ text, understood }) => {
    const food = understood && foods.find(understood.food);
    return [...plainWords(text), ...(food ? wordsOfFood(food) : [])];
  });
  const titleWords = plainWords(title);
  return {
    titleWords: titleWordsOf(title),
    words: asText([...titleWords, ...withoutPrefixes(words)], MAX_CHARACTERS),
  } satisfies RecipeWords;
}

/** The same for titles that differ in case, accents or punctuation. */
export function titleWordsOf(title: string): string {
  return asText(plainWords(title), MAX_TITLE_CHARACTERS);
}

/** Many recipes use the same foods. */
const foodWords = new WeakMap<Food, readonly string[]>();

function wordsOfFood(food: Food): readonly string[] {
  const known = foodWords.get(food);
  if (known) return known;
  const names = LANGUAGES.flatMap((language) => food.names[language].slice(0, SEARCHED_NAMES));
  const words = [...new Set(names.flatMap(({ singular, plural }) => plainWords(`${singular} ${plural}`)))];
  foodWords.set(food, words);
  return words;
}

/**
 * The words of a recipe in another language, sorted by the title in it. The words of the recipe itself still find it:
 * some people know a dish by its English name.
 */
export function translatedWordsOf(
  { words }: RecipeWords,
  { title, ingredients }: Pick<Recipe, 'title' | 'ingredients'>,
): RecipeWords {
  const titleWords = plainWords(title);
  const others = [...words.trimStart().split(' '), ...ingredients.flatMap(({ text }) => plainWords(text))];
  return {
    titleWords: asText(titleWords, MAX_TITLE_CHARACTERS),
    words: asText([...titleWords, ...withoutPrefixes(others)], MAX_CHARACTERS),
    hasCompounds: true,
  };
}

/** Words are found, but not all of them in the title. */
export const FOOD_RANK = 3;
/** Of matches with typing errors, plus ten times their number. */
export const TYPO_RANK = 10;
export const MAX_RANK = 999;

/** What somebody looks for: the words, and all of them as a title would have them. */
export type SearchWords = { readonly prefixes: readonly string[]; readonly titleWords: string };

export function searchWords(text: string): SearchWords {
  return { prefixes: queryWords(text), titleWords: titleWordsOf(text) };
}

/**
 * 0 for the whole title, 1 for its beginning, 2 if the title has every word, 3 if the title, the foods and what the family
 * calls it do; otherwise undefined. `mentions`: words of tags and of earlier meals.
 */
export function rankOf(recipe: RecipeWords, query: SearchWords, mentions = ''): number | undefined {
  const { titleWords, words, hasCompounds } = recipe;
  if (query.prefixes.length === 0 || titleWords === query.titleWords) return 0;
  if (titleWords.startsWith(query.titleWords)) return 1;
  if (query.prefixes.every((word) => titleWords.includes(` ${word}`))) return 2;
  const isFound = (word: string) =>
    words.includes(` ${word}`) ||
    mentions.includes(` ${word}`) ||
    (hasCompounds && isInCompound(word, titleWords));
  return query.prefixes.every(isFound) ? FOOD_RANK : undefined;
}

/** The shortest word that is looked for within others: "Eis" must not find "Fleisch". */
const SHORTEST_PART = 4;

/** "Suppe" finds "Linsensuppe". "Reis" does not find "Preiselbeeren": no part of a word has one letter. */
function isInCompound(part: string, titleWords: string): boolean {
  return part.length >= SHORTEST_PART && titleWords.split(' ').some((word) => word.includes(part, 2));
}

/** By rank, then by title in code point order, as both databases sort. */
export function comparePositions(first: Position, second: Position): number {
  return (
    first.rank - second.rank ||
    compareCodePoints(first.titleWords, second.titleWords) ||
    compareCodePoints(first.id, second.id)
  );
}

/** Drops "onion" beside "onions": every prefix of the former matches the latter. Halves the index. */
function withoutPrefixes(words: string[]): string[] {
  const sorted = [...new Set(words)].toSorted();
  return sorted.filter((word, at) => !sorted[at + 1]?.startsWith(word));
}

function asText(words: Iterable<string>, maxCharacters: number): string {
  const text = Array.from(words, (word) => ` ${word}`).join('');
  return text.length <= maxCharacters ? text : Array.from(text).slice(0, maxCharacters).join('');
}

/** `<` compares UTF-16 units and sorts U+10000 before U+E000. */
function compareCodePoints(first: string, second: string): number {
  const [these, those] = [Array.from(first), Array.from(second)];
  const at = these.findIndex((character, index) => character !== those[index]);
  if (at < 0) return these.length - those.length;
  return (these[at]?.codePointAt(0) ?? -1) - (those[at]?.codePointAt(0) ?? -1);
}
