/** What a food is called behind an amount of it, and in which language. */
import type { Food } from '#domain/food/food.ts';
import { PACKAGES, SIZES, unitKind } from '#domain/quantity/unit.ts';
import type { Buy, UnitSystem } from './amount.ts';

export type Taste = { readonly units: UnitSystem; readonly language: keyof Food['names'] };

/** One onion, two onions, 500 g onions, a slice of onion. */
export function nameFor({ names, id }: Food, buy: Buy | undefined, language: keyof Food['names']): string {
  const name = names[language][0] ?? names.en[0] ?? { singular: id, plural: id };
  if (!buy || 'packs' in buy || unitKind(buy.unit) !== 'count') return name.plural;
  const isWhole = buy.unit === 'piece' || SIZES.has(buy.unit);
  const isOne = isWhole ? buy.amount <= 1 : !PACKAGES.has(buy.unit);
  return isOne ? name.singular : name.plural;
}
