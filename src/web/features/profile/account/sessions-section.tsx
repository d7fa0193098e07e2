/** The member's sessions. One can be ended at once, all of them only with reauthentication. */
import { useState } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { clearDevice } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { refreshList, updateCachedList, useList } from '#web/data/queries/profile-queries.ts';
import { RelativeTime } from '#web/base/ui/time-text.tsx';
import { Rows, RowText, Section } from '#web/base/ui/section.tsx';
import { deviceText } from './device-text.ts';

export function SessionsSection() {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const sessions = useList('sessions');
  return (
    <Section
      id="sessions"
      title={t('profile.sessions')}
      lead={t('profile.sessions-lead')}
      action={<Button onClick={() => setAsking(true)}>{t('profile.sign-out-everywhere')}</Button>}
    >
      <Rows query={sessions} label={t('profile.sessions')}>
        {(session) => <SessionRow session={session} />}
      </Rows>
      {isAsking && (
        <Confirm
          title={t('profile.sign-out-everywhere-title')}
          action={t('profile.sign-out-everywhere')}
          run={signOutEverywhere}
          onClose={() => setAsking(false)}
        >
          <p>{t('profile.sign-out-everywhere-means')}</p>
        </Confirm>
      )}
    </Section>
  );
}

function SessionRow({ session }: { session: ResponseOf<'GET /app/api/sessions'>['sessions'][number] }) {
  const { t } = useTranslation();
  const { id, device, address, startedAt, seenAt, isThis } = session;
  const name = deviceText(device, t);
  const end = async () => {
    updateCachedList('sessions', (all) => all.filter((session) => session.id !== id));
    try {
      await api('DELETE /app/api/sessions/:id', { params: { id } });
      showToast({ text: t('profile.session-ended', { device: name }) });
    } catch (error) {
      showToast({ kind: 'bad', text: problemText(t, error) });
    }
    await refreshList('sessions');
  };
  return (
    <>
      <RowText name={name} badge={isThis ? t('profile.this-device') : undefined}>
        {t('profile.since')} <RelativeTime at={startedAt} />
        {!isThis && seenAt > startedAt && (
          <>
            {' · '}
            {t('profile.session-seen')} <RelativeTime at={seenAt} />
          </>
        )}
        {address && (
          <>
            {' · '}
            <bdi>{address}</bdi>
          </>
        )}
      </RowText>
      {!isThis && (
        <Button kind="quiet" onClick={() => void end()}>
          {t('profile.end-session')}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
    </>
  );
}

async function signOutEverywhere(): Promise<void> {
  await api('POST /app/api/sign-out-everywhere');
  await clearDevice();
}
