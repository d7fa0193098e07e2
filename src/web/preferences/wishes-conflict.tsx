/** Two people changed the wishes: which parts differ, and whose shall stand. */
import type { Wishes } from '#domain/preferences/preferences.ts';
import { Button } from '#web/ui/button.tsx';
import { Actions, Dialog } from '#web/ui/dialog.tsx';
import type { MessageId } from '#web/i18n/message-ids.ts';
import { useWords } from '#web/i18n/words.ts';
import { isSame } from './draft.ts';

const PARTS: Record<keyof Wishes, MessageId> = {
  eaters: 'wishes.eaters',
  table: 'wishes.table',
  cooksDouble: 'wishes.double',
  rules: 'wishes.rules',
  cuisines: 'wishes.cuisines',
  restWeeks: 'wishes.rest',
  budgetCents: 'wishes.budget',
  recurring: 'wishes.recurring',
  byItself: 'wishes.by-itself',
};

type ConflictProps = {
  mine: Wishes;
  theirs: Wishes;
  isBusy: boolean;
  onMine: () => void;
  onTheirs: () => void;
};

export function WishesConflict({ mine, theirs, isBusy, onMine, onTheirs }: ConflictProps) {
  const { say } = useWords();
  const different = (Object.keys(PARTS) as (keyof Wishes)[]).filter(
    (part) => !isSame(mine[part], theirs[part]),
  );
  return (
    <Dialog title={say('wishes.conflict-title')}>
      <p>{say('wishes.conflict-why')}</p>
      <ul className="wishes-different">
        {different.map((part) => (
          <li key={part}>{say(PARTS[part])}</li>
        ))}
      </ul>
      <Actions>
        <Button onClick={onTheirs}>{say('wishes.keep-theirs')}</Button>
        <Button kind="primary" busy={isBusy} onClick={onMine}>
          {say('wishes.keep-mine')}
        </Button>
      </Actions>
    </Dialog>
  );
}
