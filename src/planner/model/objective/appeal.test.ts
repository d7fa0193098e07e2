import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { dish } from '#test/planner/small-week.ts';
import { appealTo } from './appeal.ts';
import type { Dish } from '#planner/model/dish.ts';

function appeal(facts: Partial<Dish>, rated: [number, Partial<Dish>][]): number {
  const dishes = rated.map(([, facts], at) => dish(`rated-${at}`, facts));
  const stars = Object.fromEntries(rated.map(([given], at) => [`rated-${at}`, given]));
  return appealTo(new Map(Object.entries(stars)), dishes)(dish('new', facts));
}

test('the own stars of a dish decide', () => {
  const dishes = [dish('soup', { cuisine: 'Thai' }), dish('curry', { cuisine: 'Thai' })];
  const appealOf = appealTo(new Map(Object.entries({ soup: 1, curry: 5 })), dishes);
  strictEqual(appealOf(dishes[0] as Dish), -2);
  strictEqual(appealOf(dishes[1] as Dish), 2);
});

test('without stars an eater is neutral', () => {
  strictEqual(appeal({ cuisine: 'Thai' }, []), 0);
  strictEqual(appeal({ cuisine: 'Thai' }, [[5, { cuisine: 'Greek' }]]), 0);
});

const cases: [string, Partial<Dish>, [number, Partial<Dish>][], number][] = [
  ['protein', { protein: 'fish' }, [[5, { protein: 'fish' }]], 0.35],
  ['cuisine', { cuisine: 'Thai' }, [[5, { cuisine: 'Thai' }]], 0.25],
  ['form', { form: 'soup' }, [[5, { form: 'soup' }]], 0.15],
  ['main food', { mainFood: 'leek' }, [[5, { mainFood: 'leek' }]], 0.35],
  ['protein in any case', { protein: 'Fish' }, [[1, { protein: 'fish' }]], -0.35],
  [
    'two dishes, drawn less towards neutral',
    { mainFood: 'leek' },
    Array.from({ length: 2 }, () => [5, { mainFood: 'leek' }]),
    (0.35 * 4) / 3,
  ],
  ['no protein in particular', { protein: 'none' }, [[5, { protein: 'none' }]], 0],
  ['unknown values', {}, [[5, {}]], 0],
  [
    'all of them, within the limits',
    { protein: 'fish', cuisine: 'Thai', form: 'soup', mainFood: 'cod' },
    Array.from({ length: 99 }, () => [
      5,
      { protein: 'fish', cuisine: 'Thai', form: 'soup', mainFood: 'cod' },
    ]),
    2,
  ],
];
for (const [what, facts, rated, expected] of cases) {
  test(`estimates the appeal by stars for dishes with the same ${what}`, () => {
    strictEqual(appeal(facts, rated), expected);
  });
}

test('a recipe id may be any text', () => {
  strictEqual(appealTo(new Map(), [dish('constructor')])(dish('constructor')), 0);
});
