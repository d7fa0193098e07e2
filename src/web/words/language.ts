/**
 * Which language the pages speak: the one chosen on this device, else the first of the browser's that
 * we have, else English. Decides the direction of the page; holds no words itself.
 */
import { i18n, type Messages } from '@lingui/core';
import { keep, kept } from '#web/keep.ts';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const KEPT = 'weekfare-language';
const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

const catalogues: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('virtual:words/en'),
  de: () => import('virtual:words/de'),
};

/** Loads the words of the language this device wants. */
export async function startLanguage(): Promise<void> {
  await speak(wantedLanguage(kept(KEPT), navigator.languages));
}

/** From now on, on this device. */
export async function chooseLanguage(language: Language): Promise<void> {
  keep(KEPT, language);
  await speak(language);
}

function wantedLanguage(chosen: string | null, preferred: readonly string[]): Language {
  const wishes = [chosen ?? '', ...preferred].map((wish) => wish.split('-', 1)[0] as string);
  return wishes.find((wish): wish is Language => Object.hasOwn(LANGUAGES, wish)) ?? 'en';
}

async function speak(language: Language): Promise<void> {
  const { default: messages } = await catalogues[language]();
  // Regions matter to dates and numbers: whoever reads English in India keeps Indian dates.
  const regional = navigator.languages.find((tag) => tag.startsWith(language));
  i18n.loadAndActivate({ locale: language, locales: regional ?? language, messages });
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
}
