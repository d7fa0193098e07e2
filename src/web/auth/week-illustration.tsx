/** A decorative week plan on a sheet of paper, hidden from screen readers. */
import { DAYS } from '#domain/week/week.ts';
import type { MessageId } from '#web/i18n/message-ids.ts';
import { dayName } from '#web/i18n/dates.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import './week-illustration.css';

/** Breakfast, lunch and dinner of seven days; some slots are empty. */
const MEALS: (MessageId | undefined)[][] = [
  ['auth.meal.porridge', undefined, 'auth.meal.jollof'],
  [undefined, 'auth.meal.soup', 'auth.meal.pasta'],
  ['auth.meal.eggs', undefined, 'auth.meal.dal'],
  [undefined, 'auth.meal.leftovers', 'auth.meal.tacos'],
  ['auth.meal.porridge', undefined, 'auth.meal.fish'],
  ['auth.meal.pancakes', undefined, 'auth.meal.pizza'],
  [undefined, 'auth.meal.roast', 'auth.meal.bread'],
];
const SLOTS = ['breakfast', 'lunch', 'dinner'];

export function WeekIllustration() {
  const { t, locale } = useTranslation();
  return (
    <div className="drawn-week" aria-hidden="true">
      {DAYS.map((day, at) => (
        <div key={day} className="drawn-day">
          <span className="drawn-name">{dayName(day, locale, 'short')}</span>
          {SLOTS.map((slot, row) => {
            const meal = MEALS[at]?.[row];
            return (
              <span key={slot} className={`drawn-slot drawn-${meal ? slot : 'empty'}`}>
                {meal && t(meal)}
              </span>
            );
          })}
        </div>
      ))}
    </div>
  );
}
