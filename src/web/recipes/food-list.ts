/** Names of foods as a list: "butter, milk and flour". */
import type { FoodNames } from '#domain/recipe/line-status.ts';
import type { Language } from '#web/i18n/language.ts';

export function foodList(foods: readonly FoodNames[], language: Language, locale: string): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(foods.map((names) => names[language]));
}
