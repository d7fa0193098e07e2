import { deepStrictEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { getFoods } from '#cookbook/foods.ts';
import { dish, kitchen, meal, understand } from '#test/sample-foods.ts';
import { fraction, fractionNumber } from '#domain/quantity/fraction.ts';
import type { Unit } from '#domain/quantity/unit.ts';
import { convert } from '#domain/quantity/quantity.ts';
import { UNIT_SYSTEMS } from './amount.ts';
import type { Needed } from './item.ts';
import { neededOf } from './needed.ts';
import { comparable } from './sum.ts';
import { makeShoppingList } from './shopping-list.ts';

/** What the list says is needed of the first food of these lines, for metric and for American cooks. */
function neededFor(...lines: string[]): string[] {
  return UNIT_SYSTEMS.map((units) => {
    const meals = [meal(dish('one', 4, ...lines))];
    const { asked, aisles } = makeShoppingList({ meals, foods: kitchen, understand, units });
    const [item] = [...asked, ...aisles.flatMap(({ items }) => items)];
    return (item?.needed ?? []).map(read).join(' + ');
  });
}

function read({ amount, unit, name }: Needed): string {
  return [amount, unit === 'piece' ? undefined : unit, name].filter(Boolean).join(' ');
}

const cases = [
  { lines: ['300 ml milk'], metric: '300 ml', us: '1.25 cup', why: 'a liquid is poured' },
  { lines: ['2 cups milk'], metric: '473 ml', us: '2 cup', why: 'however it was written' },
  { lines: ['1500 ml milk'], metric: '1.5 l', us: '6.25 cup', why: 'much of it in big units' },
  { lines: ['5 tbsp cream'], metric: '74 ml', us: '0.25 cup', why: 'in parts of a cup' },
  { lines: ['3 eggs'], metric: '3 eggs', us: '', why: 'what is counted is counted' },
  { lines: ['1 egg'], metric: '1 egg', us: '', why: 'one of it by its name for one' },
  { lines: ['3 large eggs'], metric: '3 large eggs', us: '', why: 'with its size' },
  {
    lines: ['120 g eggs'],
    metric: '2.5 eggs',
    us: '2.5 eggs',
    why: 'also what was weighed, if shops count it',
  },
  { lines: ['1/2 onion'], metric: '0.5 onion', us: '0.5 onion', why: 'a half is said' },
  { lines: ['2 onions'], metric: '', us: '', why: 'what one buys need not be said twice' },
  { lines: ['3 slices lemon'], metric: '3 slice', us: '3 slice', why: 'a part is said, the whole is bought' },
  { lines: ['200 g flour'], metric: '200 g', us: '7 oz', why: 'the rest is weighed' },
  {
    lines: ['1 kg flour', '30 g flour'],
    metric: '1.03 kg',
    us: '2.25 lb',
    why: 'in kilograms, if it is much',
  },
  { lines: ['1 tsp salt'], metric: '6 g', us: '', why: 'Americans have bought it by the spoon' },
  { lines: ['1/4 g salt'], metric: '1 g', us: '', why: 'a little is not nothing' },
  {
    lines: ['10 g parsley', '1 bunch parsley'],
    metric: '1 bunch + 10 g',
    us: '1 bunch + 0.25 oz',
    why: 'all of it',
  },
];
for (const { lines, metric, us, why } of cases) {
  test(`${lines.join(' and ')}: needs ${metric || 'no word'}, or ${us || 'none'}: ${why}`, () => {
    deepStrictEqual(neededFor(...lines), [metric, us]);
  });
}

test('what is said is what is needed, of every food, but for the rounding', () => {
  const amounts = fc.tuple(fc.integer({ min: 1, max: 9_000 }), fc.integer({ min: 1, max: 97 }));
  const units = fc.constantFrom<Unit>('g', 'oz', 'ml', 'cup', 'tsp', 'piece', 'large', 'clove', 'can');
  const foods = fc.constantFrom(...getFoods().foods);
  fc.assert(
    fc.property(foods, amounts, units, fc.constantFrom(...UNIT_SYSTEMS), (food, amount, unit, system) => {
      const need = comparable({ amount: fraction(...amount), unit }, food.weights);
      for (const habit of [undefined, unit]) {
        const said = neededOf(need, food, habit, { units: system, language: 'en' });
        const exact = convert(need, said.unit, food.weights);
        ok(exact && said.amount > 0, `${food.id}: ${said.amount} ${said.unit}`);
        const off = Math.abs(said.amount - fractionNumber(exact.amount));
        ok(off <= 1, `${food.id}: ${said.amount} ${said.unit} is ${off} off`);
      }
    }),
    { numRuns: 10_000 },
  );
});
