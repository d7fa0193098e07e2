/** "Move to…": every slot of this week and the next as a button. What dragging does, for every hand. */
import { useState } from 'react';
import { type Meals, mealAt, SLOTS } from '#domain/plan.ts';
import { DAYS } from '#domain/week.ts';
import { addDays } from '#web/calendar.ts';
import { Dialog } from '#web/look/dialog.tsx';
import { usePlan } from '#web/sync/sync.ts';
import { dayName, showDates } from '#web/words/dates.ts';
import { useWords } from '#web/words/words.ts';
import { type Filled, isSamePlace, move } from './deeds.ts';
import { brief } from './meal-text.ts';
import { nameOfMeal, nameOfPlace, SLOT_NAMES } from './place-words.ts';
import './move-dialog.css';

export function MoveDialog({ from, onClose }: { from: Filled; onClose: () => void }) {
  const { say, locale } = useWords();
  const weeks = [from.week, addDays(from.week, 7)];
  const [week, setWeek] = useState(from.week);
  const { meals, state } = usePlan(week);
  return (
    <Dialog title={say('week.move-title', { meal: brief(from.meal?.description ?? '') })} onClose={onClose}>
      <p className="week-move-hint">{say('week.move-hint')}</p>
      <fieldset className="week-move-weeks">
        <legend className="unseen">{say('week.weeks')}</legend>
        {weeks.map((one) => (
          <label key={one} className="week-move-week">
            <input
              type="radio"
              name="week"
              className="unseen"
              checked={week === one}
              onChange={() => setWeek(one)}
            />
            <span>{showDates(one, addDays(one, 6), locale, { day: 'numeric', month: 'short' })}</span>
          </label>
        ))}
      </fieldset>
      {state === 'ready' ? (
        <Places week={week} meals={meals} from={from} onClose={onClose} />
      ) : (
        <p>{say(state === 'failed' ? 'week.failed' : 'week.loading')}</p>
      )}
    </Dialog>
  );
}

type PlacesProps = { week: string; meals: Meals; from: Filled; onClose: () => void };

function Places({ week, meals, from, onClose }: PlacesProps) {
  const words = useWords();
  const { say, locale } = words;
  return (
    <div className="week-move-places">
      <span />
      {SLOTS.map((slot) => (
        <span key={slot} className={`week-move-slot week-${slot}`} aria-hidden="true">
          {say(SLOT_NAMES[slot])}
        </span>
      ))}
      {DAYS.flatMap((day) => [
        <span key={day} className="week-move-day" aria-hidden="true">
          {dayName(day, locale, 'short')}
        </span>,
        ...SLOTS.map((slot) => {
          const place = { week, day, slot };
          const to: Filled = { ...place, meal: mealAt(meals, place) ?? null };
          const isHere = isSamePlace(from, to);
          return (
            <button
              key={day + slot}
              type="button"
              className={`week-move-place week-${slot} ${to.meal ? 'week-move-taken' : ''}`}
              disabled={isHere}
              onClick={() => {
                onClose();
                move(words, from, to);
              }}
            >
              <span className="unseen">
                {say('week.slot', { place: nameOfPlace(words, to), meal: nameOfMeal(words, to.meal) })}
              </span>
              <span aria-hidden="true">
                {isHere ? say('week.move-here') : to.meal && brief(to.meal.description)}
              </span>
            </button>
          );
        }),
      ])}
    </div>
  );
}
