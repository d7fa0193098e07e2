/**
 * Relaxations: changes of preferences that would allow another dish in an empty slot. Allergens and diets
 * are never relaxed, and a dish that the week already contains is never considered.
 */
import type { Eater, PreferenceChange } from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { Instance } from '#planner/model/instance.ts';
import { usedDishIds } from '#planner/model/objective/repeats.ts';
import { type Content, rulesAgainst } from '#planner/model/rules.ts';
import type { PlannedSlot } from '#planner/model/slots.ts';
import { findByRecipe, type PlanningTask } from '#planner/model/task.ts';

/** The dishes that the slot may contain once all changes are made. */
export type Relaxation = { slot: number; changes: PreferenceChange[]; dishes: Dish[] };

const NEVER_RELAXED = ['allergens', 'diets', 'avoided'] as const;
const MINUTES_STEPS = [15, 20, 30, 45, 60, 90, 120];

/** For each empty slot. Dishes that need the same changes share one relaxation. */
export function relaxationsOf(
  contents: readonly Content[],
  instance: Instance,
  task: PlanningTask,
): Relaxation[] {
  return instance.planned.flatMap((place, slot) => {
    if (contents[slot]) return [];
    const rulesAgainstDish = rulesAgainst(slot, contents, instance);
    const found = new Map<string, Relaxation>();
    const used = usedDishIds(place, contents, instance);
    for (const dish of instance.dishes) {
      if (used.has(dish.id) || !dish.slots.includes(place.slot) || !isSafe(dish, place, instance)) continue;
      const changes = [
        ...dislikeChanges(dish, place, instance),
        ...minutesChanges(dish, place),
        ...restChanges(dish, place, instance, task),
        ...rulesAgainstDish(dish).map(softenRule),
      ];
      const key = JSON.stringify(changes);
      const same = found.get(key);
      if (same) same.dishes.push(dish);
      else found.set(key, { slot, changes, dishes: [dish] });
    }
    return [...found.values()];
  });
}

/** Whether the dish meets what is never relaxed. A dish with unknown foods may contain a food that an eater never eats. */
function isSafe(dish: Dish, slot: PlannedSlot, { hardFilter }: Instance): boolean {
  const isUnknown = !dish.isComplete && hardFilter.violates('dislikes', dish, slot);
  return !isUnknown && NEVER_RELAXED.every((constraint) => !hardFilter.violates(constraint, dish, slot));
}

function dislikeChanges(dish: Dish, slot: PlannedSlot, { hardFilter, eaters }: Instance): PreferenceChange[] {
  if (!hardFilter.violates('dislikes', dish, slot)) return [];
  return slot.eaters
    .map((index) => eaters[index] as Eater)
    .flatMap(({ id, dislikes }) =>
      dislikes
        .filter(({ foodId, isHard }) => isHard && dish.foodKeys.includes(foodId))
        .map(({ foodId }) => ({ kind: 'dislike', eaterId: id, foodId })),
    );
}

function minutesChanges(
  { clockMinutes }: Dish,
  { day, slot, minutes = Infinity }: PlannedSlot,
): PreferenceChange[] {
  if (clockMinutes <= minutes) return [];
  return [{ kind: 'minutes', day, slot, minutes: MINUTES_STEPS.find((step) => step >= clockMinutes) }];
}

function restChanges(
  dish: Dish,
  slot: PlannedSlot,
  { hardFilter }: Instance,
  { servedWeeksAway }: PlanningTask,
): PreferenceChange[] {
  const weeks = findByRecipe(servedWeeksAway, dish.id) ?? Infinity;
  return hardFilter.violates('rest', dish, slot) ? [{ kind: 'rest', weeks: weeks - 1 }] : [];
}

export function softenRule({ id }: { id: string }): PreferenceChange {
  return { kind: 'rule', ruleId: id };
}

/** Whether the offered change includes the needed one. */
export function includesChange(offered: PreferenceChange, needed: PreferenceChange): boolean {
  return preferenceKey(offered) === preferenceKey(needed) && extentOf(offered) >= extentOf(needed);
}

/** Identifies the preference that a change is about. */
export function preferenceKey(change: PreferenceChange): string {
  if (change.kind === 'rest') return change.kind;
  if (change.kind === 'rule') return `rule ${change.ruleId}`;
  if (change.kind === 'dislike') return `dislike ${change.eaterId} ${change.foodId}`;
  return `${change.kind} ${change.day} ${change.slot}`;
}

/** Of two changes of the same preference, the one with the larger extent includes the other. */
export function extentOf(change: PreferenceChange): number {
  if (change.kind === 'minutes') return change.minutes ?? Infinity;
  return change.kind === 'rest' ? -change.weeks : 0;
}
