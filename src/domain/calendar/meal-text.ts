/** The texts of a meal in a calendar, in the language of the link. */
import type { Meal, Slot } from '#domain/plan/plan.ts';
import { isCertain, type Warning } from '#domain/preferences/warnings.ts';
import type { Language } from '#domain/language/language.ts';

const WARNING_SIGN = '⚠️';

type Texts = {
  calendar: (family: string) => string;
  slots: { [slot in Slot]: string };
  kinds: { [kind in NonNullable<Meal['kind']>]: string };
  minutes: (minutes: number) => string;
  servings: (servings: number) => string;
  notFor: (names: string) => string;
  notForEveryone: string;
  perhapsNotFor: (names: string) => string;
  perhapsNotForEveryone: string;
};

const TEXTS: { [language in Language]: Texts } = {
  en: {
    calendar: (family) => `Meals: ${family}`,
    slots: { breakfast: 'Breakfast', lunch: 'Lunch', dinner: 'Dinner' },
    kinds: { leftovers: 'Leftovers', 'eating-out': 'Eating out' },
    minutes: (minutes) => `${minutes} min`,
    servings: (servings) => (servings === 1 ? '1 serving' : `${servings} servings`),
    notFor: (names) => `Not for ${names}`,
    notForEveryone: 'Not for everyone',
    perhapsNotFor: (names) => `Maybe not for ${names}`,
    perhapsNotForEveryone: 'Maybe not for everyone',
  },
  de: {
    calendar: (family) => `Essen: ${family}`,
    slots: { breakfast: 'Frühstück', lunch: 'Mittagessen', dinner: 'Abendessen' },
    kinds: { leftovers: 'Reste', 'eating-out': 'Auswärts essen' },
    minutes: (minutes) => `${minutes} Min.`,
    servings: (servings) => (servings === 1 ? '1 Portion' : `${servings} Portionen`),
    notFor: (names) => `Nicht für ${names}`,
    notForEveryone: 'Nicht für alle',
    perhapsNotFor: (names) => `Vielleicht nicht für ${names}`,
    perhapsNotForEveryone: 'Vielleicht nicht für alle',
  },
};

export function calendarName(family: string, language: Language): string {
  return TEXTS[language].calendar(family);
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
  const slotName = namesSlot ? `${TEXTS[language].slots[slot]}: ` : '';
  return sign + slotName + meal.description;
}

/** One line for each fact. Leftovers and meals out take no time to cook. */
export function mealDescription(
  { meal, slot, recipe, warnings }: MealInCalendar,
  language: Language,
): string {
  const texts = TEXTS[language];
  const servings = meal.servings ?? recipe?.servings;
  const isCooked = meal.kind === undefined && recipe !== undefined;
  const lines = [
    texts.slots[slot],
    ...(meal.kind ? [texts.kinds[meal.kind]] : []),
    ...(isCooked && recipe.totalMinutes > 0 ? [texts.minutes(recipe.totalMinutes)] : []),
    ...(servings !== undefined && meal.kind !== 'eating-out' ? [texts.servings(servings)] : []),
    ...warningLines(warnings, texts),
  ];
  return lines.join('\n');
}

/** Names as the family has chosen for displays; without names, it is not said who. */
function warningLines(warnings: readonly Warning[], texts: Texts): string[] {
  const line = (some: readonly Warning[], notFor: Texts['notFor'], notForEveryone: string): string[] => {
    if (some.length === 0) return [];
    const names = some.map(({ name }) => name).filter((name) => name !== '');
    const isNamed = names.length === some.length;
    return [`${WARNING_SIGN} ${isNamed ? notFor(names.join(', ')) : notForEveryone}`];
  };
  return [
    ...line(warnings.filter(isCertain), texts.notFor, texts.notForEveryone),
    ...line(
      warnings.filter((warning) => !isCertain(warning)),
      texts.perhapsNotFor,
      texts.perhapsNotForEveryone,
    ),
  ];
}
