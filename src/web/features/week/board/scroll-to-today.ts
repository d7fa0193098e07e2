/**
 * On a phone, the days are a list. The page scrolls to today, and to the question about yesterday's meal, which is above
 * it. It does not scroll if nothing is planned from today on: then the button that plans the week is above the days.
 */
import { type Meals, SLOTS } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import { dateOf } from '#web/base/calendar.ts';

type ShownWeek = { week: string; today: string; meals: Meals };

export function beginsAtToday({ week, today, meals }: ShownWeek): boolean {
  return (
    isList() && DAYS.some((day) => dateOf(week, day) >= today && SLOTS.some((slot) => meals[day]?.[slot]))
  );
}

export function scrollToToday(board: Element | null, shown: ShownWeek): void {
  if (beginsAtToday(shown)) board?.querySelector('.week-hint, [aria-current]')?.scrollIntoView();
}

/** The same breakpoint as in week-board.css. */
function isList(): boolean {
  return matchMedia('(max-width: 43.99rem)').matches;
}
