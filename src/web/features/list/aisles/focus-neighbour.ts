/** Moves the focus to the next row when a row disappears, or the section of the questions, for keyboard users. */

/** Call this before the row is removed. */
export function focusNeighbour(from: HTMLElement, selector: string): void {
  findNeighbour(from, selector)?.focus({ preventScroll: true });
}

/** The next match in another row, otherwise the last one, otherwise the heading. */
export function findNeighbour(from: HTMLElement, selector: string): HTMLElement | undefined {
  const row = from.closest('li, .list-asked');
  const page = from.closest('.list');
  if (!row || !page) return undefined;
  const all = Array.from(page.querySelectorAll<HTMLElement>(selector)).filter(
    (element) => !row.contains(element),
  );
  const isAfter = (element: HTMLElement) =>
    (row.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return (
    all.find((element) => isAfter(element) && isVisible(element)) ??
    all.findLast(isVisible) ??
    page.querySelector<HTMLElement>('h1') ??
    undefined
  );
}

/** Not called for all rows: it lays out those outside of the window. */
function isVisible(element: HTMLElement): boolean {
  return element.checkVisibility();
}
