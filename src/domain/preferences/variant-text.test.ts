import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Meal } from '#domain/plan/plan.ts';
import { translation } from '#languages/translate.ts';
import { styledVariantNames, type VariantNames, variantTexts } from './variant-text.ts';

const EN = { t: translation('en'), locale: 'en' };
const DE = { t: translation('de'), locale: 'de' };
const NAMES: VariantNames = {
  titles: { katsu: 'with tofu', salad: 'without nuts' },
  eaters: { mia: 'Mia', ben: 'Ben', eva: 'Eva' },
};
const KATSU: Meal = {
  description: 'Katsu',
  recipeId: 'katsu',
  variant: { eaterIds: ['mia', 'ben'], servings: 2 },
};

test('says who gets the variant of a dish', () => {
  deepStrictEqual(variantTexts(KATSU, NAMES, EN), ['With tofu for Mia and Ben']);
  const german = { ...NAMES, titles: { katsu: 'mit Tofu' } };
  deepStrictEqual(variantTexts(KATSU, german, DE), ['Mit Tofu für Mia und Ben']);
  const gone = { ...KATSU, variant: { eaterIds: ['mia', 'gone'], servings: 2 } };
  deepStrictEqual(variantTexts(gone, NAMES, EN), ['With tofu for Mia']);
});

test('says it of every dish, and who has a dish of their own', () => {
  const sides = [
    { description: 'Salad', recipeId: 'salad', variant: { eaterIds: ['eva'], servings: 1 } },
    { description: 'Noodles with butter', eaterIds: ['ben'] },
    { description: 'Peas' },
  ];
  deepStrictEqual(variantTexts({ ...KATSU, sides }, NAMES, EN), [
    'With tofu for Mia and Ben',
    'Without nuts for Eva (Salad)',
    'Ben: Noodles with butter',
  ]);
});

test('says nothing of a dish without a variant, of unknown titles and eaters, and of a meal out', () => {
  const { variant: _variant, ...plain } = KATSU;
  deepStrictEqual(variantTexts(plain, NAMES, EN), []);
  deepStrictEqual(variantTexts(KATSU, { ...NAMES, titles: {} }, EN), []);
  deepStrictEqual(variantTexts(KATSU, { ...NAMES, eaters: {} }, EN), []);
  deepStrictEqual(variantTexts({ ...KATSU, kind: 'eating-out' }, NAMES, EN), []);
});

test('a dish for some is said also while nobody knows for whom', () => {
  const meal = { description: 'Pie', sides: [{ description: 'Noodles', eaterIds: ['ben', 'mia'] }] };
  deepStrictEqual(variantTexts(meal, NAMES, EN), ['Ben and Mia: Noodles']);
  deepStrictEqual(variantTexts(meal, { titles: {}, eaters: {} }, EN), ['For some: Noodles']);
  deepStrictEqual(variantTexts(meal, styledVariantNames(NAMES, 'none'), EN), ['For some: Noodles']);
});

test('has names in the style of the family', () => {
  deepStrictEqual(variantTexts(KATSU, styledVariantNames(NAMES, 'initials'), EN), ['With tofu for M and B']);
  deepStrictEqual(variantTexts(KATSU, styledVariantNames(NAMES, 'none'), DE), ['With tofu für einen Teil']);
});
