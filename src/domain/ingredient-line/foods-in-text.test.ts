import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { getFoods } from '#cookbook/foods.ts';
import { ALLERGENS } from '#domain/food/food.ts';
import { foodsInText } from './foods-in-text.ts';

function allergensIn(text: string): string[] {
  const foods = foodsInText(text, getFoods().findByKey);
  return ALLERGENS.filter((allergen) => foods.some((food) => food.allergens.has(allergen)));
}

/** A text that a family types into the plan, and an allergen that it names. */
const NAMED: [text: string, allergen: string][] = [
  ['Peanut noodles', 'peanuts'],
  ['Cold PEANUT-noodles with cucumber', 'peanuts'],
  ['Erdnussnudeln', 'peanuts'],
  ['Nudeln mit Erdnusssoße', 'peanuts'],
  ['Käsespätzle', 'milk'],
  ['Nusskuchen', 'nuts'],
  ['Haselnusstorte', 'nuts'],
  ['Fish fingers and peas', 'fish'],
  ['Lachsauflauf', 'fish'],
  ['Garnelenpfanne', 'crustaceans'],
  ['Prawn curry', 'crustaceans'],
  ['Mussels and chips', 'molluscs'],
  ['Eiersalat', 'eggs'],
  ['Scrambled eggs on toast', 'eggs'],
  ['Selleriesuppe', 'celery'],
  ['Senfeier', 'mustard'],
  ['Tofu bowl', 'soy'],
  ['Hummus and carrots', 'sesame'],
  ['Nudeln mit Erdnüssen', 'peanuts'],
  ['Eggs free-range, scrambled', 'eggs'],
];
for (const [text, allergen] of NAMED) {
  test(`"${text}" names ${allergen}`, () => {
    deepStrictEqual(allergensIn(text).includes(allergen), true, allergensIn(text).join(', '));
  });
}

/** A text, and an allergen that it excludes or that only seems to be in it. */
const NOT_NAMED: [text: string, allergen: string][] = [
  ['Peanut-free noodles', 'peanuts'],
  ['Curry without peanuts', 'peanuts'],
  ['Nudeln ohne Erdnüsse', 'peanuts'],
  ['Butternut squash soup', 'milk'],
  ['Coconut milk curry', 'milk'],
  ['Eggplant stew', 'eggs'],
  ['Nutmeg potatoes', 'nuts'],
];
for (const [text, allergen] of NOT_NAMED) {
  test(`"${text}" does not name ${allergen}`, () => {
    deepStrictEqual(allergensIn(text).includes(allergen), false, allergensIn(text).join(', '));
  });
}
