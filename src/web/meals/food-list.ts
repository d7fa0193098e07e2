/** Names of foods as a list: "butter, milk and flour". */
import type { ByLanguage } from '#languages/language.ts';
import type { Language } from '#languages/language.ts';

export function foodList(foods: readonly ByLanguage<string>[], language: Language, locale: string): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(foods.map((names) => names[language]));
}
