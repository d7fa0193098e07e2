/**
 * Edits: what stood in a place of the plan, and what shall stand there. Decides what
 * undoing means, what belongs together and how edits look laid over a plan. Knows no network, no clock, no page.
 */
import type { Edit } from '#http/app/contract.ts';
import { isSameMeal, type Meal, type Meals, orderMeal, type Place, withMeal } from '#domain/plan/plan.ts';

export type WeekPlace = Place & Pick<Edit, 'week'>;

/** What stands in a place now. */
export type MealAt = (place: WeekPlace) => Meal | null;

/** A place as one text, to find it again among others. */
export function placeKey({ week, day, slot }: WeekPlace): string {
  return `${week} ${day} ${slot}`;
}

export function inverse(edits: readonly Edit[]): Edit[] {
  return edits.map((edit) => ({ ...edit, before: edit.after, after: edit.before }));
}

/** The form in which the server keeps a meal, so that what comes back compares as the same. */
function normalizeMeal(meal: Meal | null): Meal | null {
  if (meal === null) return null;
  return orderMeal({ ...meal, description: meal.description.trim() });
}

/** The edits as they are sent: tidy, and without those that change nothing. */
export function normalize(edits: readonly Edit[]): Edit[] {
  const tidied = edits.map(({ week, day, slot, before, after }) => ({
    week,
    day,
    slot,
    before: normalizeMeal(before),
    after: normalizeMeal(after),
  }));
  if (new Set(tidied.map(placeKey)).size < tidied.length) throw new Error('A change names a place twice.');
  return tidied.filter(({ before, after }) => !isSameMeal(before, after));
}

/** One edit a place instead of several in a row, and none where they cancel out. */
export function squash(edits: readonly Edit[]): Edit[] {
  const folded = new Map<string, Edit>();
  for (const edit of edits) {
    const name = placeKey(edit);
    folded.set(name, { ...edit, before: (folded.get(name) ?? edit).before });
  }
  return [...folded.values()].filter(({ before, after }) => !isSameMeal(before, after));
}

/**
 * Whether a change takes a meal from one place to another. Then it is done as a whole or not at all:
 * half of it would leave the meal in both places, or in none.
 */
export function movesMeal(edits: readonly Edit[]): boolean {
  return edits.some(
    (from) => from.before && edits.some((to) => to !== from && isSameMeal(to.after, from.before)),
  );
}

/** The meals of a week with these edits laid over them, whatever they were made against. */
export function applyEdits(meals: Meals, week: string, edits: readonly Edit[]): Meals {
  return edits
    .filter((edit) => edit.week === week)
    .reduce((shown, edit) => withMeal(shown, edit, edit.after), meals);
}
