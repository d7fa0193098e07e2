/** Notices above the week: conflicts, refused changes, offline, unsent changes, a new version. */
import { Suspense } from 'react';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { type PlanState, type SyncState, retryNow } from '#web/data/sync.ts';
import { useNewerVersion } from '#web/data/register-worker.ts';
import { showInstant } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { lazyExtra } from '#web/base/ui/lazy-part.ts';
import './notices.css';

/** Loaded on demand: conflicts and refused changes are rare, and follow a response, so the device is online. */
const UnsavedChanges = lazyExtra(async () => (await import('./unsaved-changes.tsx')).UnsavedChanges);

type NoticesProps = { sync: SyncState; plan: PlanState };

export function Notices({ sync, plan }: NoticesProps) {
  const { t } = useTranslation();
  const isNewer = useNewerVersion();
  const isAway = !sync.isOnline || plan.isStale;
  return (
    <div className="week-notices">
      {sync.conflicts.length + sync.refused.length > 0 && (
        <Suspense>
          <UnsavedChanges {...sync} />
        </Suspense>
      )}
      {isAway && <Offline plan={plan} waiting={sync.waiting} />}
      {!isAway && sync.waiting > 0 && (
        <p className="week-waiting" role="status">
          {t('week.waiting', { count: sync.waiting })}
        </p>
      )}
      {!sync.isStored && (
        <Banner kind="warn" icon="warn">
          {t('week.not-stored')}
        </Banner>
      )}
      {isNewer && (
        <Banner action={<Button onClick={() => location.reload()}>{t('week.newer-load')}</Button>}>
          {t('week.newer')}
        </Banner>
      )}
    </div>
  );
}

function Offline({ plan, waiting }: { plan: PlanState; waiting: number }) {
  const { t, locale } = useTranslation();
  const shape = { weekday: 'long', hour: 'numeric', minute: '2-digit' } as const;
  return (
    <Banner kind="warn" icon="no-answer" action={<Button onClick={retryNow}>{t('week.try-again')}</Button>}>
      {plan.seenAtMs === undefined
        ? t('week.away')
        : t('week.away-seen', { at: showInstant(plan.seenAtMs, locale, shape) })}
      {waiting > 0 && ` ${t('week.away-waiting', { count: waiting })}`}
    </Banner>
  );
}
