/**
 * Locks: meals of an earlier proposal that shall stay. One that the wishes no longer allow is dropped, and
 * its slot is planned anew; of two that cannot both stay, the earlier in the week does.
 */
import type { Place } from '#domain/plan/plan.ts';
import type { SlotSettings } from '#domain/preferences/preferences.ts';
import type { Dish } from './dish.ts';
import type { Gate } from './hard-filter.ts';
import { isSamePlace } from './slots.ts';
import { brokenRules, type Content, type RuleCount } from './rules.ts';
import type { Lock } from './task.ts';

type Ground = {
  readonly planned: readonly (Place & SlotSettings)[];
  /** For each planned slot, the slot of the dinner whose leftovers it may eat; -1 where there is none. */
  readonly dinners: readonly number[];
  readonly byId: ReadonlyMap<string, Dish>;
  /** Dishes that stand fixed. */
  readonly taken: ReadonlySet<Dish>;
  readonly gate: Gate;
  readonly rules: readonly RuleCount[];
};

/** What the locks hold of each planned slot. */
export function settleLocks(locks: readonly Lock[], ground: Ground): Content[] {
  const { planned, byId, rules } = ground;
  let held: Content[] = planned.map(() => undefined);
  for (const [index, slot] of planned.entries()) {
    const lock = locks.find((one) => isSamePlace(one, slot));
    const dish = lock && byId.get(lock.recipeId);
    if (!dish || held[index] || held.includes(dish)) continue;
    const lunch = lock.isDouble ? ground.dinners.indexOf(index) : undefined;
    if (!isAllowed(dish, slot, ground) || (lunch !== undefined && !mayKeep(dish, lunch, ground))) continue;
    const after = held.with(index, dish);
    if (lunch !== undefined) after[lunch] = 'leftovers';
    if (brokenRules(rules, planned, after).length === 0) held = after;
  }
  return held;
}

function isAllowed(dish: Dish, slot: Place & SlotSettings, { gate, taken }: Ground): boolean {
  return gate.isWelcome(dish) && gate.fits(dish, slot) && !taken.has(dish);
}

function mayKeep(dish: Dish, lunch: number, { planned, gate }: Ground): boolean {
  const slot = planned[lunch];
  return slot !== undefined && dish.keeps && !gate.isAvoided(dish, slot);
}
