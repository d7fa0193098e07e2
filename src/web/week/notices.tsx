/** What a person should know about the week on the screen: how old it is, what waits, what was refused. */
import { lazy, Suspense } from 'react';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { type PlanState, type SyncState, tryNow } from '#web/offline/sync.ts';
import { useNewerVersion } from '#web/offline/worker.ts';
import { showInstant } from '#web/i18n/dates.ts';
import { useWords } from '#web/i18n/words.ts';
import './notices.css';

/** Rare, and only ever the answer of a service that can be reached. */
const RefusedNotice = lazy(async () => ({
  default: (await import('./refused-notice.tsx')).RefusedNotice,
}));

type NoticesProps = { sync: SyncState; plan: PlanState; onDecide: () => void };

export function Notices({ sync, plan, onDecide }: NoticesProps) {
  const { say } = useWords();
  const isNewer = useNewerVersion();
  const isAway = !sync.isOnline || plan.isOld;
  return (
    <div className="week-notices">
      {sync.conflicts.length > 0 && (
        <Banner
          kind="warn"
          icon="people"
          action={<Button onClick={onDecide}>{say('week.conflict-look')}</Button>}
        >
          {say('week.conflicts', { count: sync.conflicts.length })}
        </Banner>
      )}
      {sync.refused.map((refused) => (
        <Suspense key={refused.id}>
          <RefusedNotice refused={refused} />
        </Suspense>
      ))}
      {isAway && <Away plan={plan} waiting={sync.waiting} />}
      {!isAway && sync.waiting > 0 && (
        <p className="week-waiting" role="status">
          {say('week.waiting', { count: sync.waiting })}
        </p>
      )}
      {!sync.isKept && (
        <Banner kind="warn" icon="warn">
          {say('week.not-kept')}
        </Banner>
      )}
      {isNewer && (
        <Banner action={<Button onClick={() => location.reload()}>{say('week.newer-load')}</Button>}>
          {say('week.newer')}
        </Banner>
      )}
    </div>
  );
}

function Away({ plan, waiting }: { plan: PlanState; waiting: number }) {
  const { say, locale } = useWords();
  const shape = { weekday: 'long', hour: 'numeric', minute: '2-digit' } as const;
  return (
    <Banner kind="warn" icon="no-answer" action={<Button onClick={tryNow}>{say('week.try-again')}</Button>}>
      {plan.seenAtMs === undefined
        ? say('week.away')
        : say('week.away-seen', { at: showInstant(plan.seenAtMs, locale, shape) })}
      {waiting > 0 && ` ${say('week.away-waiting', { count: waiting })}`}
    </Banner>
  );
}
