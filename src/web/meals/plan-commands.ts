/**
 * The commands on a week, as edits: put, mark, clear, move, swap, copy. Each command is one change and shows a
 * toast with an undo button.
 */
import { isSameMeal, type Meal, mealAt, type Meals, asFamilyMeal, SLOTS } from '#domain/plan/plan.ts';
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
    : t('week.did-move', { meal, place: shortPlace(translation, to) });
  submit(t, moveEdits(from, to), what);
}

export function moveEdits(from: SlotContent, to: SlotContent): Edit[] {
  return [
    { week: from.week, day: from.day, slot: from.slot, before: from.meal, after: to.meal },
    { week: to.week, day: to.day, slot: to.slot, before: to.meal, after: from.meal },
  ];
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
