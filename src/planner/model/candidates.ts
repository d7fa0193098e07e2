/**
 * Limits the candidates of a slot if a cookbook has hundreds of dishes for it. Hard rules depend only on the tags
 * of a dish, and a week has 21 slots: because more than 21 dishes of every combination of their tags remain, the limit
 * leaves no slot empty.
 */
import type { Dish } from './dish.ts';
import { type RuleConstraint, tagCombination } from './rules.ts';

/** Up to this many dishes are all candidates. */
export const UNLIMITED_CANDIDATES = 500;
const MAX_CANDIDATES = 250;
const MIN_PER_TAG_COMBINATION = 25;
/** With more rules nearly every dish would have its own combination, so soft rules count one by one. */
const MAX_COMBINED_RULES = 8;

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
  const combined = rules.length <= MAX_COMBINED_RULES ? rules : rules.filter(({ isHard }) => isHard);
  const candidates = new Set(ranked.slice(0, MAX_CANDIDATES));
  const addFirst = (dishes: Iterable<Dish>): void => {
    for (const dish of Iterator.from(dishes).take(MIN_PER_TAG_COMBINATION)) candidates.add(dish);
  };
  for (const sameTags of Map.groupBy(ranked, (dish) => tagCombination(dish, combined)).values())
    addFirst(sameTags);
  for (const rule of rules.filter((rule) => !combined.includes(rule))) {
    addFirst(ranked.values().filter((dish) => rule.tagged.has(dish)));
    addFirst(ranked.values().filter((dish) => !rule.tagged.has(dish)));
  }
  return [...candidates];
}
