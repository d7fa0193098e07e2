/**
 * Candidates: where a cookbook is so large that hundreds of dishes may stand in a slot, the search looks
 * at the most promising. Rules see nothing of a dish but its tags, and a week has 21 slots: with more than
 * that of every combination of tags, no slot stays empty because of a dish that was not looked at.
 */
import type { Dish } from './dish.ts';
import { type RuleCount, tagsOf } from './rules.ts';

/** So many are all looked at. */
export const FEW = 300;
const KEPT = 250;
const KEPT_OF_TAGS = 25;

/** The most promising first; `prospect` is what a dish is worth by itself. */
export function ranked(dishes: readonly Dish[], prospect: (dish: Dish) => number): Dish[] {
  return dishes
    .map((dish) => ({ dish, worth: prospect(dish) }))
    .toSorted((one, other) => other.worth - one.worth)
    .map(({ dish }) => dish);
}

/** Of dishes in order of promise. */
export function bestCandidates(dishes: readonly Dish[], rules: readonly RuleCount[]): Dish[] {
  const kept = new Set(dishes.slice(0, KEPT));
  for (const alike of Map.groupBy(dishes, (dish) => tagsOf(dish, rules)).values()) {
    for (const dish of alike.slice(0, KEPT_OF_TAGS)) kept.add(dish);
  }
  return [...kept];
}
