/**
 * Ingredient lines as people type them, understood into amount, unit, food and preparation. A food is
 * recognised by one of its names, to the letter, and by nothing else: a line with a word that has no
 * place, a misspelt food or an impossible amount is kept as typed.
 */
import { readAmount } from './amount.ts';
import { type FindFood, type KnownFood, type NamedFood, findNamedFood } from './food.ts';
import { type PlainLine, asTyped } from './numbers.ts';
import { plainLine } from './plain-text.ts';
import { isNote, isPreparation } from './words.ts';
import type { Quantity } from '#domain/quantity/quantity.ts';
import { type Fraction, ONE, ZERO, compare } from '#domain/quantity/fraction.ts';
import type { Unit } from '#domain/quantity/unit.ts';

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

/**
 * The bounds on the work for one line: characters, and names that are looked up in the catalogue. Both are several
 * times what a real line needs. A line beyond them is not understood, so it is shown as typed.
 */
const MOST_CHARACTERS = 300;
const MOST_LOOK_UPS = 200;
/** Between the parts of a description. Only single spaces are left in it. */
const COMMA = /[,;()]| - /;
const FOLLOWING = '(?:for|to|as|such as|zum|zur|nach|plus|or|oder|from|cut into)\\s';
/** Where the food ends and what is said of it begins, without a comma. */
const BREAK = new RegExp(` (?=${FOLLOWING})`, 'i');
const FOLLOWS = new RegExp(`^${FOLLOWING}`, 'i');

export function parseIngredientLine(text: string, findFood: FindFood): IngredientLine {
  if (text.length > MOST_CHARACTERS) return { text, understood: undefined };
  let lookUps = 0;
  const understood = understand(text, (name) => {
    lookUps += 1;
    return lookUps <= MOST_LOOK_UPS ? findFood(name) : undefined;
  });
  return { text, understood: lookUps <= MOST_LOOK_UPS ? understood : undefined };
}

function understand(text: string, findFood: FindFood): UnderstoodLine | undefined {
  const line = plainLine(text);
  if (!line) return undefined;
  const { places, unit, description } = readAmount(line.text);
  const amount = upperEnd(line, places);
  if (places.length > 0 && (!amount || compare(amount, ZERO) <= 0)) return undefined;
  const found = findInParts(description, unit, line, findFood);
  if (!found || (amount && isUncountable(found))) return undefined;
  const quantity = line.isVague ? undefined : quantityOf(amount, found);
  const preparation = [...line.notes, ...found.notes].map((note) => asTyped(note, line)).join(', ');
  return { food: found.food.id, quantity, preparation };
}

function upperEnd(line: PlainLine, places: readonly number[]): Fraction | undefined {
  const values = places.map((at) => line.numbers[at - 1]?.value);
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
  const parts = description
    .split(COMMA)
    .map((part) => part.trim())
    .filter((part) => part !== '');
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
