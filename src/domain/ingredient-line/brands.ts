/**
 * Brands and shops that stand before a food of its usual kind: "Lurpak butter". A brand of plant-based or free-from
 * foods is not here: behind it, "yogurt" is another food, so its allergens must not be sure.
 */
import { nameKey } from '#domain/food/name-key.ts';
import { readWords } from '#languages/words.ts';

const BRANDS = new Set(
  readWords('brands')
    .list('brands')
    .map((name) => nameKey(name.replaceAll(/[&.]/g, ' ').trim())),
);

export function isBrandName(key: string): boolean {
  return BRANDS.has(key);
}
