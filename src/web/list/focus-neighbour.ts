/** Moves the focus to the next row when a row disappears, for keyboard users. */

/** Call this before the row is removed. */
export function focusNeighbour(from: HTMLElement, selector: string): void {
  findNeighbour(from, selector)?.focus({ preventScroll: true });
}

/** The next match in another row, otherwise the last one, otherwise the heading. */
export function findNeighbour(from: HTMLElement, selector: string): HTMLElement | undefined {
  const row = from.closest('li');
  const page = from.closest('.list');
  if (!row || !page) return undefined;
  const all = Array.from(page.querySelectorAll<HTMLElement>(selector)).filter(
    (one) => one.checkVisibility() && !row.contains(one),
  );
  const isAfter = (one: HTMLElement) =>
    (row.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return all.find(isAfter) ?? all.at(-1) ?? page.querySelector<HTMLElement>('h1') ?? undefined;
}
