/** The words of the cookbook that are shown have names in the app's languages. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { proteinText } from '#web/meals/preferences/rule-text.ts';
import type { Translate } from '#web/base/i18n/translation.ts';
import { cuisineOf, cuisineOptions, cuisineText } from './cuisine-text.ts';

const COOKBOOK = join(import.meta.dirname, '../../../cookbook/recipes');
const GERMAN = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../languages/de/messages/recipes.json'), 'utf8'),
);
const german: Translate = (id) => GERMAN[id] ?? id;
const marked: Translate = (id) => `message ${id}`;

function isNamed(text: string): boolean {
  return text.startsWith('message ');
}

function wordsOf(key: string): string[] {
  const files = globSync('*/*.cook', { cwd: COOKBOOK }).map((file) =>
    readFileSync(join(COOKBOOK, file), 'utf8'),
  );
  return [...new Set(files.flatMap((text) => new RegExp(`^${key}: (.*)$`, 'm').exec(text)?.[1] ?? []))];
}

test('every cuisine and every protein of the cookbook has a name', () => {
  deepStrictEqual(
    wordsOf('cuisine').filter((cuisine) => !isNamed(cuisineText(marked, cuisine))),
    [],
  );
  deepStrictEqual(
    wordsOf('protein').filter((protein) => protein !== 'none' && !isNamed(proteinText(marked, protein))),
    [],
  );
});

test('a cuisine is shown in the language and stored in English; own words stay', () => {
  strictEqual(cuisineText(german, 'Italian'), 'Italienisch');
  strictEqual(cuisineText(german, 'italian'), 'Italienisch');
  strictEqual(cuisineText(german, 'Omas Küche'), 'Omas Küche');
  strictEqual(cuisineText(german, ''), '');
  strictEqual(cuisineOf(german, ' italienisch'), 'Italian');
  strictEqual(cuisineOf(german, 'Italian'), 'Italian');
  strictEqual(cuisineOf(german, 'Omas Küche'), 'Omas Küche');
});

test('cuisines are sorted by their names in the language', () => {
  deepStrictEqual(cuisineOptions(german, 'de', ['Greek', 'Austrian', 'Nordic', 'French']), [
    ['French', 'Französisch'],
    ['Greek', 'Griechisch'],
    ['Austrian', 'Österreichisch'],
    ['Nordic', 'Skandinavisch'],
  ]);
});
