import { deepStrictEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCookbook } from '#test/planner/random-cookbook.ts';
import { isNearIdentical } from '#test/planner/optimum/meal-value.ts';
import { dish, food } from '#test/planner/small-week.ts';
import type { Dish } from '#planner/model/dish.ts';
import { nearIdenticalDishes } from './similarity.ts';

const foods = (...ids: string[]) => ids.map((id) => food(id));
const staple = food('salt', { isStaple: true });

const cases: [string, Partial<Dish>, Partial<Dish>, boolean][] = [
  ['of the same dish family', { dishFamily: 'omelette' }, { dishFamily: 'omelette' }, true],
  ['of other dish families', { dishFamily: 'omelette' }, { dishFamily: 'lasagne' }, false],
  ['without a dish family', {}, {}, false],
  [
    'with two words in common',
    { titleWords: ['red', 'lentil', 'soup'] },
    { titleWords: ['soup', 'lentil'] },
    true,
  ],
  ['with one word in common', { titleWords: ['lentil', 'soup'] }, { titleWords: ['tomato', 'soup'] }, false],
  [
    'that share half of the foods of the smaller',
    { foods: foods('a', 'b') },
    { foods: foods('a', 'c', 'd') },
    true,
  ],
  ['that share less', { foods: foods('a', 'b', 'e') }, { foods: foods('a', 'c', 'd') }, false],
  ['that share only staples', { foods: [staple, food('a')] }, { foods: [staple, food('b')] }, false],
  ['without foods', { foods: [] }, { foods: foods('a') }, false],
];
for (const [what, first, second, expected] of cases) {
  test(`two dishes ${what} are ${expected ? '' : 'not '}near-identical`, () => {
    deepStrictEqual(
      nearIdenticalDishes([dish('one', first), dish('other', second)]),
      expected ? [[1], [0]] : [[], []],
    );
  });
}

test('finds the same pairs of the cookbook as a comparison of all dishes', () => {
  const { dishes } = bundledCookbook();
  const found = nearIdenticalDishes(dishes).map((near) => near.toSorted((first, second) => first - second));
  const expected = dishes.map((dish) =>
    dishes.flatMap((candidate, at) => (isNearIdentical(dish, candidate) ? at : [])),
  );
  deepStrictEqual(found, expected);
  ok(found.flat().length > 100, 'the cookbook has similar dishes');
});
