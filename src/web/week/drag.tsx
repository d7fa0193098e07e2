/**
 * Dragging meals about the week. Lies over a board that works without it and is loaded after it: binds
 * to the slots, shows the meal under the hand, says where it is, and tells where it was put down. The
 * library's own feedback is left out: it writes styles into the page, which our policy forbids.
 */
import { AutoScroller, type DragDropManager, type Droppable } from '@dnd-kit/dom';
import {
  DragDropProvider,
  type DragEndEvent,
  useDragDropMonitor,
  useDraggable,
  useDroppable,
} from '@dnd-kit/react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Meal } from '#domain/plan/plan.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { type SlotContent, isSamePlace } from './commands.ts';
import { sensors } from './drag-sensors.ts';
import { brief } from './meal-text.ts';
import { nameOfMeal, nameOfPlace } from './place-text.ts';
import './drag.css';

const plugins = [AutoScroller];

type DragProps = {
  /** Each slot in it names its place in `data-place`. */
  board: HTMLElement;
  slots: SlotContent[];
  onDrop: (from: SlotContent, to: SlotContent) => void;
  /** The press that is being held, from before there was anything to take it. */
  press: RefObject<PointerEvent | undefined>;
};

export function Drag({ board, slots, onDrop, press }: DragProps) {
  const drop = ({ canceled, operation: { source, target, activatorEvent } }: DragEndEvent) => {
    if (canceled || !source || !target) return;
    onDrop(source.data as SlotContent, target.data as SlotContent);
    // The meal went there, and so does the hand on the keyboard.
    if (activatorEvent instanceof KeyboardEvent) target.element?.querySelector('button')?.focus();
  };
  useLayoutEffect(() => {
    board.toggleAttribute('data-drags', true);
    return () => void board.toggleAttribute('data-drags', false);
  }, [board]);
  useEffect(() => {
    const held = press.current;
    if (held) held.target?.dispatchEvent(new PointerEvent(held.type, held));
  }, [press]);
  return (
    <DragDropProvider sensors={sensors} plugins={plugins} onDragEnd={drop}>
      {slots.map((filled) => (
        <Handle key={filled.day + filled.slot} board={board} filled={filled} />
      ))}
      <Ghost />
      <Announcer />
    </DragDropProvider>
  );
}

/** Makes one slot of the board something to pick up from and to put down on. */
function Handle({ board, filled }: { board: HTMLElement; filled: SlotContent }) {
  const id = `${filled.day} ${filled.slot}`;
  const [element] = useState(() => board.querySelector(`[data-place="${id}"]`));
  const { isDropTarget } = useDroppable({ id, element, data: filled });
  const { isDragging } = useDraggable({ id, element, data: filled, disabled: !filled.meal });
  useLayoutEffect(() => {
    element?.classList.toggle('week-slot-target', isDropTarget);
    element?.classList.toggle('week-slot-lifted', isDragging);
  });
  return null;
}

/** Only what is filled can be picked up. */
type Carried = SlotContent & { meal: Meal };
type Lift = { meal: Meal; slot: string; at: DOMRect; from: { x: number; y: number } };

/** The meal as it follows the hand. */
function Ghost() {
  const [lift, setLift] = useState<Lift>();
  const ghost = useRef<HTMLDivElement>(null);
  useDragDropMonitor({
    onDragStart({ operation: { source, position } }, manager) {
      const element = source?.element;
      if (!element) return;
      const { meal, slot } = source.data as Carried;
      follow(manager);
      setLift({ meal, slot, at: element.getBoundingClientRect(), from: position.initial });
      document.documentElement.classList.add('week-drags');
    },
    onDragMove({ to }, manager) {
      // Two turns from now: in the next one the new position is taken over.
      queueMicrotask(() => queueMicrotask(() => follow(manager)));
      if (!lift || !to || !ghost.current) return;
      ghost.current.style.translate = `${to.x - lift.from.x}px ${to.y - lift.from.y}px`;
    },
    onDragEnd() {
      setLift(undefined);
      document.documentElement.classList.remove('week-drags');
    },
  });
  if (!lift) return null;
  const { meal, slot, at } = lift;
  return (
    <div
      ref={ghost}
      className={`week-ghost week-${slot}`}
      aria-hidden="true"
      style={{ left: at.left, top: at.top, width: at.width, minHeight: at.height }}
    >
      {meal.description}
    </div>
  );
}

type Shape = NonNullable<ReturnType<Droppable['refreshShape']>>;
/** Slots are rectangles, and those can be moved. */
type Box = Shape & { translate(x: number, y: number): Shape };

/** Nothing is found under what has no shape, and ours is where the hand is. */
function follow({ collisionObserver, dragOperation, registry }: DragDropManager): void {
  const { source, position, shape } = dragOperation;
  if (!source || !position.current) return;
  const home = shape?.initial ?? registry.droppables.get(source.id)?.refreshShape();
  const { x, y } = position.delta;
  dragOperation.shape = (home as Box | undefined)?.translate(x, y) ?? null;
  // By itself it does not look again when the page has scrolled and the hand is where it was.
  collisionObserver.forceUpdate();
}

/** Says to those who cannot see it what is carried, and over which slot. */
function Announcer() {
  const translation = useTranslation();
  const { t } = translation;
  const [text, setText] = useState('');
  const hasLeft = useRef(false);
  useDragDropMonitor({
    onDragStart({ operation: { source } }) {
      if (!source) return;
      hasLeft.current = false;
      setText(t('week.drag-start', { meal: brief((source.data as Carried).meal.description) }));
    },
    onDragOver({ operation: { source, target } }) {
      if (!source || !target) return;
      const [from, to] = [source.data as SlotContent, target.data as SlotContent];
      const isHome = isSamePlace(from, to);
      // At first it is where it was: that it has been picked up is the news.
      if (isHome && !hasLeft.current) return;
      hasLeft.current = true;
      const here = isHome ? t('week.drag-home') : nameOfMeal(translation, to.meal);
      setText(t('week.drag-over', { place: nameOfPlace(translation, to), meal: here }));
    },
    onDragEnd({ canceled }) {
      setText(canceled ? t('week.drag-cancel') : '');
    },
  });
  return (
    <p className="unseen" role="status" aria-live="assertive">
      {text}
    </p>
  );
}
