/** A modal native dialog. Esc closes it, and the focus returns to the opener. */
import { type ReactNode, type RefObject, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { IconButton } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import './dialog.css';

type DialogProps = {
  title: string;
  /** Without it, the dialog closes only with its own buttons. */
  onClose?: () => void;
  /** What gets the focus afterwards, if the opener disappears. */
  focusAfter?: RefObject<HTMLElement | undefined>;
  children: ReactNode;
};

/** Open while rendered: `{isOpen && <Dialog …>}`. */
export function Dialog({ title, onClose, focusAfter, children }: DialogProps) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget>(undefined);
  const titleId = useId();
  const after = useEffectEvent(() => focusAfter?.current);
  useLayoutEffect(() => {
    const { current } = dialog;
    const opener = document.activeElement;
    if (!current?.open) current?.showModal();
    // Focus the first input or the chosen option instead of the close button.
    const first = 'input:not([hidden], [type=radio]:not(:checked)), select, textarea';
    current?.querySelector<HTMLElement>(first)?.focus();
    return () => {
      current?.close();
      const next = after() ?? opener;
      if (next instanceof HTMLElement && next.isConnected) next.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Cancelling the choice of a file inside is an event with the same name.
        if (event.target !== event.currentTarget) return;
        // The component's state decides whether the dialog is open.
        event.preventDefault();
        onClose?.();
      }}
      onClose={({ target, currentTarget }) => {
        // On the second Esc, browsers close the dialog although the event above is prevented.
        if (target !== currentTarget || currentTarget.open) return;
        if (onClose) onClose();
        else currentTarget.showModal();
      }}
      onPointerDown={({ target }) => void (pressed.current = target)}
      // Not if the pointer was pressed inside, as in selecting text, and released outside.
      onClick={({ target, currentTarget }) =>
        target === currentTarget && pressed.current === currentTarget && onClose?.()
      }
    >
      <div className="dialog-sheet">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          {onClose && (
            <IconButton label={t('ui.close')} onClick={onClose}>
              <Icon name="close" />
            </IconButton>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** The buttons at the end of a dialog or form. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className="dialog-actions">{children}</div>;
}
