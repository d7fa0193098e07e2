/**
 * Shows a secret that is shown only once: a key or a link. It closes only with its button, not with a click
 * outside.
 */
import { type ReactNode, Suspense } from 'react';
import { lazyExtra } from '#web/base/ui/lazy-part.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Actions, Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { ShareButton } from './share-button.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import './secret-dialog.css';

// The dialog is complete without it: the link can be copied.
const QrCode = lazyExtra(async () => (await import('./qr-code.tsx')).QrCode);

type SecretDialogProps = {
  title: string;
  /** Each has a label and a copy button. `shareTitle`: it is a link, which can also be scanned and shared. */
  secrets: { label: string; text: string; copy: string; shareTitle?: string }[];
  onClose: () => void;
  /** Above the secrets, and below them. */
  intro?: ReactNode;
  children?: ReactNode;
};

export function SecretDialog({ title, secrets, onClose, intro, children }: SecretDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title}>
      <Banner kind="warn" icon="warn">
        {t('profile.shown-once')}
      </Banner>
      {intro}
      {secrets.map(({ label, text, copy, shareTitle }) => (
        <div key={label} className="secret">
          <h3>{label}</h3>
          {shareTitle && (
            <Suspense fallback={<div className="secret-code" />}>
              <QrCode text={text} label={t('profile.qr-code')} />
            </Suspense>
          )}
          {/* One click selects the whole text, for browsers without clipboard access. */}
          <code className="secret-text" dir="ltr" tabIndex={0}>
            {text}
          </code>
          <div className="secret-actions">
            {shareTitle && (
              <ShareButton data={{ title: shareTitle, url: text }} label={t('profile.share-link')} />
            )}
            <CopyButton text={text} label={copy} />
          </div>
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
