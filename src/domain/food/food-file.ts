/**
 * Parses the food files: one file per aisle, one block per food.
 *
 *     # spring-onion
 *     en: spring onion / spring onions; scallion / scallions
 *     de: Frühlingszwiebel / Frühlingszwiebeln
 *     volume: 1 cup, chopped = 100 g
 *
 * Measures of the USDA table ("= 118 g", "= 118 g (usda 09040)") are without what nobody eats, and those of another
 * source ("= 1000 g (usual size)") are as sold. `edible: 64 %` converts between them; without it, all is eaten. Its
 * source is the refuse in the food's own row of the table, unless it names another. "1 can = 240 g of 400 g" is the
 * drained and the gross weight of a can; packs and prices are of the drained weight. Further sizes of a can follow.
 */
import { BASE_LANGUAGE, byLanguage, LANGUAGES } from '#languages/language.ts';
import {
  type Aisle,
  ALLERGENS,
  allAllergens,
  allBreaks,
  allMayBreaks,
  type Can,
  DIETS,
  type Food,
  type FoodName,
  type Measure,
  type Nutrients,
} from './food.ts';
import {
  type Block,
  type Field,
  findField,
  getField,
  listFields,
  parseBlocks,
  refuse,
} from './block-file.ts';
import {
  compare,
  divide,
  type Fraction,
  fraction,
  multiply,
  ONE,
  parseFraction,
} from '#domain/quantity/fraction.ts';
import { type Unit, unitKind, unitSize } from '#domain/quantity/unit.ts';
import { findUnit } from '#domain/quantity/unit-words.ts';
import { findGrams, type Quantity, type Weights } from '#domain/quantity/quantity.ts';

const KEYS = new Set([
  ...LANGUAGES,
  ...'usda|volume|piece|edible|allergens|may contain|breaks|may break'.split('|'),
  ...'pack|keeps|staple|price|per 100 g|note'.split('|'),
]);
/** Characters that a name must not contain, since names are matched exactly. */
const INVALID_IN_NAME = / {2}|’| $/;
const NUMBER = /^\d+(\.\d+)?$/;
const MEASURE = /^(\d+(?:\.\d+)?) ([^=]+) = (\d+(?:\.\d+)?) g(?: of (\d+) g)?(?: \((.+)\))?$/;
const EDIBLE = /^([1-9]\d?) %(?: \((.+)\))?$/;
const SPOON = /^(?:cup|tbsp|tsp|tablespoon|teaspoon|fl oz)(?=s?\b)/i;
const NUTRIENTS =
  /^([\d.]+) kcal, ([\d.]+) protein, ([\d.]+) fat, ([\d.]+) carbohydrate(?:, ([\d.]+) fibre)?, ([\d.]+) sodium$/;

export function parseFoods(aisle: Aisle, text: string): Food[] {
  return parseBlocks(`${aisle}.txt`, text, KEYS).map((block) => parseFood(aisle, block));
}

function parseFood(aisle: Aisle, block: Block): Food {
  const one = (key: string): Field => getField(block, key);
  const optional = (key: string): Field | undefined => findField(block, key);
  const allergens = parseWords(one('allergens'), ALLERGENS);
  const mayContain = parseOptionalWords(optional('may contain'), ALLERGENS);
  const breaks = parseWords(one('breaks'), DIETS);
  const mayBreak = parseOptionalWords(optional('may break'), DIETS);
  const volumes = listFields(block, 'volume').map((field) => parseVolume(field));
  const pieces = listFields(block, 'piece').map((field, index) => parsePiece(field, index === 0));
  const edible = parseEdible(optional('edible'));
  const sold = parsePacks(one('pack'));
  return {
    id: block.id,
    aisle,
    names: byLanguage((language) => parseNames(optional(language) ?? one(BASE_LANGUAGE))),
    usda: matched(one('usda'), /^(\d{5})$/, 'a number of five digits'),
    volumes,
    pieces,
    weights: withContainers(weigh(volumes, pieces, edible), sold.packs),
    cans: pieces.flatMap((piece) => findCan(piece) ?? []),
    edible,
    edibleSource: EDIBLE.exec(optional('edible')?.value ?? '')?.[2],
    allergens: allAllergens(allergens),
    mayContain: difference(allAllergens(mayContain), allAllergens(allergens)),
    breaks: allBreaks(breaks, allergens),
    mayBreak: allMayBreaks({ allergens, mayContain, breaks, mayBreak }),
    ...sold,
    keepsDays: Number(matched(one('keeps'), /^(\d+) days$/, 'such as "7 days"')),
    staple: optional('staple') !== undefined && matched(one('staple'), /^(yes)$/, '"yes"') === 'yes',
    pricePerKg: Number(matched(one('price'), /^(\d+\.\d\d)$/, 'a price such as 6.50')),
    per100G: parseNutrients(one('per 100 g')),
    note: optional('note')?.value,
  };
}

/** `tomato / tomatoes; love apple / love apples`; the plural may be absent. */
function parseNames(field: Field): FoodName[] {
  if (INVALID_IN_NAME.test(field.value))
    refuse(field, `"${field.value}" has two spaces or a slanted apostrophe`);
  return field.value.split('; ').map((name) => {
    const [singular = '', plural = singular, more] = name.split(' / ');
    if (more !== undefined || singular === '' || plural === '') refuse(field, `"${name}" is not a name`);
    return { singular, plural };
  });
}

export function parseWords<Word extends string>(field: Field, known: readonly Word[]): Word[] {
  if (field.value === '-') return [];
  return field.value.split(', ').map((word) => {
    return known.find((name) => name === word) ?? refuse(field, `"${word}" is none of ${known.join(', ')}`);
  });
}

function parseOptionalWords<Word extends string>(field: Field | undefined, known: readonly Word[]): Word[] {
  return field ? parseWords(field, known) : [];
}

/** What is certain is not listed as possible too. */
function difference<Word>(possible: ReadonlySet<Word>, certain: ReadonlySet<Word>): Set<Word> {
  return new Set([...possible].filter((word) => !certain.has(word)));
}

function parseVolume(field: Field): Measure {
  const measure = parseMeasure(field);
  const unit = findUnit(SPOON.exec(measure.text)?.[0] ?? '');
  if (!unit || unitKind(unit) !== 'volume') refuse(field, `"${measure.text}" is not a volume`);
  return { ...measure, unit };
}

/** The first piece needs no unit: it is the usual size, as in "2 avocados". */
function parsePiece(field: Field, isFirst: boolean): Measure {
  const measure = parseMeasure(field);
  const words = measure.text.split('(', 1)[0]?.split(/[ ,]+/) ?? [];
  const unit = words.map((word) => findUnit(word)).find((found) => found && unitKind(found) === 'count');
  if (!unit && !isFirst) refuse(field, `"${measure.text}" is nothing that a recipe can count in`);
  return { ...measure, unit };
}

function parseMeasure(field: Field): Measure {
  const [, amount = '', text = '', grams = '', gross, source] = MEASURE.exec(field.value) ?? [];
  const [parsedAmount, parsedGrams] = [parseFraction(amount), parseFraction(grams)];
  if (!parsedAmount?.numerator || !parsedGrams?.numerator) {
    return refuse(field, `"${field.value}" is not such as "1 cup, chopped = 100 g"`);
  }
  const grossGrams = gross === undefined ? undefined : parseFraction(gross);
  if (grossGrams && compare(grossGrams, parsedGrams) <= 0)
    refuse(field, `"${field.value}" holds more than it weighs`);
  return { amount: parsedAmount, text, unit: undefined, grams: parsedGrams, grossGrams, source };
}

function parseEdible(field: Field | undefined): Fraction {
  return field ? fraction(Number(matched(field, EDIBLE, 'a share such as "64 %"')), 100) : ONE;
}

/** The density is that of the first volume; of several pieces in one unit the first counts. */
function weigh([volume]: Measure[], pieces: Measure[], edible: Fraction): Weights {
  const pieceGrams = new Map<Unit, Fraction>();
  for (const piece of pieces) {
    const { amount, unit } = piece;
    const each = divide(boughtGrams(piece, edible), amount);
    if (!pieceGrams.has('piece')) pieceGrams.set('piece', each);
    if (unit && !pieceGrams.has(unit)) pieceGrams.set(unit, each);
  }
  // A small package is called a sachet, a packet and an envelope: "1 Pck. Backpulver".
  const sachet = pieceGrams.get('sachet');
  if (sachet && !pieceGrams.has('package')) pieceGrams.set('package', sachet);
  if (!volume?.unit) return { pieceGrams };
  const ml = multiply(volume.amount, unitSize(volume.unit));
  return { gramsPerMl: divide(boughtGrams(volume, edible), ml), pieceGrams };
}

const CONTAINERS = 'can jar bottle carton tub bag package box punnet tube'.split(' ') as Unit[];

/** A container without a weight of its own is the first pack: "1 Becher Sahne", "1 jar of salsa". */
function withContainers({ gramsPerMl, pieceGrams }: Weights, packs: readonly Quantity[]): Weights {
  const pack = packs.find(({ unit }) => unitKind(unit) !== 'count');
  const grams = pack && findGrams(pack, { gramsPerMl, pieceGrams });
  if (!grams) return { gramsPerMl, pieceGrams };
  const containers = CONTAINERS.map((unit) => [unit, pieceGrams.get(unit) ?? grams] as const);
  return { gramsPerMl, pieceGrams: new Map([...pieceGrams, ...containers]) };
}

function boughtGrams({ grams, source }: Measure, edible: Fraction): Fraction {
  const isOfTable = source === undefined || source.startsWith('usda');
  return isOfTable ? divide(grams, edible) : grams;
}

function findCan({ unit, amount, grams, grossGrams }: Measure): Can | undefined {
  if (!unit || !grossGrams) return undefined;
  return { unit, drainedGrams: divide(grams, amount), grossGrams: divide(grossGrams, amount) };
}

/** `500 g, 1 kg, loose`. */
function parsePacks(field: Field): { packs: Quantity[]; loose: boolean } {
  const words = field.value.split(', ');
  const packs = words.filter((word) => word !== 'loose').map((word) => parsePack(word, field));
  return { packs, loose: packs.length < words.length };
}

function parsePack(word: string, field: Field): Quantity {
  const [number = '', name = '', more] = word.split(' ');
  const [amount, unit] = [parseFraction(number), findUnit(name)];
  if (!amount || !unit || more !== undefined) return refuse(field, `"${word}" is not a pack such as 500 g`);
  return { amount, unit };
}

/** Only fibre may be absent, as in the source table. */
function parseNutrients(field: Field): Nutrients {
  const [, kcal, protein, fat, carbohydrate, fibre, sodium] =
    NUTRIENTS.exec(field.value) ??
    refuse(field, `"${field.value}" is not "… kcal, … protein, … fat, … carbohydrate, … fibre, … sodium"`);
  const number = (text = ''): number =>
    NUMBER.test(text) ? Number(text) : refuse(field, `"${text}" is not a number`);
  return {
    energyKcal: number(kcal),
    proteinG: number(protein),
    fatG: number(fat),
    carbohydrateG: number(carbohydrate),
    fibreG: fibre === undefined ? undefined : number(fibre),
    sodiumG: number(sodium),
  };
}

function matched(field: Field, pattern: RegExp, wanted: string): string {
  return pattern.exec(field.value)?.[1] ?? refuse(field, `"${field.value}" is not ${wanted}`);
}
