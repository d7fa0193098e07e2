/** Two people changed the wishes: which parts differ, and whose shall stand. */
import type { Preferences } from '#domain/preferences/preferences.ts';
import { Button } from '#web/ui/button.tsx';
import { Actions, Dialog } from '#web/ui/dialog.tsx';
import type { MessageId } from '#web/i18n/message-ids.ts';
import { useTranslation } from '#web/i18n/words.ts';
import { isSame } from './draft.ts';

const PARTS: Record<keyof Preferences, MessageId> = {
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
  mine: Preferences;
  theirs: Preferences;
  isBusy: boolean;
  onMine: () => void;
  onTheirs: () => void;
};

export function WishesConflict({ mine, theirs, isBusy, onMine, onTheirs }: ConflictProps) {
  const { t } = useTranslation();
  const different = (Object.keys(PARTS) as (keyof Preferences)[]).filter(
    (part) => !isSame(mine[part], theirs[part]),
  );
  return (
    <Dialog title={t('wishes.conflict-title')}>
      <p>{t('wishes.conflict-why')}</p>
      <ul className="wishes-different">
        {different.map((part) => (
          <li key={part}>{t(PARTS[part])}</li>
        ))}
      </ul>
      <Actions>
        <Button onClick={onTheirs}>{t('wishes.keep-theirs')}</Button>
        <Button kind="primary" busy={isBusy} onClick={onMine}>
          {t('wishes.keep-mine')}
        </Button>
      </Actions>
    </Dialog>
  );
}
