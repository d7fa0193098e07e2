/** What parsing needs to know about the foods of the catalogue. */
import type { FoodKindFinder } from '#domain/food/food-kind-finder.ts';
import type { Food } from '#domain/food/food.ts';

/** The properties of a food that parsing depends on. */
export type KnownFood = Pick<
  Food,
  'id' | 'aisle' | 'weights' | 'allergens' | 'mayContain' | 'breaks' | 'mayBreak'
>;
/** The foods of the catalogue, by the keys of their names (name-key.ts). */
export type KnownFoods = Finder<KnownFood> &
  Pick<FoodKindFinder, 'findKindWord'> & {
    readonly isNameWord: (key: string) => boolean;
    readonly findOfKind: (...of: Parameters<FoodKindFinder['findOfKind']>) => readonly KnownFood[];
    readonly findAnyKind: (key: string) => readonly KnownFood[];
  };
export type Finder<F> = { readonly findByKey: (key: string) => F | undefined };

/** "Doppelrahm-Frischkäse", "butter milk": names of one word are also written as two. */
export function findName<F>(key: string, { findByKey }: Finder<F>): F | undefined {
  const found = findByKey(key);
  if (found) return found;
  const space = key.indexOf(' ');
  const isTwoWords = space !== -1 && !key.includes(' ', space + 1);
  return isTwoWords ? findByKey(key.replace(' ', '')) : undefined;
}
