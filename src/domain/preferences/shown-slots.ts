/** Which slots of a day a family sees: those that it plans and those of its meals, so that others take no space. */
import { type Meals, PUBLIC_SLOTS, type Slot, SLOTS } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';

/** `planned` is absent for a family that has not chosen its slots. */
export function shownSlots(planned: readonly Slot[] | undefined, meals: Meals = {}): Slot[] {
  const withMeals = SLOTS.filter((slot) => DAYS.some((day) => meals[day]?.[slot]));
  return withSlots(planned?.length ? planned : PUBLIC_SLOTS, withMeals);
}

/** The slots to choose from, also those that are chosen already. */
export function withSlots(slots: readonly Slot[], chosen: readonly Slot[]): Slot[] {
  return SLOTS.filter((slot) => slots.includes(slot) || chosen.includes(slot));
}
