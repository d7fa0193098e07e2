/** The layout of the members' pages: family name, navigation, and a menu with language and sign-out. */
import { type ReactNode, Suspense, useEffect } from 'react';
import { onProblem } from '#web/base/api.ts';
import { Reauthentication } from './reauthentication.tsx';
import { lazyExtra } from '#web/base/ui/lazy-part.ts';
import { useUnsentChanges } from '#web/data/unsent.ts';
import { useHasTimers } from '#web/features/cook/timers/has-timers.ts';
import { Icon, type IconName } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { Logo } from '#web/base/ui/logo.tsx';
import { Menu, MenuItem } from '#web/base/ui/overlay/menu.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { usePath } from '#web/base/router.ts';
import { signOut, useMe } from '#web/data/session.ts';
import { useSync } from '#web/data/sync.ts';
import { changeLanguage } from '#web/accounts/change-language.ts';
import { LANGUAGES, nameOfLanguage } from '#languages/language.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import '#web/base/ui/pill.css';
import './shell.css';

/** Kitchen timers run on every page. */
const TimerBar = lazyExtra(
  async () => (await import('#web/features/cook/timers/timer-bar.tsx')).TimerBar,
  'cook',
);
const Notices = lazyExtra(
  async () => (await import('#web/features/auth/account/notices.tsx')).Notices,
  'account',
);

export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { family, hasNotices } = useMe();
  // On every page: send unsent changes, and delete the cached weeks after signing out.
  useSync();
  useUnsentChanges();
  useEffect(
    () =>
      onProblem(({ code, message }) => {
        // Unsent changes wait on this device until the operator changes the setting, so the person must know.
        if (code === 'host-not-allowed') showToast({ kind: 'bad', text: message });
      }),
    [],
  );
  return (
    <div className="shell">
      <a className="shell-skip" href="#main">
        {t('app.skip')}
      </a>
      <header className="shell-head">
        <Link href="/" className="shell-family">
          <Logo size={32} />
          <span>{family.name}</span>
        </Link>
        <nav className="shell-nav" aria-label={t('app.pages')}>
          <NavLink href="/" icon="week" text={t('app.week')} />
          <NavLink href="/recipes" icon="book" text={t('app.recipes')} />
          <NavLink href="/list" icon="list" text={t('app.list')} />
          <NavLink href="/profile" icon="people" text={t('app.family')} />
        </nav>
        <AppMenu />
      </header>
      <main id="main" className="shell-main" tabIndex={-1}>
        {hasNotices && (
          <Suspense>
            <Notices />
          </Suspense>
        )}
        {children}
      </main>
      {useHasTimers() && (
        <Suspense>
          <TimerBar />
        </Suspense>
      )}
      <Reauthentication />
    </div>
  );
}

/** The languages, and sign-out. */
function AppMenu() {
  const { t, language } = useTranslation();
  const { member } = useMe();
  const leave = () =>
    signOut().catch((error: unknown) => showToast({ kind: 'bad', text: problemText(t, error) }));
  return (
    <Menu label={t('app.more')} button={<Icon name="more" />}>
      <p className="shell-who" role="presentation">
        {member.email}
      </p>
      {LANGUAGES.map((code) => (
        <MenuItem key={code} isChecked={code === language} onSelect={() => void changeLanguage(t, code)}>
          <span lang={code}>{nameOfLanguage(code)}</span>
        </MenuItem>
      ))}
      <MenuItem icon={<Icon name="leave" />} onSelect={leave}>
        {t('app.sign-out')}
      </MenuItem>
    </Menu>
  );
}

function NavLink({ href, icon, text }: { href: string; icon: IconName; text: string }) {
  const path = usePath();
  const isHere = path === href || path.startsWith(href === '/' ? '/week/' : `${href}/`);
  return (
    <Link href={href} className="pill shell-link" aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} />
      {text}
    </Link>
  );
}
