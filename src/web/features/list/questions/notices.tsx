/** Notices above the list: offline, unsent changes, refused changes. */
import { ApiError } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { retryNow, useSync } from '#web/data/sync.ts';
import { showInstant } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import type { ListChange } from '#web/data/outbox/list-outbox.ts';
import { dismissRefused, type ShoppingListState } from '#web/data/shopping-list.ts';
import './notices.css';

export function Notices({ shopping }: { shopping: ShoppingListState }) {
  const { t } = useTranslation();
  const { isOnline } = useSync();
  const isAway = shopping.list !== undefined && (!isOnline || shopping.hasFailed);
  return (
    <div className="list-notices">
      {shopping.refused.map((change) => (
        <Refused key={change.operation.opId} change={change} />
      ))}
      {isAway && <Offline shopping={shopping} />}
      {!shopping.isStored && (
        <Banner kind="warn" icon="warn">
          {t('list.not-stored')}
        </Banner>
      )}
    </div>
  );
}

function Offline({ shopping: { seenAtMs = 0, waiting } }: { shopping: ShoppingListState }) {
  const { t, locale } = useTranslation();
  const at = showInstant(seenAtMs, locale, { weekday: 'long', hour: 'numeric', minute: '2-digit' });
  return (
    <Banner kind="warn" icon="no-answer" action={<Button onClick={retryNow}>{t('list.try-again')}</Button>}>
      {t('list.away', { at })} {waiting > 0 && t('list.away-waiting', { count: waiting })}
    </Banner>
  );
}

function Refused({ change: { operation, reason } }: { change: ListChange }) {
  const { t } = useTranslation();
  const { opId } = operation;
  const dismiss = <Button onClick={() => dismissRefused(opId)}>{t('list.dismiss')}</Button>;
  return (
    <Banner kind="bad" icon="warn" action={dismiss}>
      <strong>{t('list.refused')}</strong>{' '}
      {operation.kind === 'add' && <q className="list-refused-text">{operation.text}</q>}{' '}
      {reason && problemText(t, new ApiError(reason.status, reason))}
    </Banner>
  );
}
