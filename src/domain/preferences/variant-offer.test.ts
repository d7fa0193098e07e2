import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { byLanguage } from '#languages/language.ts';
import type { DishFacts } from '#domain/food/dish-facts.ts';
import type { Eater } from './preferences.ts';
import { variantOffer } from './variant-offer.ts';
import { factsWithVariant, warningsFor } from './warnings.ts';

const NOTHING: DishFacts = {
  foodIds: [],
  allergens: [],
  mayContain: [],
  breaks: [],
  mayBreak: [],
  unsureLines: 0,
};
const CHICKEN: DishFacts = { ...NOTHING, foodIds: ['chicken'], breaks: ['vegetarian', 'vegan'] };
const TOFU: DishFacts = { ...NOTHING, foodIds: ['tofu'], allergens: ['soy'] };

const eater = (name: string, rules: Partial<Eater> = {}): Eater => ({
  id: name.toLowerCase(),
  name,
  diets: [],
  allergens: [],
  dislikes: [],
  ...rules,
});

function offerFor(eaters: Eater[], dish: DishFacts, variant: DishFacts) {
  const warn = (facts: DishFacts) => warningsFor(eaters, facts, (id) => byLanguage(() => id));
  const warnings = { ofDish: warn(dish), ofVariant: warn(factsWithVariant(dish, variant)) };
  return variantOffer('with tofu', warnings, eaters);
}

const MIA = eater('Mia', { diets: ['vegetarian'] });
const BEN = eater('Ben', { dislikes: [{ foodId: 'chicken', isHard: true }], portion: 'child' });
const TOM = eater('Tom');

test('offers the variant to those who may have it, though not the dish, with their servings', () => {
  deepStrictEqual(offerFor([MIA, BEN, TOM], CHICKEN, TOFU), {
    title: 'with tofu',
    eaterIds: ['mia', 'ben'],
    servings: 2,
    names: ['Mia', 'Ben'],
    warnings: [],
  });
  strictEqual(offerFor([TOM], CHICKEN, TOFU), undefined);
});

test('never offers it for an allergen or a diet without traces of the dish that it replaces', () => {
  const nutty: DishFacts = { ...CHICKEN, allergens: ['nuts', 'gluten'], breaks: ['gluten-free'] };
  for (const rules of [{ allergens: ['nuts' as const] }, { diets: ['gluten-free' as const] }]) {
    strictEqual(offerFor([eater('Eva', rules)], nutty, NOTHING), undefined);
  }
  // Nor to somebody who has such a rule beside a diet that the variant fits.
  const eva = eater('Eva', { allergens: ['nuts'], diets: ['vegetarian'] });
  const offer = offerFor([MIA, eva], { ...CHICKEN, allergens: ['nuts'] }, TOFU);
  deepStrictEqual(offer?.eaterIds, ['mia']);
  deepStrictEqual(
    offer?.warnings.map(({ eaterId }) => eaterId),
    ['eva'],
  );
});

test('offers none that brings an allergen of somebody else into the kitchen', () => {
  strictEqual(offerFor([MIA, eater('Ada', { allergens: ['soy'] })], CHICKEN, TOFU), undefined);
});
