/**
 * The ingredients of a recipe that is told in sentences: "Mix 200 g flour with 2 eggs and fry in butter". A word that is
 * neither part of an amount nor known as harmless (cooking-words.ts) is an ingredient too: what an eater must avoid must not
 * get lost. If there are too many of these words, the text is something else.
 */
import { type Token, tokenize } from '#domain/ingredient-line/tokens.ts';
import { findUnit } from '#domain/quantity/unit-words.ts';
import {
  isAdjective,
  isAmbiguous,
  isArticle,
  isKitchenVerb,
  isMade,
  isNoFood,
  isNumberWord,
  measuresNoFood,
} from '#import/page/words/cooking-words.ts';
import { readWords } from '#languages/words.ts';

const { list, oneOf, set } = readWords('pasted-texts');

/** Longer than any recipe that somebody tells in sentences; bounds the work. */
const [MAX_SENTENCES, MAX_CHARACTERS] = [40, 5_000];
const MIN_MEASURED = 2;
const MAX_FOOD_WORDS = 6;
/** German is the only language that writes nouns with capitals. */
const GERMAN = new RegExp(
  String.raw`(?:^|\s)${oneOf('of a language whose nouns have capitals')}(?=[\s,.])`,
  'i',
);

/** Undefined if this is no recipe. */
export function ingredientsInProse(sentences: readonly string[]): string[] | undefined {
  const text = sentences.slice(0, MAX_SENTENCES + 1).join(' ');
  if (sentences.length > MAX_SENTENCES || text.length > MAX_CHARACTERS) return undefined;
  const reader = new Reader(GERMAN.test(text));
  for (const sentence of sentences) {
    const line = tokenize(sentence);
    if (!line) return undefined;
    reader.read(line.text, line.tokens);
  }
  return reader.finish();
}

type Found = {
  readonly text: string;
  readonly food: string;
  readonly isMeasured: boolean;
};
/** Tokens from `start` to before `end`; `food` is the first token of the food. */
type Phrase = { readonly start: number; readonly food: number; readonly end: number };

const FLOUR = new RegExp(oneOf('flour'), 'i');
const EGGS = new RegExp(`^${oneOf('eggs')}$`, 'i');
const EGG_PARTS = new RegExp(`^${oneOf('parts of eggs')}$`, 'i');
/** "Mit 4 Eiern": in a list of ingredients, it is "4 Eier". */
const DATIVE = /(?<=\p{L}er)(?<!(?:k|st)er)n$/u;
const NEGATIONS = set('without');
const OF = set('of');
const UP_TO = set('up to');

class Reader {
  readonly #isGerman: boolean;
  readonly #found: Found[] = [];
  #hasUnit = false;
  #hasVerb = false;

  constructor(isGerman: boolean) {
    this.#isGerman = isGerman;
  }

  read(text: string, tokens: readonly Token[]): void {
    for (let at = 0; at < tokens.length;) {
      const phrase = this.#measured(text, tokens, at);
      const end = phrase?.end ?? this.#unmeasuredEnd(tokens, at);
      this.#hasVerb ||= isKitchenVerb(keyOf(tokens[at]));
      const start = phrase?.start ?? at;
      const isFood = phrase !== undefined || end > at;
      if (isFood) this.#add(text, tokens, { start, food: phrase?.food ?? start, end }, phrase !== undefined);
      at = Math.max(end, at + 1);
    }
  }

  finish(): string[] | undefined {
    const measured = this.#found.filter(({ isMeasured }) => isMeasured);
    const hasFlour = measured.some(({ food }) => FLOUR.test(food));
    const hasEggs = measured.some(({ food }) => EGGS.test(food));
    const others = this.#found.filter(
      ({ isMeasured, food }, at) =>
        !isMeasured &&
        !(hasEggs && EGG_PARTS.test(food)) &&
        !(hasFlour && isMade(food.toLowerCase())) &&
        !this.#found.some((other, index) => (other.isMeasured || index < at) && isSameFood(food, other.food)),
    );
    if (measured.length < MIN_MEASURED || !this.#hasUnit || !this.#hasVerb) return undefined;
    if (others.length > measured.length) return undefined;
    const all = this.#found.filter((each) => each.isMeasured || others.includes(each));
    return all.map(({ text }) => (this.#isGerman ? text.replace(DATIVE, '') : text));
  }

  #add(text: string, tokens: readonly Token[], { start, food, end }: Phrase, isMeasured: boolean): void {
    const [first, last] = [tokens[start], tokens[end - 1]];
    if (!first || !last) return;
    const name = text.slice(tokens[food]?.from ?? first.from, last.to);
    this.#found.push({ text: text.slice(first.from, last.to), food: name, isMeasured });
  }

  /** "200 g flour", "2-3 large eggs", "a pinch of salt". */
  #measured(text: string, tokens: readonly Token[], start: number): Phrase | undefined {
    let at = amountEnd(tokens, start);
    if (at === start) return undefined;
    const isArticleOnly = isArticle(keyOf(tokens[start]));
    const next = tokens[at];
    if (isTemperature(text, tokens[at - 1], next) || measuresNoFood(keyOf(next))) return undefined;
    const unit = next?.kind === 'word' ? findUnit(next.text) : undefined;
    if (unit === undefined && isArticleOnly) return undefined;
    if (unit !== undefined) at += 1;
    if (markOf(tokens[at]) === '.') at += 1;
    const hasUnit = unit !== undefined;
    if (hasUnit && OF.has(keyOf(tokens[at]))) at += 1;
    const end = this.#foodEnd(tokens, at);
    if (end === at) return undefined;
    this.#hasUnit ||= hasUnit;
    return { start, food: at, end };
  }

  /** Up to a mark, a number or a word that is no food. */
  #foodEnd(tokens: readonly Token[], start: number): number {
    let end = start;
    let isNoun = false;
    for (let at = start; at < tokens.length && at < start + MAX_FOOD_WORDS; at += 1) {
      const token = tokens[at];
      if (token?.kind !== 'word') break;
      const isCapital = /^\p{Lu}/u.test(token.text);
      if (isNoFood(token.key) && !isAdjective(token.key) && !isAmbiguous(token.key)) break;
      if (this.#isGerman && isNoun && !isCapital) break;
      isNoun ||= isCapital;
      if (!isAdjective(token.key)) end = at + 1;
    }
    return end;
  }

  /** In German up to the noun: "Eiweiß steif". */
  #unmeasuredEnd(tokens: readonly Token[], start: number): number {
    if (isHarmless(tokens, start)) return start;
    if (this.#isGerman) return Math.max(start + 1, this.#foodEnd(tokens, start));
    let end = start;
    while (end < tokens.length && !isHarmless(tokens, end)) end += 1;
    return end;
  }
}

/** "2", "2-3", "2 to 3", "two", "half a", "a". */
function amountEnd(tokens: readonly Token[], start: number): number {
  const first = tokens[start];
  if (first?.kind !== 'number' && !isNumberWord(keyOf(first)) && !isArticle(keyOf(first))) return start;
  let at = start + 1;
  const isRange = markOf(tokens[at]) === '-' || UP_TO.has(keyOf(tokens[at]));
  if (isRange && tokens[at + 1]?.kind === 'number') at += 2;
  if (isArticle(keyOf(tokens[at]))) at += 1;
  return at;
}

/** "180 °C", "200C", "350 F": a cup is "c" as well. */
function isTemperature(text: string, number: Token | undefined, next: Token | undefined): boolean {
  if (number?.kind !== 'number') return false;
  return (
    text.slice(number.to, number.to + 2).includes('°') ||
    /^[CF]$/.test(next?.kind === 'word' ? next.text : '')
  );
}

/** No word is the beginning of a sentence. */
const CLAUSE_STARTS = new Set([...list('begins a clause'), '']);
const SMALL_VERBS = set('verbs, and nouns with a capital');

/** Whether this token names nothing to eat. */
function isHarmless(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== 'word' || measuresNoFood(token.key)) return true;
  if (NEGATIONS.has(keyOf(tokens[at - 1]))) return true;
  const isNoun = isAmbiguous(token.key) && !CLAUSE_STARTS.has(keyOf(tokens[at - 1]));
  return isNoFood(token.key) && !(isNoun && (!SMALL_VERBS.has(token.key) || token.text !== token.key));
}

function keyOf(token: Token | undefined): string {
  return token?.kind === 'word' ? token.key : '';
}

function markOf(token: Token | undefined): string {
  return token?.kind === 'mark' ? token.text : '';
}

const MIN_STEM = 3;

/** "Eier" and "4 Eiern": all but the ending is the same. */
function isSameFood(one: string, other: string): boolean {
  const [short = '', long = ''] = [one.toLowerCase(), other.toLowerCase()].toSorted(
    (a, b) => a.length - b.length,
  );
  return short.length >= MIN_STEM && long.startsWith(short) && long.length - short.length <= 2;
}
