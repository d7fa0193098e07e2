/** One meal of the day: who eats, guests, and the time to cook. */
import type { Slot } from '#domain/plan/plan.ts';
import type { Preferences, SlotSettings } from '#domain/preferences/preferences.ts';
import { eatersAt } from '#domain/preferences/servings.ts';
import { type Guest, isDescribed, type SlotException } from '#domain/preferences/week-exceptions.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { TextField } from '#web/base/ui/form/field.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { newId } from '#web/data/new-id.ts';
import { Check, Chips, Choose, GuestCount } from '#web/meals/preferences/choices.tsx';
import { DietFields } from '#web/meals/preferences/diet-fields.tsx';
import { useEaterSummary } from '#web/meals/preferences/eater-summary.ts';

const MINUTES = [15, 20, 30, 45, 60, 90, 120] as const;
const USUAL = 'usual';
const ANY = 'any';

type SlotFieldsProps = {
  slot: Slot;
  preferences: Preferences;
  /** As in this week without the exception. */
  usual: SlotSettings;
  /** Otherwise only guests make a meal of it. */
  isPlanned: boolean;
  exception: SlotException;
  onChange: (exception: SlotException) => void;
};

export function SlotFields({ slot, preferences, usual, isPlanned, exception, onChange }: SlotFieldsProps) {
  const { t } = useTranslation();
  const { isOff, away = usual.away, guests = [] } = exception;
  const isMeal = isPlanned || guests.length > 0;
  const set = (part: SlotException) => onChange({ ...exception, ...part });
  const present = eatersAt(preferences, { away }).map(({ id }) => id);
  const setPresent = (ids: string[]) => {
    const others = preferences.eaters.map(({ id }) => id).filter((id) => !ids.includes(id));
    const isUsual = others.toSorted().join() === (usual.away ?? []).toSorted().join();
    set({ away: isUsual ? undefined : others });
  };
  return (
    <fieldset className="day-slot">
      <legend>{t(`week.slot.${slot}`)}</legend>
      {isPlanned && (
        <Check
          label={t('day.nobody-check')}
          isChecked={isOff === true}
          onChange={(isChecked) => set({ isOff: isChecked || undefined })}
        />
      )}
      {!isOff && (
        <>
          {isMeal && preferences.eaters.length > 0 && (
            <Chips
              label={t('preferences.at-table')}
              options={preferences.eaters.map(({ id, name }) => [id, name || t('preferences.unnamed')])}
              chosen={present}
              onChoose={setPresent}
            />
          )}
          <Guests
            guests={exception.guests}
            usual={usual.guests ?? 0}
            onChange={(guests) => set({ guests })}
          />
          {isMeal && (
            <MinutesField
              usual={usual.minutes}
              minutes={exception.minutes}
              onChange={(minutes) => set({ minutes })}
            />
          )}
        </>
      )}
    </fieldset>
  );
}

const newGuest = (): Guest => ({ id: newId(), diets: [], allergens: [] });

type GuestsProps = {
  /** Undefined: as many as usual. */
  guests: Guest[] | undefined;
  usual: number;
  onChange: (guests: Guest[] | undefined) => void;
};

function Guests({ guests, usual, onChange }: GuestsProps) {
  const { t } = useTranslation();
  const count = guests?.length ?? usual;
  const setCount = (next: number) => {
    const known = guests ?? Array.from({ length: usual }, newGuest);
    const changed = next < known.length ? known.slice(0, next) : [...known, newGuest()];
    onChange(changed.length === usual && !changed.some(isDescribed) ? undefined : changed);
  };
  return (
    <div className="day-guests">
      <GuestCount value={count} onChange={setCount} />
      {guests && guests.length > 0 && (
        <>
          {guests.map((guest, at) => (
            <GuestFields
              key={guest.id}
              guest={guest}
              number={at + 1}
              onChange={(next) => onChange(guests.with(at, next))}
            />
          ))}
          <p className="field-hint">{t('day.lead-guests')}</p>
        </>
      )}
    </div>
  );
}

type GuestProps = { guest: Guest; number: number; onChange: (guest: Guest) => void };

/** Most guests need nothing else, so the fields are folded. */
function GuestFields({ guest, number, onChange }: GuestProps) {
  const { t } = useTranslation();
  const { name = '', diets, allergens } = guest;
  const about = useEaterSummary({ ...guest, name, dislikes: [] });
  const set = (part: Partial<Guest>) => onChange({ ...guest, ...part });
  return (
    <details className="preferences-fold day-guest">
      <summary>
        <Icon name="arrow" size={18} />
        <span>
          <strong>{name || t('day.guest', { number })}</strong> <span className="field-hint">{about}</span>
        </span>
      </summary>
      <div className="day-guest-fields">
        <TextField
          label={t('preferences.name')}
          value={name}
          maxLength={50}
          autoComplete="off"
          onChange={({ target }) => set({ name: target.value || undefined })}
        />
        <DietFields allergens={allergens} diets={diets} onChange={set} />
      </div>
    </details>
  );
}

type MinutesProps = {
  usual: number | undefined;
  minutes: number | null | undefined;
  onChange: (minutes: number | null | undefined) => void;
};

function MinutesField({ usual, minutes, onChange }: MinutesProps) {
  const { t } = useTranslation();
  const usually =
    usual === undefined ? t('day.minutes-usual-any') : t('day.minutes-usual', { minutes: usual });
  const options = [...new Set([...MINUTES, ...(minutes ? [minutes] : [])])].toSorted((a, b) => a - b);
  return (
    <div className="day-minutes">
      <span className="field-label" aria-hidden="true">
        {t('day.time')}
      </span>
      <Choose
        label={t('day.time')}
        value={minutes === undefined ? USUAL : minutes === null ? ANY : String(minutes)}
        options={[
          [USUAL, usually],
          ...options.map((option) => [String(option), t('day.minutes', { minutes: option })] as const),
          [ANY, t('preferences.any-time')],
        ]}
        onChoose={(value) => onChange(value === USUAL ? undefined : value === ANY ? null : Number(value))}
      />
    </div>
  );
}
