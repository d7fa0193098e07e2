/** The security events of the family, the newest first: what happened, who did it, when and where. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventActor, SecurityEvent } from '#domain/family/security-events.ts';
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
  const title = t(`profile.event.${action}`, { name: name ?? '', role: role ? t(ROLE_NAMES[role]) : '' });
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
