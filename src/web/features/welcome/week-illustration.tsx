/** A decorative week plan on a sheet of paper, hidden from screen readers. */
import { DAYS } from '#domain/week/week.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import './week-illustration.css';

/** Breakfast, lunch and dinner of seven days; some slots are empty. */
const MEALS: (MessageId | undefined)[][] = [
  ['welcome.meal.porridge', undefined, 'welcome.meal.jollof'],
  [undefined, 'welcome.meal.soup', 'welcome.meal.pasta'],
  ['welcome.meal.eggs', undefined, 'welcome.meal.dal'],
  [undefined, 'welcome.meal.leftovers', 'welcome.meal.tacos'],
  ['welcome.meal.porridge', undefined, 'welcome.meal.fish'],
  ['welcome.meal.pancakes', undefined, 'welcome.meal.pizza'],
  [undefined, 'welcome.meal.roast', 'welcome.meal.bread'],
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
