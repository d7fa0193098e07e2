/** The dialog above a page whose session has expired. It asks for the password and keeps the page's state. */
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { completeSignIn, clearDevice, type Me } from '#web/session.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { SignInForm } from './sign-in-form.tsx';
import './auth-layout.css';

export function SignInAgain({ me }: { me: Me }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('auth.again')}>
      <p>{t('auth.again-why', { email: me.member.email })}</p>
      <SignInForm email={me.member.email} onSignedIn={completeSignIn} />
      <Button kind="quiet" onClick={() => void clearDevice('/sign-in')}>
        {t('auth.not-me')}
      </Button>
    </Dialog>
  );
}
