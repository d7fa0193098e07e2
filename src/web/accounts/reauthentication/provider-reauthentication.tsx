/** Proves who the member is at the identity provider. The browser leaves the page and comes back to it. */
import { useState } from 'react';
import { identityProblem } from '#web/accounts/identity/identity-problem.ts';
import { startAuthorization } from '#web/accounts/identity/authorization.ts';
import { useProvider } from '#web/accounts/sign-up-mode.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';

export function ProviderReauthentication() {
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
