/**
 * The catalogue: all foods, found by id and by name. A name is matched to the letter, but for case and
 * spaces: nothing is ever the same food because it is spelt alike. No name may belong to two foods.
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
    findByName: (name) => byName.get(plainName(name)),
  };
}

/** In small letters; the text form holds no name that would need more. */
function namesOf({ names }: Food): string[] {
  return [...names.en, ...names.de]
    .flatMap(({ singular, plural }) => (singular === plural ? [singular] : [singular, plural]))
    .map((name) => name.toLowerCase());
}

/** What people type without thinking about it: capitals, spaces, the slanted apostrophe of phones. */
function plainName(name: string): string {
  return normalize(name, 'NFC').toLowerCase().replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();
}
