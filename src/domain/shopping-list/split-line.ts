/**
 * Splits "2 packs nappies, milk and pears" into three lines, also where a thing is not known. One thing stays one line:
 * "tomatoes, chopped" (a description), "oil, olive" (reversed), "mac and cheese" (a name), "red and green peppers" (two
 * words for one noun). After a comma, what is no description is another thing. "And" is part of many names, so one
 * side of it must be known, or the line have more parts.
 */
import { nameKey } from '#domain/food/name-key.ts';
import type { KnownFoods } from '#domain/ingredient-line/known-food.ts';
import { readTail } from '#domain/ingredient-line/tail.ts';
import { tokenize } from '#domain/ingredient-line/tokens.ts';
import { dividedLine, type LinePart } from './line-parts.ts';
import { readWords } from '#languages/words.ts';

const { list, oneOf } = readWords('list-lines');

/** Things that are no food, by their keys. */
const HOUSEHOLD = new Set(list('things that are no food').map(nameKey));
/** Names with "and", by the keys of the words around it. */
const NAMES = new Set(list('names around and').map((name) => name.split('/').map(nameKey).join('/')));
/** What begins with one of these says more about the thing before it. */
const DESCRIBES = new Set(list('begins a description').map(nameKey));
/** "Lactose-free", "zuckerarm", "3-lagig". */
const DESCRIBING_END = new RegExp(`${oneOf('ends a description')}$`);
const AND = list('and');
/** No name of a food has more words. */
const MAX_WORDS = 4;

/** What a text names. */
type Known = {
  /** Whether a text is a food for sure, with or without an amount: "500 g flour". */
  isSure: (text: string) => boolean;
  foods: KnownFoods;
};

export function splitLine(text: string, known: Known): string[] {
  const parts = dividedLine(text);
  const lines: { from: number; to: number; purchase: LinePart }[] = [];
  /** "Large, ripe tomatoes": the thing of the line is still to come. */
  let isOpen = false;
  for (const part of parts) {
    const line = lines.at(-1);
    const isDescription = describes(part.text, known);
    if (line && (isOpen || isSamePurchase(line.purchase, part, parts.length > 2, known))) {
      line.to = part.to;
      if (!isDescription) line.purchase = part;
      isOpen &&= isDescription;
    } else {
      lines.push({ from: part.from, to: part.to, purchase: part });
      isOpen = isDescription;
    }
  }
  return lines.map(({ from, to }) => text.slice(from, to));
}

function isSamePurchase(before: LinePart, part: LinePart, isList: boolean, known: Known): boolean {
  const [one, other] = [before.text, part.text];
  if (describes(other, known)) return true;
  if (part.joint === 'comma') return isReversed(one, other, known);
  if (one.endsWith('-') || other.startsWith('-') || isName(one, other, known)) return true;
  if (sharesNoun(one, other, known)) return true;
  return !isList && !isKnown(one, known) && !isKnown(other, known);
}

/** "Chopped", "500 g", "not too ripe", but not "shampoo". */
function describes(text: string, { foods }: Known): boolean {
  if (isHousehold(text)) return false;
  const tokens = tokenize(text)?.tokens ?? [];
  const words = tokens.flatMap((token) => (token.kind === 'word' ? [token.key] : []));
  const [first, last] = [words[0] ?? '', words.at(-1) ?? ''];
  if (words.length === 0 || DESCRIBES.has(first)) return true;
  const { foods: named, unknown } = readTail(tokens, 0, foods);
  return named.length === 0 && (unknown.length === 0 || DESCRIBING_END.test(last));
}

/** "Oil, olive", "Milch, Hafer". */
function isReversed(first: string, second: string, { foods }: Known): boolean {
  return endsOf(first).some((name) => findsAny(foods, [`${second} ${name}`, second + name.toLowerCase()]));
}

/** "Mac and cheese", "Ben & Jerry's ice cream": the words around "and" are a name. */
function isName(first: string, second: string, { foods }: Known): boolean {
  return endsOf(first).some((end) =>
    beginningsOf(second).some(
      (start) =>
        NAMES.has(`${nameKey(end)}/${nameKey(start)}`) ||
        findsAny(
          foods,
          AND.map((and) => `${end} ${and} ${start}`),
        ),
    ),
  );
}

/** "Apple and mango juice", "red and green peppers", "cheese and onion crisps", "baking soda and powder". */
function sharesNoun(before: string, after: string, known: Known): boolean {
  const { foods } = known;
  const words = plainWords(after);
  const [quality, noun = ''] = [words.slice(0, -1).join(' '), words.at(-1)];
  const isFlavour = quality !== '' && beginningsOf(quality).some((start) => findsAny(foods, [start]));
  if (isFlavour && !known.isSure(words.join(' '))) return true;
  const isQualified = isFlavour || (quality !== '' && describes(quality, known));
  if (isQualified && endsOf(before).some((end) => findsAny(foods, [`${end} ${noun}`]))) return true;
  const [first = ''] = plainWords(before);
  return !isKnown(after, known) && findsAny(foods, [`${first} ${after}`]);
}

function isKnown(text: string, known: Known): boolean {
  return (
    isHousehold(text) || /^\d/.test(text) || known.isSure(text) || known.isSure(plainWords(text).join(' '))
  );
}

/** "2 nappies size 4", "AA batteries". */
function isHousehold(text: string): boolean {
  const words = plainWords(text).join(' ');
  return [...beginningsOf(words), ...endsOf(words)].some((name) => HOUSEHOLD.has(nameKey(name)));
}

/** Without an amount in front, and without what is said about the thing: "2 bread for Grandma" is bread. */
function plainWords(text: string): string[] {
  const words = text.split(' ').filter((word) => word !== '' && !/^\d/.test(word));
  const end = words.findIndex((word, at) => at > 0 && DESCRIBES.has(nameKey(word)));
  return end === -1 ? words : words.slice(0, end);
}

function findsAny(foods: KnownFoods, names: readonly string[]): boolean {
  return names.some((name) => foods.findByKey(nameKey(name)) !== undefined);
}

/** "500 g olive oil" ends with "g olive oil", "olive oil" and "oil". */
function endsOf(text: string): string[] {
  const words = text.split(' ').slice(-MAX_WORDS);
  return words.map((_, at) => words.slice(at).join(' '));
}

function beginningsOf(text: string): string[] {
  const words = text.split(' ').slice(0, MAX_WORDS);
  return words.map((_, at) => words.slice(0, at + 1).join(' '));
}
