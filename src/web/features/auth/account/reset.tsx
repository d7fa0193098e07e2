/**
 * Sets a new password: with a link that an owner has made or that was mailed, or with a recovery code. Asks for a mail
 * where the service sends it.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import { api, ApiError } from '#web/base/api.ts';
import { EmailField, newPasswordCodes, NewPasswordField } from '#web/accounts/account-fields.tsx';
import { AuthLayout } from '#web/accounts/auth-layout.tsx';
import { takeToken } from '#web/base/link-token.ts';
import { useSendsMail } from '#web/accounts/sign-up-mode.ts';
import { Unavailable } from '#web/accounts/status/unavailable.tsx';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { TextField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { Submit } from '#web/base/ui/form/submit.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { currentLanguage } from '#web/base/i18n/language.ts';
import { AccessList } from '#web/accounts/access-list.tsx';
import { completeSignIn } from '#web/data/session.ts';
import { navigate } from '#web/base/router.ts';
import './reset.css';

type ResetResponse = ResponseOf<'POST /app/api/reset'>;

export function Reset() {
  const [token] = useState(takeToken);
  const [reset, setReset] = useState<ResetResponse>();
  if (reset) {
    return (
      <AuthLayout>
        <ResetDone reset={reset} />
      </AuthLayout>
    );
  }
  const finish: Finish = async (response) =>
    endedSomething(response) ? setReset(response) : enter(response);
  return token ? <ResetByLink token={token} finish={finish} /> : <LostPassword finish={finish} />;
}

type Finish = (response: ResetResponse) => Promise<void>;

function ResetByLink({ token, finish }: { token: string; finish: Finish }) {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => api('POST /app/api/reset/look', { body: { token } }),
    staleTime: Infinity,
  });
  if (data) return <LinkForm token={token} email={data.email} finish={finish} />;
  if (error && !(error instanceof ApiError && error.code === 'reset-link-ended')) return <Unavailable />;
  return (
    <AuthLayout>
      {error ? (
        <>
          <PageHeader title={t('account.link-ended')} lead={t('account.link-ended-why')} />
          <Link href="/sign-in" className="button button-primary">
            {t('auth.sign-in')}
          </Link>
        </>
      ) : (
        <Skeleton label={t('app.loading')} />
      )}
    </AuthLayout>
  );
}

function LinkForm({ token, email, finish }: { token: string; email: string; finish: Finish }) {
  const { t } = useTranslation();
  const form = useForm({
    fields: { password: 'auth.wrong.new-password' },
    codes: newPasswordCodes('password'),
    send: async ({ password }) => finish(await api('POST /app/api/reset', { body: { token, password } })),
  });
  return (
    <AuthLayout>
      <PageHeader title={t('account.reset')} lead={t('account.reset-for', { email })} />
      <form {...form.props} className="auth-form">
        {/* Hidden. Password managers store the new password with it. */}
        <input type="email" value={email} readOnly hidden autoComplete="username" />
        <NewPasswordField label={t('account.new-password')} name="password" error={form.errors.password} />
        <p className="field-hint">{t('account.reset-means')}</p>
        <Submit form={form} kind="primary">
          {t('account.reset-save')}
        </Submit>
      </form>
    </AuthLayout>
  );
}

/** By mail where the service sends it, and with a recovery code. */
function LostPassword({ finish }: { finish: Finish }) {
  const { t } = useTranslation();
  const sendsMail = useSendsMail();
  return (
    <AuthLayout>
      {sendsMail === undefined && <Skeleton label={t('app.loading')} />}
      {sendsMail === true && (
        <>
          <PageHeader title={t('account.lost')} lead={t('account.lost-lead-mail')} />
          <ResetByMail />
          <details className="reset-details">
            <summary>{t('account.have-code')}</summary>
            <ResetByCode finish={finish} />
          </details>
        </>
      )}
      {sendsMail === false && (
        <>
          <PageHeader title={t('account.lost')} lead={t('account.lost-lead')} />
          <ResetByCode finish={finish} />
        </>
      )}
      <section className="reset-ways">
        <h2>{t(sendsMail ? 'account.no-mail' : 'account.no-code')}</h2>
        <p>{t('account.no-code-ways')}</p>
      </section>
      <p className="auth-aside">
        <Link href="/sign-in">{t('account.back-to-sign-in')}</Link>
      </p>
    </AuthLayout>
  );
}

function ResetByCode({ finish }: { finish: Finish }) {
  const { t } = useTranslation();
  const form = useForm({
    fields: { email: 'auth.wrong.email', code: 'account.wrong-code', password: 'auth.wrong.new-password' },
    codes: newPasswordCodes('password'),
    send: async (values) => finish(await api('POST /app/api/recover', { body: values })),
  });
  return (
    <form {...form.props} className="auth-form">
      <EmailField error={form.errors.email} />
      <TextField
        label={t('account.code')}
        hint={t('account.code-hint')}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        required
        error={form.errors.code}
      />
      <NewPasswordField label={t('account.new-password')} name="password" error={form.errors.password} />
      <p className="field-hint">{t('account.reset-means')}</p>
      <Submit form={form} kind="primary">
        {t('account.reset-save')}
      </Submit>
    </form>
  );
}

/** Asks for a link to a new password by mail. The answer is the same for every address. */
function ResetByMail() {
  const { t } = useTranslation();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    fields: { email: 'auth.wrong.email' },
    send: async ({ email }) => {
      setSentTo(undefined);
      await api('POST /app/api/reset/mail', { body: { email, language: currentLanguage() } });
      setSentTo(email);
    },
  });
  return (
    <form {...form.props} className="auth-form">
      <EmailField error={form.errors.email} />
      {form.failure && <Banner kind="bad">{form.failure}</Banner>}
      {sentTo !== undefined && (
        <Banner kind="good" icon="check">
          {t('account.mail-sent', { email: sentTo })}
        </Banner>
      )}
      <Button type="submit" kind={sentTo === undefined ? 'primary' : 'plain'} busy={form.isBusy}>
        {t(sentTo === undefined ? 'account.send-link' : 'account.send-link-again')}
      </Button>
    </form>
  );
}

/** Of these there is nothing to tell: a new sign-in replaces the devices, and the links have served. */
const EXPECTED: readonly string[] = ['sessions', 'reset_links', 'email_links'];

/** After a new password by a link or a code: what has ended with the old one, and where to make it again. */
function endedSomething({ ended }: ResetResponse): boolean {
  return Object.keys(ended).some((kind) => !EXPECTED.includes(kind));
}

async function enter({ member }: ResetResponse, path = '/'): Promise<void> {
  await completeSignIn(member, path);
  navigate(path, 'replace');
}

function ResetDone({ reset }: { reset: ResetResponse }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const go = (path: string) => {
    setBusy(true);
    void enter(reset, path).catch(() => location.replace(path));
  };
  return (
    <>
      <PageHeader title={t('account.reset-done')} lead={t('account.reset-ended')} />
      <AccessList counts={reset.ended} label={t('account.reset-ended')} />
      <p>{t('account.reset-again')}</p>
      <p>{t('account.reset-members')}</p>
      <div className="section-actions">
        <Button kind="primary" busy={isBusy} onClick={() => go('/profile')}>
          {t('account.reset-to-family')}
        </Button>
        <Button disabled={isBusy} onClick={() => go('/')}>
          {t('account.reset-to-week')}
        </Button>
      </div>
    </>
  );
}
