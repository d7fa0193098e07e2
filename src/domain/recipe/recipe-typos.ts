/** Finds recipes by words with typing errors: each word of the query must be near a word of the recipe. */
import { typingErrorsOf } from '#domain/text/typing-errors.ts';
import { TYPO_RANK } from './recipe-search-words.ts';

/** What a word costs if it is only among the foods, where it must be right, or only in what the family calls the dish. */
const FOOD_COST = 1;
const MENTION_COST = 0.5;
/** A wrong word costs more than all foods. */
const MAX_COST = 6;

export type TypoWords = {
  readonly titleWords: string;
  readonly words?: string;
  readonly mentions?: string;
};

/** Compares many recipes with one query; every word is compared once. */
export class TypoSearch {
  readonly #words: readonly string[];
  readonly #joined: string;
  readonly #errorsIn: ((word: string) => number | undefined)[];
  readonly #joinedErrorsIn: (word: string) => number | undefined;

  constructor(prefixes: readonly string[]) {
    this.#words = prefixes;
    this.#joined = prefixes.join('');
    this.#errorsIn = prefixes.map((word) => remember(typingErrorsOf(word)));
    this.#joinedErrorsIn = typingErrorsOf(this.#joined);
  }

  /** Undefined if the recipe does not match. */
  rankOf({ titleWords, words = '', mentions = '' }: TypoWords): number | undefined {
    const title = titleWords.trimStart().split(' ');
    const names = mentions === '' ? [] : mentions.trimStart().split(' ');
    let cost = this.#joinedErrors(title);
    if (cost === undefined) {
      cost = 0;
      for (const [at, word] of this.#words.entries()) {
        const food = words.includes(` ${word}`) ? FOOD_COST : Infinity;
        cost += Math.min(this.#least(at, title), this.#least(at, names) + MENTION_COST, food);
        if (cost > MAX_COST) return undefined;
      }
    }
    return cost <= MAX_COST ? TYPO_RANK + Math.round(cost * 10) : undefined;
  }

  #least(at: number, words: readonly string[]): number {
    let least = Infinity;
    for (const word of words) least = Math.min(least, this.#errorsIn[at]?.(word) ?? Infinity);
    return least;
  }

  /** Spaces may be missing or too many: "spaghetticarbonara". */
  #joinedErrors(title: readonly string[]): number | undefined {
    if (title.length === 1 && this.#words.length === 1) return undefined;
    const joined = title.join('');
    const isNear = joined[0] === this.#joined[0] && Math.abs(joined.length - this.#joined.length) <= 2;
    return isNear ? this.#joinedErrorsIn(joined) : undefined;
  }
}

/** The titles of thousands of recipes have few different words. */
function remember<Result>(find: (word: string) => Result): (word: string) => Result {
  const known = new Map<string, Result>();
  return (word) => known.getOrInsertComputed(word, find);
}
