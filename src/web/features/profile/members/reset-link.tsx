/** Makes a link with which another member sets a new password, for owners. */
import { useState } from 'react';
import type { Member } from '#http/endpoints/account/members.ts';
import { api } from '#web/base/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { SecretDialog } from '#web/base/ui/overlay/secret-dialog.tsx';

export function ResetLink({ member: { id, email } }: { member: Member }) {
  const { t } = useTranslation();
  const [link, setLink] = useState<string>();
  const make = async () => {
    try {
      const made = await api('POST /app/api/members/:id/reset-link', { params: { id } });
      setLink(made.link);
    } catch (error) {
      showToast({ kind: 'bad', text: problemText(t, error) });
    }
  };
  return (
    <>
      <Button kind="quiet" onClick={() => void make()}>
        {t('profile.reset-link')}
        <span className="sr-only"> {email}</span>
      </Button>
      {link !== undefined && (
        <SecretDialog
          title={t('profile.reset-link-for', { email })}
          secrets={[
            {
              label: t('profile.link'),
              text: link,
              copy: t('profile.copy-link'),
              shareTitle: t('profile.reset-link'),
            },
          ]}
          onClose={() => setLink(undefined)}
        >
          <p>{t('profile.reset-link-how')}</p>
        </SecretDialog>
      )}
    </>
  );
}
