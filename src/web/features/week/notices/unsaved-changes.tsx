/** Changes that the server did not save: conflicts and refusals. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { Meal } from '#domain/plan/plan.ts';
import { type WarningsByMeal, warningsAt } from '#domain/preferences/warnings.ts';
import type { MessageId } from '#languages/message-ids.ts';
import {
  type SyncState,
  dismissRefused,
  type Refused,
  type Conflict,
  resolveConflict,
} from '#web/data/sync.ts';
import { ApiError } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { CopyButton } from '#web/base/ui/share/copy-button.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { type Translate, useTranslation } from '#web/base/i18n/translation.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { Actions, Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { placeKey } from '#web/data/edit.ts';
import type { WeekPlace } from '#web/data/edit.ts';
import { useMealWarnings } from '#web/data/queries/meal-warnings.ts';
import { MealSign } from '#web/meals/warnings/warning-sign.tsx';
import { nameOfMeal, nameOfPlace } from '#web/meals/place-text.ts';
import './conflict-dialog.css';

export function UnsavedChanges({ conflicts, refused }: Pick<SyncState, 'conflicts' | 'refused'>) {
  return (
    <>
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} />}
      {refused.map((change) => (
        <RefusedNotice key={change.id} refused={change} />
      ))}
    </>
  );
}

/** A change that the server refused. The board no longer shows it; its text stays here until dismissed. */
function RefusedNotice({ refused }: { refused: Refused }) {
  const { t } = useTranslation();
  const texts = refused.edits.flatMap(({ after }) => (after ? [after.description] : []));
  return (
    <Banner
      kind="bad"
      icon="warn"
      action={
        <span className="week-refused-actions">
          {texts.length > 0 && <CopyButton text={texts.join('\n')} label={t('week.copy-text')} />}
          <Button onClick={() => dismissRefused(refused.id)}>{t('week.dismiss')}</Button>
        </span>
      }
    >
      <strong>{t('week.refused', { what: refused.what })}</strong> {reasonText(t, refused)}
      {texts.map((text) => (
        <q key={text} className="week-refused-text">
          {text}
        </q>
      ))}
    </Banner>
  );
}

const REASONS: Record<string, MessageId> = {
  'week-out-of-range': 'week.far',
  'invalid-input': 'week.invalid',
  'proposal-outdated': 'week.outdated',
};

function reasonText(t: Translate, { reason: { status, code, detail } }: Refused): string {
  const known = REASONS[code];
  return known ? t(known) : problemText(t, new ApiError(status, { code, detail }));
}

type ConflictsProps = Pick<SyncState, 'conflicts'>;

/** Conflicting changes: a banner with their number, and the dialog that asks about the next one. */
function Conflicts({ conflicts }: ConflictsProps) {
  const { t } = useTranslation();
  const { open, decide, postpone } = useNextConflict(conflicts);
  return (
    <>
      <Banner
        kind="warn"
        icon={<Icon name="people" />}
        action={<Button onClick={decide}>{t('week.conflict-look')}</Button>}
      >
        {t('week.conflicts', { count: conflicts.length })}
      </Banner>
      {open && <ConflictDialog conflict={open} onLater={postpone} />}
    </>
  );
}

/** The next conflict to show: the first that was not postponed, and none while the person types. */
function useNextConflict(conflicts: ConflictsProps['conflicts']) {
  const [later, setLater] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<string>();
  const current = conflicts.find(({ id }) => id === open);
  const fresh = conflicts.find(({ id }) => !later.includes(id));
  const openFresh = useEffectEvent(() => {
    if (!current && fresh && !document.activeElement?.matches('textarea, dialog *')) setOpen(fresh.id);
  });
  // After every render: the focus is not part of any state.
  useEffect(() => openFresh());
  return {
    open: current,
    decide: () => {
      setLater([]);
      setOpen(conflicts[0]?.id);
    },
    postpone: () => {
      setLater(conflicts.map(({ id }) => id));
      setOpen(undefined);
    },
  };
}

type ConflictProps = { conflict: Conflict; onLater: () => void };

/** The dialog for two conflicting changes of a slot: shows both meals and asks which one to keep. */
function ConflictDialog({ conflict, onLater }: ConflictProps) {
  const translation = useTranslation();
  const { t } = translation;
  const { warnings, absent } = useMealWarnings(
    conflict.places.flatMap(({ mine, theirs }) => [mine, theirs]).filter((meal) => meal !== null),
    { week: conflict.places[0]?.week },
  );
  // Guests and absences of another week say nothing about this one.
  const warningsOf = (place: WeekPlace) =>
    place.week === conflict.places[0]?.week ? warningsAt(warnings, absent, place) : warnings;
  return (
    <Dialog title={t('week.conflict-title')} onClose={onLater}>
      <p>{t('week.conflict-why')}</p>
      {conflict.places.map((place) => (
        <section key={placeKey(place)} className="week-conflict">
          <h3>{nameOfPlace(translation, place)}</h3>
          <div className="week-conflict-sides">
            <Side
              label={t('week.conflict-mine')}
              meal={place.mine}
              slot={place.slot}
              warnings={warningsOf(place)}
            />
            <Side
              label={t('week.conflict-theirs')}
              meal={place.theirs}
              slot={place.slot}
              warnings={warningsOf(place)}
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
