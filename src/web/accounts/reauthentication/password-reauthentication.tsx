/** Proves who the member is by the password. */
import { api } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { PasswordField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { useMe } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

export function PasswordReauthentication({ onReauthenticated }: { onReauthenticated: () => void }) {
  const { t } = useTranslation();
  const { email } = useMe().member;
  const form = useForm({
    fields: { password: 'auth.wrong.password' },
    codes: { 'wrong-password': 'password' },
    send: async ({ password }) => {
      await api('POST /app/api/reauthentication/password', { body: { password } });
      onReauthenticated();
    },
  });
  return (
    <form {...form.props} className="auth-form">
      {/* Hidden. Password managers need it to find the right password. */}
      <input type="email" value={email} readOnly hidden autoComplete="username" />
      <PasswordField
        label={t('auth.password')}
        name="password"
        autoComplete="current-password"
        error={form.errors.password}
      />
      {form.failure && <Banner kind="bad">{form.failure}</Banner>}
      <Button type="submit" kind="primary" busy={form.isBusy}>
        {t('auth.reauthentication-confirm')}
      </Button>
    </form>
  );
}
