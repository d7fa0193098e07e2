/**
 * The sections of the Family page, in order: the people first, then this member's account and devices, and at
 * the end what only tinkerers need. A new section is one entry here.
 */
import type { ComponentType } from 'react';
import type { MessageId } from '#languages/message-ids.ts';
import { AccessSection } from '#web/features/profile/account/access-section.tsx';
import { EmailSection } from '#web/features/profile/account/email-section.tsx';
import { PasswordSection } from '#web/features/profile/account/password-section.tsx';
import { RecoverySection } from '#web/features/profile/account/recovery-section.tsx';
import { SecuritySection } from '#web/features/profile/account/security-section.tsx';
import { SessionsSection } from '#web/features/profile/account/sessions-section.tsx';
import { CalendarSection } from '#web/features/profile/calendar/calendar-section.tsx';
import { DataSection } from '#web/features/profile/family/data-section.tsx';
import { DisplaysSection } from '#web/features/profile/displays/displays-section.tsx';
import { EatersSection } from '#web/features/profile/family/eaters-section.tsx';
import { FamilySection } from '#web/features/profile/family/family-section.tsx';
import { IdentitiesSection } from '#web/features/profile/identities/identities-section.tsx';
import { KeysSection } from '#web/features/profile/keys/keys-section.tsx';
import { LanguageSection } from '#web/features/profile/family/language-section.tsx';
import { MembersSection } from '#web/features/profile/members/members-section.tsx';
import { PasskeysSection } from '#web/features/profile/passkeys/passkeys-section.tsx';
import { PremiumSection } from '#web/features/profile/premium/premium-section.tsx';
import { WebhooksSection } from '#web/features/profile/webhooks/webhooks-section.tsx';

type ProfileSection = {
  /** The id of the section's element, for `/profile#keys` and the table of contents. */
  id: string;
  title: MessageId;
  Content: ComponentType;
};

export const SECTIONS: readonly ProfileSection[] = [
  { id: 'family', title: 'profile.family', Content: FamilySection },
  { id: 'eaters', title: 'profile.eaters', Content: EatersSection },
  { id: 'members', title: 'profile.members', Content: MembersSection },
  { id: 'email', title: 'profile.email', Content: EmailSection },
  { id: 'password', title: 'profile.password', Content: PasswordSection },
  { id: 'passkeys', title: 'profile.passkeys', Content: PasskeysSection },
  { id: 'identities', title: 'profile.identities', Content: IdentitiesSection },
  { id: 'recovery', title: 'profile.recovery', Content: RecoverySection },
  { id: 'access', title: 'profile.access', Content: AccessSection },
  { id: 'sessions', title: 'profile.sessions', Content: SessionsSection },
  { id: 'security', title: 'profile.security', Content: SecuritySection },
  { id: 'language', title: 'profile.language', Content: LanguageSection },
  { id: 'displays', title: 'profile.displays', Content: DisplaysSection },
  { id: 'calendar', title: 'profile.calendar', Content: CalendarSection },
  { id: 'data', title: 'profile.data', Content: DataSection },
  { id: 'keys', title: 'profile.keys', Content: KeysSection },
  { id: 'webhooks', title: 'profile.webhooks', Content: WebhooksSection },
  { id: 'premium', title: 'profile.premium', Content: PremiumSection },
];
