/**
 * Finds the preferred language and loads its messages. The first of these that exists counts: the language in the link
 * of a shared list, the choice on this device, the browser's first language that the app has, English. Does not depend on
 * Lingui, because the boot script uses it.
 */
import type { Messages } from '@lingui/core';
import { setItem, getItem } from '#web/base/local-storage.ts';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const STORAGE_KEY = 'weekfare-language';

/** `common` is loaded with every page, the others with their pages. */
export type Part =
  | 'common'
  | 'cook'
  | 'display'
  | 'import'
  | 'account'
  | 'auth'
  | 'list'
  | 'onboarding'
  | 'profile'
  | 'proposal'
  | 'recipes'
  | 'preferences'
  | 'welcome';
type Catalogue = () => Promise<{ default: Messages }>;

const catalogues: Record<Language, Record<Part, Catalogue>> = {
  en: {
    common: () => import('virtual:i18n/en'),
    cook: () => import('virtual:i18n/en/cook'),
    display: () => import('virtual:i18n/en/display'),
    import: () => import('virtual:i18n/en/import'),
    account: () => import('virtual:i18n/en/account'),
    auth: () => import('virtual:i18n/en/auth'),
    list: () => import('virtual:i18n/en/list'),
    onboarding: () => import('virtual:i18n/en/onboarding'),
    profile: () => import('virtual:i18n/en/profile'),
    proposal: () => import('virtual:i18n/en/proposal'),
    recipes: () => import('virtual:i18n/en/recipes'),
    preferences: () => import('virtual:i18n/en/preferences'),
    welcome: () => import('virtual:i18n/en/welcome'),
  },
  de: {
    common: () => import('virtual:i18n/de'),
    cook: () => import('virtual:i18n/de/cook'),
    display: () => import('virtual:i18n/de/display'),
    import: () => import('virtual:i18n/de/import'),
    account: () => import('virtual:i18n/de/account'),
    auth: () => import('virtual:i18n/de/auth'),
    list: () => import('virtual:i18n/de/list'),
    onboarding: () => import('virtual:i18n/de/onboarding'),
    profile: () => import('virtual:i18n/de/profile'),
    proposal: () => import('virtual:i18n/de/proposal'),
    recipes: () => import('virtual:i18n/de/recipes'),
    preferences: () => import('virtual:i18n/de/preferences'),
    welcome: () => import('virtual:i18n/de/welcome'),
  },
};

export async function loadCatalogue(language: Language, part: Part): Promise<Messages> {
  return (await catalogues[language][part]()).default;
}

export function preferredLanguage(): Language {
  const { pathname, search } = location;
  const ofLink = pathname === '/shared-list' ? new URLSearchParams(search).get('language') : null;
  const preferred = [ofLink ?? '', getItem(STORAGE_KEY) ?? '', ...navigator.languages].map(
    (tag) => tag.split('-', 1)[0] as string,
  );
  return preferred.find((tag): tag is Language => Object.hasOwn(LANGUAGES, tag)) ?? 'en';
}

/**
 * Adds the browser's region, which decides the format of dates and numbers: English in India has Indian
 * dates.
 */
export function localeOf(language: Language): string {
  return navigator.languages.find((tag) => languageOf(tag) === language) ?? language;
}

/** Undefined for an invalid tag: on a machine without a locale, browsers have `en-US@posix`. */
function languageOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return undefined;
  }
}

export function savePreferredLanguage(language: Language): void {
  setItem(STORAGE_KEY, language);
}
