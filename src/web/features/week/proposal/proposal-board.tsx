/** The week board with the proposed meals and the family's own meals. */
import { type Meals, mealAt, type Place } from '#domain/plan/plan.ts';
import { withSlots } from '#domain/preferences/shown-slots.ts';
import { acceptedMeal, type Proposal } from '#domain/proposal/proposal.ts';
import { DAYS } from '#domain/week/week.ts';
import { usePictures } from '#web/meals/picture/pictures.ts';
import { useShownSlots } from '#web/meals/shown-slots.ts';
import { slotCount } from '#web/meals/slot-count.ts';
import { dateOf } from '#web/base/calendar.ts';
import { MealSign } from '#web/meals/warnings/warning-sign.tsx';
import { nameOfMeal, nameOfPlace } from '#web/meals/place-text.ts';
import { SlotLabel } from '#web/features/week/slot/slot.tsx';
import { DayHeading } from '#web/features/week/board/week-board.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { isSameSlot, mealIn } from './meals.ts';
import type { Said, SaidOf } from './said.ts';
import { ProposalSlot } from './proposal-slot.tsx';
import type { Names } from '#web/features/week/proposal/texts/reason-text.ts';
import '#web/features/week/warnings/slot-sign.css';
import './proposal-board.css';

type BoardProps = {
  names: Names;
  week: string;
  today: string;
  meals: Meals;
  proposal: Proposal | undefined;
  said: SaidOf;
  locked: readonly Place[];
  onOpen: (place: Place) => void;
};

export function ProposalBoard(props: BoardProps) {
  const { names, week, today, meals, proposal, said, locked, onOpen } = props;
  const pictures = usePictures(proposal?.meals.map((meal) => acceptedMeal(meal)?.recipeId) ?? []);
  const proposed = proposal?.meals.map(({ slot }) => slot) ?? [];
  const shown = withSlots(useShownSlots(meals), proposed);
  return (
    <div className="week-board" style={slotCount(shown)}>
      {DAYS.map((day) => (
        <section
          key={day}
          className={`week-day ${dateOf(week, day) < today ? 'week-day-past' : ''}`}
          aria-labelledby={`week-${day}`}
          aria-current={dateOf(week, day) === today ? 'date' : undefined}
        >
          <DayHeading week={week} day={day} today={today} />
          {shown.map((slot) => {
            const meal = mealIn(proposal, { day, slot });
            return meal ? (
              <ProposalSlot
                key={slot}
                names={names}
                week={week}
                meal={meal}
                said={said({ day, slot })}
                picture={pictures[acceptedMeal(meal)?.recipeId ?? '']}
                isLocked={locked.some((place) => isSameSlot(place, meal))}
                onOpen={() => onOpen({ day, slot })}
              />
            ) : (
              <UnchangedSlot
                key={slot}
                week={week}
                place={{ day, slot }}
                meals={meals}
                said={said({ day, slot })}
              />
            );
          })}
        </section>
      ))}
    </div>
  );
}

type UnchangedProps = { week: string; place: Place; meals: Meals; said: Said };

/** A slot that the proposal does not change: an existing meal or an unplanned slot. */
function UnchangedSlot({ week, place, meals, said }: UnchangedProps) {
  const translation = useTranslation();
  const meal = mealAt(meals, place) ?? null;
  const name = nameOfPlace(translation, { week, ...place });
  return (
    <div className={`week-slot week-${place.slot} ${meal ? 'week-slot-filled' : 'proposal-free'}`}>
      <div className="week-slot-button">
        <span className="sr-only">
          {translation.t('week.slot', { place: name, meal: nameOfMeal(translation, meal) })}
        </span>
        <SlotLabel filled={{ week, ...place, meal }} />
        {meal && <MealSign meal={meal} {...said} form="button" />}
      </div>
    </div>
  );
}
