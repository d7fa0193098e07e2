/** The family's active and inactive API keys, for owners. */
import { useState } from 'react';
import type { ApiKey } from '#http/endpoints/keys-and-links/api-keys.ts';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { useMinuteMs } from '#web/base/ui/now.ts';
import { useMe } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { KeyPrefix } from './key-prefix.tsx';
import { KeyRow } from './key-row.tsx';
import { PremiumBanner } from '#web/features/profile/premium/premium-banner.tsx';
import { isActive, useList } from '#web/data/queries/profile-queries.ts';
import { CreateKey } from './create-key.tsx';
import { DateText } from '#web/base/ui/time-text.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';
import { Rows, RowText, Section } from '#web/base/ui/section.tsx';

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
