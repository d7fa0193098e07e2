/** Where a week begins to be read: a list of days at today; a board shows all of them anyway. */
export function scrollToToday(board: Element | null): void {
  if (isList()) board?.querySelector('[aria-current]')?.scrollIntoView();
}

/** As week-board.css has it. */
function isList(): boolean {
  return matchMedia('(max-width: 43.99rem)').matches;
}
