/**
 * Starts and moves drags. A mouse drags after a few pixels, so that a slow click stays a click; a finger
 * after a long press, so that the page still scrolls. On the keyboard, Space picks up and each arrow moves to
 * the nearest slot in its direction, in every layout.
 */
import { PointerActivationConstraints } from '@dnd-kit/dom';
import { KeyboardSensor, PointerSensor } from '@dnd-kit/react';

const MOUSE_PIXELS = 6;
const LONG_PRESS = { value: 250, tolerance: 8 };

class SlotKeyboardSensor extends KeyboardSensor {
  protected override handleMove(direction: Direction, event: KeyboardEvent): void {
    event.preventDefault();
    const droppables = Array.from(this.manager.registry.droppables);
    const slots = droppables.flatMap(({ element }) => element ?? []);
    const next = nearest(slots, this.manager.dragOperation.position.current, direction);
    if (!next) return;
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // The library notices the scrolling too late for this step.
    for (const droppable of droppables) droppable.refreshShape();
    this.manager.actions.move({ event, to: centre(next) });
  }
}

type Direction = 'up' | 'down' | 'left' | 'right';
type Point = { x: number; y: number };

const STEPS = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};
/** Weight of the sideways distance, so that an arrow stays in its row or column. */
const ASIDE = 4;

/** Measures all slots at each step, since scrolling may have moved them. */
function nearest(slots: Element[], from: Point, direction: Direction): Element | undefined {
  const step = STEPS[direction];
  let best: { slot: Element; cost: number } | undefined;
  for (const slot of slots) {
    const { x, y } = centre(slot);
    const ahead = (x - from.x) * step.x + (y - from.y) * step.y;
    const aside = Math.abs((x - from.x) * step.y) + Math.abs((y - from.y) * step.x);
    const cost = ahead + ASIDE * aside;
    if (ahead > 1 && cost < (best?.cost ?? Infinity)) best = { slot, cost };
  }
  return best?.slot;
}

function centre(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Only the slot's button starts a drag, not its editor. */
function isElsewhere({ target }: Event): boolean {
  return !(target instanceof Element && target.closest('.week-slot-button'));
}

export const sensors = [
  PointerSensor.configure({
    preventActivation: isElsewhere,
    activationConstraints: ({ pointerType }) => [
      pointerType === 'mouse'
        ? new PointerActivationConstraints.Distance({ value: MOUSE_PIXELS })
        : new PointerActivationConstraints.Delay(LONG_PRESS),
    ],
  }),
  {
    plugin: SlotKeyboardSensor,
    options: {
      preventActivation: isElsewhere,
      keyboardCodes: {
        start: ['Space'],
        cancel: ['Escape', 'Tab'],
        end: ['Space', 'Enter'],
        up: ['ArrowUp'],
        down: ['ArrowDown'],
        left: ['ArrowLeft'],
        right: ['ArrowRight'],
      },
    },
  },
];
