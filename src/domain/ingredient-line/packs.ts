/**
 * Amounts of several parts, worked out: "2 cans of 400 g" are 800 g, "1 cup plus 2 tbsp" are 18 tbsp. Where
 * a size may mean each or all, or two amounts cannot be added, nothing is worked out.
 */
import { type PlainLine, put, value } from './numbers.ts';
import { convert } from '#domain/quantity/quantity.ts';
import { ONE, add, compare, fraction, multiply } from '#domain/quantity/fraction.ts';
import { LENGTHS, PACKAGES, type Unit, findUnit, unitKind } from '#domain/quantity/unit.ts';

const DOZEN = fraction(12);
const WORD = '[a-zäöüß]+';
const SIZE = `(?<size>\\d+)[ -]?(?<unit>${WORD})\\.?`;
const ABOUT_SIZE = `\\((?:about |ca\\. |à )?${SIZE}(?<each> each| je)?\\)`;
/** Several of a known size, in the ways people write them. Which words are units is looked up. */
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
/** Behind a second amount that names no food of its own. */
const MORE_OF_IT = /^(?:$|,| (?:for|to|extra|more|zum|zur) )/i;
/** Two expressions and not one with `.*?` between them, which would take cubic time. */
const FIRST_AMOUNT = new RegExp(`^(\\d+) ?(${WORD})\\b\\.?`, 'i');
const ADDED_AMOUNT = new RegExp(`,? (plus|\\+|and|und) (\\d+) ?(${WORD})\\b\\.?`, 'i');

export function multiplyPacks(line: PlainLine): PlainLine {
  line.text = line.text
    .replace(/^(\d+) (?:dozen|dutzend) /i, (_, many) => `${put(line, multiply(value(line, many), DOZEN))} `)
    .replace(TWO_SYSTEMS, '$1 ($2) ');
  for (const pattern of PACKS) {
    const found = pattern.exec(line.text);
    if (!found?.groups || !isPack(found.groups, line)) continue;
    const { many, size, unit, container, next = '', rest = '' } = found.groups;
    const all = many === undefined ? value(line, size) : multiply(value(line, many), value(line, size));
    line.isCanned = findUnit(container ?? next) === 'can';
    const food = isContainer(next) ? '' : next;
    line.text = `${put(line, all)} ${unit} ${rest}${food}${line.text.slice(found[0].length)}`;
    break;
  }
  return line;
}

type Groups = Record<string, string | undefined>;

function isPack({ many, unit = '', container, next, rest, each }: Groups, line: PlainLine): boolean {
  const measure = findUnit(unit);
  if (container !== undefined && !isContainer(container)) return false;
  // "2 carrots (150 g)" may be 150 g or 300 g, unless it says each; so may "2 cans of corn (300 g)".
  const isOne = container !== undefined && compare(value(line, many), ONE) === 0;
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

/** "1 cup plus 2 tbsp": both are of the same food, so both count. Undefined where they are not. */
export function addUp(line: PlainLine): PlainLine | undefined {
  const [first = '', one, oneUnit = ''] = FIRST_AMOUNT.exec(line.text) ?? [];
  const behind = line.text.slice(first.length);
  const added = ADDED_AMOUNT.exec(behind);
  const [second = '', join = '', other, otherUnit = ''] = added ?? [];
  const [unit, from] = [findUnit(otherUnit), findUnit(oneUnit)];
  if (!unit || !from || !isMeasure(unit) || !isMeasure(from)) return line;
  const between = behind.slice(0, added?.index);
  const after = behind.slice(between.length + second.length);
  const same = convert({ amount: value(line, one), unit: from }, unit, { pieceGrams: new Map() });
  // "1 cup flour and 2 cups sugar" are two lines in one.
  const isApart = between !== '' && !(join.toLowerCase() === 'plus' && MORE_OF_IT.test(after));
  if (!same || isApart) return undefined;
  const sum = put(line, add(same.amount, value(line, other)));
  const note = between === '' ? '' : `, plus ${other} ${otherUnit}`;
  line.isSummed = true;
  line.text = `${sum} ${otherUnit}${between}${note}${after}`;
  return line;
}
