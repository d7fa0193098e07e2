/**
 * Loads the drag code on the first interaction with the board, by pointer or keyboard: it is not needed to read a
 * week. Without it, "Move to …" still works.
 */
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { lazyExtra } from '#web/base/ui/lazy-part.ts';
import type { SlotContent } from '#web/meals/plan-commands.ts';

const Drag = lazyExtra(async () => (await import('./drag.tsx')).Drag);

type DraggingProps = {
  board: RefObject<HTMLElement | null>;
  slots: SlotContent[];
  onDrop: (from: SlotContent, to: SlotContent) => void;
};

export function Dragging({ board, slots, onDrop }: DraggingProps) {
  const [touched, setTouched] = useState<HTMLElement>();
  const press = useRef<PointerEvent>(undefined);
  useEffect(() => {
    const { current } = board;
    const stopping = new AbortController();
    const { signal } = stopping;
    const touch = () => setTouched(current ?? undefined);
    const release = () => (press.current = undefined);
    current?.addEventListener('pointerenter', touch, { signal });
    current?.addEventListener('focusin', touch, { signal });
    current?.addEventListener('pointerdown', (event) => (press.current = event), { signal });
    addEventListener('pointerup', release, { signal });
    addEventListener('pointercancel', release, { signal });
    return () => stopping.abort();
  }, [board]);
  if (!touched) return null;
  return (
    <Suspense>
      <Drag board={touched} slots={slots} onDrop={onDrop} press={press} />
    </Suspense>
  );
}
