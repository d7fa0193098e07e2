/** Joins a family by invitation. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import { api, ApiError } from '#web/base/api.ts';
import { useForm } from '#web/base/ui/form/form.ts';
import { Submit } from '#web/base/ui/form/submit.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { navigate } from '#web/base/router.ts';
import { completeSignIn } from '#web/data/session.ts';
import { currentLanguage } from '#web/base/i18n/language.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { EmailField, newPasswordCodes, NewPasswordField } from '#web/accounts/account-fields.tsx';
import { AuthLayout } from '#web/accounts/auth-layout.tsx';
import { Unavailable } from '#web/accounts/status/unavailable.tsx';
import { EaterField } from '#web/accounts/eater-field.tsx';
import { EmptyPlate } from '#web/accounts/illustrations.tsx';
import { takeToken } from '#web/base/link-token.ts';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { useIsOidcOnly } from '#web/accounts/sign-up-mode.ts';

export function Join() {
  const { t } = useTranslation();
  const [token] = useState(takeToken);
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api('POST /app/api/invitation', { body: { token } }),
    staleTime: Infinity,
  });
  if (data) return <JoinForm token={token} {...data} />;
  if (error && !(error instanceof ApiError && error.status >= 400 && error.status < 500))
    return <Unavailable />;
  return (
    <AuthLayout>
      {error ? (
        <>
          <EmptyPlate />
          {error instanceof ApiError && error.code === 'joining-closed' ? (
            <PageHeader title={t('auth.closed')} lead={t('auth.closed-join-why')} />
          ) : (
            <PageHeader title={t('auth.invitation-ended')} lead={t('auth.invitation-ended-why')} />
          )}
          <Link href="/" className="button button-primary">
            {t('app.start')}
          </Link>
        </>
      ) : (
        <Skeleton label={t('app.loading')} />
      )}
    </AuthLayout>
  );
}

function JoinForm({ token, familyName, eaters }: ResponseOf<'POST /app/api/invitation'> & { token: string }) {
  const { t } = useTranslation();
  const isOidcOnly = useIsOidcOnly();
  const form = useForm({
    fields: { email: 'auth.wrong.email', password: 'auth.wrong.new-password' },
    codes: { 'email-taken': 'email', 'eater-taken': 'eaterId', ...newPasswordCodes('password') },
    send: async ({ eaterId, ...values }) => {
      const body = { ...values, token, language: currentLanguage(), ...(eaterId && { eaterId }) };
      const { member } = await api('POST /app/api/join', { body });
      await completeSignIn(member, '/');
      navigate('/', 'replace');
    },
  });
  return (
    <AuthLayout>
      <PageHeader
        title={t('auth.join-title', { familyName })}
        lead={t(isOidcOnly ? 'auth.join-lead-oidc' : 'auth.join-lead')}
      />
      {!isOidcOnly && (
        <form {...form.props} className="auth-form">
          {eaters.length > 0 && <EaterField eaters={eaters} error={form.errors.eaterId} />}
          <EmailField error={form.errors.email} />
          <NewPasswordField label={t('auth.password')} name="password" error={form.errors.password} />
          <Submit form={form} kind="primary">
            {t('auth.join')}
          </Submit>
        </form>
      )}
      <ProviderSignIn label="auth.provider-join" invitation={token} />
    </AuthLayout>
  );
}
