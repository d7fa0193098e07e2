/** Tells a member what happened to an account of the family, above every page, until they have read it. */
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { queries, refreshMe, useMe } from '#web/data/session.ts';
import { showInstant } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

export function Notices() {
  const { t, locale } = useTranslation();
  const me = useMe().member.id;
  const { data } = useQuery({
    queryKey: ['notices'],
    queryFn: () => api('GET /app/api/notices'),
  });
  const read = async () => {
    try {
      await api('DELETE /app/api/notices');
      queries.setQueryData<ResponseOf<'GET /app/api/notices'>>(['notices'], { notices: [] });
      await refreshMe();
    } catch (error) {
      showToast({ kind: 'bad', text: problemText(t, error) });
    }
  };
  if (!data || data.notices.length === 0) return null;
  return (
    <Banner
      kind="warn"
      icon="warn"
      action={<Button onClick={() => void read()}>{t('account.notice-read')}</Button>}
    >
      {data.notices.map(({ about, email, at }) => (
        <p key={about}>
          {t(about === me ? 'account.notice-reset-you' : 'account.notice-reset', {
            email: email ?? t('account.somebody'),
            time: showInstant(at, locale, { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </p>
      ))}
    </Banner>
  );
}
