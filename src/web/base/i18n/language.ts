/** Activates a language: loads its messages and sets the language and direction of the document. */
import { i18n, type Messages } from '@lingui/core';
import { loadCatalogue, localeOf, type Part, preferredLanguage, savePreferredLanguage } from './catalogue.ts';
import { escapeValues } from '#languages/escape-values.ts';
import type { Language } from '#languages/language.ts';
import type { MessageId } from '#languages/message-ids.ts';

export type Translate = (id: MessageId, values?: Record<string, unknown>) => string;

/** What functions need that compose texts. */
export type Translation = {
  /** Returns a message with its values filled in. */
  t: Translate;
  /** For `Intl`: the language with the reader's region. */
  locale: string;
};

const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

const loadedParts = new Set<Part>(['common']);

/** Activates the preferred language. */
export async function startLanguage(): Promise<void> {
  await activate(preferredLanguage());
}

/** What a component gets from `useTranslation`, for code without React. */
export function currentTranslation(): Translation & { language: Language } {
  return {
    t: (id, values) => i18n._(id, values && escapeValues(values)),
    locale: String(i18n.locales ?? i18n.locale),
    language: currentLanguage(),
  };
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

/** The last choice, which counts when a slower load of an earlier one ends. */
let wanted: Language | undefined;

async function activate(language: Language): Promise<void> {
  wanted = language;
  const loaded = await Promise.all(Array.from(loadedParts, (part) => loadCatalogue(language, part)));
  if (language !== wanted) return;
  const messages = Object.assign({}, ...loaded) as Messages;
  i18n.load(language, messages);
  i18n.activate(language, localeOf(language));
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
}
