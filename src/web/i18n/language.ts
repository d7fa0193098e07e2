/** Activates a language: loads its messages and sets the language and direction of the document. */
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

/** Activates the preferred language. */
export async function startLanguage(): Promise<void> {
  await activate(preferredLanguage());
}

/** The language that the pages show now. */
export function currentLanguage(): Language {
  return i18n.locale as Language;
}

export async function chooseLanguage(language: Language): Promise<void> {
  savePreferredLanguage(language);
  await activate(language);
}

/** Loads the messages of a page that are not part of `common`. */
export async function loadMessages(...parts: Part[]): Promise<void> {
  for (const part of parts) loadedParts.add(part);
  const language = currentLanguage();
  const loaded = await Promise.all(parts.map((part) => loadCatalogue(language, part)));
  // Not `i18n.load`, which renders the whole page again: nothing on it needs these messages yet. If another language
  // was chosen meanwhile, `activate` loads them in that one.
  if (language === currentLanguage()) Object.assign(i18n.messages, ...loaded);
}

async function activate(language: Language): Promise<void> {
  const loaded = await Promise.all(Array.from(loadedParts, (part) => loadCatalogue(language, part)));
  const messages = Object.assign({}, ...loaded) as Messages;
  i18n.load(language, messages);
  i18n.activate(language, localeOf(language));
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
}
