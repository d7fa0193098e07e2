/** Sets the first password of a member who has none, or changes it, which ends all other sessions. */
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '#web/base/api.ts';
import { AccessList } from '#web/accounts/access-list.tsx';
import { newPasswordCodes, NewPasswordField } from '#web/accounts/account-fields.tsx';
import { Banner } from '#web/base/ui/banner.tsx';
import { PasswordField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { Submit } from '#web/base/ui/form/submit.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { queries, useMe } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { useAccess } from '#web/data/queries/profile-queries.ts';
import { Section } from '#web/base/ui/section.tsx';

const QUERY_KEY = ['proof'];

export function PasswordSection() {
  const { t } = useTranslation();
  const [done, setDone] = useState<{ times: number; wasFirst: boolean; endedAll: boolean }>();
  const { data, error } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => api('GET /app/api/reauthentication'),
  });
  const hasPassword = data?.methods.includes('password') ?? true;
  const finish = async (endedAll: boolean) => {
    await queries.invalidateQueries();
    setDone({ times: (done?.times ?? 0) + 1, wasFirst: !hasPassword, endedAll });
  };
  const lead = t(hasPassword ? 'profile.password-lead' : 'profile.no-password-lead');
  return (
    <Section id="password" title={t('profile.password')} lead={data && lead}>
      {done && (
        <Banner kind="good" icon="check">
          {t(done.wasFirst ? 'profile.password-set' : 'profile.password-changed')}
          {done.endedAll && ` ${t('profile.access-ended')}`}
        </Banner>
      )}
      {!data && !error && <Skeleton label={t('app.loading')} lines={2} />}
      {error && <Banner kind="warn">{problemText(t, error)}</Banner>}
      {/* A new form after each change, so that no password stays in it. */}
      {data && <PasswordForm key={done?.times} hasPassword={hasPassword} onChanged={finish} />}
    </Section>
  );
}

type PasswordFormProps = { hasPassword: boolean; onChanged: (endedAll: boolean) => Promise<void> };

function PasswordForm({ hasPassword, onChanged }: PasswordFormProps) {
  const { t } = useTranslation();
  const { email } = useMe().member;
  const access = useAccess();
  const hintId = useId();
  const [endsAll, setEndsAll] = useState(false);
  const form = useForm({
    fields: { current: 'auth.wrong.password', next: 'auth.wrong.new-password' },
    codes: { 'wrong-password': 'current', ...newPasswordCodes('next') },
    send: async ({ current, next }) => {
      await (hasPassword
        ? api('PUT /app/api/password', { body: { current, next, endsAll } })
        : api('POST /app/api/password', { body: { next, endsAll } }));
      await onChanged(endsAll);
    },
  });
  return (
    <form {...form.props} className="section-form">
      {/* Hidden. Password managers need it to find the right password. */}
      <input type="email" value={email} readOnly hidden autoComplete="username" />
      {hasPassword && (
        <PasswordField
          label={t('profile.current-password')}
          name="current"
          autoComplete="current-password"
          error={form.errors.current}
        />
      )}
      <NewPasswordField label={t('profile.new-password')} name="next" error={form.errors.next} />
      <label className="section-check">
        <input
          type="checkbox"
          name="endsAll"
          aria-describedby={hintId}
          checked={endsAll}
          onChange={({ target }) => setEndsAll(target.checked)}
        />
        {t('profile.password-ends-all')}
      </label>
      <p className="field-hint" id={hintId}>
        {t('profile.password-ends-all-means')}
      </p>
      {endsAll && access && <AccessList counts={access} label={t('profile.access')} />}
      <Submit form={form}>{t(hasPassword ? 'profile.change-password' : 'profile.set-password')}</Submit>
    </form>
  );
}
