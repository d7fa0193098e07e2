/** One of the next days on the display: dinner first, then the other meals. */
import type { Meal, Slot } from '#domain/plan/plan.ts';
import { showDate } from '#web/i18n/dates.ts';
import type { MessageId } from '#web/i18n/message-ids.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { MealText } from './meal-text.tsx';

const BEFORE_DINNER = ['breakfast', 'lunch'] as const;
const NAMES: Record<Slot, MessageId> = {
  breakfast: 'display.breakfast',
  lunch: 'display.lunch',
  dinner: 'display.dinner',
};

/** `meals` is undefined if the day is not loaded. */
export function DisplayDay({
  date,
  meals,
}: {
  date: string;
  meals: { [S in Slot]?: Meal | undefined } | undefined;
}) {
  const { t, locale } = useTranslation();
  const others = BEFORE_DINNER.filter((slot) => meals?.[slot]);
  return (
    <li className="display-day">
      <p className="display-day-name">
        {showDate(date, locale, { weekday: 'long' })}
        <span>{showDate(date, locale, { day: 'numeric', month: 'short' })}</span>
      </p>
      <div className="display-day-meals">
        {meals?.dinner && (
          <p className="display-day-dinner">
            <span className="sr-only">{t(NAMES.dinner)}:</span> <MealText meal={meals.dinner} />
          </p>
        )}
        {others.length > 0 && (
          <p className="display-day-others">
            {others.map((slot) => (
              <span key={slot} className={`display-${slot}`}>
                <b className="display-slot">{t(NAMES[slot])}</b> <MealText meal={meals?.[slot] as Meal} />
              </span>
            ))}
          </p>
        )}
        {!meals?.dinner && others.length === 0 && (
          <p className="display-nothing">{t(meals ? 'display.nothing' : 'display.not-known')}</p>
        )}
      </div>
    </li>
  );
}
