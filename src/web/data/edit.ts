/** Edits of a plan: what a slot held before and what it holds after. Pure. */
import type { Edit } from '#http/endpoints/plan/changes.ts';
import {
  dishesOf,
  isSameMeal,
  type Meal,
  type Meals,
  orderMeal,
  type Place,
  withMeal,
} from '#domain/plan/plan.ts';

export type WeekPlace = Place & Pick<Edit, 'week'>;

/** What a slot holds now. */
export type MealAt = (place: WeekPlace) => Meal | null;

/** A slot of a week as one text, for maps and sets. */
export function placeKey({ week, day, slot }: WeekPlace): string {
  return `${week} ${day} ${slot}`;
}

export function inverse(edits: readonly Edit[]): Edit[] {
  return edits.map((edit) => ({ ...edit, before: edit.after, after: edit.before }));
}

/** The form in which the server stores a meal, so that its response compares as equal. */
function normalizeMeal(meal: Meal | null): Meal | null {
  if (meal === null) return null;
  return orderMeal({ ...meal, description: meal.description.trim() });
}

/** The edits as they are sent: normalized, and without those that change nothing. */
export function normalize(edits: readonly Edit[]): Edit[] {
  const normalized = edits.map(({ week, day, slot, before, after }) => ({
    week,
    day,
    slot,
    before: normalizeMeal(before),
    after: normalizeMeal(after),
  }));
  if (new Set(normalized.map(placeKey)).size < normalized.length)
    throw new Error('A change names a place twice.');
  return normalized.filter(({ before, after }) => !isSameMeal(before, after));
}

/** Combines the edits of one slot into one, and drops those that cancel out. */
export function squash(edits: readonly Edit[]): Edit[] {
  const squashed = new Map<string, Edit>();
  for (const edit of edits) {
    const name = placeKey(edit);
    squashed.set(name, { ...edit, before: (squashed.get(name) ?? edit).before });
  }
  return [...squashed.values()].filter(({ before, after }) => !isSameMeal(before, after));
}

/**
 * Whether a change moves a dish from one slot to another. Then it is atomic: half of it would leave the dish
 * in both slots, or in none.
 */
export function movesDish(edits: readonly Edit[]): boolean {
  return edits.some((from) => {
    const left = dishTexts(from.after);
    const gone = dishTexts(from.before).filter((dish) => !left.includes(dish));
    return edits.some((to) => to !== from && dishTexts(to.after).some((dish) => gone.includes(dish)));
  });
}

/** Each dish as one text, to compare. */
function dishTexts(meal: Meal | null): string[] {
  return meal ? dishesOf(orderMeal(meal)).map((dish) => JSON.stringify(dish)) : [];
}

/** The meals of a week with these edits applied, whatever their `before` is. */
export function applyEdits(meals: Meals, week: string, edits: readonly Edit[]): Meals {
  return edits
    .filter((edit) => edit.week === week)
    .reduce((shown, edit) => withMeal(shown, edit, edit.after), meals);
}
