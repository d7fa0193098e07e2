import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { byLanguage } from '#languages/language.ts';
import type { Eater } from './preferences.ts';
import { type DishFacts, factsOfFoods } from '#domain/food/dish-facts.ts';
import {
  factsWithVariant,
  hasCertainAllergen,
  isCertain,
  isPossible,
  possibleAllergensOf,
  variantKey,
  warningsFor,
  warningsOfMeal,
  withExceptions,
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

test('a possible allergen does not hide that a diet is surely broken', () => {
  const eater: Eater = { ...ANNA, allergens: ['wheat'], diets: ['gluten-free'] };
  deepStrictEqual(reasons(eater, { mayContain: ['wheat'], breaks: ['gluten-free'] }), [
    { kind: 'may-contain', allergen: 'wheat' },
    { kind: 'breaks', diet: 'gluten-free' },
  ]);
  deepStrictEqual(reasons(eater, { mayContain: ['wheat'], mayBreak: ['gluten-free'] }), [
    { kind: 'may-contain', allergen: 'wheat' },
  ]);
});

const ALL: Eater = {
  ...ANNA,
  diets: ['vegetarian', 'gluten-free', 'dairy-free', 'halal-style'],
  allergens: ['nuts', 'gluten'],
  dislikes: [{ foodId: 'olive', isHard: true }],
};
const ASKED: [what: string, facts: Partial<DishFacts>, isAsked: boolean][] = [
  ['a certain allergen', { allergens: ['nuts'] }, true],
  ['gluten for an eater with a gluten-free diet', { breaks: ['gluten-free'] }, true],
  ['dairy for an eater with a dairy-free diet', { breaks: ['dairy-free'] }, true],
  ['a certain allergen beside a possible one', { allergens: ['nuts'], mayContain: ['gluten'] }, true],
  ['a possible allergen', { mayContain: ['nuts'] }, false],
  ['a diet that some brands break', { mayBreak: ['gluten-free'] }, false],
  ['a diet that nobody falls ill of', { breaks: ['vegetarian', 'halal-style'] }, false],
  ['a food that the eater never eats', { foodIds: ['olive'] }, false],
  ['lines that are not understood', { unsureLines: 3 }, false],
];
for (const [what, facts, isAsked] of ASKED) {
  test(`${isAsked ? 'asks about' : 'only shows a sign for'} ${what}`, () => {
    const [warning] = warningsFor([ALL], { ...NOTHING, ...facts }, nameFood);
    strictEqual(warning && hasCertainAllergen(warning), isAsked);
  });
}

function warningsForAll(facts: Partial<DishFacts>) {
  return warningsFor([ALL], { ...NOTHING, ...facts }, nameFood);
}

function named(facts: Partial<DishFacts>) {
  return possibleAllergensOf(warningsForAll(facts));
}

test('knows what depends on brands or unknown lines only', () => {
  deepStrictEqual(
    [
      { mayContain: ['nuts'] as const, mayBreak: ['vegetarian'] as const },
      { unsureLines: 1 },
      { mayContain: ['nuts'] as const, breaks: ['vegetarian'] as const },
      { allergens: ['nuts'] as const },
    ].map((facts) => warningsForAll(facts).every(isPossible)),
    [true, true, false, false],
  );
});

test('an answer about brands can name what is only possible, for allergies and the diets that say the same', () => {
  deepStrictEqual(named({ allergens: ['nuts'], mayContain: ['soy'], mayBreak: ['vegetarian'] }), []);
  deepStrictEqual(named({ mayContain: ['nuts', 'soy'], breaks: ['vegetarian'] }), ['nuts']);
  deepStrictEqual(named({ mayContain: ['gluten'] }), ['gluten', 'wheat']);
  deepStrictEqual(named({ mayBreak: ['dairy-free'] }), ['milk']);
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

test('an exception is made for the dish that the warning names', () => {
  const meal = {
    description: 'Soup',
    sides: [{ description: 'Cake', exceptEaters: ['ben'] }, { description: 'Tea' }],
  };
  const warnings = {
    Soup: [],
    Cake: warningsFor([MIA], { ...NOTHING, allergens: ['peanuts'] }, nameFood),
  };
  const excepted = withExceptions(meal, warningsOfMeal(meal, warnings));
  deepStrictEqual(excepted, {
    description: 'Soup',
    sides: [{ description: 'Cake', exceptEaters: ['ben', 'mia'] }, { description: 'Tea' }],
  });
  strictEqual(warningsOfMeal(excepted, warnings).length, 0);
  const single = { description: 'Cake' };
  deepStrictEqual(withExceptions(single, warningsOfMeal(single, warnings)).exceptEaters, ['mia']);
});

test('shows names, initials or none', () => {
  const warnings = warningsFor([{ ...MIA, name: 'émile' }], { ...NOTHING, allergens: ['peanuts'] }, nameFood);
  const shown = (['names', 'initials', 'none'] as const).map(
    (style) => withNameStyle(warnings, style)[0]?.name,
  );
  deepStrictEqual(shown, ['émile', 'É', '']);
});
