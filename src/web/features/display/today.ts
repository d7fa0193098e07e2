/** Decides by the hour which meals are still to come and whether it is night. */
import { SLOTS, type Meal, type Slot } from '#domain/plan/plan.ts';
import { isSlotOver } from '#web/meals/slot-hours.ts';

const NIGHT = { from: 20, to: 6 };

type DayMeals = { [S in Slot]?: Meal | undefined };
export type SlotMeal = { slot: Slot; meal: Meal };

/** Today's remaining meals, the next one first. */
export function mealsToCome(meals: DayMeals, hour: number): SlotMeal[] {
  return SLOTS.filter((slot) => !isSlotOver(slot, hour)).flatMap((slot) => {
    const meal = meals[slot];
    return meal ? [{ slot, meal }] : [];
  });
}

export function isNight(hour: number): boolean {
  return hour >= NIGHT.from || hour < NIGHT.to;
}
