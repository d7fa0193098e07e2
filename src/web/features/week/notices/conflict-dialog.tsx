/** The dialog for two conflicting changes of a slot: shows both meals and asks which one to keep. */
import type { Meal } from '#domain/plan/plan.ts';
import type { WarningsByMeal } from '#domain/preferences/warnings.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Actions, Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { placeKey } from '#web/data/edit.ts';
import { type Conflict, resolveConflict } from '#web/data/sync.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { useMealWarnings } from '#web/data/queries/meal-warnings.ts';
import { MealSign } from '#web/meals/warnings/warning-sign.tsx';
import { nameOfMeal, nameOfPlace } from '#web/meals/place-text.ts';
import './conflict-dialog.css';

type ConflictProps = { conflict: Conflict; onLater: () => void };

export function ConflictDialog({ conflict, onLater }: ConflictProps) {
  const translation = useTranslation();
  const { t } = translation;
  const warnings = useMealWarnings(
    conflict.places.flatMap(({ mine, theirs }) => [mine, theirs]).filter((meal) => meal !== null),
  );
  return (
    <Dialog title={t('week.conflict-title')} onClose={onLater}>
      <p>{t('week.conflict-why')}</p>
      {conflict.places.map((place) => (
        <section key={placeKey(place)} className="week-conflict">
          <h3>{nameOfPlace(translation, place)}</h3>
          <div className="week-conflict-sides">
            <Side label={t('week.conflict-mine')} meal={place.mine} slot={place.slot} warnings={warnings} />
            <Side
              label={t('week.conflict-theirs')}
              meal={place.theirs}
              slot={place.slot}
              warnings={warnings}
            />
          </div>
        </section>
      ))}
      <Actions>
        <Button onClick={() => resolveConflict(conflict.id, 'theirs')}>{t('week.keep-theirs')}</Button>
        <Button kind="primary" onClick={() => resolveConflict(conflict.id, 'mine')}>
          {t('week.keep-mine')}
        </Button>
      </Actions>
    </Dialog>
  );
}

type SideProps = { label: string; meal: Meal | null; slot: string; warnings: WarningsByMeal };

function Side({ label, meal, slot, warnings }: SideProps) {
  const translation = useTranslation();
  return (
    <figure className={`week-conflict-side week-${slot}`}>
      <figcaption>{label}</figcaption>
      <p className={meal ? undefined : 'week-conflict-free'}>{nameOfMeal(translation, meal)}</p>
      {meal && <MealSign meal={meal} warnings={warnings} />}
    </figure>
  );
}
