/**
 * The food catalogue: finds foods by id and by name. Names match exactly except for case and spaces; there is no
 * fuzzy matching. No name belongs to two foods.
 */
import type { Food } from './food.ts';
import { UserError } from '#domain/user-error.ts';
import { normalize } from '#domain/text/unicode.ts';

export type FoodCatalogue = {
  readonly foods: readonly Food[];
  readonly find: (id: string) => Food | undefined;
  readonly findByName: (name: string) => Food | undefined;
};

export function makeFoodCatalogue(foods: readonly Food[]): FoodCatalogue {
  const byId = new Map<string, Food>();
  const byName = new Map<string, Food>();
  for (const food of foods) {
    if (byId.has(food.id)) throw new UserError(`There are two foods with the id ${food.id}.`);
    byId.set(food.id, food);
    for (const name of namesOf(food)) {
      const other = byName.get(name) ?? food;
      if (other !== food) throw new UserError(`Both ${other.id} and ${food.id} are named "${name}".`);
      byName.set(name, food);
    }
  }
  return {
    foods,
    find: (id) => byId.get(id),
    findByName: (name) => byName.get(normalizeName(name)),
  };
}

/** In lower case; the food files contain no name that needs more normalization. */
function namesOf({ names }: Food): string[] {
  return [...names.en, ...names.de]
    .flatMap(({ singular, plural }) => (singular === plural ? [singular] : [singular, plural]))
    .map((name) => name.toLowerCase());
}

/** Removes what typing varies: case, spaces, the curly apostrophe of phones. */
function normalizeName(name: string): string {
  return normalize(name, 'NFC').toLowerCase().replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();
}
