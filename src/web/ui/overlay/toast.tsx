/**
 * A short message about the last action, with at most one button, such as undo. It stays while hovered or
 * focused, and the next toast replaces it. It moves up from a button that a person may want to press next.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translation.ts';
import { createStore, useStore } from '#web/shared/store.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { liftOf } from './toast-place.ts';
import './toast.css';

type Toast = { text: string; kind?: 'plain' | 'bad'; action?: { label: string; run: () => void } };

const STAYS_MS = 8_000;
const shown = createStore<Toast | undefined>(undefined);

/** `showToast({ text: t('week.did-clear', { place }), action: { label: t('week.undo'), run: undo } })` */
export function showToast(toast: Toast | undefined): void {
  shown.set(toast);
}

/** Rendered once, by the app. */
export function Toasts() {
  const { t } = useTranslation();
  const toast = useStore(shown, (current) => current);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!toast || isHeld) return undefined;
    const timer = window.setTimeout(() => showToast(undefined), STAYS_MS);
    return () => window.clearTimeout(timer);
  }, [toast, isHeld]);
  const place = useFreePlace(toast);
  const hold = { onPointerEnter: () => setHeld(true), onFocus: () => setHeld(true) };
  const release = { onPointerLeave: () => setHeld(false), onBlur: () => setHeld(false) };
  return (
    <div ref={place} className="toasts" role="status" aria-live="polite" {...hold} {...release}>
      {toast && (
        <div className={`toast toast-${toast.kind ?? 'plain'}`}>
          <span className="toast-text">{toast.text}</span>
          {toast.action && (
            <button
              type="button"
              className="toast-action"
              onClick={() => {
                toast.action?.run();
                if (shown.get() === toast) showToast(undefined);
              }}
            >
              {toast.action.label}
            </button>
          )}
          <IconButton label={t('ui.close')} onClick={() => showToast(undefined)}>
            <Icon name="close" size={18} />
          </IconButton>
        </div>
      )}
    </div>
  );
}

/** What a toast must not cover: the main buttons, and the form that somebody is filling in. */
const NEXT_ACTIONS =
  '.shell .button-primary, .shell .button-danger, .shell form .button, .shell form :focus, .next-action';
const MOVES = ['scroll', 'resize', 'focusin', 'pointerup'];

/** Keeps the toast off the next actions, also while the page scrolls or changes. */
function useFreePlace(toast: Toast | undefined) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!toast || !current) return undefined;
    const place = () => current.style.setProperty('--toast-lift', lift(current));
    let frame = 0;
    const move = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        // It must not move away from somebody who is about to press its button.
        if (!current.matches(':hover')) place();
      });
    };
    place();
    for (const event of MOVES) addEventListener(event, move, true);
    // After the toast, the page may show the button of the next step in its place. Not attributes: they include its own.
    const changes = new MutationObserver(move);
    changes.observe(document.body, { childList: true, characterData: true, subtree: true });
    const timer = window.setInterval(move, 500);
    return () => {
      for (const event of MOVES) removeEventListener(event, move, true);
      changes.disconnect();
      window.clearInterval(timer);
      cancelAnimationFrame(frame);
    };
  }, [toast]);
  return element;
}

function lift(toasts: HTMLElement): string {
  const lifted = Number.parseFloat(toasts.style.getPropertyValue('--toast-lift') || '0');
  const { top, bottom, left, right } = toasts.getBoundingClientRect();
  const nextActions = Array.from(document.querySelectorAll(NEXT_ACTIONS), (one) =>
    one.getBoundingClientRect(),
  )
    .filter((one) => one.height > 0 && one.left < right && one.right > left)
    .filter((one) => one.bottom > 0 && one.top < innerHeight);
  return `${liftOf({ top: top + lifted, bottom: bottom + lifted }, nextActions, 0)}px`;
}
