/** Decides by the hour which meals are still to come and whether it is night. */
import { SLOTS, type Meal, type Slot } from '#domain/plan/plan.ts';

/** From this hour on, a meal is over. Dinner stays until midnight. */
const OVER_AT: Record<Slot, number> = { breakfast: 10, lunchbox: 10, lunch: 15, snack: 17, dinner: 24 };
const NIGHT = { from: 20, to: 6 };

type DayMeals = { [S in Slot]?: Meal | undefined };
export type SlotMeal = { slot: Slot; meal: Meal };

/** Today's remaining meals, the next one first. */
export function mealsToCome(meals: DayMeals, hour: number): SlotMeal[] {
  return SLOTS.filter((slot) => hour < OVER_AT[slot]).flatMap((slot) => {
    const meal = meals[slot];
    return meal ? [{ slot, meal }] : [];
  });
}

export function isNight(hour: number): boolean {
  return hour >= NIGHT.from || hour < NIGHT.to;
}

/** The hour in a time zone, 0 to 23. */
export function hourAt(nowMs: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return Number(clock.format(nowMs));
}
