/** The home page of signed-out visitors. */
import { Link } from '#web/ui/link.tsx';
import { usePageTitle } from '#web/ui/page.tsx';
import { useLeftovers } from '#web/offline/leftovers.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { WeekIllustration } from './week-illustration.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { Removed } from './status/removed.tsx';
import { useSignUpMode } from './sign-up-mode.ts';
import './welcome.css';

export function Welcome({ isRemoved = false }: { isRemoved?: boolean }) {
  useLeftovers();
  return isRemoved ? <Removed /> : <Start />;
}

function Start() {
  const { t } = useTranslation();
  const heading = usePageTitle('Weekfare');
  return (
    <AuthLayout isWide>
      <div className="welcome">
        <div className="welcome-text">
          <h1 ref={heading} tabIndex={-1}>
            {t('auth.welcome-title')}
          </h1>
          <p className="welcome-lead">{t('auth.welcome-lead')}</p>
          <Actions />
        </div>
        <WeekIllustration />
        <ul className="welcome-points">
          <Point title={t('auth.point-plan')} text={t('auth.point-plan-text')} />
          <Point title={t('auth.point-screens')} text={t('auth.point-screens-text')} />
          <Point title={t('auth.point-yours')} text={t('auth.point-yours-text')} />
        </ul>
      </div>
    </AuthLayout>
  );
}

function Actions() {
  const { t } = useTranslation();
  const mode = useSignUpMode();
  if (mode === 'invitation' || mode === 'closed') {
    return (
      <>
        <p className="welcome-actions">
          <Link href="/sign-in" className="button button-primary">
            {t('auth.sign-in')}
          </Link>
        </p>
        <p className="welcome-note">
          {t(mode === 'closed' ? 'auth.closed-short' : 'auth.by-invitation-short')}
        </p>
      </>
    );
  }
  return (
    <p className={mode ? 'welcome-actions' : 'welcome-actions welcome-undecided'}>
      <Link href="/sign-up" className="button button-primary">
        {t('auth.welcome-start')}
      </Link>
      <Link href="/sign-in" className="button button-plain">
        {t('auth.sign-in')}
      </Link>
    </p>
  );
}

function Point({ title, text }: { title: string; text: string }) {
  return (
    <li>
      <h2>{title}</h2>
      <p>{text}</p>
    </li>
  );
}
