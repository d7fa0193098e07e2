/** Drags by keyboard: Space picks up, each arrow moves to the next slot, Space or Enter drops, Escape cancels. */
import type { DragActions } from './drag-actions.ts';
import { centre, type Direction, nextSlot, pressedSlot } from './drag-target.ts';

const DIRECTIONS: Partial<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

export function listenForKeys(board: HTMLElement, actions: DragActions, signal: AbortSignal): void {
  /** The slot that the meal is over. */
  let at: Element | undefined;
  const end = (how: 'drop' | 'cancel') => {
    if (!at) return;
    actions.end(how);
    if (how === 'drop') at.querySelector('button')?.focus();
    at = undefined;
  };
  const step = (direction: Direction) => {
    const next = at && nextSlot(board, at, direction);
    if (!next) return;
    at = next;
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    actions.move(centre(next), next);
  };
  const press = (event: KeyboardEvent) => {
    const slot = pressedSlot(event);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (at || !slot || event.code !== 'Space' || !isPlain || !actions.canLift(slot)) return;
    event.preventDefault();
    at = slot;
    actions.lift(slot, centre(slot));
  };
  const steer = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    if (!at) return;
    if (direction) step(direction);
    else if (event.key === 'Escape' || event.key === 'Tab') end('cancel');
    else if ((event.code === 'Space' || event.key === 'Enter') && !event.repeat) end('drop');
    else return;
    event.preventDefault();
    // The same key press must not lift the meal again.
    event.stopPropagation();
  };
  addEventListener('keydown', steer, { signal, capture: true });
  board.addEventListener('keydown', press, { signal });
  addEventListener('pointerdown', () => end('cancel'), { signal, capture: true });
  signal.addEventListener('abort', () => end('cancel'));
}
