/** The field for adding an item, and the undo button. Fixed at the bottom of the page. */
import { type FormEvent, useRef } from 'react';
import { IconButton } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { addItem, undoLast, useLastCommand } from './commands.ts';
import './add-line.css';

/** The server's limit. */
const MAX_LENGTH = 500;

export function AddLine({ week }: { week: string }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const last = useLastCommand(week);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const text = input.current?.value.replaceAll(/\s+/g, ' ').trim();
    if (!input.current || !text) return;
    addItem(week, text);
    input.current.value = '';
    input.current.focus();
  };
  return (
    <form className="list-add end-bar" onSubmit={send}>
      <input
        ref={input}
        className="field-input"
        aria-label={t('list.add')}
        placeholder={t('list.add-hint')}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        enterKeyHint="done"
      />
      <IconButton type="submit" className="button-primary" label={t('list.add')}>
        <Icon name="plus" />
      </IconButton>
      <IconButton
        className="button-plain"
        label={last === undefined ? t('list.undo') : `${t('list.undo')}: ${last}`}
        // Not `disabled`, which would lose the focus after the last undo.
        aria-disabled={last === undefined}
        onClick={() => last !== undefined && undoLast(week)}
      >
        <Icon name="undo" />
      </IconButton>
    </form>
  );
}
