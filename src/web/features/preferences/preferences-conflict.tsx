/** The dialog after a conflicting save: shows which parts differ and asks which version to keep. */
import type { Preferences } from '#domain/preferences/preferences.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Actions, Dialog } from '#web/base/ui/overlay/dialog.tsx';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { isSame } from './draft.ts';

/** All but what a dialog need not name: the first steps. */
const PARTS: Record<Exclude<keyof Preferences, 'start'>, MessageId> = {
  eaters: 'preferences.eaters',
  slotSettings: 'preferences.slots-to-plan',
  alternating: 'preferences.alternating',
  cooksDouble: 'preferences.double',
  rules: 'preferences.rules',
  cuisines: 'preferences.cuisines',
  restWeeks: 'preferences.rest',
  mix: 'preferences.mix',
  shoppingDay: 'preferences.shopping-day',
  budgetCents: 'preferences.budget',
  recurring: 'preferences.recurring',
  nameStyle: 'preferences.name-style',
  showsNutrition: 'preferences.nutrition',
  autoPlan: 'preferences.auto-plan',
};

type ConflictProps = {
  mine: Preferences;
  theirs: Preferences;
  isBusy: boolean;
  onMine: () => void;
  onTheirs: () => void;
};

export function PreferencesConflict({ mine, theirs, isBusy, onMine, onTheirs }: ConflictProps) {
  const { t } = useTranslation();
  const different = (Object.keys(PARTS) as (keyof typeof PARTS)[]).filter(
    (part) => !isSame(mine[part], theirs[part]),
  );
  return (
    <Dialog title={t('preferences.conflict-title')}>
      <p>{t('preferences.conflict-why')}</p>
      <ul className="preferences-different">
        {different.map((part) => (
          <li key={part}>{t(PARTS[part])}</li>
        ))}
      </ul>
      <Actions>
        <Button onClick={onTheirs}>{t('preferences.keep-theirs')}</Button>
        <Button kind="primary" busy={isBusy} onClick={onMine}>
          {t('preferences.keep-mine')}
        </Button>
      </Actions>
    </Dialog>
  );
}
