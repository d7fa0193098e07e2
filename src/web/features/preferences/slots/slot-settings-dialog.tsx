/** The settings of one slot: the time until the meal is served, who is at the table, and for which days they apply. */
import { useState } from 'react';
import type { Place } from '#domain/plan/plan.ts';
import type { Preferences, SlotSettings } from '#domain/preferences/preferences.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Actions, Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { shortPlace } from '#web/meals/place-text.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Chips, RadioChips } from '#web/meals/preferences/choices.tsx';
import { SlotEaters } from './slot-eaters.tsx';

/** 0 means any time. */
const MINUTES = [15, 20, 30, 45, 60, 90, 120, 0] as const;
const DEFAULT_MINUTES = 45;

type DialogProps = {
  place: Place;
  preferences: Preferences;
  /** Without settings, the slot is not planned on these days. */
  onSave: (days: Day[], settings: SlotSettings | undefined) => void;
  onClose: () => void;
};

export function SlotSettingsDialog({ place, preferences, onSave, onClose }: DialogProps) {
  const translation = useTranslation();
  const { t, locale } = translation;
  const { day, slot } = place;
  const [settings, setSettings] = useState<SlotSettings>(
    preferences.slotSettings[day]?.[slot] ?? { minutes: DEFAULT_MINUTES },
  );
  const [days, setDays] = useState<Day[]>([day]);
  const set = (part: SlotSettings) => setSettings({ ...settings, ...part });
  return (
    <Dialog title={shortPlace(translation, place)} onClose={onClose}>
      <RadioChips
        label={t('preferences.time')}
        hint={t('preferences.time-hint')}
        options={MINUTES.map((minutes) => [
          minutes,
          minutes === 0 ? t('preferences.any-time') : t('preferences.minutes', { minutes }),
        ])}
        value={settings.minutes ?? 0}
        onChoose={(minutes) => set({ minutes: minutes || undefined })}
      />
      <SlotEaters preferences={preferences} settings={settings} onChange={set} />
      <Chips
        className="preferences-days"
        label={t('preferences.on-days')}
        options={DAYS.map((weekday) => [weekday, dayName(weekday, locale, 'short')])}
        chosen={days}
        onChoose={setDays}
      />
      <Actions>
        <Button onClick={() => onSave(days, undefined)}>{t('preferences.leave-free')}</Button>
        <Button kind="primary" onClick={() => onSave(days, settings)}>
          {t('preferences.plan-these')}
        </Button>
      </Actions>
    </Dialog>
  );
}
