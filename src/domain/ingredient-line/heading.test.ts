import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { getFoods } from '#cookbook/foods.ts';
import { parseIngredientLine } from './ingredient-line.ts';

const parse = (line: string) => parseIngredientLine(line, getFoods());

const headings =
  `For the sauce:|Sauce:|FOR THE DOUGH|For the peanut sauce|For the chicken|To serve|For serving|Für die Soße:
Für den Teig|Zum Garnieren|For the noodle salad|Optional toppings:|Sauce, part 2:|Nach 1 Stunde:|For the sauce, optional:|Layer 2:|Dough, for 4 people:`.split(
    /[|\n]/,
  );
for (const line of headings) {
  test(`"${line}" is a heading`, () => {
    deepStrictEqual(parse(line), { text: line, understood: undefined, isHarmless: true, isHeading: true });
  });
}

const labelled: [line: string, food: string | undefined][] = [
  ['To serve: lemon wedges', 'lemon'],
  ['For garnish: 2 tbsp chopped parsley', 'parsley'],
  ['Zum Bestreuen: Puderzucker', 'icing-sugar'],
  ['Optional: 100 g feta', 'feta'],
  ['water: 320 ml', 'water'],
  ['flour: 200 g', 'plain-flour'],
  ['for the topping peanuts', undefined],
  ['for serving peanut sauce', undefined],
  ['to garnish peanuts', undefined],
  ['2 eggs:', 'egg'],
  ['Sauce, peanuts:', undefined],
  ['Peanuts 200 g:', 'peanut'],
  ['1 hour:', undefined],
  ['For the sauce: my secret powder', undefined],
];
for (const [line, food] of labelled) {
  test(`"${line}" is no heading, but ${food ?? 'not understood'}`, () => {
    const { understood, isHarmless } = parse(line);
    deepStrictEqual([understood?.food, isHarmless], [food, undefined]);
  });
}

test('what nobody eats is harmless and no heading', () => {
  deepStrictEqual(parse('baking parchment'), {
    text: 'baking parchment',
    understood: undefined,
    isHarmless: true,
  });
});
