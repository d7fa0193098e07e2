/**
 * Rules on tags as cardinality constraints on what is eaten, leftovers included. A hard "at least" becomes an upper
 * bound on slots with any other content. So an empty week meets every hard rule, and emptying a slot never violates one.
 */
import type { Place } from '#domain/plan/plan.ts';
import { isFoodTag, type Rule } from '#domain/preferences/preferences.ts';
import { type Dish, tagTest } from './dish.ts';

export type RuleConstraint = {
  readonly id: string;
  readonly isHard: boolean;
  /** Dishes with the rule's tag. */
  readonly tagged: ReadonlySet<Dish>;
  readonly covers: (place: Place) => boolean;
  /** Number of tagged dishes among the fixed meals. */
  readonly fixedCount: number;
  /** 0 if the rule has no lower bound. */
  readonly atLeast: number;
  /** Infinity if the rule has no upper bound. */
  readonly atMost: number;
  /** Hard rules: how many planned slots may contain a tagged dish. Soft rules: Infinity. */
  readonly maxTagged: number;
  /** Hard rules: how many planned slots may contain anything else. */
  readonly maxUntagged: number;
};

/** What a slot contains. */
export type Content = Dish | Leftovers | undefined;
/** `leftoversOf`: the index of the slot that cooks the dish. */
export type Leftovers = { readonly leftoversOf: number };
type FixedDish = Place & { readonly dish: Dish };

export function isLeftovers(content: Content): content is Leftovers {
  return content !== undefined && 'leftoversOf' in content;
}

/** The dish that is eaten in a slot, cooked for it or as leftovers. */
export function eatenDish(contents: readonly Content[], slot: number): Dish | undefined {
  const content = contents[slot];
  if (!isLeftovers(content)) return content;
  const cooked = contents[content.leftoversOf];
  return isLeftovers(cooked) ? undefined : cooked;
}

export function ruleConstraints(
  rules: readonly Rule[],
  fillable: readonly Place[],
  fixedDishes: readonly FixedDish[],
  dishes: readonly Dish[],
): RuleConstraint[] {
  return rules.map((rule) => {
    const { id, days, slots, isHard, atLeast = 0, atMost = Infinity } = rule;
    const covers = ({ day, slot }: Place): boolean =>
      (days.length === 0 || days.includes(day)) && (slots.length === 0 || slots.includes(slot));
    const tagged = new Set(dishes.filter(ruleTest(rule)));
    const fixedCount = fixedDishes.filter((meal) => covers(meal) && tagged.has(meal.dish)).length;
    const slotCount = fillable.filter(covers).length;
    return {
      id,
      isHard,
      tagged,
      covers,
      fixedCount,
      atLeast,
      atMost,
      maxTagged: isHard ? Math.max(0, atMost - fixedCount) : Infinity,
      maxUntagged: isHard ? Math.max(0, slotCount + fixedCount - atLeast) : Infinity,
    };
  });
}

/** What is never to be eaten must not be in an ingredient line that was not understood either. */
function ruleTest({ tag, atMost, isHard }: Rule): (dish: Dish) => boolean {
  const hasTag = tagTest(tag);
  const isNever = isHard && atMost === 0 && isFoodTag(tag);
  return isNever ? (dish) => !dish.isComplete || hasTag(dish) : hasTag;
}

/** Equal for two dishes if no rule can tell them apart. */
export function tagKey(dish: Dish, rules: readonly RuleConstraint[]): string {
  return rules.map(({ tagged }) => Number(tagged.has(dish))).join('');
}

/** The hard rules that this week violates. */
export function violatedRules(
  rules: readonly RuleConstraint[],
  planned: readonly Place[],
  contents: readonly Content[],
): RuleConstraint[] {
  return rules.filter((rule) => {
    const filled = contents.filter((content, slot) => content && rule.covers(planned[slot] as Place)).length;
    const tagged = countTagged(rule, planned, contents);
    return tagged > rule.maxTagged || filled - tagged > rule.maxUntagged;
  });
}

/** The hard rules that a dish would violate in this slot. Dishes with the same tags are checked once. */
export function rulesAgainst(
  slot: number,
  contents: readonly Content[],
  { rules, planned }: { readonly rules: readonly RuleConstraint[]; readonly planned: readonly Place[] },
): (dish: Dish) => readonly RuleConstraint[] {
  const hard = rules.filter(({ isHard }) => isHard);
  const known = new Map<string, RuleConstraint[]>();
  return (dish) =>
    known.getOrInsertComputed(tagKey(dish, hard), () =>
      violatedRules(hard, planned, contents.with(slot, dish)),
    );
}

/** The hard rules whose lower bound this week does not reach, and the count it has. */
export function unmetRules(
  rules: readonly RuleConstraint[],
  planned: readonly Place[],
  contents: readonly Content[],
): { rule: RuleConstraint; count: number }[] {
  return rules
    .map((rule) => ({ rule, count: rule.fixedCount + countTagged(rule, planned, contents) }))
    .filter(({ rule, count }) => rule.isHard && count < rule.atLeast);
}

function countTagged(
  { covers, tagged }: RuleConstraint,
  planned: readonly Place[],
  contents: readonly Content[],
): number {
  return contents.filter((_, slot) => {
    const dish = eatenDish(contents, slot);
    return dish && covers(planned[slot] as Place) && tagged.has(dish);
  }).length;
}
