/** One passkey: when it was added and last used, and buttons to rename and remove it. */
import type { Passkey } from '#http/endpoints/account/passkeys.ts';
import { Button } from '#web/base/ui/button.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { RowText } from '#web/base/ui/section.tsx';
import { DateText, RelativeTime } from '#web/base/ui/time-text.tsx';

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
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
