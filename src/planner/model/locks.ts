/**
 * Locks: meals of an earlier proposal that must stay. A lock that violates the preferences is dropped, and
 * its slot is planned again. If two locks exclude each other, the earlier one in the week stays.
 */
import { isSamePlace } from '#domain/plan/plan.ts';
import type { Dish } from './dish.ts';
import type { HardFilter } from './hard-filter.ts';
import { type LeftoverSource, mayReheat } from './leftovers.ts';
import { usedDishIds } from './objective/repeats.ts';
import { type Content, type RuleConstraint, violatedRules } from './rules.ts';
import type { FixedMeal, PlannedSlot } from './slots.ts';
import type { Lock } from './task.ts';

type LockContext = {
  readonly planned: readonly PlannedSlot[];
  readonly fixedMeals: readonly FixedMeal[];
  /** For each planned slot the earlier slots whose leftovers it may eat. */
  readonly leftoverSources: readonly (readonly LeftoverSource[])[];
  readonly byId: ReadonlyMap<string, Dish>;
  readonly hardFilter: HardFilter;
  readonly rules: readonly RuleConstraint[];
};

/** For each planned slot the content that a valid lock gives it. */
export function resolveLocks(locks: readonly Lock[], context: LockContext): Content[] {
  const { planned, byId, rules } = context;
  let contents: Content[] = planned.map(() => undefined);
  for (const [index, slot] of planned.entries()) {
    const lock = locks.find((lock) => isSamePlace(lock, slot));
    const dish = lock && byId.get(lock.recipeId);
    if (!dish || contents[index] || !isAllowed(dish, slot, context)) continue;
    if (usedDishIds(slot, contents, context).has(dish.id)) continue;
    const next = contents.with(index, dish);
    if (lock.leftoversAt) {
      const eating = leftoversSlot(lock, index, dish, context);
      if (eating === undefined || next[eating]) continue;
      next[eating] = { leftoversOf: index };
    }
    if (violatedRules(rules, planned, next).length === 0) contents = next;
  }
  return contents;
}

function isAllowed(dish: Dish, slot: PlannedSlot, { hardFilter }: LockContext): boolean {
  return hardFilter.allowsDish(dish) && hardFilter.fitsSlot(dish, slot);
}

/** The slot that eats the leftovers of a locked dish; undefined if it may not. */
function leftoversSlot(
  { leftoversAt }: Lock,
  cooked: number,
  dish: Dish,
  { planned, leftoverSources, hardFilter }: LockContext,
): number | undefined {
  const index = planned.findIndex((slot) => leftoversAt && isSamePlace(slot, leftoversAt));
  const source = leftoverSources[index]?.find(({ slot }) => slot === cooked);
  const eating = planned[index];
  return eating && source && mayReheat(dish, source) && hardFilter.fitsAsLeftovers(dish, eating)
    ? index
    : undefined;
}
