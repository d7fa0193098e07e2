import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { byLanguage } from '#languages/language.ts';
import type { Eater } from './preferences.ts';
import { type DishFacts, factsOfFoods } from '#domain/food/dish-facts.ts';
import {
  factsWithVariant,
  isCertain,
  variantKey,
  warningsFor,
  warningsOfMeal,
  withNameStyle,
} from './warnings.ts';
import { sampleCatalogue } from '#test/support/sample-foods.ts';

const NOTHING: DishFacts = {
  allergens: [],
  mayContain: [],
  breaks: [],
  mayBreak: [],
  foodIds: [],
  unsureLines: 0,
};
const MIA: Eater = { id: 'mia', name: 'Mia', diets: [], allergens: ['peanuts'], dislikes: [] };
const BEN: Eater = {
  id: 'ben',
  name: 'Ben',
  diets: ['vegan', 'gluten-free'],
  allergens: ['gluten'],
  dislikes: [
    { foodId: 'olive', isHard: true },
    { foodId: 'leek', isHard: false },
  ],
};
const ANNA: Eater = { id: 'anna', name: 'Anna', diets: [], allergens: [], dislikes: [] };
const nameFood = (id: string) => byLanguage((language) => `${id} in ${language}`);

function reasons(eater: Eater, facts: Partial<DishFacts>) {
  return warningsFor([eater], { ...NOTHING, ...facts }, nameFood)[0]?.reasons ?? [];
}

test('warns the eater with the allergy, and nobody else', () => {
  deepStrictEqual(warningsFor([MIA, BEN, ANNA], { ...NOTHING, allergens: ['peanuts'] }, nameFood), [
    { eaterId: 'mia', name: 'Mia', reasons: [{ kind: 'contains', allergen: 'peanuts' }] },
  ]);
});

test('warns of what only some brands contain', () => {
  deepStrictEqual(reasons(MIA, { mayContain: ['peanuts'] }), [{ kind: 'may-contain', allergen: 'peanuts' }]);
});

test('names a broken diet, unless an allergen says the same', () => {
  deepStrictEqual(reasons(BEN, { allergens: ['gluten'], breaks: ['gluten-free', 'vegan'] }), [
    { kind: 'contains', allergen: 'gluten' },
    { kind: 'breaks', diet: 'vegan' },
  ]);
  deepStrictEqual(reasons(BEN, { mayBreak: ['vegan'] }), [{ kind: 'may-break', diet: 'vegan' }]);
});

function facts(...ids: string[]): DishFacts {
  return factsOfFoods(
    ids.flatMap((id) => sampleCatalogue.find(id) ?? []),
    0,
  );
}

test('warns of meat with milk in one dish, not of either alone on a shopping list', () => {
  const eater: Eater = { ...ANNA, diets: ['kosher-style'] };
  deepStrictEqual(reasons(eater, facts('chicken', 'cream')), [{ kind: 'breaks', diet: 'kosher-style' }]);
  deepStrictEqual(reasons(eater, facts('chicken')), []);
  deepStrictEqual(reasons(eater, facts('cream')), []);
  deepStrictEqual(reasons(eater, facts('bacon')), [{ kind: 'breaks', diet: 'kosher-style' }]);
});

test('names a food that the eater never eats, not one that the eater avoids', () => {
  deepStrictEqual(reasons(BEN, { foodIds: ['leek', 'olive'] }), [
    { kind: 'disliked', food: nameFood('olive') },
  ]);
});

test('is not sure about lines that were not understood, for eaters who have rules', () => {
  deepStrictEqual(reasons(MIA, { unsureLines: 2 }), [{ kind: 'not-sure', lines: 2 }]);
  deepStrictEqual(reasons(ANNA, { unsureLines: 2 }), []);
});

test('says only what is certain where something is', () => {
  const [warning] = warningsFor([MIA], { ...NOTHING, allergens: ['peanuts'], unsureLines: 3 }, nameFood);
  deepStrictEqual(warning?.reasons, [{ kind: 'contains', allergen: 'peanuts' }]);
  strictEqual(warning && isCertain(warning), true);
});

test('does not warn of a meal for an eater who eats something else, nor of a meal out', () => {
  const warnings = { soup: warningsFor([MIA], { ...NOTHING, allergens: ['peanuts'] }, nameFood) };
  strictEqual(warningsOfMeal({ description: 'soup' }, warnings).length, 1);
  strictEqual(warningsOfMeal({ description: 'soup', exceptEaters: ['mia'] }, warnings).length, 0);
  strictEqual(warningsOfMeal({ description: 'soup', kind: 'eating-out' }, warnings).length, 0);
  strictEqual(warningsOfMeal({ description: 'constructor' }, warnings).length, 0);
});

/** Chicken with almonds, and a variant with tofu: who is warned of the meal, and why. */
function warnedOf(eaters: Eater[], eaterIds: string[], more: Partial<DishFacts> = {}) {
  const dish: DishFacts = { ...NOTHING, allergens: ['nuts'], breaks: ['vegan'], foodIds: ['olive'], ...more };
  const variant: DishFacts = { ...NOTHING, allergens: ['soy'], foodIds: ['tofu'] };
  const warnings = {
    curry: warningsFor(eaters, dish, nameFood),
    [variantKey('curry')]: warningsFor(eaters, factsWithVariant(dish, variant), nameFood),
  };
  const meal = { description: 'Curry', recipeId: 'curry', variant: { eaterIds, servings: 1 } };
  return warningsOfMeal(meal, warnings).map(({ eaterId, reasons: why }) => [
    eaterId,
    ...why.map((reason) => `${reason.kind} ${'allergen' in reason ? reason.allergen : ''}`.trim()),
  ]);
}

test('judges diets and dislikes by the variant for those who get it, and allergens by both', () => {
  const vegan = { ...BEN, allergens: [] };
  deepStrictEqual(warnedOf([vegan], ['ben']), []);
  deepStrictEqual(warnedOf([vegan], ['mia']), [['ben', 'breaks', 'disliked']]);
  const allergic: Eater = { ...MIA, allergens: ['nuts', 'soy'] };
  for (const ids of [['mia'], ['ben']])
    deepStrictEqual(warnedOf([allergic], ids), [['mia', 'contains nuts', 'contains soy']]);
  const veganAllergic: Eater = { ...vegan, allergens: ['nuts'] };
  deepStrictEqual(warnedOf([veganAllergic], ['ben']), [['ben', 'contains nuts']]);
  deepStrictEqual(warnedOf([veganAllergic], []), [['ben', 'contains nuts', 'breaks', 'disliked']]);
  deepStrictEqual(warnedOf([{ ...MIA, allergens: ['milk'] }], ['mia'], { unsureLines: 1 }), [
    ['mia', 'not-sure'],
  ]);
});

test('judges gluten-free and dairy-free by both, as they are cooked in one kitchen', () => {
  const glutenFree: Eater = { ...MIA, allergens: [], diets: ['gluten-free', 'vegan'] };
  const wheat = { breaks: ['gluten-free', 'vegan'] } as const;
  const withDish = (dish: Partial<DishFacts>, variant: Partial<DishFacts>, eaterIds: string[]) => {
    const facts = [dish, variant].map((given): DishFacts => ({ ...NOTHING, ...given })) as [
      DishFacts,
      DishFacts,
    ];
    const warnings = {
      pie: warningsFor([glutenFree], facts[0], nameFood),
      [variantKey('pie')]: warningsFor([glutenFree], factsWithVariant(...facts), nameFood),
    };
    const meal = { description: 'Pie', recipeId: 'pie', variant: { eaterIds, servings: 1 } };
    return warningsOfMeal(meal, warnings).flatMap(({ reasons: why }) => why);
  };
  const breaksGlutenFree = [{ kind: 'breaks', diet: 'gluten-free' }];
  deepStrictEqual(withDish(wheat, {}, ['mia']), breaksGlutenFree);
  deepStrictEqual(withDish({ mayBreak: ['gluten-free'] }, {}, ['mia']), [
    { kind: 'may-break', diet: 'gluten-free' },
  ]);
  deepStrictEqual(withDish({ mayBreak: ['gluten-free'] }, wheat, ['ben']), breaksGlutenFree);
});

test('warns as for the dish if nothing is known of the variant', () => {
  const warnings = { curry: warningsFor([BEN], { ...NOTHING, breaks: ['vegan'] }, nameFood) };
  const meal = { description: 'Curry', recipeId: 'curry', variant: { eaterIds: ['ben'], servings: 1 } };
  strictEqual(warningsOfMeal(meal, warnings).length, 1);
  strictEqual(warningsOfMeal(meal, { ...warnings, [variantKey('curry')]: [] }).length, 0);
});

test('shows names, initials or none', () => {
  const warnings = warningsFor([{ ...MIA, name: 'émile' }], { ...NOTHING, allergens: ['peanuts'] }, nameFood);
  const shown = (['names', 'initials', 'none'] as const).map(
    (style) => withNameStyle(warnings, style)[0]?.name,
  );
  deepStrictEqual(shown, ['émile', 'É', '']);
});
