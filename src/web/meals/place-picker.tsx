/** Every slot of some weeks as a button with its meal, to choose a place. */
import { useState } from 'react';
import { type Meals, mealAt, SLOTS } from '#domain/plan/plan.ts';
import { withSlots } from '#domain/preferences/shown-slots.ts';
import { DAYS } from '#domain/week/week.ts';
import { addDays } from '#web/base/calendar.ts';
import { usePlan } from '#web/data/sync.ts';
import { dayName, showDates } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { type SlotContent, isSamePlace } from './plan-commands.ts';
import { brief } from './meal-text.ts';
import { nameOfMeal, nameOfPlace } from './place-text.ts';
import { useShownSlots } from './shown-slots.ts';
import { slotCount } from './slot-count.ts';
import './meal-tones.css';
import './place-picker.css';

type PickerProps = {
  weeks: [string, ...string[]];
  /** The meal's current slot, which cannot be chosen. */
  from?: SlotContent;
  /** All, if absent. */
  canChoose?: (to: SlotContent) => boolean;
  onChoose: (to: SlotContent) => void;
};

export function PlacePicker({ weeks, from, canChoose = () => true, onChoose }: PickerProps) {
  const { t, locale } = useTranslation();
  const [week, setWeek] = useState(weeks[0]);
  const { meals, state } = usePlan(week);
  return (
    <>
      <fieldset className="week-move-weeks">
        <legend className="sr-only">{t('week.weeks')}</legend>
        {weeks.map((choice) => (
          <label key={choice} className="week-move-week">
            <input
              type="radio"
              name="week"
              className="sr-only"
              checked={week === choice}
              onChange={() => setWeek(choice)}
            />
            <span>{showDates(choice, addDays(choice, 6), locale, { day: 'numeric', month: 'short' })}</span>
          </label>
        ))}
      </fieldset>
      {state === 'ready' ? (
        <Places week={week} meals={meals} from={from} canChoose={canChoose} onChoose={onChoose} />
      ) : (
        <p>{t(state === 'failed' ? 'week.failed' : 'week.loading')}</p>
      )}
    </>
  );
}

type PlacesProps = {
  week: string;
  meals: Meals;
  from: SlotContent | undefined;
  canChoose: (to: SlotContent) => boolean;
  onChoose: (to: SlotContent) => void;
};

function Places({ week, meals, from, canChoose, onChoose }: PlacesProps) {
  const translation = useTranslation();
  const { t, locale } = translation;
  const [showsAll, setShowsAll] = useState(false);
  const usual = withSlots(useShownSlots(meals), from ? [from.slot] : []);
  const shown = showsAll ? SLOTS : usual;
  return (
    <>
      <div className="week-move-places" style={slotCount(shown)}>
        <span />
        {shown.map((slot) => (
          <span key={slot} className={`week-move-slot week-${slot}`} aria-hidden="true">
            {t(`week.slot.${slot}`)}
          </span>
        ))}
        {DAYS.flatMap((day) => [
          <span key={day} className="week-move-day" aria-hidden="true">
            {dayName(day, locale, 'short')}
          </span>,
          ...shown.map((slot) => {
            const place = { week, day, slot };
            const to: SlotContent = { ...place, meal: mealAt(meals, place) ?? null };
            const isHere = from !== undefined && isSamePlace(from, to);
            return (
              <button
                key={day + slot}
                type="button"
                className={`week-move-place week-${slot} ${to.meal ? 'week-move-taken' : ''}`}
                disabled={isHere || !canChoose(to)}
                onClick={() => onChoose(to)}
              >
                <span className="sr-only">
                  {t('week.slot', {
                    place: nameOfPlace(translation, to),
                    meal: nameOfMeal(translation, to.meal),
                  })}
                </span>
                <span aria-hidden="true">
                  {isHere ? (
                    t('week.move-here')
                  ) : to.meal ? (
                    brief(to.meal.description)
                  ) : (
                    <Icon name="plus" size={16} />
                  )}
                </span>
              </button>
            );
          }),
        ])}
      </div>
      {shown.length < SLOTS.length && (
        <Button
          kind="quiet"
          className="week-move-more"
          icon={<Icon name="plus" size={18} />}
          onClick={() => setShowsAll(true)}
        >
          {t('week.more-slots')}
        </Button>
      )}
    </>
  );
}
