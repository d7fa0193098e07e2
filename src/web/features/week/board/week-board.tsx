/** The seven days with their slots: columns on a desktop, rows on a tablet, a list on a phone. */
import {
  Fragment,
  memo,
  Suspense,
  useDeferredValue,
  type ReactNode,
  useCallback,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { mealAt, type Meals, type Slot as SlotName } from '#domain/plan/plan.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import { dateOf } from '#web/base/calendar.ts';
import type { WeekPlace } from '#web/data/edit.ts';
import { lazyExtra } from '#web/base/ui/lazy-part.ts';
import { useMe } from '#web/data/session.ts';
import { dayName, showDate } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { LazyBoardDetails, hasRecipe } from './lazy-board-details.tsx';
import { withSlots } from '#domain/preferences/shown-slots.ts';
import { type FilledSlot, type SlotContent, isSamePlace, moveMeal } from '#web/meals/plan-commands.ts';
import { useShownSlots } from '#web/meals/shown-slots.ts';
import { Dragging } from '#web/features/week/move/dragging.tsx';
import { scrollToToday } from './scroll-to-today.ts';
import { LazyMealView } from '#web/features/week/meal/lazy-meal-view.tsx';
import { Slot } from '#web/features/week/slot/slot.tsx';
import { AddMeal } from './add-meal.tsx';
import { slotCount } from '#web/meals/slot-count.ts';
import './week-board.css';

/** What is different on the days of this week. */
const WeekDays = lazyExtra(
  async () => (await import('#web/features/week/day/week-days.tsx')).WeekDays,
  'day',
);

type BoardProps = {
  week: string;
  meals: Meals;
  today: string;
  /** Shown before today. */
  question?: ReactNode;
  onMove: (filled: FilledSlot) => void;
};

/** Memoised: most events of the page do not change these meals. */
export const WeekBoard = memo(function WeekBoard({ week, meals, today, question, onMove }: BoardProps) {
  const translation = useTranslation();
  const { showsNutrition } = useMe().family;
  const [open, setOpen] = useState<WeekPlace>();
  const [openDay, setOpenDay] = useState<Day>();
  const isDrawn = useDeferredValue(true, false);
  const [viewed, setViewed] = useState<WeekPlace>();
  const board = useRef<HTMLDivElement>(null);
  // The same objects while the meals are the same: opening a slot does not render the others.
  const usual = useShownSlots(meals);
  const added = open?.slot;
  const shown = useMemo(() => (added ? withSlots(usual, [added]) : usual), [usual, added]);
  const slots = useMemo(() => slotsOf(week, shown, meals), [week, shown, meals]);
  const view = viewed && slots.find((filled) => isSamePlace(filled, viewed));
  // Somebody else may have removed the meal.
  if (viewed && !view?.meal) setViewed(undefined);
  const openSlot = useCallback(
    (filled: SlotContent) => (filled.meal ? setViewed(filled) : setOpen(filled)),
    [],
  );
  const close = useCallback(
    // The same click may have opened another slot.
    (place: WeekPlace) => setOpen((now) => (now && isSamePlace(now, place) ? undefined : now)),
    [],
  );
  const scrolledTo = useRef<number>(undefined);
  const scroll = useEffectEvent(() => {
    scrollToToday(board.current, { week, today, meals });
    scrolledTo.current = scrollY;
  });
  useLayoutEffect(() => scroll(), [week]);
  const isAsking = !!question;
  useLayoutEffect(() => {
    // A question about last week comes later. Not if somebody has scrolled since.
    if (isAsking && scrolledTo.current === scrollY) scroll();
  }, [isAsking]);
  return (
    <>
      <p id="week-how-to-move" hidden>
        {translation.t('week.how-to-move')}
      </p>
      <div
        ref={board}
        className="week-board"
        style={slotCount(shown)}
        onPointerEnter={LazyMealView.preload}
        onFocus={LazyMealView.preload}
      >
        {DAYS.map((day) => (
          <Fragment key={day}>
            {dateOf(week, day) === today && question}
            <section
              className={`week-day ${dateOf(week, day) < today ? 'week-day-past' : ''}`}
              aria-labelledby={`week-${day}`}
              aria-current={dateOf(week, day) === today ? 'date' : undefined}
            >
              <DayHeading week={week} day={day} today={today} onOpen={setOpenDay} />
              {slots
                .filter((filled) => filled.day === day)
                .map((filled) => (
                  <Slot
                    key={filled.slot}
                    filled={filled}
                    isOpen={open !== undefined && isSamePlace(open, filled)}
                    onOpen={openSlot}
                    onClose={close}
                    onMove={onMove}
                  />
                ))}
              {showsNutrition && hasRecipe({ [day]: meals[day] }) && (
                <div className="week-figures" data-figures={day} />
              )}
              <AddMeal day={day} shown={shown} onAdd={(slot) => setOpen({ week, day, slot })} />
            </section>
          </Fragment>
        ))}
      </div>
      <Dragging board={board} slots={slots} onDrop={(from, to) => moveMeal(translation, from, to)} />
      {isDrawn && (
        <Suspense>
          <WeekDays
            board={board}
            week={week}
            meals={meals}
            open={openDay}
            onClose={() => setOpenDay(undefined)}
          />
        </Suspense>
      )}
      {view?.meal && (
        <Suspense>
          <LazyMealView
            filled={{ ...view, meal: view.meal }}
            today={today}
            onClose={() => setViewed(undefined)}
            onChange={() => setOpen(view)}
            onMove={onMove}
          />
        </Suspense>
      )}
      <LazyBoardDetails board={board} week={week} meals={meals} />
    </>
  );
});

function slotsOf(week: string, shown: readonly SlotName[], meals: Meals): SlotContent[] {
  const places = DAYS.flatMap((day) => shown.map((slot) => ({ week, day, slot })));
  return places.map((place) => ({ ...place, meal: mealAt(meals, place) ?? null }));
}

type HeadingProps = {
  week: string;
  day: Day;
  today: string;
  /** Opens what is different on the day; not for past days. */
  onOpen?: (day: Day) => void;
};

export const DayHeading = memo(function DayHeading({ week, day, today, onOpen }: HeadingProps) {
  const { t, locale } = useTranslation();
  const date = dateOf(week, day);
  const content = (
    <>
      <span className="week-day-name">{dayName(day, locale)}</span>{' '}
      <span className="week-day-date">{showDate(date, locale, { day: 'numeric', month: 'short' })}</span>
      {date === today && <span className="week-day-today">{t('week.today')}</span>}
    </>
  );
  const isOpenable = onOpen && date >= today;
  return (
    <h2 className="week-day-heading" id={`week-${day}`} data-day={isOpenable ? undefined : day}>
      {isOpenable ? (
        <button
          type="button"
          className="week-day-button"
          title={t('week.day-only')}
          data-day={day}
          onClick={() => onOpen(day)}
        >
          {content}
        </button>
      ) : (
        content
      )}
    </h2>
  );
});

/** The board while the week loads. */
export function BoardSkeleton() {
  const { t } = useTranslation();
  const shown = useShownSlots();
  return (
    <div className="week-board week-board-coming" role="status" style={slotCount(shown)}>
      <span className="sr-only">{t('week.loading')}</span>
      {DAYS.map((day) => (
        <div key={day} className="week-day" aria-hidden="true">
          <span className="week-day-heading skeleton-line" />
          {shown.map((slot) => (
            <span key={slot} className="week-slot-coming" />
          ))}
        </div>
      ))}
    </div>
  );
}
