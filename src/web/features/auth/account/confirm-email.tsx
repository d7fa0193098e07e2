/**
 * Confirms an address with a mailed link. The token is in the fragment and is removed from the address at once. It needs
 * a click, because mail programs open links to check them.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ApiError } from '#web/base/api.ts';
import { AuthLayout } from '#web/accounts/auth-layout.tsx';
import { takeToken } from '#web/base/link-token.ts';
import { Unavailable } from '#web/accounts/status/unavailable.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { Submit } from '#web/base/ui/form/submit.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { refreshMe } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

export function ConfirmEmail() {
  const { t } = useTranslation();
  const [token] = useState(takeToken);
  const [isDone, setDone] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['email-link', token],
    queryFn: () => api('POST /app/api/email/look', { body: { token } }),
    staleTime: Infinity,
  });
  const form = useForm({
    fields: {},
    send: async () => {
      await api('POST /app/api/email/confirm', { body: { token } });
      setDone(true);
      await refreshMe();
    },
  });
  if (error && !(error instanceof ApiError && error.code === 'email-link-ended')) return <Unavailable />;
  const { email = '' } = data ?? {};
  return (
    <AuthLayout>
      {isDone && <PageHeader title={t('account.confirmed')} lead={t('account.confirmed-lead', { email })} />}
      {error && !isDone && (
        <PageHeader title={t('account.link-ended')} lead={t('account.email-link-ended-why')} />
      )}
      {(isDone || error) && (
        <Link href="/" className="button button-primary">
          {t('app.start')}
        </Link>
      )}
      {!data && !error && <Skeleton label={t('app.loading')} />}
      {data && !isDone && (
        <>
          <PageHeader title={t('account.confirm')} lead={t('account.confirm-lead', { email })} />
          <form {...form.props} className="auth-form">
            <Submit form={form} kind="primary">
              {t('account.confirm')}
            </Submit>
          </form>
        </>
      )}
    </AuthLayout>
  );
}
