/** Which meals are planned, for how many and in how many minutes: a week in small, each slot a button. */
import { useState } from 'react';
import { type Place, SLOTS } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import { type SlotSettings, type Preferences, withSlotSettings } from '#domain/preferences/preferences.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from '#web/profile/section.tsx';
import { Servings } from '#web/recipes/servings.tsx';
import { shortPlace, SLOT_NAMES } from '#web/week/place-text.ts';
import { dayName } from '#web/i18n/dates.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { Check } from './choices.tsx';
import type { PartProps } from './eaters.tsx';
import { SlotSettingsDialog } from './slot-settings-dialog.tsx';
import '#web/week/meal-tones.css';
import './slot-table.css';

export function SlotTable({ wishes, onSay, wrong }: PartProps) {
  const { t, locale } = useTranslation();
  const [open, setOpen] = useState<Place>();
  const usual = usualServings(wishes);
  return (
    <Section id="table" title={t('preferences.table')} lead={t('preferences.table-lead')}>
      <div className="preferences-usual">
        <span className="field-label">{t('preferences.usual')}</span>
        <Servings servings={usual} onChange={(servings) => onSay({ table: forAll(wishes, servings) })} />
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
            <tr key={day}>
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
                    sitting={wishes.table[day]?.[slot]}
                    usual={usual}
                    isWrong={wrong(`table.${day}`) !== undefined}
                    onOpen={setOpen}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Check
        label={t('preferences.double')}
        hint={t('preferences.double-hint')}
        isChecked={wishes.cooksDouble}
        onChange={(cooksDouble) => onSay({ cooksDouble })}
      />
      {open && (
        <SlotSettingsDialog
          place={open}
          wishes={wishes}
          usual={usual}
          onSay={(days, sitting) => {
            const { slot } = open;
            const said = days.reduce((next, day) => withSlotSettings(next, { day, slot }, sitting), wishes);
            onSay({ table: said.table });
            setOpen(undefined);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Section>
  );
}

type CellProps = {
  place: Place;
  sitting: SlotSettings | undefined;
  usual: number;
  isWrong: boolean;
  onOpen: (place: Place) => void;
};

/** How many eat stands there only where it is not as usual. */
function Cell({ place, sitting, usual, isWrong, onOpen }: CellProps) {
  const translation = useTranslation();
  const { t } = translation;
  const about = sitting
    ? t(sitting.minutes === undefined ? 'preferences.cell-planned' : 'preferences.cell-planned-in', {
        servings: sitting.servings,
        minutes: sitting.minutes ?? 0,
      })
    : t('preferences.cell-free');
  return (
    <button
      type="button"
      className={`preferences-cell week-${place.slot} ${sitting ? 'preferences-cell-planned' : ''}`}
      aria-invalid={(isWrong && sitting !== undefined) || undefined}
      onClick={() => onOpen(place)}
    >
      <span className="unseen">{t('week.slot', { place: shortPlace(translation, place), meal: about })}</span>
      <span aria-hidden="true" className="preferences-cell-face">
        {!sitting && <Icon name="plus" size={16} />}
        {sitting && !sitting.minutes && <Icon name="check" size={16} />}
        {sitting?.minutes && t('preferences.minutes', { minutes: sitting.minutes })}
        {sitting && sitting.servings !== usual && (
          <span className="preferences-cell-servings">
            <Icon name="people" size={14} />
            {sitting.servings}
          </span>
        )}
      </span>
    </button>
  );
}

function sittingsIn({ table }: Preferences): SlotSettings[] {
  return DAYS.flatMap((day) => SLOTS.flatMap((slot) => table[day]?.[slot] ?? []));
}

/** For how many most meals are. */
function usualServings(wishes: Preferences): number {
  const counts = new Map<number, number>();
  for (const { servings } of sittingsIn(wishes)) counts.set(servings, (counts.get(servings) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 4;
}

/** As many eat at every table that was as usual. */
function forAll(wishes: Preferences, servings: number): Preferences['table'] {
  const usual = usualServings(wishes);
  let said = wishes;
  for (const day of DAYS) {
    for (const slot of SLOTS) {
      const sitting = wishes.table[day]?.[slot];
      if (sitting?.servings !== usual) continue;
      said = withSlotSettings(said, { day, slot }, { ...sitting, servings });
    }
  }
  return said.table;
}
