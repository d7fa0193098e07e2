/** The German recipes say the same as the English ones: the notes on safety, and amounts as Germans write them. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { getFoods } from '#cookbook/foods.ts';
import { recipeFiles, RECIPES_FOLDER } from '#cookbook/recipes.ts';
import type { BookRecipe, Translation } from '#domain/recipe/book-recipe.ts';
import { parseCooklang, parseTranslation } from '#domain/recipe/cooklang.ts';
import { GERMAN_NOTES, NOTES } from '#test/support/texts/safety-notes.ts';

type Pair = { readonly english: BookRecipe; readonly german: Translation };

const read = (path: string): string => readFileSync(join(RECIPES_FOLDER, path), 'utf8');

const pairs = recipeFiles(RECIPES_FOLDER).map((file): Pair => {
  const english = parseCooklang(basename(file, '.cook'), read(file), getFoods());
  const translated = read(file.replace(/\.cook$/, '.de.cook'));
  return { english, german: parseTranslation(english, 'de', translated, getFoods()) };
});

const textOf = ({ steps, variant }: Pick<BookRecipe, 'steps' | 'variant'>): string =>
  [...steps, variant?.step ?? ''].join('\n');

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** The notes that one of the two lacks. */
function differentNotes({ english, german }: Pair): string[] {
  const keys = Object.keys(NOTES) as (keyof typeof NOTES)[];
  return keys
    .filter((key) => countOf(textOf(english), NOTES[key]) !== countOf(textOf(german), GERMAN_NOTES[key]))
    .map((key) => `${english.id}: ${key}`);
}

function withoutNotes(text: string, notes: Readonly<Record<string, string>>): string {
  return Object.values(notes).reduce((left, note) => left.replaceAll(note, ''), text);
}

/** Notes in other words: nobody would notice that one is missing. */
function looseNotes({ english, german }: Pair): string[] {
  const texts = [withoutNotes(textOf(english), NOTES), withoutNotes(textOf(german), GERMAN_NOTES)];
  return texts.flatMap((text) => text.match(/.*(?:pregnant|[Ss]chwanger|babies|Babys\b).*/g) ?? []);
}

const sample = (steps: string[]): Pair['english'] => ({ ...(pairs[0] as Pair).english, id: 'sample', steps });

test('a note on safety stands in both languages', () => {
  deepStrictEqual(pairs.flatMap(differentNotes), []);
  const english = sample([NOTES.eggs, NOTES.honey]);
  const german = sample([GERMAN_NOTES.eggs]);
  deepStrictEqual(differentNotes({ english, german }), ['sample: honey']);
  deepStrictEqual(differentNotes({ english: sample([NOTES.eggs]), german: sample([GERMAN_NOTES.fish]) }), [
    'sample: eggs',
    'sample: fish',
  ]);
});

test('a note on safety has the fixed words', () => {
  deepStrictEqual(pairs.flatMap(looseNotes), []);
  const loose = 'Für Schwangere nicht geeignet.';
  deepStrictEqual(looseNotes({ english: sample([NOTES.eggs]), german: sample([loose]) }), [loose]);
});

/** "2 Zehe Knoblauch", "1.5 l Milch". */
const WRONG_AMOUNT = /^(?:\d+\.\d|(?!1 )\d+ (?:Zehe|Zweig|Scheibe|Stange|Prise|Dose) )/;
/** One word for one thing in the whole book. */
const OTHER_WORD = /sauce|karotte|\d\.\d/i;

test('German amounts and words are those of the whole book', () => {
  const wrong = pairs.flatMap(({ german }) => [
    ...german.ingredients.filter(({ text }) => WRONG_AMOUNT.test(text)).map(({ text }) => text),
    ...[german.title, textOf(german)].filter((text) => OTHER_WORD.test(text)),
  ]);
  deepStrictEqual(wrong, []);
});

/** "5 minutes" and "5 Minuten"; "a minute" and "eine Minute" have no number. */
const MEASURED = /(\d+) (sec|Sek|minute|Minute|hour|Stunde|°C)/g;

const ENGLISH_UNITS: Readonly<Record<string, string>> = { Sek: 'sec', Minute: 'minute', Stunde: 'hour' };

function timesIn(step: string): string {
  const found = [...step.matchAll(MEASURED)];
  return found
    .map(([, amount = '', unit = '']) => `${amount} ${ENGLISH_UNITS[unit] ?? unit}`)
    .toSorted()
    .join(', ');
}

function differentTimes({ english, german }: Pair): string[] {
  const [mine, theirs] = [english, german].map(({ steps, variant }) =>
    [...steps, variant?.step ?? ''].map(timesIn),
  );
  const isSame = mine?.join(' | ') === theirs?.join(' | ');
  return isSame ? [] : [`${english.id}: ${mine?.join(' | ')} / ${theirs?.join(' | ')}`];
}

test('the steps have the same times and temperatures in both languages', () => {
  deepStrictEqual(pairs.flatMap(differentTimes), []);
  const english = sample(['Bake at 200 °C for 5 minutes.', 'Rest for 1 hour.']);
  const same = sample(['5 Minuten bei 200 °C backen.', '1 Stunde ruhen lassen.']);
  const other = sample(['5 Minuten bei 180 °C backen.', '1 Stunde ruhen lassen.']);
  deepStrictEqual(differentTimes({ english, german: same }), []);
  strictEqual(differentTimes({ english, german: other }).length, 1);
  strictEqual(differentTimes({ english, german: sample(['5 Minuten bei 200 °C backen.']) }).length, 1);
});
