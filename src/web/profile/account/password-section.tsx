/** Changes the password, which ends all other sessions. */
import { useState } from 'react';
import { request } from '#web/api.ts';
import { NewPasswordField } from '#web/auth/account-fields.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/field.tsx';
import { useForm } from '#web/ui/form.ts';
import { useMe } from '#web/session.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { refreshList } from '#web/profile/profile-queries.ts';
import { Section } from '#web/profile/section.tsx';

export function PasswordSection() {
  const { t } = useTranslation();
  const [times, setTimes] = useState(0);
  return (
    <Section id="password" title={t('profile.password')} lead={t('profile.password-lead')}>
      {times > 0 && (
        <Banner kind="good" icon="check">
          {t('profile.password-changed')}
        </Banner>
      )}
      {/* A new form after each change, so that no password stays in it. */}
      <PasswordForm key={times} onChanged={() => setTimes(times + 1)} />
    </Section>
  );
}

function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation();
  const { email } = useMe().member;
  const form = useForm({
    fields: { current: 'auth.wrong.password', next: 'auth.wrong.new-password' },
    codes: { 'wrong-password': 'current' },
    send: async ({ current, next }) => {
      await request('PUT', '/app/api/password', { current, next });
      await refreshList('sessions');
      onChanged();
    },
  });
  return (
    <form {...form.props} className="section-form">
      {/* Hidden. Password managers need it to find the right password. */}
      <input type="email" value={email} readOnly hidden autoComplete="username" />
      <PasswordField
        label={t('profile.current-password')}
        name="current"
        autoComplete="current-password"
        error={form.errors.current}
      />
      <NewPasswordField label={t('profile.new-password')} name="next" error={form.errors.next} />
      {form.failure && <Banner kind="bad">{form.failure}</Banner>}
      <Button type="submit" busy={form.isBusy}>
        {t('profile.change-password')}
      </Button>
    </form>
  );
}
