/** Finds the slot of the board that a drag points at. Slots are measured when asked, since the page scrolls. */

export type Point = { x: number; y: number };
export type Direction = 'up' | 'down' | 'left' | 'right';

const STEPS: Record<Direction, Point> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};
/** Weight of the sideways distance, so that an arrow stays in its row or column. */
const ASIDE = 4;

/** The slot whose button the event is about, if any; the editor of a slot does not start a drag. */
export function pressedSlot({ target }: Event): Element | undefined {
  if (!(target instanceof Element) || !target.closest('.week-slot-button')) return undefined;
  return target.closest('[data-place]') ?? undefined;
}

/** The slot at a point. Between two slots, it is the nearest one; outside the board, there is none. */
export function slotAt(board: Element, point: Point): Element | undefined {
  const under = document.elementFromPoint(point.x, point.y);
  if (!under || !board.contains(under)) return undefined;
  return under.closest('[data-place]') ?? lowest(slotsOf(board), (slot) => distance(slot, point));
}

/** The next slot in a direction, in every layout of the board. */
export function nextSlot(board: Element, from: Element, direction: Direction): Element | undefined {
  const [step, start] = [STEPS[direction], centre(from)];
  return lowest(slotsOf(board), (slot) => {
    const { x, y } = centre(slot);
    const ahead = (x - start.x) * step.x + (y - start.y) * step.y;
    const aside = Math.abs((x - start.x) * step.y) + Math.abs((y - start.y) * step.x);
    return ahead > 1 ? ahead + ASIDE * aside : Infinity;
  });
}

export function centre(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function slotsOf(board: Element): Element[] {
  return Array.from(board.querySelectorAll('[data-place]'));
}

function distance(element: Element, { x, y }: Point): number {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

function lowest(slots: Element[], costOf: (slot: Element) => number): Element | undefined {
  let best: { slot?: Element; cost: number } = { cost: Infinity };
  for (const slot of slots) {
    const cost = costOf(slot);
    if (cost < best.cost) best = { slot, cost };
  }
  return best.slot;
}
