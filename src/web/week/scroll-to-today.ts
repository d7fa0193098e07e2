/** On a phone, where the days are a list, scrolls to today. */
export function scrollToToday(board: Element | null): void {
  if (isList()) board?.querySelector('[aria-current]')?.scrollIntoView();
}

/** The same breakpoint as in week-board.css. */
function isList(): boolean {
  return matchMedia('(max-width: 43.99rem)').matches;
}
