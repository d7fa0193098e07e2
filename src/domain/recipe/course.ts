/** The course of a recipe: what it is of a meal. */
import type { Slot } from '#domain/plan/plan.ts';

export const COURSES = ['main', 'side', 'salad', 'dessert', 'drink'] as const;
export type Course = (typeof COURSES)[number];

/** `meals`: the slots that the recipe suits, alone or beside a main dish. */
export type Serving = { readonly course: Course; readonly meals: readonly Slot[] };

/** Whether the recipe is a meal of its own in the slot. */
export function fillsSlot({ course, meals }: Serving, slot: Slot): boolean {
  return meals.includes(slot) && course === 'main';
}
