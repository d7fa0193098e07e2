/** Proves who the member is by a passkey. */
import { useState } from 'react';
import { passkeyProblem } from '#web/accounts/passkey/passkey-problem.ts';
import { canUsePasskeys, reauthenticateWithPasskey } from '#web/accounts/passkey/passkey.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';

export function PasskeyReauthentication({ onReauthenticated }: { onReauthenticated: () => void }) {
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
