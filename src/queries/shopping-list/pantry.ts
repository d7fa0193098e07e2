/** Reads the foods that a family has at home, and parses what it types about them. */
import { type Language, LANGUAGES } from '#languages/language.ts';
import { getFoods } from '#cookbook/foods.ts';
import { type FoodUse, usesOf } from '#domain/recipe/food-use.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { add, compare, fractionNumber, ZERO } from '#domain/quantity/fraction.ts';
import { findGrams, type Quantity } from '#domain/quantity/quantity.ts';
import type { PantryEntry } from '#domain/shopping-list/food-items.ts';
import { dividedLine } from '#domain/shopping-list/line-parts.ts';
import { findPantry, type StoredPantryEntry } from '#storage/tables/shopping-list/pantry.ts';
import type { Db } from '#storage/schema.ts';
import { parseFamilyLines } from '#queries/recipe/family-lines.ts';
import { parseIngredientLines } from '#queries/recipe/ingredient-lines.ts';
import { splitPurchases } from './purchases.ts';

/** An entry with the name of its food. */
export type NamedPantryEntry = StoredPantryEntry & { name: string };
type NamedPantry = { version: number; entries: NamedPantryEntry[] };

/** An entry as it is typed: a food by its id or by any of its names, and its quantity. */
export type TypedPantryEntry = {
  foodId?: string | undefined;
  foodText?: string | undefined;
  /** Instead of both: foods with their amounts, such as "500 g flour, 2 onions". */
  line?: string | undefined;
  quantityText?: string | undefined;
  bestBefore?: string | undefined;
};

/** The field of an entry that could not be parsed; of a line also which of its parts. */
export type PantryError = {
  index: number;
  field: 'foodId' | 'foodText' | 'quantityText' | `line.${number}`;
  message: string;
};

/** Version 0 means that no pantry was saved yet. Foods that the catalogue no longer has are left out. */
export async function readPantry(db: Db, family: string, language: Language): Promise<NamedPantry> {
  const { version, entries } = (await findPantry(db, family)) ?? { version: 0, entries: [] };
  const shown = entries.flatMap((entry) => {
    const food = getFoods().find(entry.foodId);
    const name = food?.names[language][0];
    return name ? [{ ...entry, name: name.plural }] : [];
  });
  return { version, entries: shown };
}

/** The entries with parsed quantities, which are subtracted from the shopping list. */
export async function parseStoredPantry(entries: readonly StoredPantryEntry[]): Promise<PantryEntry[]> {
  const understood: PantryEntry[] = [];
  // One after the other, so that others have a turn.
  for (const entry of entries) {
    const parsed = await parseQuantity(entry);
    if ('food' in parsed) understood.push(parsed);
  }
  return understood;
}

/** The weight of several entries of one food; undefined if one of them has no quantity, or none with a weight. */
export async function findPantryGrams(entries: readonly StoredPantryEntry[]): Promise<number | undefined> {
  let sum = ZERO;
  for (const entry of entries) {
    const parsed = await parseQuantity(entry);
    const weights = getFoods().find(entry.foodId)?.weights;
    const grams = 'quantity' in parsed && parsed.quantity && weights && findGrams(parsed.quantity, weights);
    if (!grams) return undefined;
    sum = add(sum, grams);
  }
  return fractionNumber(sum);
}

/** Parses all entries, or returns the errors of those that are invalid. */
export async function parsePantry(
  db: Db,
  family: string,
  typed: readonly TypedPantryEntry[],
): Promise<{ entries: StoredPantryEntry[] } | { errors: PantryError[] }> {
  const entries: StoredPantryEntry[] = [];
  const errors: PantryError[] = [];
  const { find, findByName } = getFoods();
  for (const [index, { foodId, foodText, line, quantityText, bestBefore }] of typed.entries()) {
    if (line !== undefined) {
      for (const [at, found] of (await entriesOfLine(db, family, line)).entries()) {
        entries.push(...found);
        const field = `line.${at}` as const;
        if (found.length === 0) errors.push({ index, field, message: 'must be a food of the catalogue' });
      }
      continue;
    }
    const food = foodId === undefined ? findByName(foodText ?? '') : find(foodId);
    const field = foodId === undefined ? 'foodText' : 'foodId';
    if (!food) errors.push({ index, field, message: 'must be a food of the catalogue' });
    else {
      const entry = {
        foodId: food.id,
        ...(quantityText && { quantityText }),
        ...(bestBefore && { bestBefore }),
      };
      const understood = await parseQuantity(entry);
      if ('food' in understood) entries.push(entry);
      else errors.push({ index, field: 'quantityText', message: 'must be an amount, such as 500 g' });
    }
  }
  return errors.length > 0 ? { errors } : { entries };
}

/** The foods of each part of a line. A line that is not understood as a whole is refused by its parts. */
async function entriesOfLine(db: Db, family: string, text: string): Promise<StoredPantryEntry[][]> {
  const parts = await splitPurchases(text);
  const found = await Promise.all((await parseFamilyLines(db, family, parts)).map(entriesOf));
  if (found.every((entries) => entries.length > 0)) return found;
  const all = dividedLine(text).map((part) => part.text);
  return Promise.all((await parseFamilyLines(db, family, all)).map(entriesOf));
}

/** The foods of a typed line, the first with its amount in the words of the line. Empty if none is known for sure. */
async function entriesOf(line: IngredientLine): Promise<StoredPantryEntry[]> {
  if (!line.understood?.isSure) return [];
  const [first, ...others] = usesOf(line, getFoods());
  if (!first) return [];
  const quantityText = first.bought && (await amountTextIn(line.text, first));
  return [
    { foodId: first.food.id, ...(quantityText && { quantityText }) },
    ...others.map(({ food }) => ({ foodId: food.id })),
  ];
}

/** The first words that mean the same amount without the rest: "500 g" of "500 g flour". */
async function amountTextIn(text: string, { food, bought }: FoodUse): Promise<string | undefined> {
  const words = text.split(/\s+/);
  for (let count = 1; count <= Math.min(words.length, MAX_AMOUNT_WORDS); count += 1) {
    const start = words.slice(0, count).join(' ');
    const amount = start.length <= MAX_AMOUNT_LENGTH ? await parseAmountOf(food.id, start) : undefined;
    if (amount && bought && amount.unit === bought.unit && compare(amount.amount, bought.amount) === 0) {
      return start;
    }
  }
  return undefined;
}

/** "2 (15 oz) cans of". */
const MAX_AMOUNT_WORDS = 6;
/** As in http/endpoints/shopping-list/pantry.ts. */
const MAX_AMOUNT_LENGTH = 50;

/** Parses a quantity as in an ingredient line, together with its food. */
async function parseQuantity({
  foodId,
  quantityText,
}: StoredPantryEntry): Promise<PantryEntry | { isInvalid: true }> {
  if (quantityText === undefined) return { food: foodId };
  const quantity = await parseAmountOf(foodId, quantityText);
  return quantity ? { food: foodId, quantity } : { isInvalid: true };
}

/** An amount as it was typed for a food, in any language. */
export async function parseAmountOf(foodId: string, text: string): Promise<Quantity | undefined> {
  const names = getFoods().find(foodId)?.names;
  for (const language of LANGUAGES) {
    const name = names?.[language][0]?.plural ?? '';
    const [line] = await parseIngredientLines([`${text} ${name}`]);
    // As bought: "2 x 400 g" of beans are two cans.
    const [use] = line ? usesOf(line, getFoods()) : [];
    if (use?.food.id === foodId && use.bought) return use.bought;
  }
  return undefined;
}
