/**
 * Dragging meals on the week board, which is loaded before this code and works without it. Listens to the board's
 * slots, shows a drag preview, announces the current slot and reports the drop.
 */
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Meal } from '#domain/plan/plan.ts';
import { type Translation, useTranslation } from '#web/base/i18n/translation.ts';
import { type SlotContent, isSamePlace } from '#web/meals/plan-commands.ts';
import { brief } from '#web/meals/meal-text.ts';
import type { DragActions } from './drag-actions.ts';
import type { Point } from './drag-target.ts';
import { listenForKeys } from './keyboard-drag.ts';
import { nameOfMeal, nameOfPlace } from '#web/meals/place-text.ts';
import { listenForPointers } from './pointer-drag.ts';
import './drag.css';

type DragProps = {
  /** Each slot has its place in `data-place`. */
  board: HTMLElement;
  slots: SlotContent[];
  onDrop: (from: SlotContent, to: SlotContent) => void;
  /** A press that started before this code was loaded. */
  press: RefObject<PointerEvent | undefined>;
};

export function Drag({ board, slots, onDrop, press }: DragProps) {
  const translation = useTranslation();
  const [lift, setLift] = useState<Lift>();
  const [text, setText] = useState('');
  const ghost = useRef<HTMLDivElement>(null);
  const context = useEffectEvent(() => ({
    slots,
    onDrop,
    translation,
    ghost: ghost.current,
    setLift,
    announce: setText,
  }));
  useLayoutEffect(() => {
    const stopping = new AbortController();
    const actions = createActions(() => context());
    const start = listenForPointers(board, actions, stopping.signal);
    listenForKeys(board, actions, stopping.signal);
    if (press.current) start(press.current);
    board.toggleAttribute('data-drags', true);
    return () => {
      stopping.abort();
      board.toggleAttribute('data-drags', false);
    };
  }, [board, press]);
  return (
    <>
      {lift && <Ghost ref={ghost} {...lift} />}
      <p className="sr-only" role="status" aria-live="assertive">
        {text}
      </p>
    </>
  );
}

type Lift = { meal: Meal; slot: string; at: DOMRect };

/** The drag preview. */
function Ghost({ ref, meal, slot, at }: Lift & { ref: RefObject<HTMLDivElement | null> }) {
  return (
    <div
      ref={ref}
      className={`week-ghost week-${slot}`}
      aria-hidden="true"
      style={{ left: at.left, top: at.top, width: at.width, minHeight: at.height }}
    >
      {meal.description}
    </div>
  );
}

/** What the last render had. */
type DragContext = Pick<DragProps, 'slots' | 'onDrop'> & {
  translation: Translation;
  ghost: HTMLElement | null;
  setLift: (lift: Lift | undefined) => void;
  announce: (text: string) => void;
};

/** `content` is what the person saw when they lifted the meal. */
type Dragged = { source: Element; content: SlotContent; from: Point; target: Element | undefined };

function createActions(context: () => DragContext): DragActions {
  let dragged: Dragged | undefined;
  const contentOf = (element: Element) => findContent(context().slots, element);
  return {
    canLift: (slot) => Boolean(contentOf(slot)?.meal),
    lift(source, from) {
      const content = contentOf(source);
      if (!content?.meal) return;
      const { translation, setLift, announce } = context();
      dragged = { source, content, from, target: source };
      setLift({ meal: content.meal, slot: content.slot, at: source.getBoundingClientRect() });
      announce(translation.t('week.drag-start', { meal: brief(content.meal.description) }));
      source.classList.add('week-slot-lifted');
      document.documentElement.classList.add('week-drags');
    },
    move(to, target) {
      if (!dragged) return;
      const { ghost, translation, announce } = context();
      const { source, from } = dragged;
      if (ghost) ghost.style.translate = `${to.x - from.x}px ${to.y - from.y}px`;
      if (target === dragged.target) return;
      dragged.target?.classList.remove('week-slot-target');
      dragged.target = target;
      const content = target && contentOf(target);
      if (!content) return;
      if (target !== source) target.classList.add('week-slot-target');
      announce(nameOfTarget(translation, content, target === source));
    },
    end(how) {
      if (!dragged) return;
      const { onDrop, translation, setLift, announce } = context();
      const { source, content: from, target } = dragged;
      dragged = undefined;
      source.classList.remove('week-slot-lifted');
      target?.classList.remove('week-slot-target');
      document.documentElement.classList.remove('week-drags');
      setLift(undefined);
      announce(how === 'cancel' ? translation.t('week.drag-cancel') : '');
      const to = target && contentOf(target);
      if (how === 'drop' && to && !isSamePlace(from, to)) onDrop(from, to);
    },
  };
}

function findContent(slots: SlotContent[], element: Element): SlotContent | undefined {
  const place = element.getAttribute('data-place');
  return slots.find(({ day, slot }) => `${day} ${slot}` === place);
}

function nameOfTarget(translation: Translation, to: SlotContent, isHome: boolean): string {
  const { t } = translation;
  return t('week.drag-over', {
    place: nameOfPlace(translation, to),
    meal: isHome ? t('week.drag-home') : nameOfMeal(translation, to.meal),
  });
}
