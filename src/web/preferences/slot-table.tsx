/** The table of slots to plan, with servings and cooking time. Each slot is a button. */
import { useState } from 'react';
import { type Place, type Slot, SLOTS } from '#domain/plan/plan.ts';
import { type Day, DAYS } from '#domain/week/week.ts';
import { type SlotSettings, type Preferences, withSlotSettings } from '#domain/preferences/preferences.ts';
import { Icon } from '#web/ui/icon.tsx';
import { PageIcon } from '#web/ui/page-icon.tsx';
import { Section } from '#web/profile/section.tsx';
import { Servings } from '#web/recipes/servings.tsx';
import { shortPlace, SLOT_NAMES } from '#web/week/move/place-text.ts';
import { dayName } from '#web/i18n/dates.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { Check } from './choices.tsx';
import type { PartProps } from './eaters.tsx';
import { SlotSettingsDialog } from './slot-settings-dialog.tsx';
import '#web/week/slot/meal-tones.css';
import './slot-table.css';

export function SlotTable({ preferences, onChange, wrong }: PartProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Place>();
  const usual = usualServings(preferences);
  return (
    <Section id="table" title={t('preferences.table')} lead={t('preferences.table-lead')}>
      <div className="preferences-usual">
        <span className="field-label">{t('preferences.usual')}</span>
        <Servings
          servings={usual}
          onChange={(servings) => onChange({ table: withUsualServings(preferences, servings) })}
        />
      </div>
      <table className="preferences-table">
        <thead>
          <tr>
            <td />
            {SLOTS.map((slot) => (
              <th key={slot} scope="col" className={`week-${slot}`}>
                {t(SLOT_NAMES[slot])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DAYS.map((day) => (
            <DayRow
              key={day}
              day={day}
              settings={preferences.table[day]}
              usual={usual}
              isWrong={wrong(`table.${day}`) !== undefined}
              onOpen={setOpen}
            />
          ))}
        </tbody>
      </table>
      <Check
        label={t('preferences.double')}
        hint={t('preferences.double-hint')}
        isChecked={preferences.cooksDouble}
        onChange={(cooksDouble) => onChange({ cooksDouble })}
      />
      {open && (
        <SlotSettingsDialog
          place={open}
          preferences={preferences}
          usual={usual}
          onSave={(days, settings) => {
            onChange({ table: withSettings(preferences, days, open.slot, settings) });
            setOpen(undefined);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Section>
  );
}

type DayProps = {
  day: Day;
  settings: Preferences['table'][Day];
  usual: number;
  isWrong: boolean;
  onOpen: (place: Place) => void;
};

function DayRow({ day, settings, usual, isWrong, onOpen }: DayProps) {
  const { locale } = useTranslation();
  return (
    <tr>
      <th scope="row">
        <span className="preferences-day">{dayName(day, locale)}</span>
        <span className="preferences-day-short" aria-hidden="true">
          {dayName(day, locale, 'short')}
        </span>
      </th>
      {SLOTS.map((slot) => (
        <td key={slot}>
          <Cell
            place={{ day, slot }}
            settings={settings?.[slot]}
            usual={usual}
            isWrong={isWrong}
            onOpen={onOpen}
          />
        </td>
      ))}
    </tr>
  );
}

type CellProps = Omit<DayProps, 'day' | 'settings'> & { place: Place; settings: SlotSettings | undefined };

/** Shows the servings only if they differ from the usual number. */
function Cell({ place, settings, usual, isWrong, onOpen }: CellProps) {
  const translation = useTranslation();
  const { t } = translation;
  const about = settings
    ? t(settings.minutes === undefined ? 'preferences.cell-planned' : 'preferences.cell-planned-in', {
        servings: settings.servings,
        minutes: settings.minutes ?? 0,
      })
    : t('preferences.cell-free');
  return (
    <button
      type="button"
      className={`preferences-cell week-${place.slot} ${settings ? 'preferences-cell-planned' : ''}`}
      aria-invalid={(isWrong && settings !== undefined) || undefined}
      onClick={() => onOpen(place)}
    >
      <span className="sr-only">
        {t('week.slot', { place: shortPlace(translation, place), meal: about })}
      </span>
      <span aria-hidden="true" className="preferences-cell-face">
        {!settings && <Icon name="plus" size={16} />}
        {settings && !settings.minutes && <Icon name="check" size={16} />}
        {settings?.minutes && t('preferences.minutes', { minutes: settings.minutes })}
        {settings && settings.servings !== usual && (
          <span className="preferences-cell-servings">
            <PageIcon name="people" size={14} />
            {settings.servings}
          </span>
        )}
      </span>
    </button>
  );
}

function plannedSlots({ table }: Preferences): SlotSettings[] {
  return DAYS.flatMap((day) => SLOTS.flatMap((slot) => table[day]?.[slot] ?? []));
}

/** The most frequent number of servings. */
function usualServings(preferences: Preferences): number {
  const counts = new Map<number, number>();
  for (const { servings } of plannedSlots(preferences)) counts.set(servings, (counts.get(servings) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 4;
}

/** Changes all slots that have the usual number of servings. */
function withUsualServings(preferences: Preferences, servings: number): Preferences['table'] {
  const usual = usualServings(preferences);
  let changed = preferences;
  for (const day of DAYS) {
    for (const slot of SLOTS) {
      const settings = preferences.table[day]?.[slot];
      if (settings?.servings !== usual) continue;
      changed = withSlotSettings(changed, { day, slot }, { ...settings, servings });
    }
  }
  return changed.table;
}

/** Without `settings`, the slot is not planned on these days. */
function withSettings(
  preferences: Preferences,
  days: readonly Day[],
  slot: Slot,
  settings: SlotSettings | undefined,
): Preferences['table'] {
  return days.reduce((next, day) => withSlotSettings(next, { day, slot }, settings), preferences).table;
}
