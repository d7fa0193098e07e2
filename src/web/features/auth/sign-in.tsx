/** The sign-in page. app.tsx redirects to the requested page afterwards. */
import { Banner } from '#web/base/ui/banner.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { completeSignIn } from '#web/data/session.ts';
import { useSearch } from '#web/base/router.ts';
import { useAbandonedOutboxes } from '#web/data/abandoned-outboxes.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { AuthLayout } from '#web/accounts/auth-layout.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { useDemoEmail, useIsOidcOnly, useSignUpMode } from '#web/accounts/sign-up-mode.ts';

export function SignIn() {
  useAbandonedOutboxes();
  const { t } = useTranslation();
  const search = useSearch();
  const mode = useSignUpMode();
  const isOidcOnly = useIsOidcOnly();
  const knownDemo = useDemoEmail();
  const demoEmail = search === '?demo' ? knownDemo : undefined;
  return (
    <AuthLayout>
      <PageHeader title={t('auth.sign-in')} />
      {!isOidcOnly && (
        <>
          {demoEmail && <Banner>{t('auth.demo-password')}</Banner>}
          <SignInForm key={demoEmail} typedEmail={demoEmail} onSignedIn={completeSignIn} />
          <p className="auth-aside">
            <Link href="/reset">{t('auth.lost-password')}</Link>
          </p>
        </>
      )}
      <ProviderSignIn label="auth.provider-sign-in" />
      {mode === 'open' && (
        <p className="auth-aside">
          {t('auth.no-account')} <Link href={`/sign-up${search}`}>{t('auth.sign-up')}</Link>
        </p>
      )}
      {mode === 'invitation' && <p className="auth-aside">{t('auth.by-invitation-short')}</p>}
    </AuthLayout>
  );
}
