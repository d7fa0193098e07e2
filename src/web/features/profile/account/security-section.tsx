/** The security events of the family, the newest first: what happened, who did it, when and where. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventActor, SecurityAction, SecurityEvent } from '#domain/family/security-events.ts';
import { api } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { useMe } from '#web/data/session.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { type Translate, useTranslation } from '#web/base/i18n/translation.ts';
import { ROLE_NAMES } from '#web/features/profile/members/roles.ts';
import { scopesText } from '#web/features/profile/keys/scope-text.ts';
import { RelativeTime } from '#web/base/ui/time-text.tsx';
import { RowText, Section } from '#web/base/ui/section.tsx';
import { deviceText } from './device-text.ts';

const TITLES: Record<SecurityAction, MessageId> = {
  'family.add': 'profile.event.family-add',
  'family.export': 'profile.event.export',
  'family.delete': 'profile.event.family-delete',
  'member.sign-in': 'profile.event.sign-in',
  'member.session-end': 'profile.event.session-end',
  'member.sign-out-everywhere': 'profile.event.sign-out-everywhere',
  'member.password': 'profile.event.password',
  'member.reset-link': 'profile.event.reset-link',
  'member.reset': 'profile.event.reset',
  'member.recovery-codes': 'profile.event.recovery-codes',
  'member.new-email': 'profile.event.new-email',
  'member.email': 'profile.event.email',
  'member.invite': 'profile.event.invite',
  'member.uninvite': 'profile.event.uninvite',
  'member.join': 'profile.event.join',
  'member.role': 'profile.event.role',
  'member.remove': 'profile.event.remove',
  'member.access-end': 'profile.event.access-end',
  'passkey.add': 'profile.event.passkey-add',
  'passkey.remove': 'profile.event.passkey-remove',
  'passkey.copied': 'profile.event.passkey-copied',
  'identity.link': 'profile.event.identity-link',
  'identity.unlink': 'profile.event.identity-unlink',
  'key.add': 'profile.event.key-add',
  'key.rotate': 'profile.event.key-rotate',
  'key.revoke': 'profile.event.key-revoke',
  'display.add': 'profile.event.display-add',
  'display.revoke': 'profile.event.display-revoke',
  'list-link.add': 'profile.event.list-link-add',
  'list-link.revoke': 'profile.event.list-link-revoke',
  'calendar-link.add': 'profile.event.calendar-link-add',
  'calendar-link.revoke': 'profile.event.calendar-link-revoke',
  'webhook.add': 'profile.event.webhook-add',
  'webhook.rotate': 'profile.event.webhook-rotate',
  'webhook.on': 'profile.event.webhook-on',
  'webhook.off': 'profile.event.webhook-off',
  'webhook.gone': 'profile.event.webhook-gone',
  'webhook.failing': 'profile.event.webhook-failing',
  'webhook.remove': 'profile.event.webhook-remove',
};

const SHOWN_AT_FIRST = 5;

export function SecuritySection() {
  const { t } = useTranslation();
  const { data, error, isFetching, fetchNextPage, hasNextPage } = useInfiniteQuery({
    queryKey: ['security-events'],
    queryFn: ({ pageParam }) =>
      api('GET /app/api/security-events', { query: { before: pageParam ?? undefined } }),
    initialPageParam: null as number | null,
    refetchInterval: 30_000,
    getNextPageParam: ({ next }) => next,
  });
  const [isOpen, setOpen] = useState(false);
  const events = data?.pages.flatMap((page) => page.events);
  const hasHidden = !isOpen && (events?.length ?? 0) > SHOWN_AT_FIRST;
  const showOlder = () => {
    setOpen(true);
    if (!hasHidden) void fetchNextPage();
  };
  return (
    <Section id="security" title={t('profile.security')} lead={t('profile.security-lead')}>
      {!events && !error && <Skeleton label={t('app.loading')} lines={3} />}
      {events && (
        <ul className="section-rows" aria-label={t('profile.security')}>
          {events.slice(0, isOpen ? undefined : SHOWN_AT_FIRST).map((event) => (
            <li key={event.id} className="section-row">
              <EventText event={event} />
            </li>
          ))}
        </ul>
      )}
      {error && <Banner kind="warn">{problemText(t, error)}</Banner>}
      {(hasHidden || hasNextPage || error) && (
        <div className="section-actions">
          <Button busy={isFetching} onClick={showOlder}>
            {t(error ? 'profile.try-again' : 'profile.security-more')}
          </Button>
        </div>
      )}
    </Section>
  );
}

function EventText({ event }: { event: SecurityEvent }) {
  const { t } = useTranslation();
  const me = useMe().member.id;
  const { action, actor, member, name, role, scopes, device, address, at } = event;
  const title = t(TITLES[action], { name: name ?? '', role: role ? t(ROLE_NAMES[role]) : '' });
  return (
    <RowText name={title}>
      <bdi>{personText(actor, me, t)}</bdi>
      {member && (
        <>
          {' → '}
          <bdi>{personText(member, me, t)}</bdi>
        </>
      )}
      {scopes && ` · ${scopesText(scopes, t)}`}
      {' · '}
      <RelativeTime at={at} />
      {device && ` · ${deviceText(device, t)}`}
      {address && (
        <>
          {' · '}
          <bdi>{address}</bdi>
        </>
      )}
    </RowText>
  );
}

const OTHERS: Record<Exclude<EventActor['kind'], 'member'>, MessageId> = {
  'former-member': 'profile.event.former-member',
  operator: 'profile.event.operator',
  service: 'profile.event.service',
};

function personText(person: EventActor, me: string, t: Translate): string {
  if (person.kind !== 'member') return t(OTHERS[person.kind]);
  return person.id === me ? t('profile.event.you') : person.email;
}
