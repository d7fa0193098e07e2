/**
 * The print layout of the week: one sheet of any size and orientation. Longer texts get a smaller type size;
 * what still does not fit is cut off.
 */
import { memo } from 'react';
import { mealAt, mealName, type Meals, mealsIn, sharedSides } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import { addDays, dateOf } from '#web/base/calendar.ts';
import { useMe } from '#web/data/session.ts';
import { dayName, showDate, showDates } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { useShownSlots } from '#web/meals/shown-slots.ts';
import { slotCount } from '#web/meals/slot-count.ts';
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
  const shown = useShownSlots(meals);
  const dates = showDates(week, addDays(week, 6), locale, { day: 'numeric', month: 'long', year: 'numeric' });
  return (
    <section
      className={`week-sheet week-sheet-${sizeOf(meals)}`}
      aria-label={t('week.print')}
      style={slotCount(shown)}
    >
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
          {shown.map((slot) => {
            const meal = mealAt(meals, { day, slot });
            return (
              <p key={slot} className="week-sheet-meal" data-cell={`${day} ${slot}`}>
                <small>{t(`week.slot.${slot}`)}</small>
                {meal && (
                  <span>
                    {nameOfMeal(translation, { ...meal, sides: undefined })}
                    {sharedSides(meal).length > 0 && (
                      <span className="week-sheet-sides">
                        {sharedSides(meal)
                          .map(({ description }) => description)
                          .join(', ')}
                      </span>
                    )}
                  </span>
                )}
              </p>
            );
          })}
        </div>
      ))}
    </section>
  );
});

function sizeOf(meals: Meals): string {
  const characters = mealsIn(meals).map(mealName).join('').length;
  return SIZES.find(({ upTo }) => characters <= upTo)?.size ?? 'tiny';
}
