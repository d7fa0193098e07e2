/**
 * On a phone, where the days are a list, scrolls to today. Not if nothing is planned from today on: then the next thing
 * to do is above the days.
 */
export function scrollToToday(board: Element | null): void {
  if (isList() && board?.querySelector(PLANNED)) board.querySelector('[aria-current]')?.scrollIntoView();
}

const PLANNED = ':is([aria-current], [aria-current] ~ *) .week-slot-filled';

/** The same breakpoint as in week-board.css. */
function isList(): boolean {
  return matchMedia('(max-width: 43.99rem)').matches;
}
