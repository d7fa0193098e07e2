import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { dish, sampleCatalogue, meal, parseLine } from '#test/support/sample-foods.ts';
import { getFoods } from '#cookbook/foods.ts';
import type { Food } from '#domain/food/food.ts';
import {
  compare,
  divide,
  fraction,
  fractionNumber,
  multiply,
  parseFraction,
  subtract,
} from '#domain/quantity/fraction.ts';
import type { Unit } from '#domain/quantity/unit.ts';
import { convert } from '#domain/quantity/quantity.ts';
import { UNIT_SYSTEMS } from '#domain/quantity/unit-system.ts';
import { toBaseUnit } from './exact-amounts.ts';
import { makeShoppingList } from './shopping-list.ts';
import { purchaseFor, type RequiredAmount, requiredAmount } from './shown-amounts.ts';

function food(id: string): Food {
  return sampleCatalogue.find(id) as Food;
}

/** What to buy, in metric and in US units: `2 x 500 g`. */
function read(id: string, amount: string, unit: Unit, countUnit?: Unit): string[] {
  return UNIT_SYSTEMS.map((system) => {
    const required = toBaseUnit({ amount: parseFraction(amount) ?? fraction(0), unit }, food(id).weights);
    const { buy } = purchaseFor(required, food(id), countUnit, system);
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
    why: 'a food of unknown density is sold by weight',
  },
  {
    of: 'onion',
    need: ['2', 'small', 'small'],
    metric: '2 small',
    us: '2 small',
    why: 'a size is preserved',
  },
  {
    of: 'celery',
    need: ['2', 'stalk', 'stalk'],
    metric: '1 x 400 g',
    us: '2 stalk',
    why: 'metric packs are bags',
  },
  { of: 'cabbage', need: ['300', 'g'], metric: '1 piece', us: '1 piece', why: 'whole pieces only' },
  {
    of: 'onion',
    need: ['3/2', 'piece', 'piece'],
    metric: '2 piece',
    us: '2 piece',
    why: 'half pieces are rounded up',
  },
  {
    of: 'onion',
    need: ['2', 'piece', 'piece'],
    metric: '2 piece',
    us: '2 piece',
    why: 'counted foods are bought by the piece',
  },
  {
    of: 'onion',
    need: ['300', 'g'],
    metric: '300 g',
    us: '11 oz',
    why: 'weighed foods are bought by weight',
  },
  {
    of: 'potato',
    need: ['1234', 'g'],
    metric: '1.3 kg',
    us: '2.75 lb',
    why: 'kilograms from 1 kg on',
  },
  { of: 'potato', need: ['951', 'g'], metric: '1 kg', us: '2.25 lb', why: 'rounding up may change the unit' },
  {
    of: 'potato',
    need: ['203', 'g'],
    metric: '210 g',
    us: '8 oz',
    why: 'small amounts are rounded in small steps',
  },
  {
    of: 'lemon',
    need: ['3', 'slice', 'slice'],
    metric: '1 piece',
    us: '1 piece',
    why: 'slices are bought as whole pieces',
  },
  { of: 'spaghetti', need: ['500', 'g'], metric: '1 x 500 g', us: '1.25 lb', why: 'exactly one pack' },
  {
    of: 'spaghetti',
    need: ['549', 'g'],
    metric: '1 x 500 g',
    us: '1.25 lb',
    why: 'no further pack for less than a tenth of one',
  },
  {
    of: 'spaghetti',
    need: ['550', 'g'],
    metric: '2 x 500 g',
    us: '1.25 lb',
    why: 'a further pack for a tenth of one',
  },
  {
    of: 'spaghetti',
    need: ['1049', 'g'],
    metric: '2 x 500 g',
    us: '2.5 lb',
    why: 'no third pack for less than a tenth of one',
  },
  {
    of: 'spaghetti',
    need: ['5', 'g'],
    metric: '1 x 500 g',
    us: '0.25 oz',
    why: 'the first pack for any amount',
  },
  {
    of: 'egg',
    need: ['31', 'piece', 'piece'],
    metric: '6 x 6 piece',
    us: '31 piece',
    why: 'an egg is missed',
  },
  { of: 'chickpea', need: ['250', 'g'], metric: '1 can', us: '1 can', why: 'beans are sold in cans' },
  { of: 'chickpea', need: ['264', 'g'], metric: '2 x 130 g', us: '2 can', why: 'a tenth is another can' },
  { of: 'chickpea', need: ['480', 'g'], metric: '2 can', us: '2 can', why: 'two cans' },
  { of: 'chickpea', need: ['2', 'can', 'can'], metric: '2 can', us: '2 can', why: 'cans are bought as cans' },
  { of: 'chickpea', need: ['120', 'g'], metric: '1 x 130 g', us: '1 can', why: 'a small can is enough' },
  {
    of: 'canned-tomato',
    need: ['21/10', 'can', 'can'],
    metric: '3 can',
    us: '3 can',
    why: 'a tenth of a can',
  },
  {
    of: 'canned-tomato',
    need: ['209/100', 'can', 'can'],
    metric: '2 can',
    us: '2 can',
    why: 'less than a tenth',
  },
  {
    of: 'onion',
    need: ['31/15', 'piece', 'piece'],
    metric: '3 piece',
    us: '3 piece',
    why: 'pieces are no packs',
  },
  {
    of: 'chicken',
    need: ['1', 'piece', 'piece'],
    metric: '1 x 1 kg',
    us: '1 piece',
    why: 'bones are bought too',
  },
  {
    of: 'flour',
    need: ['700', 'g'],
    metric: '1 x 1 kg',
    us: '1.75 lb',
    why: 'of equal amounts the fewest packs',
  },
  {
    of: 'flour',
    need: ['1200', 'g'],
    metric: '3 x 500 g',
    us: '2.75 lb',
    why: 'the packs that leave the least',
  },
  { of: 'cream', need: ['1', 'cup'], metric: '1 x 250 ml', us: '8 fl-oz', why: 'liquids are sold by volume' },
  {
    of: 'milk',
    need: ['2', 'l'],
    metric: '2 x 1 l',
    us: '2.5 quart',
    why: 'large amounts in large units',
  },
  {
    of: 'egg',
    need: ['7', 'piece', 'piece'],
    metric: '1 x 10 piece',
    us: '7 piece',
    why: 'metric packs of eggs are boxes',
  },
  {
    of: 'egg',
    need: ['100', 'g'],
    metric: '1 x 6 piece',
    us: '2 piece',
    why: 'weighed eggs are bought by the piece',
  },
  {
    of: 'canned-tomato',
    need: ['2', 'can', 'can'],
    metric: '2 can',
    us: '2 can',
    why: 'tins are bought by the tin',
  },
  {
    of: 'canned-tomato',
    need: ['500', 'g'],
    metric: '2 x 400 g',
    us: '1.25 lb',
    why: 'weighed contents of tins are bought in packs',
  },
  {
    of: 'salt',
    need: ['1/4', 'tsp'],
    metric: '1 x 500 g',
    us: '0.25 tsp',
    why: 'US amounts are in spoons',
  },
  {
    of: 'salt',
    need: ['7/2', 'tsp'],
    metric: '1 x 500 g',
    us: '1.5 tbsp',
    why: 'larger US amounts are in tablespoons',
  },
  { of: 'parsley', need: ['10', 'g'], metric: '1 x 30 g', us: '0.5 oz', why: 'herbs are sold by weight' },
  {
    of: 'parsley',
    need: ['3/2', 'bunch'],
    metric: '2 bunch',
    us: '2 bunch',
    why: 'a unit without a weight is counted',
  },
  { of: 'stock', need: ['1100', 'ml'], metric: '2 x 1 l', us: '1.5 quart', why: 'a volume needs no density' },
  {
    of: 'water',
    need: ['1', 'l'],
    metric: '1 l',
    us: '1.5 quart',
    why: 'a drink without a pack is a liquid',
  },
];
for (const { of, need, metric, us, why } of cases) {
  test(`buys ${metric} or ${us} for ${need[0]} ${need[1]} ${of}: ${why}`, () => {
    deepStrictEqual(read(of, ...need), [metric, us]);
  });
}

test('never buys less of any food of the catalogue, except by less than a tenth of a pack, which it says', () => {
  const amounts = fc.tuple(fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: 1, max: 97 }));
  const units = fc.constantFrom<Unit>('g', 'oz', 'ml', 'cup', 'tsp', 'piece', 'large', 'clove', 'can');
  const foods = fc.constantFrom(...getFoods().foods);
  fc.assert(
    fc.property(foods, amounts, units, fc.constantFrom(...UNIT_SYSTEMS), (food, amount, unit, system) => {
      const required = toBaseUnit({ amount: fraction(...amount), unit }, food.weights);
      for (const countUnit of [undefined, unit]) {
        const { buy, total, isLess } = purchaseFor(required, food, countUnit, system);
        const bought = convert(total, required.unit, food.weights)?.amount ?? fraction(0);
        const missing = subtract(required.amount, bought);
        strictEqual(isLess, compare(missing, fraction(0)) > 0, `${food.id}: too little, and not said`);
        const packs = fraction('packs' in buy ? buy.packs : Math.round(buy.amount));
        ok(
          !isLess || compare(multiply(missing, fraction(10)), divide(bought, packs)) < 0,
          `${food.id}: too little`,
        );
        const shown = 'packs' in buy ? buy.packs * buy.size.amount : buy.amount;
        strictEqual(
          shown.toFixed(6),
          fractionNumber(total.amount).toFixed(6),
          `${food.id}: the total differs from the shown amount`,
        );
      }
    }),
    { numRuns: 20_000 },
  );
});

test('never buys less for a larger requirement', () => {
  const grams = fc.integer({ min: 1, max: 5_000 });
  fc.assert(
    fc.property(
      fc.constantFrom(...sampleCatalogue.foods),
      grams,
      grams,
      fc.constantFrom(...UNIT_SYSTEMS),
      (food, a, b, us) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)].map((amount) => {
          const { total } = purchaseFor({ amount: fraction(amount), unit: 'g' }, food, undefined, us);
          return toBaseUnit(total, food.weights);
        });
        if (!less || !more) throw new Error('two amounts');
        strictEqual(less.unit, more.unit);
        ok(compare(less.amount, more.amount) <= 0);
      },
    ),
    { numRuns: 5_000 },
  );
});

/** The required amount that a list shows for the food of these lines, in metric and in US units. */
function shownFor(...lines: string[]): string[] {
  return UNIT_SYSTEMS.map((units) => {
    const meals = [meal(dish('one', 4, ...lines))];
    const { probablyAtHome, aisles } = makeShoppingList({
      meals,
      foods: sampleCatalogue,
      understand: parseLine,
      units,
    });
    const [item] = [...probablyAtHome, ...aisles.flatMap(({ items }) => items)];
    return (item?.needed ?? []).map(readRequired).join(' + ');
  });
}

function readRequired({ amount, unit, name }: RequiredAmount): string {
  return [amount, unit === 'piece' ? undefined : unit, name].filter(Boolean).join(' ');
}

const requiredCases = [
  { lines: ['300 ml milk'], metric: '300 ml', us: '1.25 cup', why: 'a liquid is measured by volume' },
  { lines: ['2 cups milk'], metric: '473 ml', us: '2 cup', why: 'in the units of the family' },
  { lines: ['1500 ml milk'], metric: '1.5 l', us: '6.25 cup', why: 'large amounts in large units' },
  { lines: ['5 tbsp cream'], metric: '74 ml', us: '0.25 cup', why: 'in fractions of a cup' },
  { lines: ['3 eggs'], metric: '3 eggs', us: '', why: 'counted foods are counted' },
  { lines: ['1 egg'], metric: '1 egg', us: '', why: 'the singular for one' },
  { lines: ['3 large eggs'], metric: '3 large eggs', us: '', why: 'with the size' },
  {
    lines: ['120 g eggs'],
    metric: '2.5 eggs',
    us: '2.5 eggs',
    why: 'weighed foods that are sold by the piece are counted',
  },
  { lines: ['1/2 onion'], metric: '0.5 onion', us: '0.5 onion', why: 'shown, because a whole one is bought' },
  { lines: ['2 onions'], metric: '', us: '', why: 'not shown, because it equals the purchase' },
  {
    lines: ['3 slices lemon'],
    metric: '3 slice',
    us: '3 slice',
    why: 'shown, because a whole lemon is bought',
  },
  { lines: ['200 g flour'], metric: '200 g', us: '7 oz', why: 'other foods are weighed' },
  {
    lines: ['1 kg flour', '30 g flour'],
    metric: '1.03 kg',
    us: '2.25 lb',
    why: 'kilograms from 1 kg on',
  },
  {
    lines: ['1 tsp salt'],
    metric: '6 g',
    us: '',
    why: 'not shown in US units, because it equals the purchase',
  },
  { lines: ['1/4 g salt'], metric: '1 g', us: '', why: 'rounded up to 1 g' },
  {
    lines: ['10 g parsley', '1 bunch parsley'],
    metric: '1 bunch + 10 g',
    us: '1 bunch + 0.25 oz',
    why: 'amounts that do not convert are shown side by side',
  },
];
for (const { lines, metric, us, why } of requiredCases) {
  test(`shows ${metric || 'nothing'} or ${us || 'nothing'} as required for ${lines.join(' and ')}: ${why}`, () => {
    deepStrictEqual(shownFor(...lines), [metric, us]);
  });
}

test('shows the required amount of every food within the rounding error', () => {
  const amounts = fc.tuple(fc.integer({ min: 1, max: 9_000 }), fc.integer({ min: 1, max: 97 }));
  const units = fc.constantFrom<Unit>('g', 'oz', 'ml', 'cup', 'tsp', 'piece', 'large', 'clove', 'can');
  const foods = fc.constantFrom(...getFoods().foods);
  fc.assert(
    fc.property(foods, amounts, units, fc.constantFrom(...UNIT_SYSTEMS), (food, amount, unit, system) => {
      const required = toBaseUnit({ amount: fraction(...amount), unit }, food.weights);
      for (const countUnit of [undefined, unit]) {
        const shown = requiredAmount(required, food, countUnit, { units: system, language: 'en' });
        const exact = convert(required, shown.unit, food.weights);
        ok(exact && shown.amount > 0, `${food.id}: ${shown.amount} ${shown.unit}`);
        const off = Math.abs(shown.amount - fractionNumber(exact.amount));
        ok(off <= 1, `${food.id}: ${shown.amount} ${shown.unit} is ${off} off`);
      }
    }),
    { numRuns: 10_000 },
  );
});
