/**
 * Finds the preferred language and loads its messages. The first of these that exists counts: the language in the link
 * of a shared list, the choice on this device, the browser's first language that the app has, English. Does not depend on
 * Lingui, because the boot script uses it.
 */
import type { Messages } from '@lingui/core';
import { BASE_LANGUAGE, type ByLanguage, findLanguage, type Language } from '#languages/language.ts';
import { setItem, getItem } from '#web/base/local-storage.ts';

const STORAGE_KEY = 'weekfare-language';

/** `common` is loaded with every page, the others with their pages. */
export type Part =
  | 'common'
  | 'cook'
  | 'day'
  | 'display'
  | 'import'
  | 'account'
  | 'auth'
  | 'list'
  | 'menus'
  | 'onboarding'
  | 'profile'
  | 'proposal'
  | 'recipes'
  | 'preferences'
  | 'welcome';

/** Loads compiled messages; made by vite.config.ts. */
declare const MESSAGES: ByLanguage<Record<Part, () => Promise<{ default: Messages }>>>;

export async function loadCatalogue(language: Language, part: Part): Promise<Messages> {
  return (await MESSAGES[language][part]()).default;
}

export function preferredLanguage(): Language {
  const { pathname, search } = location;
  const ofLink = pathname === '/shared-list' ? new URLSearchParams(search).get('language') : null;
  const preferred = [ofLink ?? '', getItem(STORAGE_KEY) ?? '', ...navigator.languages].map(
    (tag) => tag.split('-', 1)[0] as string,
  );
  return preferred.map(findLanguage).find((language) => language !== undefined) ?? BASE_LANGUAGE;
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
