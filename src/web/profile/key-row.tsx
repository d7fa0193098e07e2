/** One live key: when it was used, when it ends, and the two ways to end it sooner. */
import { Button } from '#web/ui/button.tsx';
import { useWords } from '#web/i18n/words.ts';
import type { ApiKey } from './lists.ts';
import { Made } from './made-by.tsx';
import { Ago } from './moment.tsx';
import { RowText } from './section.tsx';

type KeyRowProps = { apiKey: ApiKey; onRotate: () => void; onRevoke: () => void };

export function KeyRow({ apiKey, onRotate, onRevoke }: KeyRowProps) {
  const { say } = useWords();
  const { name, createdAt, expiresAt, lastUsedAt, replacedBy, maker } = apiKey;
  return (
    <>
      <RowText name={name} note={replacedBy === null ? undefined : say('profile.replaced')}>
        <Made at={createdAt} maker={maker} /> ·{' '}
        {lastUsedAt ? (
          <>
            {say('profile.last-used')} <Ago at={lastUsedAt} />
          </>
        ) : (
          say('profile.never-used')
        )}{' '}
        ·{' '}
        {expiresAt ? (
          <>
            {say('profile.ends')} <Ago at={expiresAt} />
          </>
        ) : (
          say('profile.never-ends')
        )}
      </RowText>
      <div className="section-actions">
        {replacedBy === null && (
          <Button kind="quiet" onClick={onRotate}>
            {say('profile.rotate')}
            <span className="unseen"> {name}</span>
          </Button>
        )}
        <Button kind="quiet" onClick={onRevoke}>
          {say('profile.revoke')}
          <span className="unseen"> {name}</span>
        </Button>
      </div>
    </>
  );
}
