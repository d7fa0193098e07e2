/** The languages of the pages, mails, calendars and the cookbook. The folder of each, beside this file, has its texts and words. */

/** The first is the one in which everything exists: what another language lacks is shown in it. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export type ByLanguage<Value> = { readonly [language in Language]: Value };

export const [BASE_LANGUAGE] = LANGUAGES;
export const TRANSLATIONS = LANGUAGES.filter((language) => language !== BASE_LANGUAGE);

export function byLanguage<Value>(make: (language: Language) => Value): ByLanguage<Value> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as ByLanguage<Value>;
}

export function findLanguage(code: string | null | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === code);
}

/** "Deutsch". */
export function nameOfLanguage(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
