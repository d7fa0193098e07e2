/** The foods that a family has at home: stored entries with the names of their foods, and typed entries parsed. */
import { getFoods } from '#cookbook/foods.ts';
import type { Food } from '#domain/food/food.ts';
import type { PantryEntry } from '#domain/shopping-list/food-items.ts';
import { findPantry, type StoredPantryEntry } from '#storage/pantry.ts';
import type { Db } from '#storage/schema.ts';
import { understandLines } from './ingredient-lines.ts';

/** An entry with the name of its food, to be shown. */
export type ShownPantryEntry = StoredPantryEntry & { name: string };
type ShownPantry = { version: number; entries: ShownPantryEntry[] };

/** As typed: a food by its id or by any of its names, and how much of it. */
export type TypedPantryEntry = {
  foodId?: string | undefined;
  foodText?: string | undefined;
  quantityText?: string | undefined;
  bestBefore?: string | undefined;
};

/** Which entry was not understood, and which part of it. */
export type PantryFault = { index: number; field: 'foodId' | 'foodText' | 'quantityText'; message: string };

/** Version 0 stands for none yet. What the catalogue knows no more is left out. */
export async function findShownPantry(
  db: Db,
  family: string,
  language: keyof Food['names'],
): Promise<ShownPantry> {
  const { version, entries } = (await findPantry(db, family)) ?? { version: 0, entries: [] };
  const shown = entries.flatMap((entry) => {
    const food = getFoods().find(entry.foodId);
    const name = food && (food.names[language][0] ?? food.names.en[0]);
    return name ? [{ ...entry, name: name.plural }] : [];
  });
  return { version, entries: shown };
}

/** As the list takes it off. */
export async function pantryOf(entries: readonly StoredPantryEntry[]): Promise<PantryEntry[]> {
  const understood = await Promise.all(entries.map(understandEntry));
  return understood.flatMap((entry) => ('food' in entry ? [entry] : []));
}

/** Every entry understood, or what is wrong with each that is not. */
export async function parsePantry(
  typed: readonly TypedPantryEntry[],
): Promise<{ entries: StoredPantryEntry[] } | { faults: PantryFault[] }> {
  const entries: StoredPantryEntry[] = [];
  const faults: PantryFault[] = [];
  const { find, findByName } = getFoods();
  for (const [index, { foodId, foodText, quantityText, bestBefore }] of typed.entries()) {
    const food = foodId === undefined ? findByName(foodText ?? '') : find(foodId);
    const field = foodId === undefined ? 'foodText' : 'foodId';
    if (!food) faults.push({ index, field, message: 'must be a food of the catalogue' });
    else {
      const entry = {
        foodId: food.id,
        ...(quantityText && { quantityText }),
        ...(bestBefore && { bestBefore }),
      };
      const understood = await understandEntry(entry);
      if ('food' in understood) entries.push(entry);
      else faults.push({ index, field: 'quantityText', message: 'must be an amount, such as 500 g' });
    }
  }
  return faults.length > 0 ? { faults } : { entries };
}

/** An amount is read as in a line of a recipe, together with its food. */
async function understandEntry({
  foodId,
  quantityText,
}: StoredPantryEntry): Promise<PantryEntry | { isUnclear: true }> {
  if (quantityText === undefined) return { food: foodId };
  const name = getFoods().find(foodId)?.names.en[0];
  const [line] = await understandLines([`${quantityText} ${name?.plural ?? ''}`]);
  const { food, quantity } = line?.understood ?? {};
  return food === foodId && quantity ? { food, quantity } : { isUnclear: true };
}
