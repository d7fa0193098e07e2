/** Email and password, as the sign-in page and the dialog of an ended session ask for them. */
import { ask } from '#web/api.ts';
import { Banner } from '#web/look/banner.tsx';
import { Button } from '#web/look/button.tsx';
import { PasswordField } from '#web/look/field.tsx';
import { useForm } from '#web/look/form.ts';
import { useWords } from '#web/words/words.ts';
import { EmailField } from './account-fields.tsx';

type SignInFormProps = { email?: string; onSignedIn: (member: string) => Promise<void> };

/** With an `email` only the password is asked for. */
export function SignInForm({ email, onSignedIn }: SignInFormProps) {
  const { say } = useWords();
  const form = useForm({
    fields: { email: 'entry.wrong.email', password: 'entry.wrong.password' },
    send: async (values) => {
      const { member } = await ask<{ member: string }>('POST', '/app/api/sign-in', { email, ...values });
      await onSignedIn(member);
    },
  });
  return (
    <form {...form.props} className="door-form">
      {email ? (
        // Unseen, but password managers need it to know whose password this is.
        <input type="email" name="email" value={email} readOnly hidden autoComplete="username" />
      ) : (
        <EmailField error={form.errors.email} />
      )}
      <PasswordField
        label={say('entry.password')}
        name="password"
        autoComplete="current-password"
        error={form.errors.password}
      />
      {form.failure && <Banner kind="bad">{form.failure}</Banner>}
      <Button type="submit" kind="primary" busy={form.isBusy}>
        {say('entry.sign-in')}
      </Button>
    </form>
  );
}
