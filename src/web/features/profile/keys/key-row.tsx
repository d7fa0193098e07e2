/** One active key: its first characters, what it may do, its last use, its expiry, and buttons to replace and revoke it. */
import { Button } from '#web/base/ui/button.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import type { ApiKey } from '#http/endpoints/keys-and-links/api-keys.ts';
import { CreatedBy } from '#web/accounts/created-by.tsx';
import { RelativeTime } from '#web/base/ui/time-text.tsx';
import { RowText } from '#web/base/ui/section.tsx';
import { KeyPrefix } from './key-prefix.tsx';
import { scopesText } from './scope-text.ts';

type KeyRowProps = { apiKey: ApiKey; onRotate: () => void; onRevoke: () => void };

export function KeyRow({ apiKey, onRotate, onRevoke }: KeyRowProps) {
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
