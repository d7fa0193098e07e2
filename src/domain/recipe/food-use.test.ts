import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { getFoods } from '#cookbook/foods.ts';
import { parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { fractionNumber } from '#domain/quantity/fraction.ts';
import { boughtGrams, type FoodUse, usesOf } from './food-use.ts';

const foods = getFoods();

function usesIn(line: string): FoodUse[] {
  return usesOf(parseIngredientLine(line, foods), foods);
}

/** The food, what is bought, and the grams that are eaten. */
function read({ food, bought, eatenGrams }: FoodUse): string {
  const amount = bought ? `${Math.round(fractionNumber(bought.amount) * 100) / 100} ${bought.unit}` : 'some';
  return `${amount} ${food.id}, ${eatenGrams ? Math.round(fractionNumber(eatenGrams)) : '?'} g`;
}

/** A printed size is gross; a can of similar size takes its place; an unusual one is bought in other cans. */
const cans: [line: string, use: string][] = [
  ['2 x 400g tins chickpeas', '2 can chickpea, 480 g'],
  ['2 (15 oz) cans black beans', '2 can black-bean, 510 g'],
  ['2 (15.5-ounce) cans black beans, rinsed and drained', '2 can black-bean, 527 g'],
  ['1 (28 oz) can black beans', '1.98 can black-bean, 476 g'],
  ['1 (14.5 oz) can diced tomatoes', '1 can chopped-tomato, 411 g'],
  ['1 (28-ounce) can crushed tomatoes', '1.98 can chopped-tomato, 794 g'],
  ['1 (13.5 oz) can coconut milk', '1 can coconut-milk, 383 g'],
  ['1 (400ml) tin coconut milk', '1 can coconut-milk, 382 g'],
  ['1 Dose Kichererbsen (400 g)', '1 can chickpea, 240 g'],
  ['1 Dose Kichererbsen (240 g)', '1 can chickpea, 240 g'],
  ['1 Dose Kichererbsen, Abtropfgewicht 265 g', '1 can chickpea, 265 g'],
  ['1 Dose Mais (425 ml)', '1 can sweetcorn, 266 g'],
  ['1 kl. Dose Mais (Abtropfgewicht 140 g)', '0.49 can sweetcorn, 140 g'],
  ['2 cans chickpeas', '2 can chickpea, 480 g'],
  ['1 can of chickpeas, drained', '1 can chickpea, 240 g'],
  ['400g can of chickpeas, drained', '1 can chickpea, 240 g'],
  ['250 g chickpeas', '250 g chickpea, 250 g'],
  ['1 cup canned chickpeas', '1 cup chickpea, 164 g'],
  ['1 (15.25 oz) can sweet corn, drained', '1 can sweetcorn, 270 g'],
  ['1 (20 oz) can pineapple chunks', '1 can tinned-pineapple, 341 g'],
  ['2 (5 oz) cans tuna', '2 can tinned-tuna, 199 g'],
  ['2 x 145g tins tuna', '2 can tinned-tuna, 204 g'],
  ['1 Dose Thunfisch (195 g)', '1 can tinned-tuna, 140 g'],
  ['1 (14 oz) can artichoke hearts', '1 can artichoke-heart, 238 g'],
  ['1 (6 oz) can black olives', '1 can black-olive, 170 g'],
  ['1 Glas Sauerkirschen (680 g)', '1 jar tinned-sour-cherry, 350 g'],
  ['1 (15-oz) can pumpkin puree', '1 can pumpkin-puree, 425 g'],
  ['1 (12 oz) jar roasted red peppers', '1 jar roasted-red-pepper, 227 g'],
  ['1 (8 oz) package cream cheese', '8 oz cream-cheese, 227 g'],
  ['1 (16 oz) package spaghetti', '16 oz spaghetti, 454 g'],
];
for (const [line, use] of cans) {
  test(`"${line}" is ${use}`, () => deepStrictEqual(usesIn(line).map(read), [use]));
}

/** A weight is as bought, unless the food is described as prepared; pieces and cups of the table are as eaten. */
const edible: [line: string, boughtG: number, eatenG: number][] = [
  ['1 whole chicken (about 1.6 kg)', 1600, 1088],
  ['900 g chicken drumsticks', 900, 594],
  ['4 chicken thighs', 772, 540],
  ['600 g boneless skinless chicken thighs', 600, 600],
  ['2 kg leg of lamb', 2000, 1580],
  ['1.5 kg boneless leg of lamb', 1899, 1500],
  ['2 bananas', 369, 236],
  ['500 g bananas', 500, 320],
  ['200 g mango flesh', 282, 200],
  ['300 g peeled pumpkin', 375, 300],
  ['300 g pumpkin, peeled', 300, 240],
  ['300 g pumpkin (peeled weight)', 375, 300],
  ['500 g Kürbis, geschält gewogen', 625, 500],
  ['1 avocado', 272, 201],
  ['1 kg mussels', 1000, 250],
  ['200 g mussel meat', 800, 200],
  ['4 ears of corn', 742, 408],
  ['600 g corn on the cob', 600, 330],
  ['1 cup diced mango', 232, 165],
  ['2 whole trout', 600, 282],
  ['2 Forellen', 600, 282],
  ['400 g trout fillets', 400, 400],
  ['300 g broccoli florets', 492, 300],
  ['1 kg potatoes, peeled', 1000, 1000],
];
for (const [line, boughtG, eatenG] of edible) {
  test(`of "${line}" ${boughtG} g are bought and ${eatenG} g eaten`, () => {
    const [use] = usesIn(line);
    const grams = [use && boughtGrams(use), use?.eatenGrams];
    deepStrictEqual(
      grams.map((amount) => amount && Math.round(fractionNumber(amount))),
      [boughtG, eatenG],
    );
  });
}

const others: [line: string, uses: string[]][] = [
  ['2 eggs plus 1 egg yolk', ['2 piece egg, 100 g', '1 piece egg-yolk, 17 g']],
  ['1 egg, beaten with 1 tbsp milk', ['1 piece egg, 50 g', '1 tbsp milk, 15 g']],
  ['1/2 tsp EACH salt and pepper', ['0.5 tsp salt, 3 g', '0.5 tsp black-pepper, 1 g']],
  ['1 teaspoon each ground cumin and paprika', ['1 tsp ground-cumin, 2 g', '1 tsp paprika, 2 g']],
  ['salt and pepper', ['some salt, ? g', 'some black-pepper, ? g']],
  ['Salz, Pfeffer, Muskat', ['some salt, ? g', 'some black-pepper, ? g', 'some nutmeg, ? g']],
  ['Pita bread, hummus and basil, to serve', ['some pita, ? g', 'some hummus, ? g', 'some basil, ? g']],
  ['butter, softened', ['some butter, ? g']],
  ['2 tbsp lemon juice (from 1 lemon)', ['2 tbsp lemon-juice, 31 g']],
  ['2 tbsp soy sauce (or tamari)', ['2 tbsp soy-sauce, 32 g']],
  ['200 g pasta such as penne', ['200 g dried-pasta, 200 g']],
  ['250 g butter or margarine', ['250 g butter, 250 g']],
  ['For the sauce:', []],
  ['baking parchment', []],
  ['some unknown thing', []],
];
for (const [line, uses] of others) {
  test(`"${line}" uses ${uses.join('; ') || 'nothing'}`, () => deepStrictEqual(usesIn(line).map(read), uses));
}

test('what a line only names or allows instead still counts for allergens', () => {
  const { understood } = parseIngredientLine('2 tbsp lemon juice (or soy sauce)', foods);
  deepStrictEqual(understood?.also, [{ food: 'soy-sauce', isOnlyNamed: true }]);
});

test('a food that the catalogue no longer has is not used', () => {
  strictEqual(usesOf(parseIngredientLine('2 eggs', foods), { ...foods, find: () => undefined }).length, 0);
});
