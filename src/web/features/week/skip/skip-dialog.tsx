/** Asks what happens to a meal that is skipped: the next day, another day, or none. Without it, the week can be repaired. */
import { useState } from 'react';
import { dishesOf, type Meal, mealAt } from '#domain/plan/plan.ts';
import { addDays, dateOf, dayOf, weekOf } from '#web/base/calendar.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { type Translation, useTranslation } from '#web/base/i18n/translation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { usePlan } from '#web/data/sync.ts';
import { brief } from '#web/meals/meal-text.ts';
import { PlacePicker } from '#web/meals/place-picker.tsx';
import { moveMeal, putMeal, type SlotContent, submit } from '#web/meals/plan-commands.ts';
import { Repair } from './repair.tsx';
import './skip-dialog.css';

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

/** Without a recipe, nothing is known of its food. */
function hasRecipe(meal: Meal): boolean {
  return dishesOf(meal).some(({ recipeId }) => recipeId !== undefined);
}

type ChoicesProps = DialogProps & { onPlace: () => void; onDrop: () => void };

function Choices({ from, onClose, onPlace, onDrop }: ChoicesProps) {
  const translation = useTranslation();
  const { t, locale } = translation;
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
