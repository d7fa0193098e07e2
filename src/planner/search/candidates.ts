/**
 * Candidates: where a cookbook is so large that hundreds of dishes may stand in a slot, the search looks
 * at the most promising. Rules see nothing of a dish but its tags, and a week has 21 slots: with more than
 * that of every combination of tags, no slot stays empty because of a dish that was not looked at.
 */
import type { Dish } from '#planner/model/dish.ts';
import { type RuleCount, tagsOf } from '#planner/model/rules.ts';

/** So many are all looked at. */
export const FEW = 300;
const KEPT = 250;
const KEPT_OF_TAGS = 25;

/**
 * The most promising first, and equals as they came; `prospect` is what a dish is worth by itself, a whole
 * number. Worth and place are sorted as one number, which is sooner done than comparing dishes.
 */
export function ranked(dishes: readonly Dish[], prospect: (dish: Dish) => number): Dish[] {
  const many = dishes.length;
  const keys = Float64Array.from(dishes, (dish, place) => place - many * prospect(dish)).toSorted();
  return Array.from(keys, (key) => dishes[((key % many) + many) % many] as Dish);
}

/** Of dishes in order of promise. */
export function bestCandidates(dishes: readonly Dish[], rules: readonly RuleCount[]): Dish[] {
  const kept = new Set(dishes.slice(0, KEPT));
  for (const alike of Map.groupBy(dishes, (dish) => tagsOf(dish, rules)).values()) {
    for (const dish of alike.slice(0, KEPT_OF_TAGS)) kept.add(dish);
  }
  return [...kept];
}
