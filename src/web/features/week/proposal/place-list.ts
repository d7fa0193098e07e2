/** Several places in few words: `Monday and Tuesday dinner`, `all dinners`. */
import { type Place, type Slot, SLOTS } from '#domain/plan/plan.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import { DAYS } from '#domain/week/week.ts';
import { withinSentence } from '#web/meals/recipe-text.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import type { Translation } from '#web/base/i18n/translation.ts';

/** As within a sentence. With preferences, all planned meals of a slot are called so. */
export function placesText(
  translation: Translation,
  places: readonly Place[],
  preferences?: Pick<Preferences, 'slotSettings'>,
): string {
  const { t, locale } = translation;
  const texts = SLOTS.flatMap((slot) => {
    const days = DAYS.filter((day) => places.some((place) => place.day === day && place.slot === slot));
    if (days.length === 0) return [];
    if (preferences && days.length > 1 && days.length === plannedCount(preferences, slot)) {
      return t('proposal.places-all', { slot });
    }
    const names = days.map((day) => dayName(day, locale));
    return t('proposal.places', {
      days: listText(locale, names),
      slot: withinSentence(translation, t(`week.slot.${slot}`)),
    });
  });
  return listText(locale, texts);
}

function plannedCount({ slotSettings }: Pick<Preferences, 'slotSettings'>, slot: Slot): number {
  return DAYS.filter((day) => slotSettings[day]?.[slot]).length;
}

/** `one, two and three` */
export function listText(locale: string, texts: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(texts);
}
