/**
 * The foods that a text names, such as "peanut noodles" or "Erdnussnudeln". For warnings only: what is not found may
 * still be in the dish.
 */
import { longestPhrase } from './phrase.ts';
import { type Token, tokenize } from './tokens.ts';
import type { Food } from '#domain/food/food.ts';
import { setOf } from './line-words.ts';

type FindFood = (key: string) => Food | undefined;

const NEGATIONS = setOf('negations');
/** Behind a food, they mean that the dish has none of it: "peanut-free". */
const FREE = setOf('free');
/** "Eggs free-range". */
const FREE_RANGE = /^(?:range|laufend)/;
/** The last parts of compound names of dishes: "Erdnussnudeln". */
const DISH_NOUNS = setOf('last parts of names of dishes');
/** The length of the shortest food that a German dish name may begin with: "Nuss". */
const MIN_FIRST_PART = 4;
/** Longer than any name of a dish; bounds the work. */
const MAX_WORD_LENGTH = 60;

export function foodsInText(text: string, findFood: FindFood): Food[] {
  return foodsInTokens(tokenize(text)?.tokens ?? [], findFood);
}

export function foodsInTokens(tokens: readonly Token[], findFood: FindFood): Food[] {
  const foods: Food[] = [];
  for (let at = 0; at < tokens.length;) {
    const phrase = longestPhrase(tokens, at, findFood);
    const end = phrase?.end ?? at + 1;
    if (!isNegated(tokens, at, end)) {
      if (phrase) foods.push(phrase.value);
      else foods.push(...foodsInWord(keyAt(tokens, at), findFood));
    }
    at = end;
  }
  return [...new Set(foods)];
}

function isNegated(tokens: readonly Token[], start: number, end: number): boolean {
  const isFree = FREE.has(keyAt(tokens, end)) && !FREE_RANGE.test(keyAt(tokens, end + 1));
  return NEGATIONS.has(keyAt(tokens, start - 1)) || isFree;
}

function keyAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  return token?.kind === 'word' ? token.key : '';
}

/** "Erdnussnudeln" and "Käsekuchen" begin with a food. "Erdnüssen" is one, in the dative. */
function foodsInWord(key: string, findFood: FindFood): Food[] {
  if (key.length > MAX_WORD_LENGTH) return [];
  const dative = key.endsWith('n') ? findFood(key.slice(0, -1)) : undefined;
  if (dative) return [dative];
  for (let end = key.length - 3; end >= MIN_FIRST_PART; end -= 1) {
    const [first, rest] = [key.slice(0, end), key.slice(end)];
    const food = findFood(first) ?? findFood(first.replace(/(?:en|n|s)$/, ''));
    const last = findFood(rest);
    if (food && (last || DISH_NOUNS.has(rest))) return last ? [food, last] : [food];
  }
  return [];
}
