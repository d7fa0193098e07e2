/**
 * Parses ingredient lines as people type them into amount, unit, food and preparation. A food is recognised only
 * by an exact name. A line with an unexpected word, a misspelt food or an impossible amount is not understood and
 * stays as typed. The steps: normalized-line.ts, amount.ts, named-food.ts.
 */
import { splitAmount } from './amount.ts';
import { type FindFood, type KnownFood, type NamedFood, findNamedFood } from './named-food.ts';
import { type NormalizedLine, restoreNumbers } from './normalized-line.ts';
import { normalizeLine } from './normalized-line.ts';
import { isQualifier, isPreparation } from './qualifiers.ts';
import type { Quantity } from '#domain/quantity/quantity.ts';
import { type Fraction, ONE, ZERO, compare } from '#domain/quantity/fraction.ts';
import type { Unit } from '#domain/quantity/unit.ts';

export type IngredientLine = {
  /** As typed. */
  readonly text: string;
  /** Undefined if the line was not understood. */
  readonly understood?: UnderstoodLine | undefined;
};

export type UnderstoodLine = {
  readonly food: string;
  /** Absent if the line gives none: "salt to taste". */
  readonly quantity?: Quantity | undefined;
  /** The rest of the line, in its order: "softened, plus extra for greasing". */
  readonly preparation: string;
};

/** Bounds on the work for one line, several times what a real line needs. A longer line is not understood. */
const MAX_CHARACTERS = 300;
const MAX_LOOKUPS = 200;
/** Separates the parts of a description, in which all spaces are single. */
const COMMA = /[,;()]| - /;
const FOLLOWING = '(?:for|to|as|such as|zum|zur|nach|plus|or|oder|from|cut into)\\s';
/** The end of the food's name where no comma marks it. */
const BREAK = new RegExp(` (?=${FOLLOWING})`, 'i');
const FOLLOWS = new RegExp(`^${FOLLOWING}`, 'i');

export function parseIngredientLine(text: string, findFood: FindFood): IngredientLine {
  if (text.length > MAX_CHARACTERS) return { text, understood: undefined };
  let lookUps = 0;
  const understood = understand(text, (name) => {
    lookUps += 1;
    return lookUps <= MAX_LOOKUPS ? findFood(name) : undefined;
  });
  return { text, understood: lookUps <= MAX_LOOKUPS ? understood : undefined };
}

function understand(text: string, findFood: FindFood): UnderstoodLine | undefined {
  const line = normalizeLine(text);
  if (!line) return undefined;
  const { numberIndexes, unit, description } = splitAmount(line.text);
  const amount = upperEnd(line, numberIndexes);
  if (numberIndexes.length > 0 && (!amount || compare(amount, ZERO) <= 0)) return undefined;
  const found = findInParts(description, unit, line, findFood);
  if (!found || (amount && isUncountable(found))) return undefined;
  const quantity = line.isVague ? undefined : quantityOf(amount, found);
  const preparation = [...line.notes, ...found.notes].map((note) => restoreNumbers(note, line)).join(', ');
  return { food: found.food.id, quantity, preparation };
}

function upperEnd(line: NormalizedLine, numberIndexes: readonly number[]): Fraction | undefined {
  const values = numberIndexes.map((index) => line.numbers[index - 1]?.value);
  if (values.includes(undefined)) return undefined;
  return values.toSorted((one, other) => compare(one as Fraction, other as Fraction)).at(-1);
}

/** "1 pepper" does not mean peppercorns: a food without pieces cannot be counted. */
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

/** The first part that is more than qualifiers names the food; the other parts are notes. */
function findInParts(
  description: string,
  unit: Unit | undefined,
  { isCanned, isSummed }: NormalizedLine,
  findFood: FindFood,
): NamedFood | undefined {
  const parts = description
    .split(COMMA)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const at = parts.findIndex((part) => !part.split(' ').every(isQualifier) && !/^\d/.test(part));
  const naming = parts[at] ?? '';
  const head = naming.split(BREAK, 1)[0] ?? '';
  const rest = [naming.slice(head.length).trim(), ...parts.slice(at + 1)].filter((part) => part !== '');
  const found = findNamedFood(head, unit, isCanned, findFood);
  const namesMore = rest.some((part) => namesFood(part, findFood) || (!isSummed && /^plus \d/i.test(part)));
  if (!found || namesMore) return undefined;
  const attribute = rest.find((part) => findInverted(part, found, findFood));
  const food = (attribute && findInverted(attribute, found, findFood)) || found.food;
  const others = rest.filter((part) => part !== attribute);
  return { ...found, food, notes: [...parts.slice(0, at), ...found.notes, ...others] };
}

/** "Lentils, red" are red lentils; "tomatoes, chopped" are not the chopped tomatoes of a tin. */
function findInverted(part: string, { name }: NamedFood, findFood: FindFood): KnownFood | undefined {
  return part.split(' ').every(isPreparation) ? undefined : findFood(`${part} ${name}`);
}

/** "Flour, butter and sugar" are three lines in one. */
function namesFood(part: string, findFood: FindFood): boolean {
  return !FOLLOWS.test(part) && part.split(/ (?:and|und|&) /i).some((name) => findFood(name) !== undefined);
}
