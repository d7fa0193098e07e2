/** What the lines of a pasted text are, and repairs: amounts apart from their foods, sentences over several lines. */
import { wordKey } from '#domain/food/name-key.ts';
import { findUnit } from '#domain/quantity/unit-words.ts';
import {
  isAdjective,
  isAmbiguous,
  isCookingVerb,
  isGermanVerb,
  isKitchenVerb,
  measuresNoFood,
} from '#import/page/words/cooking-words.ts';
import { readWords } from '#languages/words.ts';

const { oneOf, set } = readWords('pasted-texts');

/** "200 g", "3", "1 1/2 tsp", "ca. 2 EL". */
const AMOUNT_ONLY = new RegExp(
  String.raw`^(?:${oneOf('about')} )?[\d½¼¾⅓⅔⅛][\d.,/½¼¾⅓⅔⅛ –-]{0,9}(\p{L}{0,14})\.?$`,
  'u',
);

function isAmountOnly(line: string): boolean {
  const found = AMOUNT_ONLY.exec(line);
  return found !== null && (found[1] === '' || findUnit(found[1] as string) !== undefined);
}

const hasUnit = (line: string): boolean => AMOUNT_ONLY.exec(line)?.[1] !== '';

/** Puts an amount and the food on the next line together, or on the line before if all foods come first. */
export function joinAmounts(lines: readonly string[]): string[] {
  const amounts = lines.filter(isAmountOnly);
  // A single number may be that of a page.
  if (amounts.length < 2 && !amounts.some(hasUnit)) return [...lines];
  const isFoodFirst = isAmountOnly(lines.at(-1) ?? '') && !isAmountOnly(lines[0] ?? '');
  const joined: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [line, next] = [lines[at] as string, lines[at + 1]];
    const amount = isFoodFirst ? next : line;
    const food = isFoodFirst ? line : next;
    const isPair = amount !== undefined && food !== undefined && isAmountOnly(amount) && isFood(food);
    joined.push(isPair ? `${amount} ${food}` : line);
    if (isPair) at += 1;
  }
  return joined;
}

const isFood = (line: string): boolean => /^[^\d½¼¾⅓⅔⅛]/.test(line) && !/[:：]$/.test(line);

/** Words after which no sentence ends. */
const OPEN_END = new RegExp(`(?:,| ${oneOf('ends no sentence')})$`, 'i');

/** A page that was scanned, or a mail, breaks sentences into lines. */
export function joinSentences(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let current: string[] = [];
  for (const line of lines) {
    const before = current.at(-1);
    const isOpen = before !== undefined && !/[.!?:]$/.test(before);
    if (!isOpen || !(/^\p{Ll}/u.test(line) || OPEN_END.test(before))) {
      if (current.length > 0) joined.push(current.join(' '));
      current = [];
    }
    current.push(line);
  }
  if (current.length > 0) joined.push(current.join(' '));
  return joined;
}

const COLUMNS = set('columns');

/** "Quantity Unit Ingredient" */
export function isTableHeader(line: string): boolean {
  const words = line.toLowerCase().split(/[\s|/]+/);
  return words.length >= 2 && words.length <= 4 && words.every((word) => COLUMNS.has(word));
}

const COUNTED = new RegExp(String.raw`^(?:${oneOf('about')} )?[\d½¼¾⅓⅔⅛]`);
/** An ingredient with what to do with it is shorter. */
const MAX_NOTE = 80;
const PURPOSE = set('before a purpose');
const MAX_WORDS = 60;

function keysOf(line: string): string[] {
  return line
    .split(/[^\p{L}\p{M}]+/u, MAX_WORDS)
    .filter((word) => word !== '')
    .map(wordKey);
}

const isVerb = (key: string): boolean =>
  isCookingVerb(key) && !isAdjective(key) && !isAmbiguous(key) && findUnit(key) === undefined;

/**
 * Whether a line is a sentence that tells what to do: "4 Eier mit 2 EL Milch verquirlen". Not "2 tbsp oil for frying",
 * "2 slices bread" and "3 eggs, beat lightly".
 */
export function isTold(line: string): boolean {
  const keys = keysOf(line);
  const hasVerb = keys.some((key, at) => isVerb(key) && !PURPOSE.has(keys[at - 1] ?? ''));
  if (!hasVerb) return false;
  const endsWithVerb = isGermanVerb(keys.at(-1) ?? '') && !PURPOSE.has(keys.at(-2) ?? '');
  return !COUNTED.test(line) || /[.!]$/.test(line) || line.length > MAX_NOTE || endsWithVerb;
}

const MEASURED = /^[\d.,/ –-]{1,12}(°|\p{L}{1,14})/u;

/** "30 minutes at 180 °C": what it counts is nothing to eat. */
export function isTime(line: string): boolean {
  const unit = MEASURED.exec(line)?.[1] ?? '';
  return unit === '°' || measuresNoFood(wordKey(unit));
}

const MIN_SENTENCE_WORDS = 4;

/**
 * Whether a line begins with an imperative and goes on like a sentence: "fry the onion, add the rice", "Bake it.". Not
 * "Garnish: chopped peanuts" and "Serve with rice": what is eaten with a dish may be listed so.
 */
function isImperative(line: string): boolean {
  const keys = keysOf(line);
  const verbs = keys.filter((key) => isCookingVerb(key) && !isAdjective(key));
  const [first] = verbs;
  if (first === undefined || first !== keys[0] || isAmbiguous(first) || line.includes(':')) return false;
  return /[.!]$/.test(line) || verbs.length >= 2 || OPEN_END.test(line);
}

/** "Linsen in 1 l Wasser kochen", "Nudeln kochen, Rest verquirlen": ends with a verb, or has two. Not "Öl zum Braten". */
function isInfinitive(line: string): boolean {
  const keys = keysOf(line);
  const verbs = keys.filter((key, at) => isGermanVerb(key) && !PURPOSE.has(keys[at - 1] ?? ''));
  if (keys.length < MIN_SENTENCE_WORDS || verbs.length === 0) return false;
  return verbs.length >= 2 || verbs[0] === keys.at(-1);
}

const NUMBERED_STEP = /^(?:\d{1,2}[.)]|\d\uFE0F?\u20E3) ?\D/;
const SENTENCES = /\p{L}[.!] \p{Lu}/u;
const [MAX_LIST_LINE, MIN_SENTENCE, MIN_SENTENCES] = [100, 20, 30];

/** Whether a line below a list of ingredients is the first of the steps. */
export function isInstruction(line: string): boolean {
  if (line.length > MAX_LIST_LINE || NUMBERED_STEP.test(line)) return true;
  if (COUNTED.test(line) && !isTold(line)) return false;
  if (line.length > MIN_SENTENCES && SENTENCES.test(line)) return true;
  return isImperative(line) || isInfinitive(line) || (line.length > MIN_SENTENCE && /[.!]$/.test(line));
}

/** "For the cake" above a line with an amount. */
const GROUP = new RegExp(String.raw`^${oneOf('begins a group')} [\p{L}\p{M} -]{3,40}$`, 'iu');

export function isGroupLine(line: string, next: string | undefined): boolean {
  return GROUP.test(line) && COUNTED.test(next ?? '');
}

/** Dots between the columns of a table: "Mehl ..... 500 g". */
export function withoutLeaders(line: string): string {
  return line.replace(/ ?\.{4,60} ?/g, ' ');
}

const SMALL_WORDS = new RegExp(`(?:^| )${oneOf('in sentences')} `, 'i');

/** Whether a text with amounts in it is about food: a unit of a kitchen, or a verb of cooking. */
export function isAboutFood(lines: readonly string[]): boolean {
  return (
    !lines.some((line) => SMALL_WORDS.test(line)) || lines.some((line) => isMeasured(line) || isCooking(line))
  );
}

const isCooking = (line: string): boolean => keysOf(line).some(isKitchenVerb);

function isMeasured(line: string): boolean {
  const unit = MEASURED.exec(line)?.[1] ?? '';
  return findUnit(unit) !== undefined && !measuresNoFood(wordKey(unit));
}

const PRICE = /\d[.,]\d{2} ?(?:€|\$|£|eur)?$/i;

/** A receipt or an order. */
export function isPriced(lines: readonly string[]): boolean {
  return lines.filter((line) => PRICE.test(line)).length >= 2;
}
