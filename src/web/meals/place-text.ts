/** The names of weeks, slots and meals as text. */
import type { Meal, Place } from '#domain/plan/plan.ts';
import { addDays, dateOf } from '#web/base/calendar.ts';
import type { WeekPlace } from '#web/data/edit.ts';
import { dayName, showDate, showDates } from '#web/base/i18n/dates.ts';
import type { Translate, Translation } from '#web/base/i18n/translation.ts';

/** `9 – 15 November 2026` */
export function nameOfWeek(week: string, locale: string): string {
  const shape = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  return showDates(week, addDays(week, 6), locale, shape);
}

/** `Dinner, Tuesday 17 November` */
export function nameOfPlace({ t, locale }: Translation, { week, day, slot }: WeekPlace): string {
  const shape = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  return t('week.place', {
    slot: t(`week.slot.${slot}`),
    day: showDate(dateOf(week, day), locale, shape),
  });
}

/** `Tuesday, dinner`, where the week is clear. */
export function shortPlace({ t, locale }: Translation, { day, slot }: Place): string {
  return t('week.place-short', { day: dayName(day, locale), slot: t(`week.slot.${slot}`) });
}

/** `Lasagne, leftovers`, or `free`. */
export function nameOfMeal({ t }: Translation, meal: Meal | null | undefined): string {
  if (!meal) return t('week.free');
  return hasKindLabel(t, meal) ? `${meal.description}, ${t(`week.kind.${meal.kind}`)}` : meal.description;
}

/** Whether to show the kind. Not if the text is the name of the kind. */
export function hasKindLabel(t: Translate, meal: Meal): meal is Meal & { kind: NonNullable<Meal['kind']> } {
  return meal.kind !== undefined && meal.description !== t(`week.kind.${meal.kind}`);
}
