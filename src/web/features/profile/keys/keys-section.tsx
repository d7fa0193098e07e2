/** The family's active and inactive API keys, for owners. */
import { useState } from 'react';
import { DEFAULT_SCOPES, isAppPassword } from '#domain/family/scopes.ts';
import type { ApiKey } from '#http/endpoints/keys-and-links/api-keys.ts';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { useMinuteMs } from '#web/base/ui/now.ts';
import { useMe } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { PremiumBanner } from '#web/features/profile/premium/premium-banner.tsx';
import { isActive, useList, refreshList } from '#web/data/queries/profile-queries.ts';
import { DateText, RelativeTime } from '#web/base/ui/time-text.tsx';
import { Rows, RowText, Section } from '#web/base/ui/section.tsx';
import { CreatedBy } from '#web/accounts/created-by.tsx';
import { api } from '#web/base/api.ts';
import { useForm } from '#web/base/ui/form/form.ts';
import { AppPasswordDialog } from '#web/features/profile/app-passwords/app-password-dialog.tsx';
import { FormDialog } from '#web/base/ui/overlay/form-dialog.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { scopesText } from './scope-text.ts';
import { CreateDialog, type NameAndExpiry } from './create-dialog.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { chosenOverlap, OverlapField } from './overlap-field.tsx';
import './key-prefix.css';

export function KeysSection() {
  const { t } = useTranslation();
  const { member } = useMe();
  const [isCreating, setCreating] = useState(false);
  const isOwner = member.role === 'owner';
  return (
    <Section
      id="keys"
      title={t('profile.keys')}
      lead={t('profile.keys-lead')}
      action={
        isOwner && (
          <Button kind="primary" icon={<Icon name="plus" />} onClick={() => setCreating(true)}>
            {t('profile.make-key')}
          </Button>
        )
      }
    >
      <PremiumBanner icon={<PageIcon name="key" />} text={t('profile.keys-premium')} />
      {isOwner ? <Keys /> : <p className="section-note">{t('profile.keys-owners')}</p>}
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
    </Section>
  );
}

function Keys() {
  const { t } = useTranslation();
  const nowMs = useMinuteMs();
  const live = useList('keys', (keys) => keys.filter((key) => isActive(key, nowMs)).toReversed());
  const ended = useList('keys', (keys) => keys.filter((key) => !isActive(key, nowMs)).toReversed());
  const count = ended.data?.length ?? 0;
  // Not a state of the row: the row disappears with its key and would close the dialog that shows the new
  // key.
  const [open, setOpen] = useState<{ dialog: 'rotate' | 'revoke'; key: ApiKey }>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Rows query={live} label={t('profile.keys')} empty={t('profile.no-keys')}>
        {(key) => (
          <KeyRow
            apiKey={key}
            onRotate={() => setOpen({ dialog: 'rotate', key })}
            onRevoke={() => setOpen({ dialog: 'revoke', key })}
          />
        )}
      </Rows>
      {count > 0 && (
        <details className="section-more">
          <summary>{t('profile.ended-keys', { count })}</summary>
          <Rows query={ended} label={t('profile.ended-keys', { count })}>
            {(key) => (
              <RowText name={key.name}>
                <KeyPrefix id={key.id} /> · {key.revokedAt ? t('profile.revoked') : t('profile.expired')}{' '}
                <DateText at={key.revokedAt ?? key.expiresAt ?? key.createdAt} />
              </RowText>
            )}
          </Rows>
        </details>
      )}
      {open?.dialog === 'rotate' && <RotateKey apiKey={open.key} onClose={close} />}
      {open?.dialog === 'revoke' && <RevokeKey apiKey={open.key} onClose={close} />}
    </>
  );
}

type KeyRowProps = { apiKey: ApiKey; onRotate: () => void; onRevoke: () => void };

/** One active key: its first characters, what it may do, its last use, its expiry, and buttons to replace and revoke it. */
function KeyRow({ apiKey, onRotate, onRevoke }: KeyRowProps) {
  const { t } = useTranslation();
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt, replacedBy, createdBy } = apiKey;
  return (
    <>
      <RowText name={name} note={replacedBy === null ? undefined : t('profile.replaced')}>
        <KeyPrefix id={id} /> · {scopesText(scopes, t)} · <CreatedBy at={createdAt} createdBy={createdBy} /> ·{' '}
        {lastUsedAt ? (
          <>
            {t('profile.last-used')} <RelativeTime at={lastUsedAt} />
          </>
        ) : (
          t('profile.never-used')
        )}{' '}
        ·{' '}
        {expiresAt ? (
          <>
            {t('profile.ends')} <RelativeTime at={expiresAt} />
          </>
        ) : (
          t('profile.never-ends')
        )}
      </RowText>
      <div className="section-actions">
        {replacedBy === null && (
          <Button kind="quiet" onClick={onRotate}>
            {t('profile.rotate')}
            <span className="sr-only">
              {' '}
              {name} <KeyPrefix id={id} />
            </span>
          </Button>
        )}
        <Button kind="quiet" onClick={onRevoke}>
          {t('profile.revoke')}
          <span className="sr-only">
            {' '}
            {name} <KeyPrefix id={id} />
          </span>
        </Button>
      </div>
    </>
  );
}

/** The dialog that creates an API key and then shows it. */
function CreateKey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [key, setKey] = useState<string>();
  const [scopes, setScopes] = useState(DEFAULT_SCOPES);
  const create = async (input: NameAndExpiry) => {
    const created = await api('POST /app/api/keys', { body: { ...input, scopes } });
    void refreshList('keys');
    setKey(created.key);
  };
  if (key) return <KeyDialog apiKey={key} scopes={scopes} onClose={onClose} />;
  return (
    <CreateDialog
      title={t('profile.make-key')}
      nameLabel={t('profile.key-name')}
      nameHint={t('profile.key-name-hint')}
      scopes={{ scopes, onChange: setScopes }}
      expiries={['none', 'days', 'year', 'date']}
      action={t('profile.make-key')}
      create={create}
      onClose={onClose}
    />
  );
}

type RotateKeyProps = { apiKey: ApiKey; onClose: () => void };

/** Replaces a key. The old key can stay valid for a while, so that every device can be updated. */
function RotateKey({ apiKey: { id, name, scopes }, onClose }: RotateKeyProps) {
  const { t } = useTranslation();
  const [key, setKey] = useState<string>();
  const form = useForm({
    fields: {},
    send: async (values) => {
      const created = await api('POST /app/api/keys/:id/rotate', {
        params: { id },
        body: { overlap: chosenOverlap(values) },
      });
      void refreshList('keys');
      setKey(created.key);
    },
  });
  if (key && isAppPassword(scopes)) return <AppPasswordDialog password={key} onClose={onClose} />;
  if (key) return <KeyDialog apiKey={key} scopes={scopes} onClose={onClose} />;
  return (
    <FormDialog
      title={t('profile.rotate-title', { name })}
      lead={
        <>
          <p>
            <KeyPrefix id={id} />
          </p>
          <p>{t('profile.rotate-means')}</p>
        </>
      }
      form={form}
      action={t('profile.rotate')}
      onClose={onClose}
    >
      <OverlapField label={t('profile.overlap')} />
    </FormDialog>
  );
}

/** Revokes a key after a confirmation. */
function RevokeKey({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation();
  const revoke = async () => {
    await api('DELETE /app/api/keys/:id', { params: { id } });
    await refreshList('keys');
    showToast({ text: t('profile.key-revoked', { name }) });
  };
  return (
    <Confirm
      title={t('profile.revoke-key-title', { name })}
      action={t('profile.revoke')}
      run={revoke}
      onClose={onClose}
    >
      <p>
        <KeyPrefix id={id} />
      </p>
      <p>{t('profile.revoke-key-means')}</p>
    </Confirm>
  );
}

/** The public beginning of an API key, which tells keys with the same name apart. */
function KeyPrefix({ id }: { id: string }) {
  return <code className="key-prefix">{`wf_${id}…`}</code>;
}
