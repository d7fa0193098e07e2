/** The member's passkeys, and why there can be none at this address. */
import { useState } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import type { Passkey } from '#http/endpoints/account/passkeys.ts';
import { passkeyProblem } from '#web/accounts/passkey/passkey-problem.ts';
import { addPasskey, canUsePasskeys } from '#web/accounts/passkey/passkey.ts';
import { usePasskeySupport } from '#web/accounts/sign-up-mode.ts';
import { ApiError } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { refreshList, useList } from '#web/data/queries/profile-queries.ts';
import { Rows, Section } from '#web/base/ui/section.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { RemovePasskey } from './remove-passkey.tsx';
import { RenamePasskey } from './rename-passkey.tsx';

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
