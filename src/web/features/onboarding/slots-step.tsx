/** The second step: which meals are planned, and how much time there is to cook. Leads to the first proposal. */
import { useState } from 'react';
import { PUBLIC_SLOTS } from '#domain/plan/plan.ts';
import { withSlots } from '#domain/preferences/shown-slots.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import type { Day } from '#domain/week/week.ts';
import type { SavedPreferences } from '#http/endpoints/plan/preferences.ts';
import { addDays, dateAt, dayOf, weekOf, WEEKEND, WORKDAYS } from '#web/base/calendar.ts';
import { navigate } from '#web/base/router.ts';
import { useMe } from '#web/data/session.ts';
import { Chips, RadioChips } from '#web/meals/preferences/choices.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { choiceOf, type SlotChoice, withChoice } from './slot-choice.ts';
import { savePart } from '#web/data/queries/start-preferences.ts';
import { StepForm } from './step-form.tsx';

const MINUTES = { weekdays: [20, 30, 45, 60], weekend: [30, 45, 60, 90] };
/** On these days the rest of the week is too short for a first plan. */
const LATE_DAYS: readonly Day[] = ['Friday', 'Saturday', 'Sunday'];

export function SlotsStep({ saved }: { saved: SavedPreferences }) {
  const { t } = useTranslation();
  const { timeZone } = useMe().family;
  const { slotSettings } = saved.preferences;
  const [weekdays, setWeekdays] = useState(() => choiceOf(slotSettings, WORKDAYS));
  const [weekend, setWeekend] = useState(() => choiceOf(slotSettings, WEEKEND));
  const change = (preferences: Preferences): Preferences => ({
    ...preferences,
    slotSettings: withChanged(withChanged(preferences.slotSettings, WORKDAYS, weekdays), WEEKEND, weekend),
    start: { ...preferences.start, hasChosenSlots: true },
  });
  const next = () => {
    const hasSlots = weekdays.slots.length + weekend.slots.length > 0;
    navigate(hasSlots ? `/week/${firstWeek(timeZone)}?proposal` : '/', 'replace');
  };
  return (
    <StepForm
      step={2}
      title={t('onboarding.slots')}
      lead={t('onboarding.slots-lead')}
      action={t('onboarding.propose')}
      onSave={() => savePart(saved, change)}
      onNext={next}
    >
      <Choice
        days={t('onboarding.weekdays')}
        minutes={MINUTES.weekdays}
        choice={weekdays}
        onChange={setWeekdays}
      />
      <Choice
        days={t('onboarding.weekend')}
        minutes={MINUTES.weekend}
        choice={weekend}
        onChange={setWeekend}
      />
    </StepForm>
  );
}

type ChoiceProps = {
  days: string;
  minutes: number[];
  choice: SlotChoice;
  onChange: (choice: SlotChoice) => void;
};

function Choice({ days, minutes, choice, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const options = [...new Set([...minutes, choice.minutes])].toSorted((first, second) => first - second);
  return (
    <section className="start-choice" aria-label={days}>
      <Chips
        className="preferences-scale"
        label={days}
        options={withSlots(PUBLIC_SLOTS, choice.slots).map((slot) => [slot, t(`week.slot.${slot}`)])}
        chosen={choice.slots}
        onChoose={(slots) => onChange({ ...choice, slots })}
      />
      <RadioChips
        className="preferences-scale"
        label={t('onboarding.minutes-label')}
        options={options.map((option) => [option, t('onboarding.minutes-short', { minutes: option })])}
        value={choice.minutes}
        onChoose={(minutes) => onChange({ ...choice, minutes })}
      />
    </section>
  );
}

/** Days that were set one by one stay, unless the choice is another one. */
function withChanged(slotSettings: Preferences['slotSettings'], days: readonly Day[], choice: SlotChoice) {
  const isSame = JSON.stringify(choiceOf(slotSettings, days)) === JSON.stringify(choice);
  return isSame ? slotSettings : withChoice(slotSettings, days, choice);
}

/** This week, or the next one if this week is nearly over. */
function firstWeek(timeZone: string): string {
  const today = dateAt(Date.now(), timeZone);
  return addDays(weekOf(today), LATE_DAYS.includes(dayOf(today)) ? 7 : 0);
}
