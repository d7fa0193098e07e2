/** The button that leads to the identity provider: to sign in, to sign up, or to join with an invitation. */
import { useState } from 'react';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { identityProblem } from '#web/accounts/identity/identity-problem.ts';
import { startAuthorization } from '#web/accounts/identity/authorization.ts';

type ProviderButtonProps = { name: string; label: MessageId; invitation?: string; isOnly: boolean };

export function ProviderButton({ name, label, invitation, isOnly }: ProviderButtonProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const leave = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const asked = new URLSearchParams(location.search).get('back');
      const isPage = !['/sign-in', '/sign-up', '/join'].includes(location.pathname);
      const back = isPage ? location.pathname + location.search : (asked ?? '/');
      await startAuthorization({ purpose: 'sign-in', back, ...(invitation && { invitation }) });
    } catch (error) {
      setFailure(identityProblem(t, error));
      setBusy(false);
    }
  };
  return (
    <>
      {failure && <Banner kind="bad">{failure}</Banner>}
      <Button
        {...(isOnly && { kind: 'primary' })}
        busy={isBusy}
        icon={<Icon name="people" />}
        onClick={() => void leave()}
      >
        {t(label, { name })}
      </Button>
    </>
  );
}
