/** The member's sessions, and the button to end them all. */
import { useState } from 'react';
import { request } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { clearDevice } from '#web/session.ts';
import { type Translate, useTranslation } from '#web/i18n/translation.ts';
import { Confirm } from './confirm.tsx';
import { useList } from './profile-queries.ts';
import { RelativeTime } from './time-text.tsx';
import { Rows, RowText, Section } from './section.tsx';

export function SessionsSection() {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const sessions = useList('sessions', (all) =>
    all.map((session, place) => ({ ...session, id: `${session.startedAt} ${place}` })),
  );
  return (
    <Section
      id="sessions"
      title={t('profile.sessions')}
      lead={t('profile.sessions-lead')}
      action={<Button onClick={() => setAsking(true)}>{t('profile.sign-out-everywhere')}</Button>}
    >
      <Rows query={sessions} label={t('profile.sessions')}>
        {({ device, startedAt, isThis }) => (
          <RowText name={deviceText(device, t)} badge={isThis ? t('profile.this-device') : undefined}>
            {t('profile.since')} <RelativeTime at={startedAt} />
          </RowText>
        )}
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

async function signOutEverywhere(): Promise<void> {
  await request('POST', '/app/api/sign-out-everywhere');
  await clearDevice();
}

/** The server sends English: "Firefox on Android", one of the two parts, or empty text. */
function deviceText(device: string, t: Translate): string {
  const [browser, system] = device.split(' on ', 2);
  if (browser && system) return t('profile.device', { browser, system });
  return browser || t('profile.unknown-device');
}
