/** The form of the sign-in page and of the expired-session dialog. */
import { Suspense, useState } from 'react';
import type { SignedInResponse } from '#http/app/contracts/account-contract.ts';
import type { Challenge, Proof } from '#domain/rate-limit/proof-of-work.ts';
import { api, ApiError } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { PasswordField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
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
  /** Progress of the proof of work, from 0 to 1. */
  const [progress, setProgress] = useState<number>();
  const form = useForm({
    fields: { email: 'auth.wrong.email', password: 'auth.wrong.password' },
    send: async (values) => {
      const { member } = await signIn(values, setProgress).finally(() => setProgress(undefined));
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
      {progress !== undefined ? (
        <Banner>
          {t('auth.proving')}
          <progress className="auth-progress" value={progress} aria-hidden="true" />
        </Banner>
      ) : (
        form.failure && <Banner kind="bad">{form.failure}</Banner>
      )}
      <Button type="submit" kind="primary" busy={form.isBusy}>
        {t('auth.sign-in')}
      </Button>
      {hasPasskeys && (
        <Suspense>
          <PasskeySignIn hasAutofill={!email} onSignedIn={onSignedIn} />
        </Suspense>
      )}
    </form>
  );
}

/** Each server replica, and each network of this device, can ask for a separate proof. */
const MAX_PROOFS = 3;

/**
 * Signs in. If the account's attempts are used up, the server asks for a proof of work, which this function
 * solves.
 */
async function signIn(
  credentials: { email: string; password: string },
  onProgress: (progress: number) => void,
): Promise<SignedInResponse> {
  let proof: Proof | undefined;
  for (let proofs = 0; ; proofs += 1) {
    try {
      return await api('POST /app/api/sign-in', { body: { ...credentials, proof } });
    } catch (error) {
      const challenge = error instanceof ApiError && (error.body.challenge as Challenge | undefined);
      if (!challenge || proofs === MAX_PROOFS) throw error;
      onProgress(0);
      // Loaded on demand: few sign-ins need it.
      const { solveInWorker } = await import('#web/accounts/proof-of-work/solve-in-worker.ts');
      proof = await solveInWorker(challenge, onProgress);
    }
  }
}
