/**
 * An ingredient line made plain: bullets and words for numbers gone, amounts of several parts worked out,
 * what stands before the amount ("juice of", "about") set aside. It knows how people write amounts and
 * units; it knows no food.
 */
import { type PlainLine, takeNumbers } from './numbers.ts';
import { addUp, multiplyPacks } from './packs.ts';
import { plainDigits } from '#domain/quantity/number.ts';
import { normalize } from '#domain/text/unicode.ts';

const EMPTY = { isCanned: false, isVague: false, isSummed: false };
const ONES = 'a|an|one|eine[mnrs]?|ein';
const WORDS_FOR_NUMBERS: readonly [RegExp, string][] = [
  [new RegExp(`^(?:(?:${ONES}) )?half (?:of )?(?:an? )?`, 'i'), '1/2 '],
  [new RegExp(`^(?:(?:${ONES}) )?halbe[mnrs]? `, 'i'), '1/2 '],
  [/^(?:anderthalb|eineinhalb) /i, '1 1/2 '],
  [/^a couple of /i, '2 '],
  [new RegExp(`^(?:${ONES}) `, 'i'), '1 '],
  ...['two|zwei', 'three|drei', 'four|vier', 'five|fünf', 'six|sechs', 'seven|sieben', 'eight|acht']
    .concat('nine|neun', 'ten|zehn', 'eleven|elf', 'twelve|zwölf')
    .map((words, at): [RegExp, string] => [new RegExp(`^(?:${words}) `, 'i'), `${at + 2} `]),
];

const FRUIT_PART = '(?:juice|zest|rind|peel|saft|schale|abrieb)';
const PART_OF = new RegExp(
  `^((?:(?:finely )?grated |abgeriebene )?${FRUIT_PART}(?: (?:and|und|&) ${FRUIT_PART})?) (?:(?:of|from|von) |(?=eine[rs] ))`,
  'i',
);
const ABOUT = /^(?:about|around|roughly|approximately|approx\.?|circa|ca\.?|etwa|ungefähr) /i;
const VAGUE = /^(?:a little|a few|some|etwas|ein wenig|ein paar) /i;

/** A sign, not a range: nothing to count from stands before it. */
const NEGATIVE = /(?:^|[^\d\s] )-\d/;

/** Undefined where a number is none, or where amounts are added that cannot be. */
export function plainLine(typed: string): PlainLine | undefined {
  const line: PlainLine = { ...EMPTY, text: tidy(typed), numbers: [], notes: [] };
  if (NEGATIVE.test(line.text)) return undefined;
  setAside(line, PART_OF);
  setAside(line, ABOUT);
  line.isVague = setAside(line, VAGUE);
  line.text = withDigits(line.text);
  return takeNumbers(line) ? addUp(multiplyPacks(line)) : undefined;
}

function tidy(typed: string): string {
  return (
    plainDigits(normalize(typed, 'NFC'))
      .replace(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize('NFKC'))
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/[×✕]/g, 'x')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^[-*•·▪◦] /, '')
      // "1-1/2" is one and a half: no range goes down.
      .replace(/(^|[^\d/\u2044.,])(\d+)-(\d+ ?[/\u2044]|[¼-¾⅐-⅞])/g, '$1$2 $3')
      .replace(/\bKnoblauchzehe(n?)\b/i, 'Zehe$1 Knoblauch')
      .replace(/(?<!\p{L})(?:fl|fluid)\.? ?(?:oz|ounces?)\b/iu, 'floz')
      .replace(/(?<!\p{L})imperial (?=pint|gallon|floz)/iu, 'imperial')
  );
}

function setAside(line: PlainLine, pattern: RegExp): boolean {
  const found = pattern.exec(line.text);
  if (!found) return false;
  line.notes.push((found[1] ?? found[0]).trim());
  line.text = line.text.slice(found[0].length);
  return true;
}

function withDigits(text: string): string {
  const [pattern, digits] = WORDS_FOR_NUMBERS.find(([words]) => words.test(text)) ?? [/^(?!)/, ''];
  return (
    text
      .replace(pattern, digits)
      .replace(/^(\d+) (?:and|und) (?:a|one) half /i, '$1 1/2 ')
      .replace(/^(\d+) (?:and|und|&) (\d+ ?[/\u2044]|[¼-¾⅐-⅞])/i, '$1 $2')
      // "Flour: 200 g" and "onion, 1": the amount stands behind.
      .replace(/^([^\d]+?)(?: ?[:,] ?| - )(\d+ ?[^\d\s]*)$/, '$1 $2')
  );
}
