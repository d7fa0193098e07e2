/** Moves the focus to the next row when a row disappears, for keyboard users. */

/** Call this before the row is removed. */
export function focusNeighbour(from: HTMLElement, selector: string): void {
  const row = from.closest('li');
  const page = from.closest('.list');
  if (!row || !page) return;
  const all = Array.from(page.querySelectorAll<HTMLElement>(selector)).filter(
    (one) => one.checkVisibility() && !row.contains(one),
  );
  const isAfter = (one: HTMLElement) =>
    (row.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = all.find(isAfter) ?? all.at(-1) ?? page.querySelector<HTMLElement>('h1');
  next?.focus({ preventScroll: true });
}
