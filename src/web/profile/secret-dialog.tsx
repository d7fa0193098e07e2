/**
 * Shows a secret that is shown only once: a key or a link. It closes only with its button, not with a click
 * outside.
 */
import type { ReactNode } from 'react';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Actions, Dialog } from '#web/ui/dialog.tsx';
import { useTranslation } from '#web/i18n/translation.ts';
import './secret-dialog.css';

type SecretDialogProps = {
  title: string;
  /** Each has a label and a copy button. */
  secrets: { label: string; text: string; copy: string }[];
  onClose: () => void;
  children?: ReactNode;
};

export function SecretDialog({ title, secrets, onClose, children }: SecretDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title}>
      <Banner kind="warn" icon="warn">
        {t('profile.shown-once')}
      </Banner>
      {secrets.map(({ label, text, copy }) => (
        <div key={label} className="secret">
          <h3>{label}</h3>
          {/* One click selects the whole text, for browsers without clipboard access. */}
          <code className="secret-text" dir="ltr" tabIndex={0}>
            {text}
          </code>
          <CopyButton text={text} label={copy} />
        </div>
      ))}
      {children}
      <Actions>
        <Button kind="primary" onClick={onClose}>
          {t('profile.done')}
        </Button>
      </Actions>
    </Dialog>
  );
}
