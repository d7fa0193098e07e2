/** Where a toast covers no button that a person may want to press next. */

type Span = { top: number; bottom: number };

/** Between a toast and a button. */
const GAP_PX = 8;

/**
 * How far to lift a toast from the lower end of the viewport, in pixels: to the lowest free place. Stays down if
 * there is none below `minTop`.
 */
export function liftOf(toast: Span, nextActions: readonly Span[], minTop: number): number {
  const height = toast.bottom - toast.top;
  let { bottom } = toast;
  for (const { top, bottom: end } of nextActions.toSorted((one, other) => other.bottom - one.bottom)) {
    if (end + GAP_PX > bottom - height && top - GAP_PX < bottom) bottom = top - GAP_PX;
  }
  return bottom - height < minTop ? 0 : toast.bottom - bottom;
}
