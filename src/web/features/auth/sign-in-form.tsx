/** The form of the sign-in page and of the expired-session dialog. */
import { Suspense } from 'react';
import { api } from '#web/base/api.ts';
import { PasswordField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { Submit } from '#web/base/ui/form/submit.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { lazyExtra } from '#web/base/ui/lazy-part.ts';
import { EmailField } from '#web/accounts/account-fields.tsx';
import { usePasskeySupport } from '#web/accounts/sign-up-mode.ts';

const PasskeySignIn = lazyExtra(
  async () => (await import('#web/accounts/passkey/passkey-sign-in.tsx')).PasskeySignIn,
  'auth',
);

type SignInFormProps = {
  email?: string;
  typedEmail?: string | undefined;
  onSignedIn: (member: string) => Promise<void>;
};

/** With `email`, the form asks only for the password. `typedEmail` is in the field at first. */
export function SignInForm({ email, typedEmail, onSignedIn }: SignInFormProps) {
  const { t } = useTranslation();
  const hasPasskeys = usePasskeySupport() === 'yes' && 'PublicKeyCredential' in globalThis;
  const form = useForm({
    fields: { email: 'auth.wrong.email', password: 'auth.wrong.password' },
    send: async (values) => {
      const { member } = await api('POST /app/api/sign-in', { body: values });
      await onSignedIn(member);
    },
  });
  return (
    <form {...form.props} className="auth-form">
      {email ? (
        // Hidden. Password managers need it to find the right password.
        <input type="email" name="email" value={email} readOnly hidden autoComplete="username" />
      ) : (
        <EmailField
          error={form.errors.email}
          hasPasskeys={hasPasskeys}
          {...(typedEmail !== undefined && { defaultValue: typedEmail })}
        />
      )}
      <PasswordField
        label={t('auth.password')}
        name="password"
        autoComplete="current-password"
        error={form.errors.password}
      />
      <Submit form={form} kind="primary">
        {t('auth.sign-in')}
      </Submit>
      {hasPasskeys && (
        <Suspense>
          <PasskeySignIn hasAutofill={!email} onSignedIn={onSignedIn} />
        </Suspense>
      )}
    </form>
  );
}
