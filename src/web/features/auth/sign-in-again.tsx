/** The dialog above a page whose session has expired. It asks for the password and keeps the page's state. */
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { completeSignIn, clearDevice, type Me } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useIsOidcOnly } from '#web/accounts/sign-up-mode.ts';
import '#web/accounts/auth-layout.css';

export function SignInAgain({ me }: { me: Me }) {
  const { t } = useTranslation();
  const isOidcOnly = useIsOidcOnly();
  return (
    <Dialog title={t('auth.again')}>
      <p>{t('auth.again-why', { email: me.member.email })}</p>
      {!isOidcOnly && <SignInForm email={me.member.email} onSignedIn={completeSignIn} />}
      <ProviderSignIn label="auth.provider-sign-in" />
      <Button kind="quiet" onClick={() => void clearDevice('/sign-in')}>
        {t('auth.not-me')}
      </Button>
    </Dialog>
  );
}
