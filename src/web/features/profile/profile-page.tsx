/** The Family page: its sections, and a table of contents on wide screens. */
import { useEffect } from 'react';
import { Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { useIsOidcOnly, useProvider } from '#web/accounts/sign-up-mode.ts';
import { saveLanguage, useMe } from '#web/data/session.ts';
import { useAbandonedOutboxes } from '#web/data/abandoned-outboxes.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { SECTIONS } from './sections.tsx';
import './profile-page.css';

export function ProfilePage() {
  useAbandonedOutboxes();
  const { t, language: shown } = useTranslation();
  const { member } = useMe();
  const hasProvider = Boolean(useProvider());
  const isOidcOnly = useIsOidcOnly();
  const sections = SECTIONS.filter(({ id }) => {
    if (id === 'identities') return hasProvider;
    // Members who can only use the identity provider have no password and no recovery codes.
    return !isOidcOnly || (id !== 'password' && id !== 'recovery');
  });
  const { language } = member;
  useEffect(() => {
    // The account is older than this setting, or the operator has made it.
    if (language === null) void saveLanguage(shown);
  }, [language, shown]);
  useEffect(() => {
    // The browser looked for the fragment before the page was rendered.
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <div className="profile">
      <PageHeader title={t('profile.title')} lead={t('profile.lead', { email: member.email })}>
        <Link href="/preferences" className="button button-plain">
          <Icon name="bowl" />
          {t('profile.preferences')}
        </Link>
      </PageHeader>
      <nav className="profile-contents" aria-label={t('profile.contents')}>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{t(title)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="profile-sections">
        {sections.map(({ id, Content }) => (
          <Content key={id} />
        ))}
      </div>
    </div>
  );
}
