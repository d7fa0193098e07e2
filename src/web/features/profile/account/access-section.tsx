/** Everything that can act as this member, by kind, with the way to each and a button that ends all but this device. */
import { useState } from 'react';
import { AccessList } from '#web/accounts/access-list.tsx';
import { api } from '#web/base/api.ts';
import { queries } from '#web/data/session.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { useAccess } from '#web/data/queries/profile-queries.ts';
import { Section } from '#web/base/ui/section.tsx';

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
