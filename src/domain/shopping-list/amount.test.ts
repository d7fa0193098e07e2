import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { kitchen } from '#test/sample-foods.ts';
import { getFoods } from '#cookbook/foods.ts';
import type { Food } from '#domain/food/food.ts';
import { compare, fraction, fractionNumber, parseFraction } from '#domain/quantity/fraction.ts';
import type { Unit } from '#domain/quantity/unit.ts';
import { convert } from '#domain/quantity/quantity.ts';
import { offerFor, UNIT_SYSTEMS } from './amount.ts';
import { comparable } from './sum.ts';

function food(id: string): Food {
  return kitchen.find(id) as Food;
}

/** What the shopper reads in metric and in American units: `2 x 500 g`. */
function read(id: string, amount: string, unit: Unit, habit?: Unit): string[] {
  return UNIT_SYSTEMS.map((system) => {
    const need = comparable({ amount: parseFraction(amount) ?? fraction(0), unit }, food(id).weights);
    const { buy } = offerFor(need, food(id), habit, system);
    const shown = 'packs' in buy ? buy.size : buy;
    return `${'packs' in buy ? `${buy.packs} x ` : ''}${shown.amount} ${shown.unit}`;
  });
}

const cases: { of: string; need: [string, Unit, Unit?]; metric: string; us: string; why: string }[] = [
  {
    of: 'stock',
    need: ['510', 'g'],
    metric: '550 g',
    us: '1.25 lb',
    why: 'of unknown density, it is weighed',
  },
  { of: 'onion', need: ['2', 'small', 'small'], metric: '2 small', us: '2 small', why: 'size matters' },
  {
    of: 'celery',
    need: ['2', 'stalk', 'stalk'],
    metric: '1 x 400 g',
    us: '2 stalk',
    why: 'it comes in bags',
  },
  { of: 'cabbage', need: ['300', 'g'], metric: '1 piece', us: '1 piece', why: 'nobody sells a third of one' },
  {
    of: 'onion',
    need: ['3/2', 'piece', 'piece'],
    metric: '2 piece',
    us: '2 piece',
    why: 'nobody sells half an onion',
  },
  { of: 'onion', need: ['2', 'piece', 'piece'], metric: '2 piece', us: '2 piece', why: 'two are two' },
  { of: 'onion', need: ['300', 'g'], metric: '300 g', us: '11 oz', why: 'what was weighed is weighed' },
  {
    of: 'potato',
    need: ['1234', 'g'],
    metric: '1.3 kg',
    us: '2.75 lb',
    why: 'from a kilogram on, kilograms',
  },
  { of: 'potato', need: ['951', 'g'], metric: '1 kg', us: '2.25 lb', why: 'rounding up may change the unit' },
  {
    of: 'potato',
    need: ['103', 'g'],
    metric: '110 g',
    us: '3.75 oz',
    why: 'small amounts go by small steps',
  },
  {
    of: 'lemon',
    need: ['3', 'slice', 'slice'],
    metric: '1 piece',
    us: '1 piece',
    why: 'nobody sells slices',
  },
  { of: 'spaghetti', need: ['500', 'g'], metric: '1 x 500 g', us: '1.25 lb', why: 'a whole pack is enough' },
  {
    of: 'spaghetti',
    need: ['501', 'g'],
    metric: '2 x 500 g',
    us: '1.25 lb',
    why: 'a gram more needs another',
  },
  { of: 'flour', need: ['700', 'g'], metric: '1 x 1 kg', us: '1.75 lb', why: 'of equals the fewest packs' },
  { of: 'flour', need: ['1200', 'g'], metric: '3 x 500 g', us: '2.75 lb', why: 'the least is left over' },
  { of: 'cream', need: ['1', 'cup'], metric: '1 x 250 ml', us: '8 fl-oz', why: 'liquids go by volume' },
  {
    of: 'milk',
    need: ['2', 'l'],
    metric: '2 x 1 l',
    us: '2.5 quart',
    why: 'and in big units, if there is much',
  },
  {
    of: 'egg',
    need: ['7', 'piece', 'piece'],
    metric: '1 x 10 piece',
    us: '7 piece',
    why: 'eggs come in boxes',
  },
  { of: 'egg', need: ['100', 'g'], metric: '1 x 6 piece', us: '2 piece', why: 'also when weighed' },
  {
    of: 'canned-tomato',
    need: ['2', 'can', 'can'],
    metric: '2 can',
    us: '2 can',
    why: 'two tins are two tins',
  },
  {
    of: 'canned-tomato',
    need: ['500', 'g'],
    metric: '2 x 400 g',
    us: '1.25 lb',
    why: 'unless they were weighed',
  },
  {
    of: 'salt',
    need: ['1/4', 'tsp'],
    metric: '1 x 500 g',
    us: '0.25 tsp',
    why: 'Americans measure by the spoon',
  },
  { of: 'salt', need: ['7/2', 'tsp'], metric: '1 x 500 g', us: '1.5 tbsp', why: 'or by the bigger spoon' },
  { of: 'parsley', need: ['10', 'g'], metric: '1 x 30 g', us: '0.5 oz', why: 'but not herbs' },
  {
    of: 'parsley',
    need: ['3/2', 'bunch'],
    metric: '2 bunch',
    us: '2 bunch',
    why: 'what nobody can weigh is counted',
  },
  { of: 'stock', need: ['1100', 'ml'], metric: '2 x 1 l', us: '1.5 quart', why: 'without a density as well' },
  {
    of: 'water',
    need: ['1', 'l'],
    metric: '1 l',
    us: '1.5 quart',
    why: 'a drink is a liquid, also without a pack',
  },
];
for (const { of, need, metric, us, why } of cases) {
  test(`${need[0]} ${need[1]} ${of} is bought as ${metric} or ${us}: ${why}`, () => {
    deepStrictEqual(read(of, ...need), [metric, us]);
  });
}

test('whoever buys what is said has enough, of every food of the catalogue', () => {
  const amounts = fc.tuple(fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: 1, max: 97 }));
  const units = fc.constantFrom<Unit>('g', 'oz', 'ml', 'cup', 'tsp', 'piece', 'large', 'clove', 'can');
  const foods = fc.constantFrom(...getFoods().foods);
  fc.assert(
    fc.property(foods, amounts, units, fc.constantFrom(...UNIT_SYSTEMS), (one, amount, unit, system) => {
      const need = comparable({ amount: fraction(...amount), unit }, one.weights);
      for (const habit of [undefined, unit]) {
        const { buy, total } = offerFor(need, one, habit, system);
        const bought = convert(total, need.unit, one.weights);
        ok(bought && compare(bought.amount, need.amount) >= 0, `${one.id}: too little`);
        const shown = 'packs' in buy ? buy.packs * buy.size.amount : buy.amount;
        strictEqual(
          shown.toFixed(6),
          fractionNumber(total.amount).toFixed(6),
          `${one.id}: not what is shown`,
        );
      }
    }),
    { numRuns: 20_000 },
  );
});

test('more need is never less to buy', () => {
  const grams = fc.integer({ min: 1, max: 5_000 });
  fc.assert(
    fc.property(
      fc.constantFrom(...kitchen.foods),
      grams,
      grams,
      fc.constantFrom(...UNIT_SYSTEMS),
      (one, a, b, us) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)].map((amount) => {
          const { total } = offerFor({ amount: fraction(amount), unit: 'g' }, one, undefined, us);
          return comparable(total, one.weights);
        });
        if (!less || !more) throw new Error('two amounts');
        strictEqual(less.unit, more.unit);
        ok(compare(less.amount, more.amount) <= 0);
      },
    ),
    { numRuns: 5_000 },
  );
});
