/** Signing up: the family, its first member, and its zone, which the browser knows and the person may change. */
import { ask } from '#web/api.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useForm } from '#web/ui/form.ts';
import { Link } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { TimeZoneField } from '#web/ui/time-zone-field.tsx';
import { Skeleton } from '#web/ui/waiting.tsx';
import { useSearch } from '#web/router.ts';
import { enter } from '#web/session.ts';
import { useTranslation } from '#web/i18n/words.ts';
import { EmailField, NewPasswordField } from './account-fields.tsx';
import { Door } from './door.tsx';
import { EmptyPlate } from './pictures.tsx';
import { useSignUpMode } from './sign-up-mode.ts';

export function SignUp() {
  const { t } = useTranslation();
  const search = useSearch();
  const mode = useSignUpMode();
  if (mode === 'open') return <SignUpForm />;
  return (
    <Door>
      {mode ? (
        <>
          <EmptyPlate />
          <PageHeader
            title={t(mode === 'closed' ? 'entry.closed' : 'entry.by-invitation')}
            lead={t(mode === 'closed' ? 'entry.closed-why' : 'entry.by-invitation-why')}
          />
          <Link href={`/sign-in${search}`} className="button button-primary">
            {t('entry.sign-in')}
          </Link>
        </>
      ) : (
        <Skeleton label={t('app.loading')} lines={5} />
      )}
    </Door>
  );
}

function SignUpForm() {
  const { t } = useTranslation();
  const search = useSearch();
  const form = useForm({
    fields: {
      familyName: 'entry.wrong.family-name',
      email: 'entry.wrong.email',
      password: 'entry.wrong.new-password',
      timeZone: 'entry.wrong.time-zone',
    },
    codes: { 'email-taken': 'email' },
    send: async (values) => {
      const { member } = await ask<{ member: string }>('POST', '/app/api/sign-up', values);
      await enter(member);
    },
  });
  return (
    <Door>
      <PageHeader title={t('entry.sign-up-title')} lead={t('entry.sign-up-lead')} />
      <form {...form.props} className="door-form">
        <TextField
          label={t('entry.family-name')}
          hint={t('entry.family-name-hint')}
          name="familyName"
          autoComplete="family-name"
          maxLength={100}
          required
          error={form.errors.familyName}
        />
        <EmailField error={form.errors.email} />
        <NewPasswordField label={t('entry.password')} name="password" error={form.errors.password} />
        <TimeZoneField
          label={t('entry.time-zone')}
          hint={t('entry.time-zone-hint')}
          name="timeZone"
          defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone}
          error={form.errors.timeZone}
        />
        {form.failure && <Banner kind="bad">{form.failure}</Banner>}
        <Button type="submit" kind="primary" busy={form.isBusy}>
          {t('entry.sign-up')}
        </Button>
      </form>
      <p className="door-aside">
        {t('entry.have-account')} <Link href={`/sign-in${search}`}>{t('entry.sign-in')}</Link>
      </p>
    </Door>
  );
}
