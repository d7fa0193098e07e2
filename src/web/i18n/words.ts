/** The words on the screen, in the language spoken now; whoever uses them is drawn again when it changes. */
import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { asWritten } from './as-written.ts';
import type { Language } from './language.ts';
import type { MessageId } from './message-ids.ts';

export type Translate = (id: MessageId, values?: Record<string, unknown>) => string;

type Translation = {
  /** A message, with its values put in. */
  t: Translate;
  /** For `Intl`: the language with the reader's region. */
  locale: string;
  language: Language;
};

export function useTranslation(): Translation {
  const { i18n: spoken } = useLingui();
  return {
    t: (id, values) => spoken._(id, values && asWritten(values)),
    locale: spokenLocale(),
    language: spoken.locale as Language,
  };
}

function spokenLocale(): string {
  return String(i18n.locales ?? i18n.locale);
}
