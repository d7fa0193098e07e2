/**
 * Ingredient lines as people type them, understood into amount, unit, food and preparation. A food is
 * recognised by one of its names, to the letter, and by nothing else: a line with a word that has no
 * place, a misspelt food or an impossible amount is kept as typed. `parse-ingredient` finds amount, range
 * and unit in the line; what they are worth, and everything else, is decided here.
 */
import { parseIngredient } from 'parse-ingredient';
import { type FindFood, type KnownFood, type NamedFood, findNamedFood } from './ingredient-line-food.ts';
import { type PlainLine, asTyped } from './ingredient-line-numbers.ts';
import { plainLine } from './ingredient-line-plain.ts';
import { isNote, isPreparation } from './ingredient-line-words.ts';
import type { Quantity } from './quantity.ts';
import { type Fraction, ONE, ZERO, compare } from './quantity-fraction.ts';
import { SIZES, UNIT_NAMES, type Unit, findUnit, unitWords } from './quantity-unit.ts';

export type IngredientLine = {
  /** As typed, whatever became of it. */
  readonly text: string;
  /** Undefined where the line was not understood. */
  readonly understood?: UnderstoodLine | undefined;
};

export type UnderstoodLine = {
  readonly food: string;
  /** Absent where there is none to say: "salt to taste". */
  readonly quantity?: Quantity | undefined;
  /** What else the line says, in its order: "softened, plus extra for greasing". */
  readonly preparation: string;
};

/** Longer than any real line; what is longer is not looked at, so that no line takes long. */
const LONGEST = 300;
const UNITS = Object.fromEntries(
  UNIT_NAMES.filter((unit) => !SIZES.has(unit)).map((unit) => {
    const [short = unit, plural = short, ...alternates] = unitWords(unit).flatMap((word) => [
      word,
      `${word}.`,
    ]);
    return [unit, { short, plural, alternates }];
  }),
);
const OPTIONS = {
  additionalUOMs: UNITS,
  ignoreUOMs: [...SIZES, 'lg', 'med', 'sm'],
  rangeSeparators: ['to', 'or', 'bis', 'oder'],
  descriptionStripPrefixes: ['of', 'von'],
};

const COMMA = /\s*[,;()]\s*|\s+-\s+/;
const FOLLOWING = '(?:for|to|as|such as|zum|zur|nach|plus|or|oder|from|cut into)\\s';
/** Where the food ends and what is said of it begins, without a comma. */
const BREAK = new RegExp(`\\s+(?=${FOLLOWING})`, 'i');
const FOLLOWS = new RegExp(`^${FOLLOWING}`, 'i');

export function parseIngredientLine(text: string, findFood: FindFood): IngredientLine {
  return { text, understood: text.length <= LONGEST ? understand(text, findFood) : undefined };
}

function understand(text: string, findFood: FindFood): UnderstoodLine | undefined {
  const line = plainLine(text);
  const parsed = line && parseIngredient(line.text, OPTIONS)[0];
  if (!parsed) return undefined;
  const amount = upperEnd(line, parsed.quantity, parsed.quantity2);
  if (parsed.quantity !== null && (!amount || compare(amount, ZERO) <= 0)) return undefined;
  const unit = findUnit(parsed.unitOfMeasure ?? '');
  // A unit that only the library knows is a word like any other.
  const description = unit
    ? parsed.description
    : `${parsed.unitOfMeasure ?? ''} ${parsed.description}`.trim();
  const found = findInParts(description, unit, line, findFood);
  if (!found || (amount && isUncountable(found))) return undefined;
  const quantity = line.isVague ? undefined : quantityOf(amount, found);
  const preparation = [...line.notes, ...found.notes].map((note) => asTyped(note, line)).join(', ');
  return { food: found.food.id, quantity, preparation };
}

function upperEnd(line: PlainLine, ...places: (number | null)[]): Fraction | undefined {
  const values = places.flatMap((at) => (at === null ? [] : [line.numbers[at - 1]?.value]));
  if (values.includes(undefined)) return undefined;
  return values.toSorted((one, other) => compare(one as Fraction, other as Fraction)).at(-1);
}

/** One pepper is no peppercorn: what has no pieces is not counted. */
function isUncountable({ unit, part, food }: NamedFood): boolean {
  return unit === undefined && part === undefined && food.weights.pieceGrams.size === 0;
}

function quantityOf(
  amount: Fraction | undefined,
  { food, unit, size, part }: NamedFood,
): Quantity | undefined {
  if (!amount) return unit && { amount: ONE, unit };
  const counted = unit ?? part ?? size ?? 'piece';
  // A stick of celery is a stalk; a stick of butter or cinnamon is not.
  return { amount, unit: counted === 'stick' && food.aisle === 'vegetables' ? 'stalk' : counted };
}

/** The first part that is not all preparation names the food; the parts behind it say more of it. */
function findInParts(
  description: string,
  unit: Unit | undefined,
  { isCanned, isSummed }: PlainLine,
  findFood: FindFood,
): NamedFood | undefined {
  const parts = description.split(COMMA).filter((part) => part !== '');
  const at = parts.findIndex((part) => !part.split(' ').every(isNote) && !/^\d/.test(part));
  const naming = parts[at] ?? '';
  const head = naming.split(BREAK, 1)[0] ?? '';
  const rest = [naming.slice(head.length).trim(), ...parts.slice(at + 1)].filter((part) => part !== '');
  const found = findNamedFood(head, unit, isCanned, findFood);
  const isMore = rest.some((part) => namesFood(part, findFood) || (!isSummed && /^plus \d/i.test(part)));
  if (!found || isMore) return undefined;
  const turned = rest.find((part) => findTurned(part, found, findFood));
  const food = (turned && findTurned(turned, found, findFood)) || found.food;
  const said = rest.filter((part) => part !== turned);
  return { ...found, food, notes: [...parts.slice(0, at), ...found.notes, ...said] };
}

/** "Lentils, red" are red lentils; "tomatoes, chopped" are not the chopped tomatoes of a tin. */
function findTurned(part: string, { name }: NamedFood, findFood: FindFood): KnownFood | undefined {
  return part.split(' ').every(isPreparation) ? undefined : findFood(`${part} ${name}`);
}

/** "Flour, butter and sugar" are three lines in one. */
function namesFood(part: string, findFood: FindFood): boolean {
  return !FOLLOWS.test(part) && part.split(/ (?:and|und|&) /i).some((name) => findFood(name) !== undefined);
}
