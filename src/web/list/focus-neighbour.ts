/** Keeps the keyboard's place when a row moves away: the focus goes on to the next one of its kind. */

/** To be called before the row goes. */
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
