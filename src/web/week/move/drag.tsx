/**
 * Dragging meals on the week board, which is loaded before this code and works without it. Binds to the board's
 * slots, shows a drag preview, announces the current slot and reports the drop. Does not use the library's own
 * feedback, which adds inline styles that the content security policy forbids.
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
import { type SlotContent, isSamePlace } from '#web/week/commands.ts';
import { sensors } from './drag-sensors.ts';
import { brief } from '#web/week/slot/meal-text.ts';
import { nameOfMeal, nameOfPlace } from './place-text.ts';
import './drag.css';

const plugins = [AutoScroller];

type DragProps = {
  /** Each slot has its place in `data-place`. */
  board: HTMLElement;
  slots: SlotContent[];
  onDrop: (from: SlotContent, to: SlotContent) => void;
  /** A press that started before this code was loaded. */
  press: RefObject<PointerEvent | undefined>;
};

export function Drag({ board, slots, onDrop, press }: DragProps) {
  const drop = ({ canceled, operation: { source, target, activatorEvent } }: DragEndEvent) => {
    if (canceled || !source || !target) return;
    onDrop(source.data as SlotContent, target.data as SlotContent);
    // For keyboard users, the focus follows the meal.
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

/** Makes one slot of the board draggable and a drop target. */
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

/** Only filled slots can be dragged. */
type Dragged = SlotContent & { meal: Meal };
type Lift = { meal: Meal; slot: string; at: DOMRect; from: { x: number; y: number } };

/** The drag preview. */
function Ghost() {
  const [lift, setLift] = useState<Lift>();
  const ghost = useRef<HTMLDivElement>(null);
  useDragDropMonitor({
    onDragStart({ operation: { source, position } }, manager) {
      const element = source?.element;
      if (!element) return;
      const { meal, slot } = source.data as Dragged;
      moveShape(manager);
      setLift({ meal, slot, at: element.getBoundingClientRect(), from: position.initial });
      document.documentElement.classList.add('week-drags');
    },
    onDragMove({ to }, manager) {
      // After two microtasks, because the library updates the position in the next one.
      queueMicrotask(() => queueMicrotask(() => moveShape(manager)));
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
type Box = Shape & { translate(x: number, y: number): Shape };

/** Collision detection needs a shape; the shape of the dragged meal follows the pointer. */
function moveShape({ collisionObserver, dragOperation, registry }: DragDropManager): void {
  const { source, position, shape } = dragOperation;
  if (!source || !position.current) return;
  const home = shape?.initial ?? registry.droppables.get(source.id)?.refreshShape();
  const { x, y } = position.delta;
  dragOperation.shape = (home as Box | undefined)?.translate(x, y) ?? null;
  // The library does not update when the page scrolls and the pointer stays.
  collisionObserver.forceUpdate();
}

/** Announces the dragged meal and the current slot to screen readers. */
function Announcer() {
  const translation = useTranslation();
  const { t } = translation;
  const [text, setText] = useState('');
  const hasLeft = useRef(false);
  useDragDropMonitor({
    onDragStart({ operation: { source } }) {
      if (!source) return;
      hasLeft.current = false;
      setText(t('week.drag-start', { meal: brief((source.data as Dragged).meal.description) }));
    },
    onDragOver({ operation: { source, target } }) {
      if (!source || !target) return;
      const [from, to] = [source.data as SlotContent, target.data as SlotContent];
      const isHome = isSamePlace(from, to);
      // Announce the original slot only after the meal has left it.
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
    <p className="sr-only" role="status" aria-live="assertive">
      {text}
    </p>
  );
}
