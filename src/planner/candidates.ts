/**
 * Candidates: where a cookbook is so large that hundreds of dishes may stand in a slot, the search looks
 * at the most promising. Rules see nothing of a dish but its tags, and a week has 21 slots: with more than
 * that of every combination of tags, no slot stays empty because of a dish that was not looked at.
 */
import type { Dish } from './dish.ts';
import { type RuleCount, tagsOf } from './rules.ts';

/** So many are all looked at. */
const FEW = 300;
const KEPT = 250;
const KEPT_OF_TAGS = 25;

/** In the order they came in; `prospect` is what a dish is worth by itself. */
export function bestCandidates(
  dishes: readonly Dish[],
  prospect: (dish: Dish) => number,
  rules: readonly RuleCount[],
  few = FEW,
): readonly Dish[] {
  if (dishes.length <= few) return dishes;
  const ranked = dishes.toSorted((one, other) => prospect(other) - prospect(one));
  const kept = new Set(ranked.slice(0, KEPT));
  for (const alike of Map.groupBy(ranked, (dish) => tagsOf(dish, rules)).values()) {
    for (const dish of alike.slice(0, KEPT_OF_TAGS)) kept.add(dish);
  }
  return dishes.filter((dish) => kept.has(dish));
}
