/** Names of foods as a list: "butter, milk and flour". */
import type { ByLanguage } from '#domain/language/language.ts';
import type { Language } from '#web/base/i18n/language.ts';

export function foodList(foods: readonly ByLanguage<string>[], language: Language, locale: string): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(foods.map((names) => names[language]));
}
