/** The dialog that asks a member to prove who they are before a sensitive action. */
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { ProofMethod } from '#http/app/contracts/account-contract.ts';
import { api } from '#web/base/api.ts';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { PasskeyProof } from './passkey-proof.tsx';
import { PasswordProof } from './password-proof.tsx';
import { ProviderProof } from './provider-proof.tsx';
import '#web/accounts/auth-layout.css';

/** Each shows a form or a button, and calls `onProven` after the server has accepted the proof, or leaves the page. */
const METHODS: Record<ProofMethod, ComponentType<{ onProven: () => void }>> = {
  passkey: PasskeyProof,
  password: PasswordProof,
  oidc: ProviderProof,
};

export function ProofDialog({ onAnswer }: { onAnswer: (isProven: boolean) => void }) {
  const { t } = useTranslation();
  const { data, isError } = useQuery({
    queryKey: ['proof'],
    queryFn: () => api('GET /app/api/proof'),
  });
  const methods = data?.methods ?? (isError ? ['password' as const] : []);
  return (
    <Dialog title={t('auth.proof')} onClose={() => onAnswer(false)}>
      <p>{t('auth.proof-why')}</p>
      {methods.length === 0 && <Skeleton label={t('app.loading')} lines={2} />}
      {methods.map((method) => {
        const Method = METHODS[method];
        return <Method key={method} onProven={() => onAnswer(true)} />;
      })}
    </Dialog>
  );
}
