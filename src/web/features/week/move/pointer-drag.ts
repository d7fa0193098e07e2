/**
 * Drags by mouse, pen and finger. A mouse drags after a few pixels, so that a slow click stays a click; a finger
 * after a long press, so that the page still scrolls. A long press that does not move is a slow tap: it opens the slot.
 */
import type { DragActions } from './drag-actions.ts';
import { type Point, pressedSlot, slotAt } from './drag-target.ts';

const MOUSE_PIXELS = 6;
const LONG_PRESS_MS = 250;
/** How far a finger may move during the long press. */
const TREMBLE_PIXELS = 8;
/** Near the upper or lower edge of the window, the page scrolls. */
const EDGE_PIXELS = 72;
const SCROLL_PIXELS_PER_FRAME = 14;

/** Returns a function that starts a press, for one that began earlier. Listens until the signal aborts. */
export function listenForPointers(
  board: HTMLElement,
  actions: DragActions,
  signal: AbortSignal,
): (event: PointerEvent) => void {
  let isDragging = false;
  let ending = new AbortController();
  const press = (event: PointerEvent) => {
    const slot = pressedSlot(event);
    if (!slot || !event.isPrimary || event.button !== 0 || !actions.canLift(slot)) return;
    ending.abort();
    ending = new AbortController();
    // The `touchend` of a finger follows in the same task.
    ending.signal.addEventListener('abort', () => setTimeout(() => (isDragging = false)));
    followPress(event, ending, () => {
      isDragging = true;
      actions.lift(slot, pointOf(event));
      return followDrag(board, actions, ending, () => slot.querySelector('button')?.click());
    });
  };
  const keep = (event: Event) => isDragging && event.cancelable && event.preventDefault();
  board.addEventListener('pointerdown', press, { signal });
  // A finger must neither scroll while it drags, nor click or open a menu afterwards. The browser asks only
  // listeners that were there before the touch began.
  for (const type of ['touchmove', 'touchend', 'contextmenu'])
    board.addEventListener(type, keep, { signal, passive: false });
  signal.addEventListener('abort', () => {
    if (isDragging) actions.end('cancel');
    ending.abort();
  });
  return press;
}

/** Waits until a press becomes a drag, then passes the moves on to the function that `begin` returns. */
function followPress(down: PointerEvent, ending: AbortController, begin: () => Follower): void {
  const { signal } = ending;
  const isMouse = down.pointerType === 'mouse';
  let follower: Follower | undefined;
  let hasMoved = isMouse;
  const timer = isMouse ? undefined : setTimeout(() => (follower = begin()), LONG_PRESS_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
  const move = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    const pixels = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
    hasMoved ||= pixels > TREMBLE_PIXELS;
    if (!follower && !isMouse && hasMoved) ending.abort();
    else if (!follower && isMouse && pixels >= MOUSE_PIXELS) follower = begin();
    follower?.move(pointOf(event));
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    const lifted = hasMoved ? 'drop' : 'tap';
    follower?.end(event.type === 'pointerup' ? lifted : 'cancel', pointOf(event));
    ending.abort();
  };
  addEventListener('pointermove', move, { signal });
  addEventListener('pointerup', end, { signal });
  addEventListener('pointercancel', end, { signal });
}

type Follower = { move(point: Point): void; end(how: 'drop' | 'cancel' | 'tap', point: Point): void };

/** Follows the pointer once per frame, also while the page scrolls below it. Escape cancels. */
function followDrag(
  board: HTMLElement,
  actions: DragActions,
  ending: AbortController,
  open: () => void,
): Follower {
  let point: Point | undefined;
  const update = () => point && actions.move(point, slotAt(board, point));
  const draw = () => {
    if (ending.signal.aborted) return;
    if (point) scrollBy(0, scrollStep(point.y));
    update();
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    actions.end('cancel');
    ending.abort();
  };
  addEventListener('keydown', cancel, { signal: ending.signal, capture: true });
  return {
    move: (to) => (point = to),
    end(how, at) {
      point = at;
      if (how === 'drop') update();
      actions.end(how === 'drop' ? 'drop' : 'cancel');
      if (how === 'tap') open();
      else ignoreClick();
    },
  };
}

/** The click that ends a drag follows in the same task and must not open a slot. */
function ignoreClick(): void {
  addEventListener('click', preventDefault, { capture: true });
  setTimeout(() => removeEventListener('click', preventDefault, { capture: true }));
}

function preventDefault(event: Event): void {
  event.preventDefault();
}

function scrollStep(y: number): number {
  if (y < EDGE_PIXELS) return -SCROLL_PIXELS_PER_FRAME;
  return y > innerHeight - EDGE_PIXELS ? SCROLL_PIXELS_PER_FRAME : 0;
}

function pointOf({ clientX, clientY }: MouseEvent): Point {
  return { x: clientX, y: clientY };
}
