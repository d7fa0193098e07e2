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

type Part = 'common' | 'display' | 'list' | 'profile' | 'recipes';
type Catalogue = () => Promise<{ default: Messages }>;

const catalogues: Record<Language, Record<Part, Catalogue>> = {
  en: {
    common: () => import('virtual:words/en'),
    display: () => import('virtual:words/en/display'),
    list: () => import('virtual:words/en/list'),
    profile: () => import('virtual:words/en/profile'),
    recipes: () => import('virtual:words/en/recipes'),
  },
  de: {
    common: () => import('virtual:words/de'),
    display: () => import('virtual:words/de/display'),
    list: () => import('virtual:words/de/list'),
    profile: () => import('virtual:words/de/profile'),
    recipes: () => import('virtual:words/de/recipes'),
  },
};
const spokenParts = new Set<Part>(['common']);

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

/** For a page whose words are too many to come with every other page. */
export async function loadWords(part: Part): Promise<void> {
  spokenParts.add(part);
  await speak(i18n.locale as Language);
}

async function speak(language: Language): Promise<void> {
  const loaded = await Promise.all([...spokenParts].map((part) => catalogues[language][part]()));
  const messages = Object.assign({}, ...loaded.map((catalogue) => catalogue.default)) as Messages;
  // Regions matter to dates and numbers: whoever reads English in India keeps Indian dates.
  const regional = navigator.languages.find((tag) => tag.startsWith(language));
  i18n.loadAndActivate({ locale: language, locales: regional ?? language, messages });
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
}
