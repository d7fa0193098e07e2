/** The profile page: its sections, and a table of contents on wide screens. */
import { useEffect } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { useMe } from '#web/session.ts';
import { useLeftovers } from '#web/offline/leftovers.ts';
import type { MessageId } from '#web/i18n/message-ids.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { DataSection } from './data-section.tsx';
import { DisplaysSection } from './displays-section.tsx';
import { FamilySection } from './family-section.tsx';
import { KeysSection } from './keys/keys-section.tsx';
import { LanguageSection } from './language-section.tsx';
import { MembersSection } from './members/members-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PremiumSection } from './premium-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import './profile-page.css';

const SECTIONS: [string, MessageId][] = [
  ['family', 'profile.family'],
  ['members', 'profile.members'],
  ['keys', 'profile.keys'],
  ['displays', 'profile.displays'],
  ['premium', 'profile.premium'],
  ['password', 'profile.password'],
  ['sessions', 'profile.sessions'],
  ['language', 'profile.language'],
  ['data', 'profile.data'],
];

export function ProfilePage() {
  useLeftovers();
  const { t } = useTranslation();
  const { member } = useMe();
  useEffect(() => {
    // The browser looked for the fragment before the page was rendered.
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <div className="profile">
      <PageHeader title={t('profile.title')} lead={t('profile.lead', { email: member.email })}>
        <Link href="/wishes" className="button button-plain">
          <Icon name="bowl" />
          {t('profile.preferences')}
        </Link>
      </PageHeader>
      <nav className="profile-contents" aria-label={t('profile.contents')}>
        <ul>
          {SECTIONS.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{t(title)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="profile-sections">
        <FamilySection />
        <MembersSection />
        <KeysSection />
        <DisplaysSection />
        <PremiumSection />
        <PasswordSection />
        <SessionsSection />
        <LanguageSection />
        <DataSection />
      </div>
    </div>
  );
}
