/** Which meals may eat the leftovers of which: a dish that keeps on the next day, a dish that freezes on any later day. */
import type { Place } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import type { Dish } from './dish.ts';
import { isMainMeal } from './slots.ts';

/** An earlier slot; `isFrozen`: so long ago that only a dish that freezes can be eaten. */
export type LeftoverSource = { readonly slot: number; readonly isFrozen: boolean };

/** The main meals before a slot. Leftovers are no breakfast. */
export function leftoverSourcesOf(slot: Place, planned: readonly Place[]): LeftoverSource[] {
  if (!isMainMeal(slot)) return [];
  const days = DAYS.indexOf(slot.day);
  return planned.flatMap((source, index) => {
    const daysAgo = days - DAYS.indexOf(source.day);
    return isMainMeal(source) && daysAgo > 0 ? [{ slot: index, isFrozen: daysAgo > 1 }] : [];
  });
}

export function mayReheat({ isReheatable, freezes }: Dish, { isFrozen }: LeftoverSource): boolean {
  return freezes || (isReheatable && !isFrozen);
}
