/**
 * Limits the candidates of a slot if a cookbook has hundreds of dishes for it. Rules depend only on the tags
 * of a dish, and a week has 21 slots: because more than 21 dishes of every tag combination remain, the limit
 * leaves no slot empty.
 */
import type { Dish } from './dish.ts';
import { type RuleConstraint, tagKey } from './rules.ts';

/** Up to this many dishes are all candidates. */
export const UNLIMITED_CANDIDATES = 500;
const MAX_CANDIDATES = 250;
const MIN_PER_TAG_COMBINATION = 25;

/**
 * Sorts dishes by falling estimated utility, which must be an integer; ties keep their order. Sorts one
 * number per dish, made of utility and position, because that is faster than a comparison function.
 */
export function rankDishes(dishes: readonly Dish[], estimateUtility: (dish: Dish) => number): Dish[] {
  const count = dishes.length;
  const keys = Float64Array.from(dishes, (dish, at) => at - count * estimateUtility(dish)).toSorted();
  return Array.from(keys, (key) => dishes[((key % count) + count) % count] as Dish);
}

/** `ranked`: dishes as sorted by `rankDishes`. */
export function bestCandidates(ranked: readonly Dish[], rules: readonly RuleConstraint[]): Dish[] {
  const candidates = new Set(ranked.slice(0, MAX_CANDIDATES));
  for (const sameTags of Map.groupBy(ranked, (dish) => tagKey(dish, rules)).values()) {
    for (const dish of sameTags.slice(0, MIN_PER_TAG_COMBINATION)) candidates.add(dish);
  }
  return [...candidates];
}
