/** What a person should know about the week on the screen: how old it is, what waits, what was refused. */
import { Problem } from '#web/api.ts';
import { Banner } from '#web/look/banner.tsx';
import { Button } from '#web/look/button.tsx';
import { CopyButton } from '#web/look/copy-button.tsx';
import { problemText } from '#web/look/problem-text.ts';
import { dismissRefused, type PlanState, type Refused, type SyncState, tryNow } from '#web/sync/sync.ts';
import { useNewerVersion } from '#web/sync/worker.ts';
import { showInstant } from '#web/words/dates.ts';
import type { MessageId } from '#web/words/message-ids.ts';
import { type Say, useWords } from '#web/words/words.ts';
import './notices.css';

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
        <RefusedNotice key={refused.id} refused={refused} />
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

/** What the server would not take is off the board, but stays here until the person has let it go. */
function RefusedNotice({ refused }: { refused: Refused }) {
  const { say } = useWords();
  const texts = refused.edits.flatMap(({ after }) => (after ? [after.description] : []));
  return (
    <Banner
      kind="bad"
      icon="warn"
      action={
        <span className="week-refused-actions">
          {texts.length > 0 && <CopyButton text={texts.join('\n')} label={say('week.copy-text')} />}
          <Button onClick={() => dismissRefused(refused.id)}>{say('week.dismiss')}</Button>
        </span>
      }
    >
      <strong>{say('week.refused', { what: refused.what })}</strong> {reasonText(say, refused)}
      {texts.map((text) => (
        <q key={text} className="week-refused-text">
          {text}
        </q>
      ))}
    </Banner>
  );
}

const REASONS: Record<string, MessageId> = {
  'far-week': 'week.far',
  'invalid-input': 'week.invalid',
  'proposal-outdated': 'week.outdated',
};

function reasonText(say: Say, { reason: { status, code, detail } }: Refused): string {
  const known = REASONS[code];
  return known ? say(known) : problemText(say, new Problem(status, { code, detail }));
}
