/** Everything that can act as this member, by kind, with the way to each and a button that ends all but this device. */
import { useState } from 'react';
import { AccessList } from '#web/auth/access-list.tsx';
import { api } from '#web/shared/api.ts';
import { queries } from '#web/shared/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/overlay/toast.tsx';
import { useTranslation } from '#web/i18n/translation.ts';
import { Confirm } from '#web/profile/dialogs/confirm.tsx';
import { useAccess } from '#web/profile/profile-queries.ts';
import { Section } from '#web/profile/section.tsx';

export function AccessSection() {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const access = useAccess();
  const endAll = async () => {
    await api('POST /app/api/access/end');
    await queries.invalidateQueries();
    showToast({ text: t('profile.access-ended') });
  };
  return (
    <Section
      id="access"
      title={t('profile.access')}
      lead={t('profile.access-lead')}
      action={<Button onClick={() => setAsking(true)}>{t('profile.access-end')}</Button>}
    >
      {access ? (
        <AccessList counts={access} label={t('profile.access')} isLinked />
      ) : (
        <Skeleton label={t('app.loading')} lines={2} />
      )}
      {isAsking && (
        <Confirm
          title={t('profile.access-end-title')}
          action={t('profile.access-end')}
          run={endAll}
          onClose={() => setAsking(false)}
        >
          <p>{t('profile.access-end-means')}</p>
          {access && <AccessList counts={access} label={t('profile.access')} />}
        </Confirm>
      )}
    </Section>
  );
}
