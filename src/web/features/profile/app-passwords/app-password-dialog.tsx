/** Shows a new app password once, with the lines to type in the chosen app and where to type them. */
import { useState } from 'react';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { SecretDialog } from '#web/base/ui/share/secret-dialog.tsx';
import { useMe } from '#web/data/session.ts';
import { Field } from '#web/base/ui/form/field.tsx';

/** Of the CalDAV server. */
const DAV_PATH = '/dav/';

type App = {
  name: MessageId;
  /** Where to type the lines, and what happens then. */
  steps: MessageId;
  /** What the app calls the address. */
  server: MessageId;
  /** It finds the rest by itself (RFC 6764). */
  takesHost?: true;
};

const APPS = {
  iphone: {
    name: 'profile.app-password.iphone',
    steps: 'profile.app-password.iphone-steps',
    server: 'profile.app-password.server',
    takesHost: true,
  },
  android: {
    name: 'profile.app-password.android',
    steps: 'profile.app-password.android-steps',
    server: 'profile.app-password.base-url',
  },
  'home-assistant': {
    name: 'profile.app-password.home-assistant',
    steps: 'profile.app-password.home-assistant-steps',
    server: 'profile.app-password.url',
  },
  other: {
    name: 'profile.app-password.other',
    steps: 'profile.app-password.other-steps',
    server: 'profile.app-password.url',
  },
} as const satisfies Record<string, App>;
type AppName = keyof typeof APPS;

export function AppPasswordDialog({ password, onClose }: { password: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { member } = useMe();
  const [chosen, setChosen] = useState<AppName>('iphone');
  const { steps, server, takesHost }: App = APPS[chosen];
  const lines = [
    { label: t(server), text: takesHost ? location.host : location.origin + DAV_PATH },
    { label: t('profile.app-password.user'), text: member.email },
    { label: t('profile.app-password.password'), text: password },
  ];
  return (
    <SecretDialog
      title={t('profile.app-password-made')}
      intro={
        <>
          <Field label={t('profile.app-password.where')}>
            {(inputProps) => (
              <select
                {...inputProps}
                className="field-input"
                value={chosen}
                onChange={({ target }) => setChosen(target.value as AppName)}
              >
                {Object.entries(APPS).map(([app, { name }]) => (
                  <option key={app} value={app}>
                    {t(name)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <p>{t(steps)}</p>
        </>
      }
      secrets={lines.map(({ label, text }) => ({
        label,
        text,
        copy: t('profile.app-password.copy', { what: label }),
      }))}
      onClose={onClose}
    >
      <p className="section-note">{t('profile.app-password.any-user')}</p>
      {location.protocol === 'http:' && <p className="section-note">{t('profile.app-password.http')}</p>}
    </SecretDialog>
  );
}
