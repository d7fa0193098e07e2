/** Checks that the cookbook is complete in every language, and how its files are read. */
import { deepStrictEqual, ok, strictEqual, throws } from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FINISHED_TRANSLATIONS } from '#test/support/texts/finished-languages.ts';
import { freshFolder, type Scope } from '#test/support/store.ts';
import { getFoods } from './foods.ts';
import { getRecipes, readRecipes, RECIPES_FOLDER } from './recipes.ts';
import { findTranslation, lazyTranslations, readTitles, readTranslations } from './translations.ts';

const { recipes } = getRecipes();

for (const language of FINISHED_TRANSLATIONS) {
  test(`every recipe is written in ${language}, with a title of its own`, () => {
    const translations = lazyTranslations[language].get();
    deepStrictEqual([...translations.keys()].toSorted(), recipes.map(({ id }) => id).toSorted());
    deepStrictEqual(
      readTitles(language),
      new Map(Array.from(translations, ([id, { title }]) => [id, title])),
    );
    const titles = [...translations.values()].map(({ title }) => title.toLowerCase());
    deepStrictEqual(
      titles.filter((title, at) => titles.indexOf(title) !== at),
      [],
    );
  });
}

test('finds the words of a recipe in a language', () => {
  strictEqual(findTranslation('potato-pancakes-with-apple-sauce', 'en'), undefined);
  ok(findTranslation('potato-pancakes-with-apple-sauce', 'de')?.title.startsWith('Kartoffelpuffer'));
  strictEqual(findTranslation('no-recipe', 'de'), undefined);
});

test('finds the words of a dish by a former id', () => {
  const merged = recipes.filter(({ formerIds }) => formerIds.length > 0);
  ok(merged.length > 0);
  for (const { id, formerIds } of merged) {
    for (const former of formerIds)
      strictEqual(findTranslation(former, 'de'), findTranslation(id, 'de'), former);
  }
});

test('counted units of several are in the plural', () => {
  const lines = [...lazyTranslations.de.get().values()].flatMap(({ ingredients }) => ingredients);
  const wrong = lines.filter(({ text }) =>
    /^(?:[2-9]|\d\d+) (?:Zehe|Stange|Scheibe|Prise|Zweig) /.test(text),
  );
  deepStrictEqual(
    wrong.map(({ text }) => text),
    [],
  );
});

const read = (file: string) => readFileSync(join(RECIPES_FOLDER, 'dinner', file), 'utf8');
const DAL = read('red-lentil-dal-with-rice.cook');
const DAL_DE = read('red-lentil-dal-with-rice.de.cook');

/** Reads a cookbook of one recipe and these translations. */
function translationsOf(scope: Scope, files: Record<string, string>) {
  const folder = freshFolder(scope);
  mkdirSync(join(folder, 'dinner'));
  for (const [file, text] of Object.entries({ 'dal.cook': DAL, ...files }))
    writeFileSync(join(folder, 'dinner', file), text);
  return readTranslations(folder, 'de', readRecipes(folder, getFoods()), getFoods());
}

test('a recipe without a translation is left out', (scope) => {
  strictEqual(translationsOf(scope, {}).size, 0);
  strictEqual(translationsOf(scope, { 'dal.de.cook': DAL_DE }).size, 1);
});

test('refuses the translation of a recipe that does not exist', (scope) => {
  throws(() => translationsOf(scope, { 'soup.de.cook': DAL_DE }), {
    name: 'UserError',
    message: 'soup.de.cook translates a recipe that does not exist.',
  });
});

test('refuses a translation with another amount, and names the file', (scope) => {
  throws(() => translationsOf(scope, { 'dal.de.cook': DAL_DE.replace(/(\d)%g/, '$19%g') }), {
    name: 'UserError',
    message: /^dal\.de\.cook, line \d+: /,
  });
});
