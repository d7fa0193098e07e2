/**
 * Shows what is shown only once: a key, a link. It does not close by a slip of the finger; whoever has
 * copied it says so.
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
  /** Each under its name, with a button that copies it. */
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
          {/* One press selects all of it, for browsers that may not copy. */}
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
