/** After a new password by a link or a code: what has ended with the old one, and where to make it again. */
import { useState } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import { AccessList } from '#web/accounts/access-list.tsx';
import { completeSignIn } from '#web/data/session.ts';
import { navigate } from '#web/base/router.ts';
import { Button } from '#web/base/ui/button.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';

type ResetResponse = ResponseOf<'POST /app/api/reset'>;

/** Of these there is nothing to tell: a new sign-in replaces the devices, and the links have served. */
const EXPECTED: readonly string[] = ['sessions', 'reset_links', 'email_links'];

export function endedSomething({ ended }: ResetResponse): boolean {
  return Object.keys(ended).some((kind) => !EXPECTED.includes(kind));
}

export async function enter({ member }: ResetResponse, path = '/'): Promise<void> {
  await completeSignIn(member, path);
  navigate(path, 'replace');
}

export function ResetDone({ reset }: { reset: ResetResponse }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const go = (path: string) => {
    setBusy(true);
    void enter(reset, path).catch(() => location.replace(path));
  };
  return (
    <>
      <PageHeader title={t('account.reset-done')} lead={t('account.reset-ended')} />
      <AccessList counts={reset.ended} label={t('account.reset-ended')} />
      <p>{t('account.reset-again')}</p>
      <p>{t('account.reset-members')}</p>
      <div className="section-actions">
        <Button kind="primary" busy={isBusy} onClick={() => go('/profile')}>
          {t('account.reset-to-family')}
        </Button>
        <Button disabled={isBusy} onClick={() => go('/')}>
          {t('account.reset-to-week')}
        </Button>
      </div>
    </>
  );
}
