/**
 * Texts that the server writes, in mails, calendars and lists of other programs. Lingui, with the same files as the pages,
 * which load theirs by `web/i18n`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { escapeValues } from './escape-values.ts';
import { BASE_LANGUAGE, type Language } from './language.ts';
import type { Translate } from './message-ids.ts';

/** `list` for the words of units, `warnings` for who gets the variant of a dish. */
const PARTS = ['calendar', 'lines', 'list', 'mail', 'warnings'];

const started = new Map<Language, I18n>();

export function translation(language: Language): Translate {
  const i18n = started.getOrInsertComputed(language, start);
  return (id, values) => i18n._(id, values && escapeValues(values));
}

function start(language: Language): I18n {
  const texts = { ...readTexts(BASE_LANGUAGE), ...readTexts(language) };
  const compiled = Object.entries(texts).map(([id, text]) => [id, compileMessage(text)]);
  return setupI18n({
    locale: language,
    messages: { [language]: Object.fromEntries(compiled) as Messages },
  });
}

/** Only those that exist: what a language lacks is in the base language. */
function readTexts(language: Language): Record<string, string> {
  const files = PARTS.map((part) => join(import.meta.dirname, language, 'messages', `${part}.json`));
  const texts = files
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')));
  return Object.assign({}, ...texts) as Record<string, string>;
}
