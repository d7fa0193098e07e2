/**
 * Locks: meals of an earlier proposal that must stay. A lock that violates the preferences is dropped, and
 * its slot is planned again. If two locks exclude each other, the earlier one in the week stays.
 */
import type { Place } from '#domain/plan/plan.ts';
import type { Dish } from './dish.ts';
import type { HardFilter } from './hard-filter.ts';
import { isSamePlace, type PlannedSlot } from './slots.ts';
import { type Content, type RuleConstraint, violatedRules } from './rules.ts';
import type { Lock } from './task.ts';

type LockContext = {
  readonly planned: readonly PlannedSlot[];
  /** For each planned slot the index of the dinner whose leftovers it may eat, or -1. */
  readonly previousDinners: readonly number[];
  readonly byId: ReadonlyMap<string, Dish>;
  /** Dishes of fixed meals. */
  readonly used: ReadonlySet<Dish>;
  readonly hardFilter: HardFilter;
  readonly rules: readonly RuleConstraint[];
};

/** For each planned slot the content that a valid lock gives it. */
export function resolveLocks(locks: readonly Lock[], context: LockContext): Content[] {
  const { planned, byId, rules } = context;
  let contents: Content[] = planned.map(() => undefined);
  for (const [index, slot] of planned.entries()) {
    const lock = locks.find((one) => isSamePlace(one, slot));
    const dish = lock && byId.get(lock.recipeId);
    if (!dish || contents[index] || contents.includes(dish)) continue;
    const lunch = lock.isDouble ? context.previousDinners.indexOf(index) : undefined;
    if (!isAllowed(dish, slot, context)) continue;
    if (lunch !== undefined && !mayReheat(dish, context.planned[lunch], context)) continue;
    const next = contents.with(index, dish);
    if (lunch !== undefined) next[lunch] = 'leftovers';
    if (violatedRules(rules, planned, next).length === 0) contents = next;
  }
  return contents;
}

function isAllowed(dish: Dish, slot: PlannedSlot, { hardFilter, used }: LockContext): boolean {
  return hardFilter.allowsDish(dish) && hardFilter.fitsSlot(dish, slot) && !used.has(dish);
}

function mayReheat(dish: Dish, lunch: Place | undefined, { hardFilter }: LockContext): boolean {
  return lunch !== undefined && dish.isReheatable && !hardFilter.isAvoided(dish, lunch);
}
