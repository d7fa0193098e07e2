/** The dialog that asks a member to prove who they are before a sensitive action. */
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { passkeyProblem } from '#web/accounts/passkey/passkey-problem.ts';
import { canUsePasskeys, reauthenticateWithPasskey } from '#web/accounts/passkey/passkey.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { identityProblem } from '#web/accounts/identity/identity-problem.ts';
import { startAuthorization } from '#web/accounts/identity/authorization.ts';
import { useProvider } from '#web/accounts/sign-up-mode.ts';
import { PasswordField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { Submit } from '#web/base/ui/form/submit.tsx';
import { useMe } from '#web/data/session.ts';
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

/** Proves who the member is by a passkey. */
function PasskeyReauthentication({ onReauthenticated }: { onReauthenticated: () => void }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!canUsePasskeys()) return null;
  const prove = async () => {
    setBusy(true);
    try {
      await reauthenticateWithPasskey();
      onReauthenticated();
    } catch (error) {
      setFailure(passkeyProblem(t, error));
      setBusy(false);
    }
  };
  return (
    <>
      {failure && <Banner kind="bad">{failure}</Banner>}
      <Button busy={isBusy} icon={<PageIcon name="key" />} onClick={() => void prove()}>
        {t('auth.passkey-confirm')}
      </Button>
    </>
  );
}

/** Proves who the member is at the identity provider. The browser leaves the page and comes back to it. */
function ProviderReauthentication() {
  const { t } = useTranslation();
  const provider = useProvider();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!provider) return null;
  const prove = async () => {
    setBusy(true);
    try {
      await startAuthorization({ purpose: 'reauthenticate', back: location.pathname + location.search });
    } catch (error) {
      setFailure(identityProblem(t, error));
      setBusy(false);
    }
  };
  return (
    <>
      {failure && <Banner kind="bad">{failure}</Banner>}
      <Button busy={isBusy} onClick={() => void prove()}>
        {t('auth.provider-confirm', provider)}
      </Button>
    </>
  );
}

/** Proves who the member is by the password. */
function PasswordReauthentication({ onReauthenticated }: { onReauthenticated: () => void }) {
  const { t } = useTranslation();
  const { email } = useMe().member;
  const form = useForm({
    fields: { password: 'auth.wrong.password' },
    codes: { 'wrong-password': 'password' },
    send: async ({ password }) => {
      await api('POST /app/api/reauthentication/password', { body: { password } });
      onReauthenticated();
    },
  });
  return (
    <form {...form.props} className="auth-form">
      {/* Hidden. Password managers need it to find the right password. */}
      <input type="email" value={email} readOnly hidden autoComplete="username" />
      <PasswordField
        label={t('auth.password')}
        name="password"
        autoComplete="current-password"
        error={form.errors.password}
      />
      <Submit form={form} kind="primary">
        {t('auth.reauthentication-confirm')}
      </Submit>
    </form>
  );
}
