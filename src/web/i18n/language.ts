/** The language the pages speak now. Decides the direction of the page; holds no words itself. */
import { i18n, type Messages } from '@lingui/core';
import {
  type Language,
  loadCatalogue,
  localeOf,
  type Part,
  preferredLanguage,
  savePreferredLanguage,
} from './catalogue.ts';

export { type Language, LANGUAGES } from './catalogue.ts';

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

const loadedParts = new Set<Part>(['common']);

/** Loads the words of the language this device wants. */
export async function startLanguage(): Promise<void> {
  await activate(preferredLanguage());
}

/** From now on, on this device. */
export async function chooseLanguage(language: Language): Promise<void> {
  savePreferredLanguage(language);
  await activate(language);
}

/** For a page whose words are too many to come with every other page. */
export async function loadMessages(...parts: Part[]): Promise<void> {
  for (const part of parts) loadedParts.add(part);
  await activate(i18n.locale as Language);
}

async function activate(language: Language): Promise<void> {
  const loaded = await Promise.all(Array.from(loadedParts, (part) => loadCatalogue(language, part)));
  const messages = Object.assign({}, ...loaded) as Messages;
  // Added to what is there: two parts may be on their way at once.
  i18n.load(language, messages);
  i18n.activate(language, localeOf(language));
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
}
