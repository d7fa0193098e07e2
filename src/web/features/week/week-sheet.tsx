/**
 * The print layout of the week: one sheet of any size and orientation. Longer texts get a smaller type size;
 * what still does not fit is cut off.
 */
import { memo } from 'react';
import { mealAt, type Meals, SLOTS } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import { addDays, dateOf } from '#web/base/calendar.ts';
import { useMe } from '#web/data/session.ts';
import { dayName, showDate, showDates } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { nameOfMeal } from '#web/meals/place-text.ts';
import './week-sheet.css';

/** Type sizes by the number of characters in the week. */
const SIZES = [
  { upTo: 700, size: 'large' },
  { upTo: 1_800, size: 'medium' },
  { upTo: 4_000, size: 'small' },
] as const;

export const WeekSheet = memo(function WeekSheet({ week, meals }: { week: string; meals: Meals }) {
  const translation = useTranslation();
  const { t, locale } = translation;
  const { family } = useMe();
  const dates = showDates(week, addDays(week, 6), locale, { day: 'numeric', month: 'long', year: 'numeric' });
  return (
    <section className={`week-sheet week-sheet-${sizeOf(meals)}`} aria-label={t('week.print')}>
      <header className="week-sheet-head">
        <span className="week-sheet-family">{family.name}</span>
        <span>{dates}</span>
      </header>
      {DAYS.map((day) => (
        <div key={day} className="week-sheet-day">
          <p className="week-sheet-name">
            <strong>{dayName(day, locale)}</strong>{' '}
            {showDate(dateOf(week, day), locale, { day: 'numeric', month: 'numeric' })}
          </p>
          {SLOTS.map((slot) => {
            const meal = mealAt(meals, { day, slot });
            return (
              <p key={slot} className="week-sheet-meal">
                <small>{t(`week.slot.${slot}`)}</small>
                {meal && <span>{nameOfMeal(translation, meal)}</span>}
              </p>
            );
          })}
        </div>
      ))}
    </section>
  );
});

function sizeOf(meals: Meals): string {
  const all = DAYS.flatMap((day) => SLOTS.map((slot) => mealAt(meals, { day, slot })?.description ?? ''));
  const characters = all.join('').length;
  return SIZES.find(({ upTo }) => characters <= upTo)?.size ?? 'tiny';
}
