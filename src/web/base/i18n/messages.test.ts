/** Every language has every message with the same arguments, and every message is used. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compileMessage } from '@lingui/message-utils/compileMessage';

const folder = import.meta.dirname;
const languages = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const parts = readdirSync(join(folder, 'en')).map((file) => file.replace('.json', ''));

test('there are at least two languages, with the same parts', () => {
  ok(languages.length >= 2);
  for (const language of languages) {
    deepStrictEqual(
      readdirSync(join(folder, language)),
      parts.map((part) => `${part}.json`),
    );
  }
});

for (const part of parts) {
  const english = read('en', part);

  test(`the message ids of ${part} start with its name and are sorted`, () => {
    for (const id of Object.keys(english)) ok(id.startsWith(`${part}.`), id);
    deepStrictEqual(Object.keys(english), Object.keys(english).toSorted());
  });

  for (const language of languages) {
    test(`${part} is complete in ${language}, with the same values`, () => {
      const texts = read(language, part);
      deepStrictEqual(Object.keys(texts), Object.keys(english));
      for (const [id, text] of Object.entries(texts)) {
        ok(text.trim(), `${id} is empty`);
        deepStrictEqual(valuesIn(text), valuesIn(english[id] ?? ''), id);
      }
    });
  }
}

test('every message id is used literally in the code', () => {
  const code = globSync('**/*.{ts,tsx}', { cwd: join(folder, '../..') })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, '../..', path), 'utf8'))
    .join('\n');
  const unused = parts
    .flatMap((part) => Object.keys(read('en', part)))
    .filter((id) => !code.includes(`'${id}'`) && !code.includes(`"${id}"`));
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

function read(language: string, part: string): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, language, `${part}.json`), 'utf8')) as Record<string, string>;
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
