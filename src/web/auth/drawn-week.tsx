/** A week on a sheet of paper, held to the fridge by two magnets. A picture: it is not read out. */
import { DAYS } from '#domain/week/week.ts';
import type { MessageId } from '#web/i18n/message-ids.ts';
import { dayName } from '#web/i18n/dates.ts';
import { useTranslation } from '#web/i18n/words.ts';
import './drawn-week.css';

/** Breakfast, lunch and dinner of seven days; not every slot needs a plan. */
const MEALS: (MessageId | undefined)[][] = [
  ['entry.meal.porridge', undefined, 'entry.meal.jollof'],
  [undefined, 'entry.meal.soup', 'entry.meal.pasta'],
  ['entry.meal.eggs', undefined, 'entry.meal.dal'],
  [undefined, 'entry.meal.leftovers', 'entry.meal.tacos'],
  ['entry.meal.porridge', undefined, 'entry.meal.fish'],
  ['entry.meal.pancakes', undefined, 'entry.meal.pizza'],
  [undefined, 'entry.meal.roast', 'entry.meal.bread'],
];
const SLOTS = ['breakfast', 'lunch', 'dinner'];

export function DrawnWeek() {
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
