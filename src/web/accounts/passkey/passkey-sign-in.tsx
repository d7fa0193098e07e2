/** Signs in with a passkey: a button, and the suggestions of the email field above it. */
import { useEffect, useEffectEvent, useState } from 'react';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { offerInAutofill, signInWithPasskey } from './passkey.ts';
import { passkeyProblem } from './passkey-problem.ts';

type PasskeySignInProps = { hasAutofill: boolean; onSignedIn: (member: string) => Promise<void> };

export function PasskeySignIn({ hasAutofill, onSignedIn }: PasskeySignInProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** Each attempt ends the offer in the suggestions. */
  const [attempts, setAttempts] = useState(0);
  const finish = useEffectEvent(onSignedIn);
  const fail = (error: unknown) => {
    setFailure(passkeyProblem(t, error));
    setAttempts((before) => before + 1);
  };
  const failInAutofill = useEffectEvent(fail);
  useEffect(() => {
    if (!hasAutofill) return undefined;
    return offerInAutofill({
      onSignedIn: (member) => finish(member),
      onFailure: (error) => failInAutofill(error),
    });
  }, [hasAutofill, attempts]);

  const signIn = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onSignedIn(await signInWithPasskey());
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {failure && <Banner kind="bad">{failure}</Banner>}
      <Button busy={isBusy} icon={<PageIcon name="key" />} onClick={() => void signIn()}>
        {t('auth.passkey-sign-in')}
      </Button>
    </>
  );
}
