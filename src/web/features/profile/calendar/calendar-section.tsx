/** The meals in the calendars of phones: every member creates and revokes links for calendar apps. */
import { useState } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { useMe } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { CreatedBy } from '#web/accounts/created-by.tsx';
import { PremiumBanner } from '#web/features/profile/premium/premium-banner.tsx';
import { refreshList, useList } from '#web/data/queries/profile-queries.ts';
import { Rows, RowText, Section } from '#web/base/ui/section.tsx';
import { RelativeTime } from '#web/base/ui/time-text.tsx';
import { CreateAppPassword } from '#web/features/profile/app-passwords/create-app-password.tsx';
import { CreateCalendar } from './create-calendar.tsx';

export function CalendarSection() {
  const { t } = useTranslation();
  const { member } = useMe();
  const [creating, setCreating] = useState<'calendar' | 'app-password'>();
  const close = () => setCreating(undefined);
  return (
    <Section
      id="calendar"
      title={t('profile.calendar')}
      lead={t('profile.calendar-lead')}
      action={
        <Button icon={<Icon name="plus" />} onClick={() => setCreating('calendar')}>
          {t('profile.make-calendar')}
        </Button>
      }
    >
      <PremiumBanner icon={<Icon name="week" />} text={t('profile.calendar-premium')} />
      <Rows query={useList('calendarLinks')} label={t('profile.calendar')} empty={t('profile.no-calendars')}>
        {(link) => <CalendarRow link={link} />}
      </Rows>
      <AppPasswords isOwner={member.role === 'owner'} onCreate={() => setCreating('app-password')} />
      {creating === 'calendar' && <CreateCalendar onClose={close} />}
      {creating === 'app-password' && <CreateAppPassword onClose={close} />}
    </Section>
  );
}

function AppPasswords({ isOwner, onCreate }: { isOwner: boolean; onCreate: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="section-part">
      <h3>{t('profile.app-password')}</h3>
      <p className="section-note">
        {t('profile.app-password-lead')}{' '}
        {isOwner ? <a href="#keys">{t('profile.app-password-listed')}</a> : t('profile.app-password-owners')}
      </p>
      {isOwner && (
        <div className="section-actions">
          <Button icon={<Icon name="plus" />} onClick={onCreate}>
            {t('profile.make-app-password')}
          </Button>
        </div>
      )}
    </div>
  );
}

function CalendarRow({ link }: { link: ResponseOf<'GET /app/api/calendar-links'>['calendarLinks'][number] }) {
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  const { id, settings, createdAt, lastSeenAt, createdBy } = link;
  const name = settings.slots.map((slot) => t(`week.slot.${slot}`)).join(', ');
  const revoke = async () => {
    await api('DELETE /app/api/calendar-links/:id', { params: { id } });
    await refreshList('calendarLinks');
    showToast({ text: t('profile.calendar-revoked') });
  };
  return (
    <>
      <RowText name={name}>
        {t(settings.times ? 'profile.calendar-at-times' : 'profile.calendar-all-day')} ·{' '}
        <CreatedBy at={createdAt} createdBy={createdBy} /> ·{' '}
        {lastSeenAt ? (
          <>
            {t('profile.calendar-read')} <RelativeTime at={lastSeenAt} />
          </>
        ) : (
          t('profile.calendar-never-read')
        )}
      </RowText>
      <Button kind="quiet" onClick={() => setConfirming(true)}>
        {t('profile.revoke')}
        <span className="sr-only"> {name}</span>
      </Button>
      {isConfirming && (
        <Confirm
          title={t('profile.revoke-calendar-title')}
          action={t('profile.revoke')}
          run={revoke}
          onClose={() => setConfirming(false)}
        >
          <p>{t('profile.revoke-calendar-means')}</p>
        </Confirm>
      )}
    </>
  );
}
