/**
 * Lists that a page has in several unit systems: cups and ounces, then grams. One of them counts, or everything would be
 * bought twice. Two parts of a dish may use the same foods, so a line is removed only if another line has its food and
 * nearly its amount in other units. When in doubt, all lines stay.
 */
import { readAmount } from '#domain/ingredient-line/amount.ts';
import { Cursor } from '#domain/ingredient-line/cursor.ts';
import { type Token, tokenize } from '#domain/ingredient-line/tokens.ts';
import { fractionNumber } from '#domain/quantity/fraction.ts';
import { type Unit, unitKind, unitSize } from '#domain/quantity/unit.ts';
import type { IngredientGroup } from '#import/imported-recipe.ts';
import { lettersAndDigits } from '#import/page/plain-text.ts';
import { type LineGroup, withoutEmpty } from '#import/page/line-groups.ts';
import { readWords } from '#languages/words.ts';

const { set } = readWords('pages');

type Groups = readonly IngredientGroup[];
/** As headings name them. */
type System = 'us' | 'metric';
type AmountSystem = System | 'imperial';

/** Cups are replaced by ounces in some lists, and both by grams. Spoons are in all of them. */
const UNITS: ReadonlyMap<string, AmountSystem> = new Map(
  Object.entries({
    metric: 'mg g kg ml cl dl l pfund',
    us: 'fl-oz cup pint quart gallon stick tasse',
    imperial: 'oz lb imperial-fl-oz imperial-pint imperial-gallon',
  } satisfies Record<AmountSystem, string>).flatMap(([system, units]) =>
    units.split(' ').map((unit) => [unit, system as AmountSystem] as const),
  ),
);
/** Of butter: the only counted unit that other systems replace by a weight. */
const STICK_G = 113.4;

type Amount = {
  size: number;
  kind: 'mass' | 'volume' | 'count';
  unit: Unit | undefined;
  system: AmountSystem | undefined;
};
type Line = {
  text: string;
  amount: Amount | undefined;
  /** What it is, without remarks. */
  food: string;
  words: ReadonlySet<string>;
};

function parseLine(text: string): Line {
  const tokens = tokenize(text)?.tokens ?? [];
  const cursor = new Cursor(tokens);
  const read = readAmount(cursor);
  const rest = tokens.slice(read ? cursor.at : 0);
  const end = rest.findIndex((token) => token.kind === 'mark' && (token.text === ',' || token.text === '('));
  const head = rest.slice(0, end < 0 ? undefined : end).flatMap(wordOf);
  // Cups in other languages are no units that we know.
  const food = head.filter((word) => !DESCRIPTIONS.has(word) && !US.has(word)).join(' ');
  return { text, amount: read && amountOf(read), food, words: new Set(rest.flatMap(wordOf)) };
}

const wordOf = (token: Token): string[] => (token.kind === 'word' ? [token.key] : []);

/** With or without them, it is the same food. Coconut milk is not milk. */
const DESCRIPTIONS = set('descriptions of foods');

function amountOf({ amount, unit }: NonNullable<ReturnType<typeof readAmount>>): Amount {
  const number = fractionNumber(amount);
  const system = unit && UNITS.get(unit);
  if (unit === 'stick') return { size: number * STICK_G, kind: 'mass', unit, system };
  if (unit === undefined) return { size: number, kind: 'count', unit, system };
  return { size: number * fractionNumber(unitSize(unit)), kind: unitKind(unit), unit, system };
}

/** One cup is written as 240 or 250 ml, one ounce as 25 or 30 g. */
const MAX_ROUNDING = 1.25;
/** In grams per millilitre: leaves are light, syrup is heavy. */
const [MIN_DENSITY, MAX_DENSITY] = [0.08, 1.7];

function isSameAmount(one: Amount, other: Amount): boolean {
  if (one.kind === other.kind && one.kind === 'count')
    return one.size === other.size && one.unit === other.unit;
  if (one.kind === 'count' || other.kind === 'count') return false;
  if (one.kind === other.kind) return Math.max(one.size / other.size, other.size / one.size) <= MAX_ROUNDING;
  const [mass, volume] = one.kind === 'mass' ? [one, other] : [other, one];
  const density = mass.size / volume.size;
  return density >= MIN_DENSITY && density <= MAX_DENSITY;
}

/** Whether the amounts are in two systems. */
function isOther(one: Line, other: Line): boolean {
  const [system, otherSystem] = [one.amount?.system, other.amount?.system];
  return system !== undefined && otherSystem !== undefined && system !== otherSystem;
}

/** The line that says all that both say; undefined if they may be of two foods, or of two amounts. */
function commonLine(one: Line, other: Line): Line | undefined {
  if (lettersAndDigits(one.text) === lettersAndDigits(other.text)) return one;
  if (!one.amount || !other.amount || !isSameAmount(one.amount, other.amount)) return undefined;
  // Two amounts in one system are two amounts: 100 g and 120 g.
  if (one.amount.system === other.amount.system && one.amount.size !== other.amount.size) return undefined;
  return longerLine(one, other);
}

function longerLine(one: Line, other: Line): Line | undefined {
  if (one.food === '' || one.food !== other.food) return undefined;
  return one.words.isSupersetOf(other.words) ? one : other.words.isSupersetOf(one.words) ? other : undefined;
}

const US = set('units of the United States');
const METRIC = set('metric units');
/** What else a heading of a list says. */
const NEUTRAL = set('beside the names of units');
const LINKS = set('links units and foods');

const isIn = (set: ReadonlySet<string>) => (word: string) => set.has(word.toLowerCase());

/** "US customary", "Ingredients (metric)", "Dough – metric": the system, and the rest of the heading. */
function parseHeading(heading: string | undefined): { system: System | undefined; name: string } {
  const words = heading?.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '') ?? [];
  const [hasUs, hasMetric] = [words.some(isIn(US)), words.some(isIn(METRIC))];
  // "Filling (200 g)".
  if (hasUs === hasMetric || /\d/.test(heading ?? '')) return { system: undefined, name: heading ?? '' };
  const rest = words.filter((word) => !isIn(US)(word) && !isIn(METRIC)(word));
  const name = rest.every(isIn(NEUTRAL)) ? '' : rest.filter((word) => !isIn(LINKS)(word)).join(' ');
  return { system: hasUs ? 'us' : 'metric', name };
}

/** The list in one system, without the headings that name it. */
export function inOneSystem(groups: Groups): Groups {
  const lines = groups.reduce((sum, group) => sum + group.lines.length, 0);
  if (lines > MAX_LINES || lines < 2) return groups;
  const named = withoutNamedSystems(withHeadings(groups));
  return withoutInterleaved(named) ?? withoutSecondList(named) ?? named;
}

/** More than any recipe has, in three systems. */
const MAX_LINES = 300;

/** Some lists have the name of the system as a line. */
function withHeadings(groups: Groups): Groups {
  if (!groups.some(({ lines }) => lines.some(isSystemName))) return groups;
  return withoutEmpty(
    groups.flatMap(({ lines, ...heading }) => {
      const parts: LineGroup[] = [{ ...heading, lines: [] }];
      for (const line of lines) {
        if (isSystemName(line)) parts.push({ heading: line.replace(/ ?:$/, ''), lines: [] });
        else parts.at(-1)?.lines.push(line);
      }
      return parts.filter((part) => part.lines.length > 0);
    }),
  );
}

export function isSystemName(line: string): boolean {
  const { system, name } = parseHeading(line);
  return system !== undefined && name === '' && !/\d/.test(line) && line.length < MAX_NAME;
}

const MAX_NAME = 40;

/** "US" and "Metric" above two lists: of the second, lines stay that the first does not have. */
function withoutNamedSystems(groups: Groups): Groups {
  const headed = groups.map((group) => ({ ...group, ...parseHeading(group.heading) }));
  const [only] = headed;
  // The other list may have been removed already.
  if (only && headed.length === 1 && only.system !== undefined && only.name === '')
    return [{ lines: only.lines }];
  const firsts = new Map<string, { system: System; lines: Line[] }>();
  const read = headed.map(({ heading, system, name, lines: texts }) => {
    const lines = texts.map(parseLine);
    const isNamed = headed.some(
      (other) => system && other.system && other.system !== system && other.name === name,
    );
    if (!isNamed || system === undefined) return { heading, lines };
    const first = firsts.get(name);
    if (!first) firsts.set(name, { system, lines });
    if (!first || first.system === system) return { heading: name || undefined, lines };
    first.lines.push(...unmatched(lines, first.lines));
    return { heading, lines: [] };
  });
  const retained = read.filter(({ lines }) => lines.length > 0);
  return retained.map(({ heading, lines }) => ({
    ...(heading !== undefined && { heading }),
    lines: lines.map(({ text }) => text),
  }));
}

/** Lines that the first list does not have. Where a line says more than that of the first list, it takes its place. */
function unmatched(lines: readonly Line[], first: Line[]): Line[] {
  const used = new Set<number>();
  return lines.filter((line) => {
    const at = first.findIndex((other, index) => !used.has(index) && namedLine(other, line) !== undefined);
    if (at < 0) return true;
    used.add(at);
    first[at] = namedLine(first[at] as Line, line) as Line;
    return false;
  });
}

/** Under the names of two systems, an onion may be 150 g of onion, and salt 5 g of salt. */
function namedLine(one: Line, other: Line): Line | undefined {
  const [kind, otherKind] = [one.amount?.kind, other.amount?.kind];
  const isComparable =
    kind !== undefined && otherKind !== undefined && (kind === 'count') === (otherKind === 'count');
  return commonLine(one, other) ?? (isComparable ? undefined : longerLine(one, other));
}

const MIN_LINES = 3;
const MIN_OTHER = 2;
const MAX_LISTS = 3;

/** The whole list, then all of it again in other units. */
function withoutSecondList(groups: Groups): Groups | undefined {
  const all = groups.flatMap((group) =>
    group.lines.map((text) => ({ ...parseLine(text), heading: group.heading })),
  );
  for (let lists = MAX_LISTS; lists > 1; lists -= 1) {
    const length = all.length / lists;
    if (!Number.isInteger(length) || length < MIN_LINES) continue;
    let common: Line[] | undefined = all.slice(0, length);
    for (let start = length; common && start < all.length; start += length) {
      const other = all.slice(start, start + length);
      const hasSameHeadings = other.every(({ heading }, at) => isSameHeading(all[at]?.heading, heading));
      common = hasSameHeadings && isInOtherSystem(common, other) ? commonLines(common, other) : undefined;
    }
    if (common) return withLines(groups, common);
  }
  return undefined;
}

/** Another heading is that of another part of the dish, unless it names the units. */
function isSameHeading(one: string | undefined, other: string | undefined): boolean {
  const { system, name } = parseHeading(other);
  return other === one || other === undefined || (system !== undefined && name === '');
}

function commonLines(lines: readonly Line[], others: readonly Line[]): Line[] {
  return lines.map((line, at) => commonLine(line, others[at] as Line) as Line);
}

/** All lines are the same, and enough of them are in the other units, always in the same order. */
function isInOtherSystem(first: readonly Line[], other: readonly Line[]): boolean {
  if (!first.every((line, at) => commonLine(line, other[at] as Line) !== undefined)) return false;
  const pairs = first
    .map((line, at) => [line, other[at] as Line] as const)
    .filter(([line, its]) => isOther(line, its));
  return pairs.length >= MIN_OTHER && isOneDirection(pairs);
}

/** Not once from grams to cups and once from cups to grams. */
function isOneDirection(pairs: readonly (readonly [Line, Line])[]): boolean {
  const isMetric = (line: Line) => line.amount?.system === 'metric';
  return !pairs.some(([line]) => isMetric(line)) || !pairs.some(([, other]) => isMetric(other));
}

const MIN_PAIRS = 3;

/** Each line is followed by the same one in other units. Lines without such units may be there once. */
function withoutInterleaved(groups: Groups): Groups | undefined {
  const pairs: [Line, Line][] = [];
  let singles = 0;
  const shortened = groups.map((group) => {
    const lines = group.lines.map(parseLine);
    const retained: Line[] = [];
    for (let at = 0; at < lines.length; at += 1) {
      const [line, next] = [lines[at] as Line, lines[at + 1]];
      const common = next && commonLine(line, next);
      retained.push(common ?? line);
      if (!next || !common) {
        singles += line.amount?.system === undefined ? 0 : 1;
        continue;
      }
      at += 1;
      if (isOther(line, next)) pairs.push([line, next]);
    }
    return { ...group, lines: retained.map(({ text }) => text) };
  });
  return pairs.length >= MIN_PAIRS && singles === 0 && isOneDirection(pairs) ? shortened : undefined;
}

/** The groups with these lines instead of their first ones, and without the rest. */
function withLines(groups: Groups, lines: readonly Line[]): IngredientGroup[] {
  let at = 0;
  const filled = groups.map((group) => {
    const own = lines.slice(at, at + group.lines.length).map(({ text }) => text);
    at += group.lines.length;
    return { ...group, lines: own };
  });
  return filled.filter((group) => group.lines.length > 0);
}
