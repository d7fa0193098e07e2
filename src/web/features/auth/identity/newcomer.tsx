/** Somebody new with an account at the identity provider creates a family, or joins the one that has invited them. */
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { EmailField } from '#web/accounts/account-fields.tsx';
import { AuthLayout } from '#web/accounts/auth-layout.tsx';
import { EaterField } from '#web/accounts/eater-field.tsx';
import { FamilyNameField, FamilyTimeZoneField } from '#web/features/auth/family-fields.tsx';
import { EmptyPlate } from '#web/accounts/illustrations.tsx';
import { useSignUpMode } from '#web/accounts/sign-up-mode.ts';
import { useForm } from '#web/base/ui/form/form.ts';
import { Submit } from '#web/base/ui/form/submit.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { navigate } from '#web/base/router.ts';
import { completeSignIn } from '#web/data/session.ts';
import { currentLanguage } from '#web/base/i18n/language.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

export type Ticket = { ticket: string; email: string };
type NewcomerProps = { ticket: Ticket; invitation: string | undefined };

export function Newcomer({ ticket, invitation }: NewcomerProps) {
  const { t } = useTranslation();
  const mode = useSignUpMode();
  if (invitation !== undefined) return <JoinForm {...ticket} token={invitation} />;
  if (mode === 'open') return <SignUpForm {...ticket} />;
  return (
    <AuthLayout>
      {mode ? (
        <>
          <EmptyPlate />
          <PageHeader title={t('auth.identity-unknown')} lead={t('auth.identity-unknown-why')} />
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

async function enter({ member }: ResponseOf<'POST /app/api/sign-in'>): Promise<void> {
  await completeSignIn(member, '/');
  navigate('/', 'replace');
}

function SignUpForm({ ticket, email }: Ticket) {
  const { t } = useTranslation();
  const form = useForm({
    fields: {
      familyName: 'auth.wrong.family-name',
      email: 'auth.wrong.email',
      timeZone: 'auth.wrong.time-zone',
    },
    codes: { 'email-taken': 'email' },
    send: async (values) =>
      enter(
        await api('POST /app/api/oidc/sign-up', { body: { ...values, ticket, language: currentLanguage() } }),
      ),
  });
  return (
    <AuthLayout>
      <PageHeader title={t('auth.sign-up-title')} lead={t('auth.identity-new')} />
      <form {...form.props} className="auth-form">
        <FamilyNameField error={form.errors.familyName} />
        <EmailField error={form.errors.email} defaultValue={email} />
        <FamilyTimeZoneField error={form.errors.timeZone} />
        <Submit form={form} kind="primary">
          {t('auth.sign-up')}
        </Submit>
      </form>
    </AuthLayout>
  );
}

function JoinForm({ ticket, email, token }: Ticket & { token: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api('POST /app/api/invitation', { body: { token } }),
    staleTime: Infinity,
  });
  const form = useForm({
    fields: { email: 'auth.wrong.email' },
    codes: { 'email-taken': 'email', 'eater-taken': 'eaterId' },
    send: async ({ eaterId, ...values }) => {
      const body = { ...values, ticket, token, language: currentLanguage(), ...(eaterId && { eaterId }) };
      await enter(await api('POST /app/api/oidc/join', { body }));
    },
  });
  const { familyName = '', eaters = [] } = data ?? {};
  return (
    <AuthLayout>
      <PageHeader title={t('auth.join-title', { familyName })} lead={t('auth.identity-new')} />
      <form {...form.props} className="auth-form">
        {eaters.length > 0 && <EaterField eaters={eaters} error={form.errors.eaterId} />}
        <EmailField error={form.errors.email} defaultValue={email} />
        <Submit form={form} kind="primary">
          {t('auth.join')}
        </Submit>
      </form>
    </AuthLayout>
  );
}
