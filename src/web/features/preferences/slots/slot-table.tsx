/** The table of slots to plan, with servings and cooking time. Each slot is a button. */
import { useState } from 'react';
import { type Place, PUBLIC_SLOTS, type Slot, SLOTS } from '#domain/plan/plan.ts';
import { type Day, DAYS } from '#domain/week/week.ts';
import {
  plannedSlots,
  type SlotSettings,
  type Preferences,
  withSlotSettings,
} from '#domain/preferences/preferences.ts';
import { withSlots } from '#domain/preferences/shown-slots.ts';
import { servingsAt } from '#domain/preferences/servings.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Servings } from '#web/meals/servings.tsx';
import { shortPlace } from '#web/meals/place-text.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Check } from '#web/meals/preferences/choices.tsx';
import type { PartProps } from '#web/features/preferences/eaters/eaters.tsx';
import { servingsText } from './slot-eaters.tsx';
import { SlotSettingsDialog } from './slot-settings-dialog.tsx';
import '#web/meals/meal-tones.css';
import './slot-table.css';

export function SlotTable({ preferences, onChange, wrong }: PartProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Place>();
  const [added, setAdded] = useState<Slot[]>([]);
  const slots = withSlots(PUBLIC_SLOTS, [...plannedSlots(preferences), ...added]);
  const usual = preferences.eaters.length > 0 ? servingsAt(preferences, {}) : usualServings(preferences);
  return (
    <Section id="table" title={t('preferences.slots-to-plan')} lead={t('preferences.slots-to-plan-lead')}>
      <UsualServings preferences={preferences} onChange={onChange} usual={usual} />
      <table className="preferences-table">
        <thead>
          <tr>
            <td />
            {slots.map((slot) => (
              <th key={slot} scope="col" className={`week-${slot}`}>
                {t(`week.slot.${slot}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DAYS.map((day) => (
            <DayRow
              key={day}
              day={day}
              slots={slots}
              preferences={preferences}
              usual={usual}
              isWrong={wrong(`slotSettings.${day}`) !== undefined}
              onOpen={setOpen}
            />
          ))}
        </tbody>
      </table>
      <AddSlots
        slots={SLOTS.filter((slot) => !slots.includes(slot))}
        onAdd={(slot) => setAdded([...added, slot])}
      />
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
          onSave={(days, settings) => {
            onChange({ slotSettings: withSettings(preferences, days, open.slot, settings) });
            setOpen(undefined);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Section>
  );
}

type AddProps = { slots: readonly Slot[]; onAdd: (slot: Slot) => void };

/** Slots that most families do not plan: the table gets a column for them when they are wanted. */
function AddSlots({ slots, onAdd }: AddProps) {
  const { t } = useTranslation();
  if (slots.length === 0) return null;
  return (
    <div className="preferences-add-slots">
      {slots.map((slot) => (
        <Button key={slot} kind="quiet" icon={<Icon name="plus" size={18} />} onClick={() => onAdd(slot)}>
          {t(`week.slot.${slot}`)}
        </Button>
      ))}
    </div>
  );
}

type UsualProps = Pick<PartProps, 'preferences' | 'onChange'> & { usual: number };

/** For how many most meals are cooked: by who eats, or a number if nobody is listed. */
function UsualServings({ preferences, onChange, usual }: UsualProps) {
  const translation = useTranslation();
  const { t } = translation;
  const byHand = plannedSettings(preferences).filter(({ servings }) => servings !== undefined).length;
  if (preferences.eaters.length === 0) {
    return (
      <div className="preferences-usual">
        <span className="field-label">{t('preferences.usual')}</span>
        <Servings
          servings={usual}
          onChange={(servings) => onChange({ slotSettings: withUsualServings(preferences, servings) })}
        />
      </div>
    );
  }
  return (
    <div className="preferences-usual">
      <p className="field-hint">{servingsText(translation, preferences, {})}</p>
      {byHand > 0 && (
        <Button onClick={() => onChange({ slotSettings: mapSettings(preferences, withoutServings) })}>
          {t('preferences.follow-eaters', { meals: byHand })}
        </Button>
      )}
    </div>
  );
}

type DayProps = {
  day: Day;
  slots: readonly Slot[];
  preferences: Preferences;
  usual: number;
  isWrong: boolean;
  onOpen: (place: Place) => void;
};

function DayRow({ day, slots, ...props }: DayProps) {
  const { locale } = useTranslation();
  return (
    <tr>
      <th scope="row">
        <span className="preferences-day">{dayName(day, locale)}</span>
        <span className="preferences-day-short" aria-hidden="true">
          {dayName(day, locale, 'short')}
        </span>
      </th>
      {slots.map((slot) => (
        <td key={slot}>
          <Cell place={{ day, slot }} {...props} />
        </td>
      ))}
    </tr>
  );
}

type CellProps = Omit<DayProps, 'day' | 'slots'> & { place: Place };

/** Shows the servings only if they differ from the usual number. */
function Cell({ place, preferences, usual, isWrong, onOpen }: CellProps) {
  const translation = useTranslation();
  const { t } = translation;
  const settings = preferences.slotSettings[place.day]?.[place.slot];
  const servings = settings && servingsAt(preferences, settings);
  const about = settings
    ? t(settings.minutes === undefined ? 'preferences.cell-planned' : 'preferences.cell-planned-in', {
        servings,
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
      <span aria-hidden="true" className="preferences-cell-label">
        {!settings && <Icon name="plus" size={16} />}
        {settings && !settings.minutes && <Icon name="check" size={16} />}
        {settings?.minutes && t('preferences.minutes', { minutes: settings.minutes })}
        {servings !== undefined && servings !== usual && (
          <span className="preferences-cell-servings">
            <Icon name="people" size={14} />
            {servings}
          </span>
        )}
      </span>
    </button>
  );
}

function plannedSettings({ slotSettings }: Preferences): SlotSettings[] {
  return DAYS.flatMap((day) => SLOTS.flatMap((slot) => slotSettings[day]?.[slot] ?? []));
}

/** The most frequent number of servings. */
function usualServings(preferences: Preferences): number {
  const counts = Map.groupBy(
    plannedSettings(preferences).map((settings) => servingsAt(preferences, settings)),
    (servings) => servings,
  );
  const [most] = [...counts].toSorted(([, first], [, second]) => second.length - first.length);
  return most?.[0] ?? servingsAt(preferences, {});
}

/** Changes all slots that have the usual number of servings. */
function withUsualServings(preferences: Preferences, servings: number): Preferences['slotSettings'] {
  const usual = usualServings(preferences);
  return mapSettings(preferences, (settings) =>
    servingsAt(preferences, settings) === usual ? { ...settings, servings } : settings,
  );
}

function withoutServings({ servings: _byHand, ...settings }: SlotSettings): SlotSettings {
  return settings;
}

function mapSettings(
  preferences: Preferences,
  map: (settings: SlotSettings) => SlotSettings,
): Preferences['slotSettings'] {
  let changed = preferences;
  for (const day of DAYS) {
    for (const slot of SLOTS) {
      const settings = preferences.slotSettings[day]?.[slot];
      if (settings) changed = withSlotSettings(changed, { day, slot }, map(settings));
    }
  }
  return changed.slotSettings;
}

/** Without `settings`, the slot is not planned on these days. */
function withSettings(
  preferences: Preferences,
  days: readonly Day[],
  slot: Slot,
  settings: SlotSettings | undefined,
): Preferences['slotSettings'] {
  return days.reduce((next, day) => withSlotSettings(next, { day, slot }, settings), preferences)
    .slotSettings;
}
