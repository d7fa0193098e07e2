/** The member's address: whether mail has reached it, and its change. */
import { useState } from 'react';
import { api } from '#web/base/api.ts';
import { useSendsMail } from '#web/accounts/sign-up-mode.ts';
import { EmailField } from '#web/accounts/account-fields.tsx';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Actions, Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { refreshMe, useMe } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { refreshList } from '#web/data/queries/profile-queries.ts';
import { RowText, Section } from '#web/base/ui/section.tsx';

export function EmailSection() {
  const { t } = useTranslation();
  const { email, isEmailConfirmed, newEmail } = useMe().member;
  const sendsMail = useSendsMail() === true;
  const [isOpen, setOpen] = useState(false);
  const isUnconfirmed = sendsMail && !isEmailConfirmed;
  return (
    <Section
      id="email"
      title={t('profile.email')}
      lead={t('profile.email-lead')}
      action={<Button onClick={() => setOpen(true)}>{t('profile.change-email')}</Button>}
    >
      <ul className="section-rows">
        <li className="section-row">
          <RowText
            name={email}
            badge={sendsMail && isEmailConfirmed ? t('profile.confirmed') : undefined}
            note={isUnconfirmed ? t('profile.unconfirmed') : undefined}
          >
            {isUnconfirmed && newEmail === null && t('profile.unconfirmed-means')}
          </RowText>
          {isUnconfirmed && newEmail === null && <SendAgain email={email} />}
        </li>
        {newEmail !== null && (
          <li className="section-row">
            <RowText name={newEmail} note={t('profile.unconfirmed')}>
              {t('profile.new-email-means')}
            </RowText>
            <div className="section-actions">
              <SendAgain email={newEmail} />
              <GiveUp email={email} />
            </div>
          </li>
        )}
      </ul>
      {isOpen && <ChangeDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}

function SendAgain({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <ActionButton text={t('profile.send-again')} done={t('profile.mail-sent', { email })} run={sendAgain} />
  );
}

function sendAgain(): Promise<unknown> {
  return api('POST /app/api/me/email/confirmation');
}

/** The current address stays. */
function GiveUp({ email }: { email: string }) {
  const { t } = useTranslation();
  const run = async () => {
    await api('PUT /app/api/me/email', { body: { email } });
    await refreshMe();
  };
  return <ActionButton text={t('profile.keep-email')} done={t('profile.email-stays', { email })} run={run} />;
}

type ActionProps = { text: string; done: string; run: () => Promise<unknown> };

function ActionButton({ text, done, run }: ActionProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await run();
      showToast({ text: done });
    } catch (error) {
      showToast({ kind: 'bad', text: problemText(t, error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={isBusy} onClick={() => void start()}>
      {text}
    </Button>
  );
}

function ChangeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const sendsMail = useSendsMail() === true;
  const form = useForm({
    fields: { email: 'auth.wrong.email' },
    codes: { 'email-taken': 'email' },
    send: async ({ email }) => {
      const { isPending } = await api('PUT /app/api/me/email', { body: { email } });
      await Promise.all([refreshMe(), refreshList('members')]);
      onClose();
      showToast({ text: t(isPending ? 'profile.mail-sent' : 'profile.email-changed', { email }) });
    },
  });
  return (
    <Dialog title={t('profile.change-email')} onClose={onClose}>
      <form {...form.props} className="section-form">
        <EmailField error={form.errors.email} />
        {sendsMail && <p className="field-hint">{t('profile.change-email-means')}</p>}
        {form.failure && <Banner kind="bad">{form.failure}</Banner>}
        <Actions>
          <Button type="submit" kind="primary" busy={form.isBusy}>
            {t('profile.change-email-save')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
