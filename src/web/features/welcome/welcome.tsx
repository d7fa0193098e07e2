/** The home page of signed-out visitors: what Weekfare does, with an example of each part. */
import { Link } from '#web/base/ui/link.tsx';
import { usePageTitle } from '#web/base/ui/page.tsx';
import { useAbandonedOutboxes } from '#web/data/abandoned-outboxes.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { AuthLayout } from '#web/accounts/auth-layout.tsx';
import { Removed } from '#web/accounts/status/removed.tsx';
import { useDemoEmail, useSignUpMode } from '#web/accounts/sign-up-mode.ts';
import { Features } from './features.tsx';
import { WeekIllustration } from './week-illustration.tsx';
import './welcome.css';

export function Welcome({ isRemoved = false }: { isRemoved?: boolean }) {
  useAbandonedOutboxes();
  return isRemoved ? <Removed /> : <Start />;
}

function Start() {
  const { t } = useTranslation();
  const heading = usePageTitle('Weekfare');
  const mode = useSignUpMode();
  return (
    <AuthLayout isWide aside={mode === 'open' && <SignInLink className="button button-plain" />}>
      <div className="welcome">
        <div className="welcome-text">
          <h1 ref={heading} tabIndex={-1}>
            {t('welcome.title')}
          </h1>
          <p className="welcome-lead">{t('welcome.lead')}</p>
          <Actions />
        </div>
        <WeekIllustration />
      </div>
      <Features />
      {mode === 'open' && (
        <section className="welcome-end">
          <h2>{t('welcome.end')}</h2>
          <p>{t('welcome.end-text')}</p>
          <Link href="/sign-up" className="button button-primary">
            {t('welcome.end-start')}
          </Link>
        </section>
      )}
    </AuthLayout>
  );
}

function Actions() {
  const { t } = useTranslation();
  const mode = useSignUpMode();
  const isClosed = mode === 'invitation' || mode === 'closed';
  return (
    <>
      <p className={mode ? 'welcome-actions' : 'welcome-actions welcome-undecided'}>
        {isClosed ? (
          <SignInLink className="button button-primary" />
        ) : (
          <Link href="/sign-up" className="button button-primary">
            {t('welcome.start')}
          </Link>
        )}
        <SeeMore />
      </p>
      {isClosed && (
        <p className="welcome-note">
          {t(mode === 'closed' ? 'auth.closed-short' : 'auth.by-invitation-short')}
        </p>
      )}
    </>
  );
}

/** To the demo family, if this computer's server has one; otherwise to the examples below. */
function SeeMore() {
  const { t } = useTranslation();
  const demo = useDemoEmail();
  if (!demo) {
    return (
      <a href="#features" className="button button-plain">
        {t('welcome.see-how')}
      </a>
    );
  }
  return (
    <Link href="/sign-in?demo" className="button button-plain">
      {t('welcome.see-demo')}
    </Link>
  );
}

function SignInLink({ className }: { className: string }) {
  const { t } = useTranslation();
  return (
    <Link href="/sign-in" className={className}>
      {t('auth.sign-in')}
    </Link>
  );
}
