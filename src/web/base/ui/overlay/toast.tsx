/**
 * A short message about the last action, with at most one button, such as undo. It stays while that is hovered or
 * focused, and the next toast replaces it. Taps beside its buttons reach what is below.
 */
import { useEffect, useState } from 'react';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { createStore, useStore } from '#web/base/store.ts';
import { IconButton } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
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
  const hold = { onPointerEnter: () => setHeld(true), onFocus: () => setHeld(true) };
  const release = { onPointerLeave: () => setHeld(false), onBlur: () => setHeld(false) };
  return (
    <div className="toasts" role="status" aria-live="polite" {...hold} {...release}>
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
