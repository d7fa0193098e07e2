/**
 * Splits a normalized line into amount, unit and description. Its numbers are indexes into
 * NormalizedLine.numbers, so an amount is one or two whole numbers.
 */
import { isQualifier } from './qualifiers.ts';
import { SIZES, type Unit, findUnit } from '#domain/quantity/unit.ts';

export type MeasuredLine = {
  /** Indexes into `NormalizedLine.numbers`: none, one, or the two ends of a range. */
  readonly numberIndexes: readonly number[];
  readonly unit: Unit | undefined;
  readonly description: string;
};

const SEPARATOR = '(?:-|(?:to|or|bis|oder) )';
const UPPER_END = new RegExp(`^${SEPARATOR} ?(\\d+)`, 'i');
/** With what is attached to the word: `oz.`, `g/ml`, `cup(s)`. */
const FIRST_WORD = /^[\p{L}\p{N}_]+(?:[./-][\p{L}\p{N}_]+|\([\p{L}\p{N}_]+\))*[-.]?/u;
const OF = /^(?:of|von) /i;
/** An amount at the end, with at most one word after it. `\D` prevents a match inside a number. */
const LAST_NUMBER = /^(.*\D)(\d+) ?(\p{L}*\.?)$/u;
const LOWER_END = new RegExp(`^(.*\\D)(\\d+) ?${SEPARATOR} ?$`, 'i');

export function splitAmount(line: string): MeasuredLine {
  const text = line.trim();
  const { numberIndexes, rest } = readLeadingNumbers(/^\d/.test(text) ? text : withAmountFirst(text));
  const { unit, description } = readUnit(rest);
  return { numberIndexes, unit, description: description.replace(OF, '') };
}

/** `2 g flour`, `2-3 eggs`, `2 to 3 eggs`. */
function readLeadingNumbers(text: string): { numberIndexes: number[]; rest: string } {
  const [first] = /^\d+/.exec(text) ?? [];
  if (first === undefined) return { numberIndexes: [], rest: text };
  const rest = text.slice(first.length).trimStart();
  const [range = '', second] = UPPER_END.exec(rest) ?? [];
  const numberIndexes = second === undefined ? [Number(first)] : [Number(first), Number(second)];
  return { numberIndexes, rest: rest.slice(range.length).trimStart() };
}

/** A unit needs a description after it: "2 cups" names no food. */
function readUnit(text: string): { unit: Unit | undefined; description: string } {
  const [word = ''] = FIRST_WORD.exec(text) ?? [];
  const description = text.slice(word.length).trim();
  const unit = findUnit(word);
  const isUnit = unit !== undefined && !SIZES.has(unit) && description !== '';
  return isUnit ? { unit, description } : { unit: undefined, description: text };
}

/** "Tomatoes, 2-3 kg" as "2-3 kg Tomatoes", "onions 2 large" as "2 large onions". */
function withAmountFirst(text: string): string {
  const [, before = '', number = '', word = ''] = LAST_NUMBER.exec(text) ?? [];
  if (number === '' || !mayFollowAmount(word)) return text;
  const [range, beforeRange = before, lower = number] = LOWER_END.exec(before) ?? [];
  const food = withoutSeparator(beforeRange.trimEnd());
  const amount = range === undefined ? number : `${lower}-${number}`;
  // "A pinch of salt, about 2 g" is measured in pinches; the grams are a note.
  const isMeasured = word !== '' && readUnit(food).unit !== undefined;
  if (isMeasured) return food.includes(',') ? text : `${food}, ${amount} ${word}`;
  return `${amount} ${word} ${food}`;
}

function mayFollowAmount(word: string): boolean {
  return word === '' || findUnit(word) !== undefined || isQualifier(word);
}

/** Without what joins a food to the amount after it: "Tomatoes:", "Tomatoes -", "Tomatoes x". */
function withoutSeparator(text: string): string {
  return /^(?:.[,:-]| x)$/i.test(text.slice(-2)) ? text.slice(0, -1).trimEnd() : text;
}
