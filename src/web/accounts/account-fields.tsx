/** Account fields that several forms share. */
import { PasswordField, TextField } from '#web/base/ui/form/field.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';

/** With `hasPasskeys`, the browser offers passkeys among its suggestions. */
export function EmailField({
  error,
  hasPasskeys = false,
  defaultValue,
}: {
  error: string | undefined;
  hasPasskeys?: boolean;
  defaultValue?: string;
}) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('auth.email')}
      name="email"
      type="email"
      autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
      autoCapitalize="none"
      maxLength={254}
      required
      {...(defaultValue !== undefined && { defaultValue })}
      error={error}
    />
  );
}

/** The problem codes of a password that is too easy to guess, for the field that has it. */
export function newPasswordCodes(field: string): Record<string, string> {
  return { 'common-password': field, 'personal-password': field };
}

/** A field for a new password: shows the rules, and password managers may suggest one. */
export function NewPasswordField(props: { label: string; name: string; error: string | undefined }) {
  const { t } = useTranslation();
  return <PasswordField {...props} hint={t('auth.new-password-hint')} autoComplete="new-password" />;
}
