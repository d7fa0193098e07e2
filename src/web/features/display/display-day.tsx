/** One of the next days on the display: dinner first, then the other meals. */
import { Fragment } from 'react';
import type { PicturesByRecipe } from '#domain/dish-picture/dish-picture.ts';
import type { Meal, Slot } from '#domain/plan/plan.ts';
import type { WarningsByMeal } from '#domain/preferences/warnings.ts';
import { DishPicture } from '#web/meals/picture/dish-picture.tsx';
import { MealSign } from '#web/meals/warnings/warning-sign.tsx';
import { showDate } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { MealText } from './meal-text.tsx';

const BEFORE_DINNER = ['breakfast', 'lunch'] as const;

type DayProps = {
  date: string;
  /** Undefined if the day is not loaded. */
  meals: { [S in Slot]?: Meal | undefined } | undefined;
  warnings: WarningsByMeal;
  pictures: PicturesByRecipe;
};

export function DisplayDay({ date, meals, warnings, pictures }: DayProps) {
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
            <span className="sr-only">{t('display.slot.dinner')}:</span> <MealText meal={meals.dinner} />
          </p>
        )}
        {meals?.dinner && <MealSign meal={meals.dinner} warnings={warnings} form="names" />}
        {others.length > 0 && (
          <div className="display-day-others">
            {others.map((slot) => (
              <Fragment key={slot}>
                <p className={`display-${slot}`}>
                  <b className="display-slot">{t(`display.slot.${slot}`)}</b>{' '}
                  <MealText meal={meals?.[slot] as Meal} />
                </p>
                <MealSign meal={meals?.[slot] as Meal} warnings={warnings} form="names" />
              </Fragment>
            ))}
          </div>
        )}
        {!meals?.dinner && others.length === 0 && (
          <p className="display-nothing">{t(meals ? 'display.nothing' : 'display.not-known')}</p>
        )}
      </div>
      {meals?.dinner?.recipeId && (
        <DishPicture className="display-day-picture" picture={pictures[meals.dinner.recipeId]} />
      )}
    </li>
  );
}
