/**
 * Sets a new password: with a link, whose token is in the fragment and is removed from the address at once, or with a
 * recovery code.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResetLinkResponse, SignedInResponse } from '#http/app/contract.ts';
import { request, ApiError } from '#web/api.ts';
import { EmailField, NewPasswordField } from '#web/auth/account-fields.tsx';
import { AuthLayout } from '#web/auth/auth-layout.tsx';
import { Unavailable } from '#web/auth/status/unavailable.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useForm } from '#web/ui/form.ts';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { navigate } from '#web/router.ts';
import { completeSignIn } from '#web/session.ts';
import { useTranslation } from '#web/i18n/translation.ts';

export function Reset() {
  const [token] = useState(takeToken);
  return token ? <ResetByLink token={token} /> : <ResetByCode />;
}

function ResetByLink({ token }: { token: string }) {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => request<ResetLinkResponse>('POST', '/app/api/reset/look', { token }),
    staleTime: Infinity,
  });
  if (data) return <LinkForm token={token} email={data.email} />;
  if (error && !(error instanceof ApiError && error.code === 'reset-link-ended')) return <Unavailable />;
  return (
    <AuthLayout>
      {error ? (
        <>
          <PageHeader title={t('account.link-ended')} lead={t('account.link-ended-why')} />
          <Link href="/sign-in" className="button button-primary">
            {t('auth.sign-in')}
          </Link>
        </>
      ) : (
        <Skeleton label={t('app.loading')} />
      )}
    </AuthLayout>
  );
}

function LinkForm({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation();
  const form = useForm({
    fields: { password: 'auth.wrong.new-password' },
    send: async ({ password }) => finish(await request('POST', '/app/api/reset', { token, password })),
  });
  return (
    <AuthLayout>
      <PageHeader title={t('account.reset')} lead={t('account.reset-for', { email })} />
      <form {...form.props} className="auth-form">
        {/* Hidden. Password managers store the new password with it. */}
        <input type="email" value={email} readOnly hidden autoComplete="username" />
        <NewPasswordField label={t('account.new-password')} name="password" error={form.errors.password} />
        <p className="field-hint">{t('account.reset-means')}</p>
        {form.failure && <Banner kind="bad">{form.failure}</Banner>}
        <Button type="submit" kind="primary" busy={form.isBusy}>
          {t('account.reset-save')}
        </Button>
      </form>
    </AuthLayout>
  );
}

function ResetByCode() {
  const { t } = useTranslation();
  const form = useForm({
    fields: { email: 'auth.wrong.email', code: 'account.wrong-code', password: 'auth.wrong.new-password' },
    send: async (values) => finish(await request('POST', '/app/api/recover', values)),
  });
  return (
    <AuthLayout>
      <PageHeader title={t('account.lost')} lead={t('account.lost-lead')} />
      <form {...form.props} className="auth-form">
        <EmailField error={form.errors.email} />
        <TextField
          label={t('account.code')}
          hint={t('account.code-hint')}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          required
          error={form.errors.code}
        />
        <NewPasswordField label={t('account.new-password')} name="password" error={form.errors.password} />
        <p className="field-hint">{t('account.reset-means')}</p>
        {form.failure && <Banner kind="bad">{form.failure}</Banner>}
        <Button type="submit" kind="primary" busy={form.isBusy}>
          {t('account.reset-save')}
        </Button>
      </form>
      <h2>{t('account.no-code')}</h2>
      <p>{t('account.no-code-ways')}</p>
      <p className="auth-aside">
        <Link href="/sign-in">{t('account.back-to-sign-in')}</Link>
      </p>
    </AuthLayout>
  );
}

async function finish({ member }: SignedInResponse): Promise<void> {
  await completeSignIn(member, '/');
  navigate('/', 'replace');
}

function takeToken(): string {
  const token = location.hash.slice(1);
  if (token) history.replaceState({ token }, '', '/reset');
  // Stored in the history entry, so that a reload does not lose it.
  return token || ((history.state as { token?: string } | null)?.token ?? '');
}
