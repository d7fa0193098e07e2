/** The sign-up page: the family, its first member, and its time zone, which defaults to the browser's. */
import { api } from '#web/base/api.ts';
import { useForm } from '#web/base/ui/form/form.ts';
import { Submit } from '#web/base/ui/form/submit.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { useSearch } from '#web/base/router.ts';
import { completeSignIn } from '#web/data/session.ts';
import { currentLanguage } from '#web/base/i18n/language.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { EmailField, newPasswordCodes, NewPasswordField } from '#web/accounts/account-fields.tsx';
import { AuthLayout } from '#web/accounts/auth-layout.tsx';
import { FamilyNameField, FamilyTimeZoneField } from './family-fields.tsx';
import { EmptyPlate } from '#web/accounts/illustrations.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { useIsOidcOnly, useSignUpMode } from '#web/accounts/sign-up-mode.ts';

export function SignUp() {
  const { t } = useTranslation();
  const search = useSearch();
  const mode = useSignUpMode();
  if (mode === 'open') return <SignUpForm />;
  return (
    <AuthLayout>
      {mode ? (
        <>
          <EmptyPlate />
          <PageHeader
            title={t(mode === 'closed' ? 'auth.closed' : 'auth.by-invitation')}
            lead={t(mode === 'closed' ? 'auth.closed-why' : 'auth.by-invitation-why')}
          />
          <Link href={`/sign-in${search}`} className="button button-primary">
            {t('auth.sign-in')}
          </Link>
        </>
      ) : (
        <Skeleton label={t('app.loading')} lines={5} />
      )}
    </AuthLayout>
  );
}

function SignUpForm() {
  const { t } = useTranslation();
  const isOidcOnly = useIsOidcOnly();
  const search = useSearch();
  const form = useForm({
    fields: {
      familyName: 'auth.wrong.family-name',
      email: 'auth.wrong.email',
      password: 'auth.wrong.new-password',
      timeZone: 'auth.wrong.time-zone',
    },
    codes: { 'email-taken': 'email', ...newPasswordCodes('password') },
    send: async (values) => {
      const { member } = await api('POST /app/api/sign-up', {
        body: {
          ...values,
          language: currentLanguage(),
        },
      });
      await completeSignIn(member);
    },
  });
  return (
    <AuthLayout>
      <PageHeader title={t('auth.sign-up-title')} lead={t('auth.sign-up-lead')} />
      {!isOidcOnly && (
        <form {...form.props} className="auth-form">
          <FamilyNameField error={form.errors.familyName} />
          <EmailField error={form.errors.email} />
          <NewPasswordField label={t('auth.password')} name="password" error={form.errors.password} />
          <FamilyTimeZoneField error={form.errors.timeZone} />
          <Submit form={form} kind="primary">
            {t('auth.sign-up')}
          </Submit>
        </form>
      )}
      <ProviderSignIn label="auth.provider-sign-up" />
      <p className="auth-aside">
        {t('auth.have-account')} <Link href={`/sign-in${search}`}>{t('auth.sign-in')}</Link>
      </p>
    </AuthLayout>
  );
}
