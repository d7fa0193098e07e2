/**
 * Rules on tags as cardinality constraints on what is eaten, leftovers included. A hard "at least" becomes an upper
 * bound on slots with any other content. So an empty week meets every hard rule, and emptying a slot never violates one.
 */
import type { Place } from '#domain/plan/plan.ts';
import { isFoodTag, type Rule } from '#domain/preferences/preferences.ts';
import { type Dish, tagTest } from './dish.ts';
import type { HardFilter } from './hard-filter.ts';
import type { PlannedSlot } from './slots.ts';

export type RuleConstraint = {
  readonly id: string;
  readonly isHard: boolean;
  /** Dishes with the rule's tag. */
  readonly tagged: ReadonlySet<Dish>;
  /** Whether a dish counts in the slot: one with the tag, or one that is served there with a variant that counts. */
  readonly countsIn: (slot: PlannedSlot, dish: Dish) => boolean;
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
  hardFilter: Pick<HardFilter, 'servesVariant'>,
): RuleConstraint[] {
  return rules.map((rule) => {
    const { id, days, slots, isHard, atLeast = 0, atMost = Infinity } = rule;
    const covers = ({ day, slot }: Place): boolean =>
      (days.length === 0 || days.includes(day)) && (slots.length === 0 || slots.includes(slot));
    const tagged = new Set(dishes.filter(ruleTest(rule)));
    const withTaggedVariant = new Set(isHard && atMost === 0 ? dishes.filter(variantTest(rule)) : []);
    const fixedCount = fixedDishes.filter((meal) => covers(meal) && tagged.has(meal.dish)).length;
    const slotCount = fillable.filter(covers).length;
    return {
      id,
      isHard,
      tagged,
      countsIn: (slot, dish) =>
        tagged.has(dish) || (withTaggedVariant.has(dish) && hardFilter.servesVariant(dish, slot)),
      covers,
      fixedCount,
      atLeast,
      atMost,
      maxTagged: isHard ? Math.max(0, atMost - fixedCount) : Infinity,
      maxUntagged: isHard ? Math.max(0, slotCount + fixedCount - atLeast) : Infinity,
    };
  });
}

/** A food that must not be in a variant, or in an ingredient line that was not understood, either. */
function isNeverEaten({ tag, atMost, isHard }: Rule): boolean {
  return isHard && atMost === 0 && isFoodTag(tag);
}

function ruleTest(rule: Rule): (dish: Dish) => boolean {
  const hasTag = tagTest(rule.tag);
  return isNeverEaten(rule) ? (dish) => !dish.isComplete || hasTag(dish) : hasTag;
}

/**
 * Whether a dish has a variant with what the rule forbids. A variant has no main protein of its own: a food of that group
 * which the dish does not contain takes the place of its protein. Other tags are of the dish alone.
 */
function variantTest(rule: Rule): (dish: Dish) => boolean {
  if (rule.tag.startsWith('protein:')) {
    const group = `group:${rule.tag.slice('protein:'.length).trim().toLowerCase()}`;
    return ({ foodKeys, variant }) => !foodKeys.includes(group) && variant?.foodKeys.includes(group) === true;
  }
  if (!isNeverEaten(rule)) return () => false;
  const counts = ruleTest(rule);
  return (dish) => dish.variant !== undefined && counts({ ...dish, ...dish.variant });
}

/** Equal for two dishes if no rule can tell them apart. */
export function tagCombination(dish: Dish, rules: readonly RuleConstraint[]): string {
  return rules.map(({ tagged }) => Number(tagged.has(dish))).join('');
}

/** The hard rules that this week violates. */
export function violatedRules(
  rules: readonly RuleConstraint[],
  planned: readonly PlannedSlot[],
  contents: readonly Content[],
): RuleConstraint[] {
  return rules.filter((rule) => {
    const filled = contents.filter((content, slot) => content && rule.covers(planned[slot] as Place)).length;
    const tagged = countTagged(rule, planned, contents);
    return tagged > rule.maxTagged || filled - tagged > rule.maxUntagged;
  });
}

/** The hard rules that a dish would violate in this slot. Dishes that the same rules count are checked once. */
export function rulesAgainst(
  slot: number,
  contents: readonly Content[],
  { rules, planned }: { readonly rules: readonly RuleConstraint[]; readonly planned: readonly PlannedSlot[] },
): (dish: Dish) => readonly RuleConstraint[] {
  const hard = rules.filter(({ isHard }) => isHard);
  const place = planned[slot] as PlannedSlot;
  const cache = new Map<string, RuleConstraint[]>();
  return (dish) =>
    cache.getOrInsertComputed(hard.map(({ countsIn }) => Number(countsIn(place, dish))).join(''), () =>
      violatedRules(hard, planned, contents.with(slot, dish)),
    );
}

/** The hard rules whose lower bound this week does not reach, and the count it has. */
export function unmetRules(
  rules: readonly RuleConstraint[],
  planned: readonly PlannedSlot[],
  contents: readonly Content[],
): { rule: RuleConstraint; count: number }[] {
  return rules
    .map((rule) => ({ rule, count: rule.fixedCount + countTagged(rule, planned, contents) }))
    .filter(({ rule, count }) => rule.isHard && count < rule.atLeast);
}

function countTagged(
  { covers, countsIn }: RuleConstraint,
  planned: readonly PlannedSlot[],
  contents: readonly Content[],
): number {
  return contents.filter((_, index) => {
    const slot = planned[index] as PlannedSlot;
    const dish = eatenDish(contents, index);
    return dish && covers(slot) && countsIn(slot, dish);
  }).length;
}
