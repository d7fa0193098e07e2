/**
 * Dragging meals about the week. Shows the meal under the hand, says where it is, and tells the page
 * where it was put down. The library's own feedback is left out: it writes styles into the page, which
 * our policy forbids.
 */
import { AutoScroller, type DragDropManager } from '@dnd-kit/dom';
import { DragDropProvider, type DragEndEvent, useDragDropMonitor } from '@dnd-kit/react';
import { type ReactNode, useRef, useState } from 'react';
import type { Meal } from '#domain/plan.ts';
import { useWords } from '#web/words/words.ts';
import { type Filled, isSamePlace } from './deeds.ts';
import { sensors } from './drag-sensors.ts';
import { brief } from './meal-text.ts';
import { nameOfMeal, nameOfPlace } from './place-words.ts';
import './drag.css';

const plugins = [AutoScroller];

type DragProps = { onDrop: (from: Filled, to: Filled) => void; children: ReactNode };

export function Drag({ onDrop, children }: DragProps) {
  const drop = ({ canceled, operation: { source, target, activatorEvent } }: DragEndEvent) => {
    if (canceled || !source || !target) return;
    onDrop(source.data as Filled, target.data as Filled);
    // The meal went there, and so does the hand on the keyboard.
    if (activatorEvent instanceof KeyboardEvent) target.element?.querySelector('button')?.focus();
  };
  return (
    <DragDropProvider sensors={sensors} plugins={plugins} onDragEnd={drop}>
      {children}
      <Ghost />
      <Announcer />
    </DragDropProvider>
  );
}

/** Only what is filled can be picked up. */
type Carried = Filled & { meal: Meal };
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
      measure(manager, String(source.id));
      setLift({ meal, slot, at: element.getBoundingClientRect(), from: position.initial });
      document.documentElement.classList.add('week-drags');
    },
    onDragMove({ to }) {
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

/** Without a shape nothing is ever found under the hand; only where the pointer is matters to us. */
function measure(manager: DragDropManager, id: string): void {
  manager.dragOperation.shape = manager.registry.droppables.get(id)?.refreshShape() ?? null;
}

/** Says to those who cannot see it what is carried, and over which slot. */
function Announcer() {
  const words = useWords();
  const { say } = words;
  const [text, setText] = useState('');
  useDragDropMonitor({
    onDragStart({ operation: { source } }) {
      if (!source) return;
      setText(say('week.drag-start', { meal: brief((source.data as Carried).meal.description) }));
    },
    onDragOver({ operation: { source, target } }) {
      if (!source || !target) return;
      const [from, to] = [source.data as Filled, target.data as Filled];
      const here = isSamePlace(from, to) ? say('week.drag-home') : nameOfMeal(words, to.meal);
      setText(say('week.drag-over', { place: nameOfPlace(words, to), meal: here }));
    },
    onDragEnd({ canceled }) {
      setText(canceled ? say('week.drag-cancel') : '');
    },
  });
  return (
    <p className="unseen" role="status" aria-live="assertive">
      {text}
    </p>
  );
}
