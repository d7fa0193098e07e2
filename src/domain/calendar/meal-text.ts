/** The texts of a meal in a calendar, in the language of the link. */
import type { Meal, Slot } from '#domain/plan/plan.ts';
import { isCertain, type Warning } from '#domain/preferences/warnings.ts';
import type { Language } from '#languages/language.ts';
import type { MessageId, Translate } from '#languages/message-ids.ts';
import { translation } from '#languages/translate.ts';

const WARNING_SIGN = '⚠️';

export function calendarName(family: string, language: Language): string {
  return translation(language)('calendar.name', { family });
}

export type MealInCalendar = {
  meal: Meal;
  slot: Slot;
  recipe: { servings: number; totalMinutes: number } | undefined;
  /** Empty where the link does not show them. */
  warnings: readonly Warning[];
};

/** `namesSlot`: whether the title says which meal it is, where the time does not. */
export function mealTitle(
  { meal, slot, warnings }: MealInCalendar,
  { language, namesSlot }: { language: Language; namesSlot: boolean },
): string {
  const sign = warnings.length > 0 ? `${WARNING_SIGN} ` : '';
  const slotName = namesSlot ? `${translation(language)(`calendar.slot.${slot}`)}: ` : '';
  return sign + slotName + meal.description;
}

/** One line for each fact. Leftovers and meals out take no time to cook. */
export function mealDescription(
  { meal, slot, recipe, warnings }: MealInCalendar,
  language: Language,
): string {
  const t = translation(language);
  const servings = meal.servings ?? recipe?.servings;
  const isCooked = meal.kind === undefined && recipe !== undefined;
  const lines = [
    t(`calendar.slot.${slot}`),
    ...(meal.kind ? [t(`calendar.kind.${meal.kind}`)] : []),
    ...(isCooked && recipe.totalMinutes > 0 ? [t('calendar.minutes', { minutes: recipe.totalMinutes })] : []),
    ...(servings !== undefined && meal.kind !== 'eating-out' ? [t('calendar.servings', { servings })] : []),
    ...warningLines(warnings, t),
  ];
  return lines.join('\n');
}

/** Names as the family has chosen for displays; without names, it is not said who. */
function warningLines(warnings: readonly Warning[], t: Translate): string[] {
  const line = (some: readonly Warning[], notFor: MessageId, notForEveryone: MessageId): string[] => {
    if (some.length === 0) return [];
    const names = some.map(({ name }) => name).filter((name) => name !== '');
    const isNamed = names.length === some.length;
    return [`${WARNING_SIGN} ${isNamed ? t(notFor, { names: names.join(', ') }) : t(notForEveryone)}`];
  };
  const [certain, unsure] = [warnings.filter(isCertain), warnings.filter((warning) => !isCertain(warning))];
  return [
    ...line(certain, 'calendar.not-for', 'calendar.not-for-everyone'),
    ...line(unsure, 'calendar.perhaps-not-for', 'calendar.perhaps-not-for-everyone'),
  ];
}
