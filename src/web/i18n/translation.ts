/** The translation function and the locale for components, which render again when the language changes. */
import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { escapeValues } from './escape-values.ts';
import type { Language } from './language.ts';
import type { MessageId } from './message-ids.ts';

export type Translate = (id: MessageId, values?: Record<string, unknown>) => string;

/** What functions need that compose texts. */
export type Translation = {
  /** Returns a message with its values filled in. */
  t: Translate;
  /** For `Intl`: the language with the reader's region. */
  locale: string;
};

export function useTranslation(): Translation & { language: Language } {
  const { i18n: active } = useLingui();
  return {
    t: (id, values) => active._(id, values && escapeValues(values)),
    locale: activeLocale(),
    language: active.locale as Language,
  };
}

function activeLocale(): string {
  return String(i18n.locales ?? i18n.locale);
}
