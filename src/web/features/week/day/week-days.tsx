/**
 * What is different on the days of the week, quietly: in the heading of each day, and where nobody eats. Portals into
 * elements of the board, which is rendered before this code is loaded. Opens the sheet of a day.
 */
import { type RefObject, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { type Meals, mealAt, SLOTS } from '#domain/plan/plan.ts';
import type { DayException, SlotException } from '#domain/preferences/week-exceptions.ts';
import { type Day, DAYS } from '#domain/week/week.ts';
import { lazyPart } from '#web/base/ui/lazy-part.ts';
import { type Translation, useTranslation } from '#web/base/i18n/translation.ts';
import { useWeekExceptions, type WeekResponse } from '#web/data/queries/week-exceptions.ts';
import { useElements } from '#web/features/week/warnings/elements.ts';
import './week-days.css';

const DaySheet = lazyPart(
  async () => (await import('./day-sheet.tsx')).DaySheet,
  'day',
  'preferences',
  'recipes',
);

export type WeekDaysProps = {
  board: RefObject<HTMLElement | null>;
  week: string;
  meals: Meals;
  /** The day whose sheet is open. */
  open: Day | undefined;
  onClose: () => void;
};

export function WeekDays({ board, week, meals, open, onClose }: WeekDaysProps) {
  const translation = useTranslation();
  const known = useWeekExceptions(week);
  const headings = useElements(() => DAYS.map((day) => board.current?.querySelector(`[data-day="${day}"]`)));
  const empty = known?.empty.filter((place) => !mealAt(meals, place)) ?? [];
  const slots = useElements(() =>
    empty.map(({ day, slot }) =>
      board.current?.querySelector(`[data-place="${day} ${slot}"] .week-slot-button`),
    ),
  );
  return (
    <>
      {DAYS.map((day, at) => {
        const [heading, exception] = [headings[at], known?.exceptions[day]];
        const text = known && exception && summaryOf(translation, exception, known);
        return (
          heading && text && createPortal(<span className="week-day-summary"> {text}</span>, heading, day)
        );
      })}
      {empty.map(({ day, slot }, at) => {
        const element = slots[at];
        const text = <span className="week-slot-nobody">{translation.t('day.nobody')}</span>;
        return element && createPortal(text, element, `${day} ${slot}`);
      })}
      {open && known && (
        <Suspense>
          <DaySheet key={open} week={week} day={open} known={known} onClose={onClose} />
        </Suspense>
      )}
    </>
  );
}

/** `3 guests · without Anna · Training`. With the names of the meals if they differ: `Lunch: without Anna · Dinner: 3 guests`. */
function summaryOf(
  translation: Translation,
  { note, slots }: DayException,
  { eaters }: Pick<WeekResponse, 'eaters'>,
): string {
  const { t } = translation;
  const texts = SLOTS.flatMap((slot) => {
    const what = slots[slot] && !slots[slot].isOff ? slotSummary(translation, slots[slot], eaters) : '';
    return what ? [{ slot, what }] : [];
  });
  const isSame = new Set(texts.map(({ what }) => what)).size <= 1;
  const meals = isSame
    ? texts.slice(0, 1).map(({ what }) => what)
    : texts.map(({ slot, what }) => t('day.slot', { slot: t(`week.slot.${slot}`), what }));
  return [...meals, note].filter(Boolean).join(' · ');
}

function slotSummary(
  { t, locale }: Translation,
  { guests = [], away = [], minutes }: SlotException,
  eaters: WeekResponse['eaters'],
): string {
  const names = eaters.filter(({ id }) => away.includes(id)).map(({ name }) => name);
  const parts = [
    guests.length > 0 && t('day.guests', { guests: guests.length }),
    names.length > 0 &&
      t('day.without', { names: new Intl.ListFormat(locale, { type: 'conjunction' }).format(names) }),
    minutes && t('day.minutes', { minutes }),
  ];
  return parts.filter(Boolean).join(' · ');
}
