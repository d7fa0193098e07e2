/**
 * Rules on tags, as counts. A hard "at least" is turned around: only so many slots may hold anything else,
 * so that an empty week keeps every hard rule and emptying a slot never breaks one.
 */
import type { Place } from '#domain/plan/plan.ts';
import type { Rule } from '#domain/preferences/preferences.ts';
import { type Dish, tagTest } from './dish.ts';

export type RuleCount = {
  readonly id: string;
  readonly isHard: boolean;
  /** Dishes with its tag. */
  readonly tagged: ReadonlySet<Dish>;
  readonly covers: (place: Place) => boolean;
  /** Tagged dishes among what stands fixed. */
  readonly fixed: number;
  /** 0 where nothing is said. */
  readonly atLeast: number;
  /** Infinity where nothing is said. */
  readonly atMost: number;
  /** Of a hard rule: how many of the planned slots may hold a tagged dish. Otherwise Infinity. */
  readonly mostTagged: number;
  /** Of a hard rule: how many of the planned slots may hold anything else, leftovers included. */
  readonly mostOthers: number;
};

/** What stands in a slot. */
export type Content = Dish | 'leftovers' | undefined;
type FixedDish = Place & { readonly dish: Dish; readonly isCooked: boolean };

export function ruleCounts(
  rules: readonly Rule[],
  planned: readonly Place[],
  meals: readonly FixedDish[],
  dishes: readonly Dish[],
): RuleCount[] {
  return rules.map(({ id, tag, days, slots, isHard, atLeast = 0, atMost = Infinity }) => {
    const covers = ({ day, slot }: Place): boolean =>
      (days.length === 0 || days.includes(day)) && (slots.length === 0 || slots.includes(slot));
    const tagged = new Set(dishes.filter(tagTest(tag)));
    const fixed = meals.filter((meal) => meal.isCooked && covers(meal) && tagged.has(meal.dish)).length;
    const room = planned.filter(covers).length;
    return {
      id,
      isHard,
      tagged,
      covers,
      fixed,
      atLeast,
      atMost,
      mostTagged: isHard ? Math.max(0, atMost - fixed) : Infinity,
      mostOthers: isHard ? Math.max(0, room + fixed - atLeast) : Infinity,
    };
  });
}

/** All that rules see of a dish: for each whether it has the tag. */
export function tagsOf(dish: Dish, rules: readonly RuleCount[]): string {
  return rules.map(({ tagged }) => Number(tagged.has(dish))).join('');
}

/** The hard rules that this week breaks. */
export function brokenRules(
  rules: readonly RuleCount[],
  planned: readonly Place[],
  week: readonly Content[],
): RuleCount[] {
  return rules.filter((rule) => {
    const filled = week.filter((content, slot) => content && rule.covers(planned[slot] as Place)).length;
    const tagged = plannedDishes(rule, planned, week);
    return tagged > rule.mostTagged || filled - tagged > rule.mostOthers;
  });
}

/** The hard rules that ask for more than this week has, and how much that is. */
export function missedRules(
  rules: readonly RuleCount[],
  planned: readonly Place[],
  week: readonly Content[],
): { rule: RuleCount; many: number }[] {
  return rules
    .map((rule) => ({ rule, many: rule.fixed + plannedDishes(rule, planned, week) }))
    .filter(({ rule, many }) => rule.isHard && many < rule.atLeast);
}

function plannedDishes(
  { covers, tagged }: RuleCount,
  planned: readonly Place[],
  week: readonly Content[],
): number {
  return week.filter(
    (content, slot) =>
      content && content !== 'leftovers' && covers(planned[slot] as Place) && tagged.has(content),
  ).length;
}
