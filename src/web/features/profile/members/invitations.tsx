/** Open invitations, for owners. An invitation is a link for one person, valid for a week, passed on or mailed. */
import { useState } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { useSendsMail, useSignUpMode } from '#web/accounts/sign-up-mode.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Field, TextField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { FormDialog } from '#web/base/ui/overlay/form-dialog.tsx';
import { refreshList, useList } from '#web/data/queries/profile-queries.ts';
import { CreatedBy } from '#web/accounts/created-by.tsx';
import { RelativeTime } from '#web/base/ui/time-text.tsx';
import { ROLE_NAMES } from './roles.ts';
import { SecretDialog } from '#web/base/ui/share/secret-dialog.tsx';
import { Rows, RowText } from '#web/base/ui/section.tsx';

export function Invitations() {
  const { t } = useTranslation();
  const invitations = useList('invitations');
  const isClosed = useSignUpMode() === 'closed';
  const [open, setOpen] = useState<'form' | { link: string }>();
  const close = () => setOpen(undefined);
  return (
    <div className="section-part">
      <header className="section-head">
        <h3>{t('profile.invitations')}</h3>
        {!isClosed && (
          <Button icon={<Icon name="plus" />} onClick={() => setOpen('form')}>
            {t('profile.invite')}
          </Button>
        )}
      </header>
      {isClosed && <p className="section-note">{t('profile.invite-closed')}</p>}
      <Rows query={invitations} label={t('profile.invitations')} empty={t('profile.no-invitations')}>
        {(invitation) => <Invited invitation={invitation} />}
      </Rows>
      {open === 'form' && (
        <InviteDialog onMade={(link) => setOpen(link === null ? undefined : { link })} onClose={close} />
      )}
      {typeof open === 'object' && (
        <SecretDialog
          title={t('profile.invitation-made')}
          secrets={[
            {
              label: t('profile.link'),
              text: open.link,
              copy: t('profile.copy-link'),
              shareTitle: t('profile.invitation-made'),
            },
          ]}
          onClose={close}
        >
          <p>{t('profile.invitation-how')}</p>
        </SecretDialog>
      )}
    </div>
  );
}

type InviteDialogProps = { onMade: (link: string | null) => void; onClose: () => void };

function InviteDialog({ onMade, onClose }: InviteDialogProps) {
  const { t } = useTranslation();
  const sendsMail = useSendsMail() === true;
  const [isMailed, setMailed] = useState(false);
  const form = useForm({
    fields: { email: 'auth.wrong.email' },
    codes: { 'email-unconfirmed': 'email' },
    send: async ({ role, email }) => {
      const body = { role: role === 'owner' ? role : 'member', ...(email && { email }) } as const;
      const { link } = await api('POST /app/api/invitations', { body });
      void refreshList('invitations');
      if (email) showToast({ text: t('profile.mail-sent', { email }) });
      onMade(link);
    },
  });
  return (
    <FormDialog
      title={t('profile.invite')}
      form={form}
      action={t(isMailed ? 'profile.send-invitation' : 'profile.make-link')}
      onClose={onClose}
    >
      <Field label={t('profile.role')} hint={t('profile.role-hint')}>
        {(inputProps) => (
          <select {...inputProps} name="role" className="field-input" defaultValue="member">
            {Object.entries(ROLE_NAMES).map(([role, name]) => (
              <option key={role} value={role}>
                {t(name)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {sendsMail && (
        <TextField
          label={t('profile.invite-email')}
          hint={t('profile.invite-email-hint')}
          name="email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={254}
          error={form.errors.email}
          onChange={({ target }) => setMailed(target.value !== '')}
        />
      )}
    </FormDialog>
  );
}

function Invited({
  invitation,
}: {
  invitation: ResponseOf<'GET /app/api/invitations'>['invitations'][number];
}) {
  const { id, role, createdAt, expiresAt, createdBy, email } = invitation;
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const withdraw = async () => {
    await api('DELETE /app/api/invitations/:id', { params: { id } });
    await refreshList('invitations');
    showToast({ text: t('profile.withdrawn') });
  };
  return (
    <>
      <RowText name={t('profile.invited-as', { role: t(ROLE_NAMES[role]) })}>
        {email !== null && (
          <>
            <bdi>{email}</bdi> ·{' '}
          </>
        )}
        <CreatedBy at={createdAt} createdBy={createdBy} /> · {t('profile.ends')}{' '}
        <RelativeTime at={expiresAt} />
      </RowText>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {t('profile.withdraw')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('profile.withdraw-title')}
          action={t('profile.withdraw')}
          run={withdraw}
          onClose={() => setAsking(false)}
        >
          <p>{t('profile.withdraw-means')}</p>
        </Confirm>
      )}
    </>
  );
}
