/**
 * The commands on a week, as edits: put, mark, clear, move, swap, copy, of meals and of single dishes. Each command is one change and shows a
 * toast with an undo button.
 */
import {
  asFamilyMeal,
  type Dish,
  dishesOf,
  isSameMeal,
  type Meal,
  mealAt,
  mealOfDishes,
  type Meals,
  SLOTS,
} from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import type { WeekPlace } from '#web/data/edit.ts';
import type { Edit } from '#http/endpoints/plan/changes.ts';
import { change, undo } from '#web/data/sync.ts';
import type { Translate, Translation } from '#web/base/i18n/translation.ts';
import { brief } from './meal-text.ts';
import { shortPlace } from './place-text.ts';

/** What a slot holds, as the person sees it. */
export type SlotContent = WeekPlace & { meal: Meal | null };
export type FilledSlot = SlotContent & { meal: Meal };

/** Puts a meal into a slot, or clears it. `place.meal` is what the person saw when they began. */
export function putMeal(translation: Translation, place: SlotContent, after: Meal | null): void {
  const { week, day, slot, meal: before } = place;
  if (isSameMeal(before, after)) return;
  submit(translation.t, [{ week, day, slot, before, after }], describePut(translation, place, after));
}

/** Gives dishes of a meal their recipes. `dishes` are their names. */
export function linkRecipe({ t }: Translation, place: SlotContent, after: Meal, dishes: string): void {
  const { week, day, slot, meal: before } = place;
  submit(t, [{ week, day, slot, before, after }], t('week.did-link', { meal: brief(dishes) }));
}

function describePut(translation: Translation, place: SlotContent, after: Meal | null): string {
  const { t } = translation;
  const where = shortPlace(translation, place);
  if (!after) return t('week.did-clear', { place: where });
  const meal = brief(after.description);
  if (after.kind && after.kind !== place.meal?.kind && place.meal?.description === after.description) {
    return t('week.did-mark', { meal, kind: t(`week.kind.${after.kind}`) });
  }
  return t('week.did-put', { place: where, meal });
}

/** Moves a meal to another slot, and the meal there, if any, back in exchange. */
export function moveMeal(translation: Translation, from: SlotContent, to: SlotContent): void {
  if (!from.meal || isSamePlace(from, to)) return;
  const { t } = translation;
  const meal = brief(from.meal.description);
  const what = to.meal
    ? t('week.did-swap', { meal, other: brief(to.meal.description) })
    : describeMove(translation, from.meal, to);
  submit(t, moveEdits(from, to), what);
}

export function moveEdits(from: SlotContent, to: SlotContent): Edit[] {
  return [
    { week: from.week, day: from.day, slot: from.slot, before: from.meal, after: to.meal },
    { week: to.week, day: to.day, slot: to.slot, before: to.meal, after: from.meal },
  ];
}

/** Into a free slot. */
export function copyMeal(translation: Translation, from: SlotContent, to: SlotContent): void {
  if (!from.meal) return;
  const { week, day, slot, meal: before } = to;
  submit(
    translation.t,
    [{ week, day, slot, before, after: from.meal }],
    describeMove(translation, from.meal, to),
  );
}

type DishMove = {
  /** Which of the dishes. */
  at: number;
  to: SlotContent;
  /** It stays where it is, too. */
  keeps: boolean;
};

/** Adds a dish of a meal to the meal of another slot. */
export function moveDish(translation: Translation, from: FilledSlot, { at, to, keeps }: DishMove): void {
  const dishes = dishesOf(from.meal);
  const [dish] = dishes.splice(at, 1);
  if (!dish) return;
  const after = mealOfDishes([...(to.meal ? dishesOf(to.meal) : []), dish]);
  const edits: Edit[] = [{ week: to.week, day: to.day, slot: to.slot, before: to.meal, after }];
  if (!keeps) {
    const { week, day, slot, meal: before } = from;
    edits.push({ week, day, slot, before, after: mealOfDishes(dishes) });
  }
  submit(translation.t, edits, describeMove(translation, dish, to));
}

function describeMove(translation: Translation, { description }: Dish, to: SlotContent): string {
  return translation.t('week.did-move', { meal: brief(description), place: shortPlace(translation, to) });
}

export function isSamePlace(first: WeekPlace, second: WeekPlace): boolean {
  return first.week === second.week && first.day === second.day && first.slot === second.slot;
}

type WeekMeals = { week: string; meals: Meals };

/** Fills the empty slots of a week from another week. */
export function copyWeek({ t }: Translation, from: WeekMeals, to: WeekMeals): void {
  const { edits, skipped } = copyEdits(from, to);
  if (edits.length > 0) submit(t, edits, t('week.did-copy', { count: edits.length, skipped }));
  else showToast({ text: t(skipped > 0 ? 'week.copy-no-room' : 'week.copy-nothing') });
}

/** `skipped`: how many meals were not copied because their slot is taken. */
export function copyEdits(from: WeekMeals, to: WeekMeals): { edits: Edit[]; skipped: number } {
  const edits: Edit[] = [];
  let skipped = 0;
  for (const day of DAYS) {
    for (const slot of SLOTS) {
      const after = mealAt(from.meals, { day, slot });
      if (!after) continue;
      if (mealAt(to.meals, { day, slot })) skipped += 1;
      else edits.push({ week: to.week, day, slot, before: null, after });
    }
  }
  return { edits, skipped };
}

/** Undoes the last change of this device, or the one with this id. */
export function undoChange(t: Translate, what: string, id?: string): void {
  const text = t('week.did-undo', { what });
  undo(text, id);
  showToast({ text });
}

/** One change with an undo button. */
export function submit(t: Translate, edits: Edit[], what: string): void {
  // What a person puts into a slot is no longer a planned meal: the planner must not replace it.
  const id = change(
    edits.map((edit) => ({ ...edit, after: edit.after && asFamilyMeal(edit.after) })),
    what,
  );
  if (id === undefined) return;
  showToast({ text: what, action: { label: t('week.undo'), run: () => undoChange(t, what, id) } });
}
