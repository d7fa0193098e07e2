/** The settings of one slot: whether it is planned, servings, cooking time, and for which days they apply. */
import { useState } from 'react';
import type { Place } from '#domain/plan/plan.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import type { SlotSettings, Preferences } from '#domain/preferences/preferences.ts';
import { Button } from '#web/ui/button.tsx';
import { Actions, Dialog } from '#web/ui/dialog.tsx';
import { Servings } from '#web/recipes/servings.tsx';
import { shortPlace } from '#web/week/move/place-text.ts';
import { dayName } from '#web/i18n/dates.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { Chips } from './choices.tsx';

const MINUTES = [15, 20, 30, 45, 60, 90, 120, undefined] as const;
const DEFAULT_MINUTES = 45;

type DialogProps = {
  place: Place;
  preferences: Preferences;
  usual: number;
  /** Without settings, the slot is not planned on these days. */
  onSave: (days: Day[], settings: SlotSettings | undefined) => void;
  onClose: () => void;
};

export function SlotSettingsDialog({ place, preferences: { table }, usual, onSave, onClose }: DialogProps) {
  const translation = useTranslation();
  const { t, locale } = translation;
  const { day, slot } = place;
  const before = table[day]?.[slot];
  const [servings, setServings] = useState(before?.servings ?? usual);
  const [minutes, setMinutes] = useState(before ? before.minutes : DEFAULT_MINUTES);
  const [days, setDays] = useState<Day[]>([day]);
  return (
    <Dialog title={shortPlace(translation, place)} onClose={onClose}>
      <fieldset className="preferences-chips">
        <legend className="field-label">{t('preferences.time')}</legend>
        {MINUTES.map((one) => (
          <label key={one ?? 0} className="preferences-chip">
            <input
              type="radio"
              className="sr-only"
              name="minutes"
              checked={one === minutes}
              onChange={() => setMinutes(one)}
            />
            <span>
              {one === undefined ? t('preferences.any-time') : t('preferences.minutes', { minutes: one })}
            </span>
          </label>
        ))}
      </fieldset>
      <div>
        <p className="field-label">{t('preferences.for-how-many')}</p>
        <Servings servings={servings} onChange={setServings} />
      </div>
      <Chips
        className="preferences-days"
        label={t('preferences.on-days')}
        options={DAYS.map((one) => [one, dayName(one, locale, 'short')])}
        chosen={days}
        onChoose={setDays}
      />
      <Actions>
        <Button onClick={() => onSave(days, undefined)}>{t('preferences.leave-free')}</Button>
        <Button kind="primary" onClick={() => onSave(days, { servings, minutes })}>
          {t('preferences.plan-these')}
        </Button>
      </Actions>
    </Dialog>
  );
}
