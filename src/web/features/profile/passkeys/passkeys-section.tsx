/** The member's passkeys, and why there can be none at this address. */
import { useState } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import type { Passkey } from '#http/endpoints/account/passkeys.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { passkeyProblem } from '#web/accounts/passkey/passkey-problem.ts';
import { addPasskey, canUsePasskeys } from '#web/accounts/passkey/passkey.ts';
import { usePasskeySupport } from '#web/accounts/sign-up-mode.ts';
import { ApiError, api } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { refreshList, useList } from '#web/data/queries/profile-queries.ts';
import { Rows, Section, RowText } from '#web/base/ui/section.tsx';
import { DateText, RelativeTime } from '#web/base/ui/time-text.tsx';
import { Actions, Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { TextField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { explainLastSignInMethod } from './last-sign-in-method.ts';

const REASONS: Record<Exclude<ResponseOf<'GET /app/api/sign-up'>['passkeys'], 'yes'>, MessageId> = {
  'needs-name': 'profile.passkeys-need-name',
  'needs-https': 'profile.passkeys-need-https',
};

export function PasskeysSection() {
  const { t } = useTranslation();
  const support = usePasskeySupport();
  const passkeys = useList('passkeys');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [open, setOpen] = useState<{ dialog: 'rename' | 'remove'; passkey: Passkey }>();
  const close = () => setOpen(undefined);
  const isPossible = support === 'yes' && canUsePasskeys();
  const add = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const name = await addPasskey();
      await refreshList('passkeys');
      showToast({ text: t('profile.passkey-added', { name }) });
    } catch (error) {
      const isDeclined = error instanceof ApiError && error.code === 'reauthentication-required';
      if (!isDeclined) setFailure(passkeyProblem(t, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section
      id="passkeys"
      title={t('profile.passkeys')}
      lead={t('profile.passkeys-lead')}
      action={
        isPossible && (
          <Button icon={<Icon name="plus" />} busy={isBusy} onClick={() => void add()}>
            {t('profile.add-passkey')}
          </Button>
        )
      }
    >
      {failure && <Banner kind="bad">{failure}</Banner>}
      <Rows
        query={passkeys}
        label={t('profile.passkeys')}
        {...(isPossible && { empty: t('profile.no-passkeys') })}
      >
        {(passkey) => (
          <PasskeyRow
            passkey={passkey}
            onRename={() => setOpen({ dialog: 'rename', passkey })}
            onRemove={() => setOpen({ dialog: 'remove', passkey })}
          />
        )}
      </Rows>
      {support && !isPossible && (
        <p className="section-note">
          {t(support === 'yes' ? 'profile.passkeys-need-browser' : REASONS[support])}
        </p>
      )}
      {open?.dialog === 'rename' && <RenamePasskey passkey={open.passkey} onClose={close} />}
      {open?.dialog === 'remove' && <RemovePasskey passkey={open.passkey} onClose={close} />}
    </Section>
  );
}

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

/** One passkey: when it was added and last used, and buttons to rename and remove it. */
function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { t } = useTranslation();
  const { name, createdAt, lastUsedAt, otherHost } = passkey;
  return (
    <>
      <RowText name={name}>
        {t('profile.passkey-made')} <DateText at={createdAt} /> ·{' '}
        {lastUsedAt ? (
          <>
            {t('profile.last-used')} <RelativeTime at={lastUsedAt} />
          </>
        ) : (
          t('profile.never-used')
        )}
        {otherHost !== null && <> · {t('profile.passkey-elsewhere', { host: otherHost })}</>}
      </RowText>
      <div className="section-actions">
        <Button kind="quiet" onClick={onRename}>
          {t('profile.rename')}
          <span className="sr-only"> {name}</span>
        </Button>
        <Button kind="quiet" onClick={onRemove}>
          {t('profile.remove')}
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
    </>
  );
}

/** The dialog that gives a passkey another name. */
function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    fields: { name: 'profile.wrong.passkey-name' },
    send: async ({ name }) => {
      await api('PATCH /app/api/passkeys/:id', { params: { id: passkey.id }, body: { name } });
      await refreshList('passkeys');
      onClose();
    },
  });
  return (
    <Dialog title={t('profile.rename-passkey')} onClose={onClose}>
      <form {...form.props} className="section-form">
        <TextField
          label={t('profile.passkey-name')}
          hint={t('profile.passkey-name-hint')}
          name="name"
          defaultValue={passkey.name}
          maxLength={60}
          required
          error={form.errors.name}
        />
        {form.failure && <Banner kind="bad">{form.failure}</Banner>}
        <Actions>
          <Button onClick={onClose}>{t('profile.keep')}</Button>
          <Button type="submit" kind="primary" busy={form.isBusy}>
            {t('profile.rename')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

/** The question before a passkey is removed. */
function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, name } = passkey;
  const remove = async () => {
    await api('DELETE /app/api/passkeys/:id', { params: { id } });
    await refreshList('passkeys');
    showToast({ text: t('profile.passkey-removed', { name }) });
  };
  return (
    <Confirm
      title={t('profile.remove-passkey-title', { name })}
      action={t('profile.remove')}
      run={remove}
      explain={(error) => explainLastSignInMethod(t, error)}
      onClose={onClose}
    >
      <p>{t('profile.remove-passkey-means')}</p>
    </Confirm>
  );
}
