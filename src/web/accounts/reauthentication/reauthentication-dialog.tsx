/** The dialog that asks a member to prove who they are before a sensitive action. */
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { PasskeyReauthentication } from './passkey-reauthentication.tsx';
import { PasswordReauthentication } from './password-reauthentication.tsx';
import { ProviderReauthentication } from './provider-reauthentication.tsx';
import '#web/accounts/auth-layout.css';

/** Each shows a form or a button, and calls `onReauthenticated` after the server has accepted the proof, or leaves the page. */
const METHODS: Record<
  ResponseOf<'GET /app/api/reauthentication'>['methods'][number],
  ComponentType<{ onReauthenticated: () => void }>
> = {
  passkey: PasskeyReauthentication,
  password: PasswordReauthentication,
  oidc: ProviderReauthentication,
};

export function ReauthenticationDialog({ onAnswer }: { onAnswer: (isReauthenticated: boolean) => void }) {
  const { t } = useTranslation();
  const { data, isError } = useQuery({
    queryKey: ['proof'],
    queryFn: () => api('GET /app/api/reauthentication'),
  });
  const methods = data?.methods ?? (isError ? ['password' as const] : []);
  return (
    <Dialog title={t('auth.reauthentication')} onClose={() => onAnswer(false)}>
      <p>{t('auth.reauthentication-why')}</p>
      {methods.length === 0 && <Skeleton label={t('app.loading')} lines={2} />}
      {methods.map((method) => {
        const Method = METHODS[method];
        return <Method key={method} onReauthenticated={() => onAnswer(true)} />;
      })}
    </Dialog>
  );
}
