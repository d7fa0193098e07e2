/** The button for the identity provider, where the operator has set one; loaded only there. */
import { Suspense } from 'react';
import type { MessageId } from '#languages/message-ids.ts';
import { lazyExtra } from '#web/base/ui/lazy-part.ts';
import { useIsOidcOnly, useProvider } from '#web/accounts/sign-up-mode.ts';

const ProviderButton = lazyExtra(
  async () => (await import('#web/features/auth/identity/provider-button.tsx')).ProviderButton,
  'auth',
);

export function ProviderSignIn(props: { label: MessageId; invitation?: string }) {
  const provider = useProvider();
  const isOnly = useIsOidcOnly();
  if (!provider) return null;
  return (
    <Suspense>
      <div className="auth-form">
        <ProviderButton {...provider} {...props} isOnly={isOnly} />
      </div>
    </Suspense>
  );
}
