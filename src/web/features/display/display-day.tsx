/** One of the next days on the display: dinner first, then the other meals. */
import type { PicturesByRecipe } from '#domain/dish-picture/dish-picture.ts';
import type { Meal, Slot } from '#domain/plan/plan.ts';
import type { VariantNames } from '#domain/preferences/variant-text.ts';
import type { WarningsByMeal } from '#domain/preferences/warnings.ts';
import { DishPicture } from '#web/meals/picture/dish-picture.tsx';
import { MealSign } from '#web/meals/warnings/warning-sign.tsx';
import { showDate } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { MealText } from './meal-text.tsx';

const BEFORE_DINNER = ['breakfast', 'lunchbox', 'lunch', 'snack'] as const;

/** The warnings for those who eat in a slot of the day, and the names of variants. */
export type SlotWarnings = (slot: Slot) => { warnings: WarningsByMeal; variantNames: VariantNames };

type DayProps = {
  date: string;
  /** Undefined if the day is not loaded. */
  meals: { [S in Slot]?: Meal | undefined } | undefined;
  warnings: SlotWarnings;
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
        {meals?.dinner && <DayMeal slot="dinner" meal={meals.dinner} warnings={warnings} />}
        {others.length > 0 && (
          <div className="display-day-others">
            {others.map((slot) => (
              <DayMeal key={slot} slot={slot} meal={meals?.[slot] as Meal} warnings={warnings} />
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

type MealProps = { slot: Slot; meal: Meal; warnings: SlotWarnings };

/** Everyone knows that the large one is the dinner. */
function DayMeal({ slot, meal, warnings }: MealProps) {
  const { t } = useTranslation();
  const isDinner = slot === 'dinner';
  return (
    <>
      <p className={isDinner ? 'display-day-dinner' : `display-${slot}`}>
        {isDinner ? (
          <span className="sr-only">{t('display.slot.dinner')}:</span>
        ) : (
          <b className="display-slot">{t(`display.slot.${slot}`)}</b>
        )}{' '}
        <MealText meal={meal} />
      </p>
      <MealSign meal={meal} {...warnings(slot)} form="names" />
    </>
  );
}
