/** Translates with the messages of the web app, as its pages do, for tests of texts. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Language } from '#languages/language.ts';

const FOLDER = join(import.meta.dirname, '../../../src/languages');

type Translation = {
  t: (id: string, values?: Record<string, unknown>) => string;
  locale: Language;
  language: Language;
};

export function translationOf(language: Language): Translation {
  const messages = globSync(`${language}/messages/*.json`, { cwd: FOLDER }).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Record<string, string>),
  );
  const compiled = Object.fromEntries(messages.map(([id, text]) => [id, compileMessage(text)]));
  const i18n = setupI18n({ locale: language, messages: { [language]: compiled } });
  // Together with the web app, its ids are the only ones that `_` accepts.
  const translate: (id: never, values?: Record<string, unknown>) => string = i18n._.bind(i18n);
  return { t: (id, values) => translate(id as never, values), locale: language, language };
}
