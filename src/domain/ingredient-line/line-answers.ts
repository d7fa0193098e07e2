/**
 * Answers of people to lines: what a line means that the parser does not understand for sure, and that the family's
 * brands of its foods are free from allergens of other brands (line-foods.ts). An answer belongs to the words of a line
 * without its amount, so that it holds for the same words in every recipe of the family. It replaces only what is not
 * known: the foods of a line that is understood for sure stay, and foods that a line names count, whatever people say.
 */
import { LANGUAGES } from '#languages/language.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { Food } from '#domain/food/food.ts';
import { foodsInTokens } from './foods-in-text.ts';
import { wordKey } from '#domain/food/name-key.ts';
import type { Unit } from '#domain/quantity/unit.ts';
import { normalize } from '#domain/text/unicode.ts';
import { APPROXIMATELY, readAmount, readSize } from './amount.ts';
import { Cursor } from './cursor.ts';
import { findForUnit, readCompound } from './item.ts';
import { labelEnd } from './heading.ts';
import {
  type IngredientLine,
  type LineAnswer,
  parseIngredientLine,
  plainLine,
  skipVague,
  tokenizeLine,
  type UnderstoodLine,
} from './ingredient-line.ts';
import { possibleAllergens } from './line-foods.ts';
import type { Token } from './tokens.ts';
import { isHarmless } from './vocabulary.ts';
import { setOf } from './line-words.ts';

/** By the words of a line. */
export type LineAnswers = ReadonlyMap<string, LineAnswer>;

/** Whether the line could contain anything, because nobody and nothing knows all of it. */
export function isUnclear({ understood, isHarmless: isKnown, answer }: IngredientLine): boolean {
  return !isKnown && answer === undefined && understood?.isSure !== true;
}

/** A recipe and its lines are read much more often than they are parsed. */
const wordsByLine = new WeakMap<IngredientLine, { readonly words: string | undefined }>();

/** What an answer to this line is stored under. Undefined if the line cannot be answered. */
export function unclearWords(line: IngredientLine): string | undefined {
  // Words do not say what a recipe that is gone was made of.
  if (!isUnclear(line) || line.recipe) return undefined;
  return wordsByLine.getOrInsertComputed(line, () => ({ words: wordsOfLine(line.text) })).words;
}

const brandedWordsByLine = new WeakMap<IngredientLine, { readonly words: string | undefined }>();

/** What an answer about brands is stored under. Undefined if no food of the line has an allergen in some brands only. */
export function brandedWords(line: IngredientLine, foods: FoodCatalogue): string | undefined {
  if (isUnclear(line) || line.understood?.isSure !== true) return undefined;
  return brandedWordsByLine.getOrInsertComputed(line, () => ({
    words: possibleAllergens(line, foods).length > 0 ? wordsOfLine(line.text) : undefined,
  })).words;
}

/** What any answer to this line is stored under. */
export function answerableWords(line: IngredientLine, foods: FoodCatalogue): string | undefined {
  return unclearWords(line) ?? brandedWords(line, foods);
}

/** The line with the answer to it, if there is one. */
export function applyAnswers(
  line: IngredientLine,
  answers: LineAnswers,
  foods: FoodCatalogue,
): IngredientLine {
  const words = answers.size > 0 ? answerableWords(line, foods) : undefined;
  const answer = words === undefined ? undefined : answers.get(words);
  return answer ? applyAnswer(line, answer, foods) : line;
}

export function applyAnswer(line: IngredientLine, answer: LineAnswer, foods: FoodCatalogue): IngredientLine {
  // A newer catalogue may understand the same words in another way.
  if (answer.brands) return brandedWords(line, foods) === undefined ? line : { ...line, answer };
  const { foodId } = answer;
  const food = foodId === null ? undefined : foods.find(foodId);
  const read = tokenizeLine(line.text);
  // A food may have left the catalogue since.
  if (!isUnclear(line) || !read || (foodId !== null && !food)) return line;
  const span = findWords(read.tokens);
  const named = foodsNamedIn(line, foods);
  const { text } = line;
  if (line.understood) {
    const understood = withFoods(line.understood, food ? [food.id, ...named] : named);
    return { text, understood, answer };
  }
  if (!food) return { text, named, answer };
  const [from, to] = placesOf(span, read.text);
  const words = read.text.slice(from, to).trim();
  const understood = readAs(food, [read.text.slice(0, from), read.text.slice(to)], foods);
  return { text, understood: withFoods({ ...understood, preparation: words }, named), answer };
}

/** Their allergens count, but nobody knows how much to buy of them. */
function withFoods(understood: UnderstoodLine, ids: readonly string[]): UnderstoodLine {
  const { food, alternatives, also } = understood;
  const known = new Set([food, ...alternatives, ...also.map((other) => other.food)]);
  const added = [...new Set(ids)].filter((id) => !known.has(id));
  const named = added.map((id) => ({ food: id, isOnlyNamed: true }));
  return { ...understood, isSure: true, also: [...also, ...named] };
}

/** Reads the amount as if the line named the food. Where the amount makes another food of it, both count. */
function readAs(
  food: Food,
  [before, after]: readonly [string, string],
  foods: FoodCatalogue,
): UnderstoodLine {
  const others = new Set<string>();
  for (const { plural } of LANGUAGES.flatMap((language) => food.names[language].slice(0, 2))) {
    const { understood } = parseIngredientLine(`${before} ${plural} ${after}`, foods);
    if (understood?.food === food.id) return withFoods(understood, [...others]);
    if (understood) others.add(understood.food);
  }
  return withFoods(plainLine(food.id), [...others]);
}

type WordSpan = {
  readonly tokens: readonly Token[];
  readonly start: number;
  readonly end: number;
  /** Words among those of the amount that are no part of it: "2 (400 g, smoked) tins". */
  readonly notes: readonly Token[];
  readonly unit: Unit | undefined;
};

/** Longer than any name. Bounds the size of a row. */
const MAX_WORDS_LENGTH = 500;
/** Units that change the food: a stock cube is no stock. */
const FORM_UNITS: ReadonlySet<Unit | undefined> = new Set<Unit>(['cube']);
const OF = setOf('of');
/** What separates words without meaning anything. */
const SEPARATORS = /[\s,.;:()[\]"“”„!?-]+/;

/** The words of a line without its amount, case and accents. Undefined if there are none, or too many. */
export function wordsOfLine(text: string): string | undefined {
  const line = tokenizeLine(text);
  if (!line) return undefined;
  const span = findWords(line.tokens);
  const [from, to] = placesOf(span, line.text);
  const form = FORM_UNITS.has(span.unit) ? [span.unit as string] : [];
  const notes = span.notes.map((token) => token.text);
  const words = [...form, ...notes, ...line.text.slice(from, to).split(SEPARATORS)].map(answerKey);
  const key = words.filter((word) => word !== '').join(' ');
  return /\p{L}/u.test(key) && key.length <= MAX_WORDS_LENGTH ? key : undefined;
}

/** Marks are accents in Latin script only: in others they make another word, as in Japanese か and が. */
function answerKey(word: string): string {
  return /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(word)
    ? normalize(word.toLowerCase(), 'NFC')
    : wordKey(word);
}

/** The words between the amount at the beginning, or the one at the end: "2 tbsp gochugaru", "gochugaru, 50 g". */
function findWords(tokens: readonly Token[]): WordSpan {
  const label = labelEnd(tokens);
  const cursor = new Cursor(tokens, label);
  const isVague = skipVague(cursor);
  const amount = isVague ? undefined : readAmount(cursor);
  if (!isVague && !amount)
    return { tokens, start: label, end: findTrailingSize(tokens), notes: [], unit: undefined };
  cursor.takeWord(OF);
  const consumed = new Set(cursor.consumed);
  const notes = tokens
    .slice(0, cursor.at)
    .filter((token, index) => index >= label && !consumed.has(index) && isNote(token));
  const unit = amount?.packs?.unit ?? amount?.unit;
  return { tokens, start: cursor.at, end: tokens.length, notes, unit };
}

function isNote(token: Token): boolean {
  return token.kind === 'word' && !APPROXIMATELY.has(token.key) && !isHarmless(token.key);
}

/** Where a size begins with which the line ends, or the end of the line. */
function findTrailingSize(tokens: readonly Token[]): number {
  const at = tokens.findIndex((mark, index) => {
    if (mark.kind !== 'mark' || ![',', ':', '('].includes(mark.text)) return false;
    const cursor = new Cursor(tokens, index + 1);
    if (!readSize(cursor)) return false;
    cursor.takeMark(')', '.');
    return cursor.isAtEnd;
  });
  return at === -1 ? tokens.length : at;
}

/** Where the words are in the text, with everything else between the amounts, such as emoji. */
function placesOf({ tokens, start, end }: WordSpan, text: string): [from: number, to: number] {
  return [tokens[start - 1]?.to ?? 0, tokens[end]?.from ?? text.length];
}

const namedByLine = new WeakMap<IngredientLine, readonly string[]>();

/** The ids of all foods that the line names, computed once for each line. */
export function foodsNamedIn(line: IngredientLine, foods: FoodCatalogue): readonly string[] {
  return namedByLine.getOrInsertComputed(line, () => {
    const tokens = tokenizeLine(line.text)?.tokens;
    return tokens ? foodsOfSpan(findWords(tokens), foods) : [];
  });
}

/** In any form that the unit may give them. */
function foodsOfSpan({ tokens, start, end, notes, unit }: WordSpan, foods: FoodCatalogue): string[] {
  const words = tokens.slice(start, end);
  const compounds = words.flatMap((token) =>
    token.kind === 'word' ? (readCompound(token.key, foods)?.food.id ?? []) : [],
  );
  const found = [
    ...[words, notes].flatMap((some) => foodsInTokens(some, foods.findByKey)),
    ...foodsInTokens(words, (key) => findForUnit(key, unit, foods)),
  ];
  return [...new Set([...found.map(({ id }) => id), ...compounds])];
}
