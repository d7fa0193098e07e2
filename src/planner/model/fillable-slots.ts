/** Slots that can have a meal at all. No rule can expect one in the others. */
import type { Dish } from './dish.ts';
import type { HardFilter } from './hard-filter.ts';
import { type LeftoverSource, mayReheat } from './leftovers.ts';
import { usedDishIds } from './objective/repeats.ts';
import type { FixedMeal, PlannedSlot } from './slots.ts';

type Week = {
  readonly dishes: readonly Dish[];
  readonly planned: readonly PlannedSlot[];
  readonly fixedMeals: readonly FixedMeal[];
  readonly hardFilter: HardFilter;
  /** For each planned slot the earlier slots whose leftovers it may eat. */
  readonly leftoverSources: readonly (readonly LeftoverSource[])[];
};

/** The planned slots for which a dish may be cooked, or which may eat the leftovers of one. */
export function fillableSlots({
  dishes,
  planned,
  fixedMeals,
  hardFilter,
  leftoverSources,
}: Week): PlannedSlot[] {
  const allowed = dishes.filter(hardFilter.allowsDish);
  const used = planned.map((slot) => usedDishIds(slot, [], { planned, fixedMeals }));
  const canCook = (dish: Dish, index: number): boolean =>
    hardFilter.fitsSlot(dish, planned[index] as PlannedSlot) && !used[index]?.has(dish.id);
  return planned.filter(
    (slot, index) =>
      allowed.some((dish) => canCook(dish, index)) ||
      leftoverSources[index]?.some((source) =>
        allowed.some(
          (dish) =>
            mayReheat(dish, source) && hardFilter.fitsAsLeftovers(dish, slot) && canCook(dish, source.slot),
        ),
      ),
  );
}
