/** Who is at the table in a slot. The servings follow from the portions, or are set by hand. */
import type { Preferences, SlotSettings } from '#domain/preferences/preferences.ts';
import { eatersAt, servingsAt } from '#domain/preferences/servings.ts';
import { Servings } from '#web/meals/servings.tsx';
import { type Translation, useTranslation } from '#web/base/i18n/translation.ts';
import { Check, Chips, GuestCount } from '#web/meals/preferences/choices.tsx';

type SlotEatersProps = {
  preferences: Preferences;
  settings: SlotSettings;
  onChange: (part: SlotSettings) => void;
};

export function SlotEaters({ preferences, settings, onChange }: SlotEatersProps) {
  const translation = useTranslation();
  const { t } = translation;
  const { eaters } = preferences;
  const { servings, guests = 0 } = settings;
  const byHand = servings !== undefined;
  const present = eatersAt(preferences, settings).map(({ id }) => id);
  const setPresent = (ids: string[]) => {
    const away = eaters.map(({ id }) => id).filter((id) => !ids.includes(id));
    onChange({ away: away.length > 0 ? away : undefined });
  };
  return (
    <div className="preferences-slot-eaters">
      {eaters.length > 0 && (
        <Chips
          label={t('preferences.at-table')}
          options={eaters.map(({ id, name }) => [id, name || t('preferences.unnamed')])}
          chosen={present}
          onChoose={setPresent}
        />
      )}
      <GuestCount value={guests} onChange={(count) => onChange({ guests: count || undefined })} />
      {!byHand && (
        <p className="preferences-servings" aria-live="polite">
          {servingsText(translation, preferences, settings)}
        </p>
      )}
      <Check
        label={t('preferences.by-hand')}
        isChecked={byHand}
        onChange={(isByHand) =>
          onChange({ servings: isByHand ? servingsAt(preferences, settings) : undefined })
        }
      />
      {byHand && <Servings servings={servings} onChange={(count) => onChange({ servings: count })} />}
    </div>
  );
}

/** `3 servings for Anna, Ben and 2 guests` */
export function servingsText(
  { t, locale }: Translation,
  preferences: Pick<Preferences, 'eaters'>,
  settings: SlotSettings,
): string {
  const { guests = 0 } = settings;
  const servings = servingsAt(preferences, settings);
  const names = eatersAt(preferences, settings).map(({ name }) => name || t('preferences.unnamed'));
  if (preferences.eaters.length === 0) return t('preferences.servings-default', { servings });
  if (guests > 0) names.push(t('preferences.guest-count', { guests }));
  if (names.length === 0) return t('preferences.servings-nobody', { servings });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  return t('preferences.servings-for', { servings, names: list });
}
