/** Asks what happens to a meal that is skipped: the next day, another day, the freezer, or none. Without it, the week can be repaired. */
import { useState } from 'react';
import { dishesOf, type Meal, mealAt } from '#domain/plan/plan.ts';
import { addDays, dateOf, dayOf, weekOf } from '#web/base/calendar.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { type Translation, useTranslation } from '#web/base/i18n/translation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Drawing, Icon } from '#web/base/ui/icon.tsx';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { changeNote, startNoteSync } from '#web/data/queries/recipe-notes.ts';
import { useMe } from '#web/data/session.ts';
import { change, usePlan } from '#web/data/sync.ts';
import { useToday } from '#web/data/today.ts';
import { brief } from '#web/meals/meal-text.ts';
import { PlacePicker } from '#web/meals/place-picker.tsx';
import { moveMeal, putMeal, type SlotContent, submit, undoChange } from '#web/meals/plan-commands.ts';
import { Repair } from './repair.tsx';
import './skip-dialog.css';

const SNOWFLAKE = 'M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5L12 7l2.5-2.5M9.5 19.5L12 17l2.5 2.5';

type DialogProps = { from: SlotContent; onClose: () => void };

export function SkipDialog({ from, onClose }: DialogProps) {
  const { t } = useTranslation();
  const [step, setStep] = useState<'choice' | 'place' | 'repair'>('choice');
  const { meal } = from;
  if (!meal) return null;
  const name = brief(meal.description);
  return (
    <Dialog
      title={step === 'repair' ? t('proposal.repair.title') : t('proposal.skip.title', { meal: name })}
      onClose={onClose}
    >
      {step === 'choice' && (
        <Choices
          from={from}
          onClose={onClose}
          onPlace={() => setStep('place')}
          onDrop={() => (hasRecipe(meal) ? setStep('repair') : onClose())}
        />
      )}
      {step === 'place' && <OtherDay from={from} onClose={onClose} />}
      {step === 'repair' && <Repair place={from} meal={meal} onClose={onClose} />}
    </Dialog>
  );
}

/**
 * Undefined for a meal that cannot be frozen. The dish waits in the freezer until it is planned as leftovers; its sides are
 * dropped.
 */
function useFreeze({ week, day, slot, meal }: SlotContent): (() => void) | undefined {
  const { t } = useTranslation();
  const { family, member } = useMe();
  const today = useToday(family.timeZone);
  if (meal?.recipeId === undefined || meal.kind === 'eating-out') return undefined;
  const { recipeId } = meal;
  return () => {
    startNoteSync({ family: family.id, member: member.id });
    const what = t('proposal.did-freeze', { meal: brief(meal.description) });
    const id = change([{ week, day, slot, before: meal, after: null }], what);
    changeNote({ recipeId, frozenSince: today });
    const undo = () => {
      undoChange(t, what, id);
      changeNote({ recipeId, frozenSince: null });
    };
    showToast({ text: what, action: { label: t('week.undo'), run: undo } });
  };
}

/** Without a recipe, nothing is known of its food. */
function hasRecipe(meal: Meal): boolean {
  return dishesOf(meal).some(({ recipeId }) => recipeId !== undefined);
}

type ChoicesProps = DialogProps & { onPlace: () => void; onDrop: () => void };

function Choices({ from, onClose, onPlace, onDrop }: ChoicesProps) {
  const translation = useTranslation();
  const { t, locale } = translation;
  const freeze = useFreeze(from);
  const following = useFollowing(from);
  const [next] = following;
  const free = following.findIndex(({ meal }) => !meal);
  const finish = (command: () => void) => () => {
    command();
    onClose();
  };
  return (
    <div className="week-skip">
      {next && !next.meal && (
        <Button icon={<Icon name="move" />} onClick={finish(() => moveMeal(translation, from, next))}>
          {t('proposal.skip.next', { day: dayName(next.day, locale) })}
        </Button>
      )}
      {next?.meal && free > 0 && (
        <Button
          icon={<Icon name="move" />}
          onClick={finish(() => pushMeal(translation, [from, ...following.slice(0, free + 1)]))}
        >
          {t('proposal.skip.push', { day: dayName(next.day, locale), count: free })}
        </Button>
      )}
      {next?.meal && (
        <Button icon={<Icon name="move" />} onClick={finish(() => moveMeal(translation, from, next))}>
          {t('proposal.skip.swap', { day: dayName(next.day, locale), meal: brief(next.meal.description) })}
        </Button>
      )}
      <Button icon={<Icon name="week" />} onClick={onPlace}>
        {t('proposal.skip.other-day')}
      </Button>
      {freeze && (
        <Button icon={<Drawing path={SNOWFLAKE} size={20} />} onClick={finish(freeze)}>
          {t('proposal.skip.freeze')}
        </Button>
      )}
      <Button
        icon={<Icon name="trash" />}
        onClick={() => {
          putMeal(translation, from, null);
          onDrop();
        }}
      >
        {t('proposal.skip.drop')}
      </Button>
    </div>
  );
}

const DAYS_AHEAD = 7;

/** The same slot on the following days; none while the plans are loading. */
function useFollowing(from: SlotContent): SlotContent[] {
  const nextWeek = addDays(from.week, DAYS_AHEAD);
  const [here, there] = [usePlan(from.week), usePlan(nextWeek)];
  if (here.state !== 'ready' || there.state !== 'ready') return [];
  const date = dateOf(from.week, from.day);
  return Array.from({ length: DAYS_AHEAD }, (_, at) => {
    const later = addDays(date, at + 1);
    const place = { week: weekOf(later), day: dayOf(later), slot: from.slot };
    const { meals } = place.week === from.week ? here : there;
    return { ...place, meal: mealAt(meals, place) ?? null };
  });
}

function OtherDay({ from, onClose }: DialogProps) {
  const translation = useTranslation();
  return (
    <PlacePicker
      weeks={[from.week, addDays(from.week, DAYS_AHEAD)]}
      from={from}
      onChoose={(to) => {
        onClose();
        moveMeal(translation, from, to);
      }}
    />
  );
}

/** Moves each meal to the next of the places; the last one is free. */
function pushMeal({ t }: Translation, places: readonly SlotContent[]): void {
  const edits = places.map(({ week, day, slot, meal }, at) => ({
    week,
    day,
    slot,
    before: meal,
    after: places[at - 1]?.meal ?? null,
  }));
  submit(t, edits, t('proposal.did-push', { count: places.length - 1 }));
}
