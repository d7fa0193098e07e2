/** Every finished language has every message with the same arguments, and every message is used. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { FINISHED_LANGUAGES } from '#test/support/texts/finished-languages.ts';
import { BASE_LANGUAGE, type Language, LANGUAGES } from './language.ts';

const folder = import.meta.dirname;
const parts = filesOf(BASE_LANGUAGE).map((file) => file.replace('.json', ''));

test('every language has a folder, and every folder but that of other words is a language', () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  deepStrictEqual(folders.map(({ name }) => name).toSorted(), [...LANGUAGES, 'others'].toSorted());
});

for (const language of LANGUAGES) {
  test(`every part is in ${language}, and no other`, () => {
    const others = filesOf(language).filter((file) => !parts.includes(file.replace('.json', '')));
    deepStrictEqual(others, []);
    if (isFinished(language)) deepStrictEqual(filesOf(language), filesOf(BASE_LANGUAGE));
  });
}

for (const part of parts) {
  const english = read(BASE_LANGUAGE, part);

  test(`the message ids of ${part} start with its name and are sorted`, () => {
    for (const id of Object.keys(english)) ok(id.startsWith(`${part}.`), id);
    deepStrictEqual(Object.keys(english), Object.keys(english).toSorted());
  });

  for (const language of LANGUAGES) {
    test(`${part} is complete in ${language} if it is finished, with the same values`, () => {
      const texts = read(language, part);
      const ids = Object.keys(english).filter((id) => isFinished(language) || id in texts);
      deepStrictEqual(Object.keys(texts), ids);
      for (const [id, text] of Object.entries(texts)) {
        ok(text.trim(), `${id} is empty`);
        deepStrictEqual(valuesIn(text), valuesIn(english[id] ?? ''), id);
      }
    });
  }
}

test('every message id is in the code, as it is or as `part.group.${value}`', () => {
  const code = globSync('**/*.{ts,tsx}', { cwd: join(folder, '../..') })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, '../..', path), 'utf8'))
    .join('\n');
  const templates = Array.from(code.matchAll(/`([a-z-]+\.[a-z-]+\.)\$\{[^{}`]+\}([\w.-]*)`/g));
  const isMade = (id: string) =>
    templates.some(([, start = '', end = '']) => id.startsWith(start) && id.endsWith(end));
  const unused = parts
    .flatMap((part) => Object.keys(read(BASE_LANGUAGE, part)))
    .filter((id) => !code.includes(`'${id}'`) && !code.includes(`"${id}"`) && !isMade(id));
  deepStrictEqual(unused, []);
});

test('finds values inside plurals, and tags', () => {
  deepStrictEqual(valuesIn('{n, plural, one {# day with {who}} other {<0>#</0> days}}'), [
    '</0>',
    '<0>',
    'n',
    'who',
  ]);
  strictEqual(valuesIn('nothing').length, 0);
});

function filesOf(language: Language): string[] {
  return readdirSync(join(folder, language, 'messages'));
}

function isFinished(language: Language): boolean {
  return FINISHED_LANGUAGES.includes(language);
}

function read(language: Language, part: string): Record<string, string> {
  const file = join(folder, language, 'messages', `${part}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}

/** The names of the arguments and tags, each once. */
function valuesIn(text: string): string[] {
  const found = new Set(text.match(/<\/?\w+\/?>/g));
  const collect = (compiled: unknown): void => {
    if (!Array.isArray(compiled)) return;
    for (const token of compiled) {
      if (!Array.isArray(token)) continue;
      found.add(String(token[0]));
      for (const branch of Object.values((token[2] ?? {}) as object)) collect(branch);
    }
  };
  collect(compileMessage(text));
  return [...found].toSorted();
}
