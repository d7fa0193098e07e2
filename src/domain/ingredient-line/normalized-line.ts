/**
 * The first step of parsing an ingredient line: a uniform text. Removes bullets and number words, replaces each
 * number by its index so that later steps can neither round an amount nor split a number, resolves amounts of
 * several parts ("2 cans of 400 g" are 800 g, "1 cup plus 2 tbsp" are 18 tbsp), and moves the words before
 * the amount ("juice of", "about") to the notes. Knows units but no food.
 */
import { type Fraction, ONE, ZERO, add, compare, fraction, multiply } from '#domain/quantity/fraction.ts';
import { NUMBERS, parseNumber, plainDigits } from '#domain/quantity/number.ts';
import { convert } from '#domain/quantity/quantity.ts';
import { LENGTHS, PACKAGES, type Unit, findUnit, unitKind } from '#domain/quantity/unit.ts';
import { normalize } from '#domain/text/unicode.ts';

export type NormalizedLine = {
  /** Each number is replaced by its index in `numbers`, counted from 1. */
  text: string;
  readonly numbers: { readonly text: string; readonly value: Fraction }[];
  /** Removed words, in order. */
  readonly notes: string[];
  isCanned: boolean;
  /** "A few": an amount is meant, but not given. */
  isVague: boolean;
  /** The amount includes the one behind "plus". */
  isSummed: boolean;
};

/** More than any real line has; more would also take long to parse. */
const MAX_NUMBERS = 12;
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

/** A minus sign, not the hyphen of a range: no number is before it. */
const NEGATIVE = /(?:^|[^\d\s] )-\d/;

const DOZEN = fraction(12);
const WORD = '[a-zäöüß]+';
const SIZE = `(?<size>\\d+)[ -]?(?<unit>${WORD})\\.?`;
const ABOUT_SIZE = `\\((?:about |ca\\. |à )?${SIZE}(?<each> each| je)?\\)`;
/** Spellings of several packs of a known size. Whether a word is a unit is checked after the match. */
const PACKS = [
  `^(?<many>\\d+)(?: ?x ?| ?\\()${SIZE}\\)?(?: (?<next>${WORD})\\b)?`,
  `^(?<many>\\d+) (?<size>\\d+)-(?<unit>${WORD})\\.?\\)?(?: (?<next>${WORD})\\b)?`,
  `^(?<many>\\d+) ${SIZE} (?<container>${WORD})\\b`,
  `^(?<many>\\d+) (?<container>${WORD})\\.? ${ABOUT_SIZE}`,
  `^(?<many>\\d+) (?<container>${WORD})\\.? (?<rest>.+) (?<each>à|je) ${SIZE}$`,
  `^(?<many>\\d+) (?<container>${WORD})\\.? (?<rest>.+) ${ABOUT_SIZE}$`,
  `^(?<many>\\d+) (?<rest>.+) ${ABOUT_SIZE}`,
  `^${SIZE} (?<container>${WORD})\\b`,
].map((pattern) => new RegExp(pattern, 'i'));
const TWO_SYSTEMS = new RegExp(`^(\\d+ ?${WORD}) ?/ ?(\\d+ ?${WORD}(?: \\d+ ?${WORD})?) `, 'i');
/** What may follow a second amount that names no food. */
const MORE_OF_IT = /^(?:$|,| (?:for|to|extra|more|zum|zur) )/i;
/** Two expressions and not one with `.*?` between them, which would take cubic time. */
const FIRST_AMOUNT = new RegExp(`^(\\d+) ?(${WORD})\\b\\.?`, 'i');
const ADDED_AMOUNT = new RegExp(`,? (plus|\\+|and|und) (\\d+) ?(${WORD})\\b\\.?`, 'i');

/** Undefined if a number is invalid or ambiguous, or if two amounts do not add up. */
export function normalizeLine(typed: string): NormalizedLine | undefined {
  const line: NormalizedLine = { ...EMPTY, text: tidy(typed), numbers: [], notes: [] };
  if (NEGATIVE.test(line.text)) return undefined;
  moveToNotes(line, PART_OF);
  moveToNotes(line, ABOUT);
  line.isVague = moveToNotes(line, VAGUE);
  line.text = withDigits(line.text);
  return extractNumbers(line) ? addSecondAmount(resolvePacks(line)) : undefined;
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
      // "1-1/2" is one and a half, since no range descends.
      .replace(/(^|[^\d/\u2044.,])(\d+)-(\d+ ?[/\u2044]|[¼-¾⅐-⅞])/g, '$1$2 $3')
      .replace(/\bKnoblauchzehe(n?)\b/i, 'Zehe$1 Knoblauch')
      .replace(/(?<!\p{L})(?:fl|fluid)\.? ?(?:oz|ounces?)\b/iu, 'floz')
      .replace(/(?<!\p{L})imperial (?=pint|gallon|floz)/iu, 'imperial')
  );
}

function moveToNotes(line: NormalizedLine, pattern: RegExp): boolean {
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
      // "Flour: 200 g" and "onion, 1": the amount comes last.
      .replace(/^([^\d]+?)(?: ?[:,] ?| - )(\d+ ?[^\d\s]*)$/, '$1 $2')
  );
}

/** Returns false if a number is invalid or ambiguous. */
function extractNumbers(line: NormalizedLine): boolean {
  let isValid = true;
  line.text = line.text.replace(NUMBERS, (text) => {
    const value = isValid && line.numbers.length < MAX_NUMBERS ? parseNumber(text) : undefined;
    isValid &&= value !== undefined;
    return value ? addNumber(line, value, text) : '';
  });
  return isValid;
}

/** Returns the index that replaces the number in the text. */
function addNumber({ numbers }: NormalizedLine, value: Fraction, text = ''): string {
  return `${numbers.push({ text, value })}`;
}

function numberAt({ numbers }: NormalizedLine, index: string | undefined): Fraction {
  return numbers[Number(index) - 1]?.value ?? ZERO;
}

/** Replaces the indexes in a part of the text by the numbers as typed. */
export function restoreNumbers(text: string, { numbers }: NormalizedLine): string {
  return text.replace(/\d+/g, (index) => numbers[Number(index) - 1]?.text ?? index);
}

/** Multiplies the number of packs by their size, unless the size may mean each or all. */
function resolvePacks(line: NormalizedLine): NormalizedLine {
  line.text = line.text
    .replace(
      /^(\d+) (?:dozen|dutzend) /i,
      (_, many) => `${addNumber(line, multiply(numberAt(line, many), DOZEN))} `,
    )
    .replace(TWO_SYSTEMS, '$1 ($2) ');
  for (const pattern of PACKS) {
    const found = pattern.exec(line.text);
    if (!found?.groups || !isPack(found.groups, line)) continue;
    const { many, size, unit, container, next = '', rest = '' } = found.groups;
    const all =
      many === undefined ? numberAt(line, size) : multiply(numberAt(line, many), numberAt(line, size));
    line.isCanned = findUnit(container ?? next) === 'can';
    const food = isContainer(next) ? '' : next;
    line.text = `${addNumber(line, all)} ${unit} ${rest}${food}${line.text.slice(found[0].length)}`;
    break;
  }
  return line;
}

type Groups = Record<string, string | undefined>;

function isPack({ many, unit = '', container, next, rest, each }: Groups, line: NormalizedLine): boolean {
  const measure = findUnit(unit);
  if (container !== undefined && !isContainer(container)) return false;
  // "2 carrots (150 g)" may be 150 g or 300 g, unless it says each; so may "2 cans of corn (300 g)".
  const isOne = container !== undefined && compare(numberAt(line, many), ONE) === 0;
  if (rest !== undefined && each === undefined && !isOne) return false;
  // A "9-inch pie" is not nine inches of pie; a "2-inch piece" is two.
  const isLong = measure !== undefined && LENGTHS.has(measure) && isContainer(container ?? next);
  return isMeasure(measure) || isLong;
}

function isContainer(word = ''): boolean {
  const unit = findUnit(word);
  return unit !== undefined && PACKAGES.has(unit);
}

function isMeasure(unit: Unit | undefined): boolean {
  return unit !== undefined && unitKind(unit) !== 'count';
}

/** "1 cup plus 2 tbsp" is one amount. Returns undefined if the two amounts are of different foods. */
function addSecondAmount(line: NormalizedLine): NormalizedLine | undefined {
  const [first = '', one, oneUnit = ''] = FIRST_AMOUNT.exec(line.text) ?? [];
  const behind = line.text.slice(first.length);
  const added = ADDED_AMOUNT.exec(behind);
  const [second = '', join = '', other, otherUnit = ''] = added ?? [];
  const [unit, from] = [findUnit(otherUnit), findUnit(oneUnit)];
  if (!unit || !from || !isMeasure(unit) || !isMeasure(from)) return line;
  const between = behind.slice(0, added?.index);
  const after = behind.slice(between.length + second.length);
  const same = convert({ amount: numberAt(line, one), unit: from }, unit, { pieceGrams: new Map() });
  // "1 cup flour and 2 cups sugar" are two lines in one.
  const isApart = between !== '' && !(join.toLowerCase() === 'plus' && MORE_OF_IT.test(after));
  if (!same || isApart) return undefined;
  const sum = addNumber(line, add(same.amount, numberAt(line, other)));
  const note = between === '' ? '' : `, plus ${other} ${otherUnit}`;
  line.isSummed = true;
  line.text = `${sum} ${otherUnit}${between}${note}${after}`;
  return line;
}
