import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { dish, meal, parseLine, sampleCatalogue } from '#test/support/sample-foods.ts';
import type { Item } from './item.ts';
import { type ListOperation, mergeOperations, NO_OPERATIONS } from './operations.ts';
import type { CookedDish } from './requirements.ts';
import { makeShoppingList } from './shopping-list.ts';

type Input = { readonly meals: readonly CookedDish[]; readonly done?: readonly ListOperation[] };

function itemsOf({ meals, done = [] }: Input): Item[] {
  const operations = mergeOperations(NO_OPERATIONS, done);
  const { probablyAtHome, aisles } = makeShoppingList({
    meals,
    foods: sampleCatalogue,
    operations,
    understand: parseLine,
  });
  return [...probablyAtHome, ...aisles.flatMap(({ items }) => items)];
}

/** As a shopper reads it: `2 can chickpeas`, `1 x 500 g flour`. */
function listOf(input: Input): string[] {
  return itemsOf(input).map(({ buy, name, isSome, state }) => {
    const amounts = buy.map((part) => {
      const { amount, unit } = 'packs' in part ? part.size : part;
      const shown = unit === 'piece' ? `${amount}` : `${amount} ${unit}`;
      return 'packs' in part ? `${part.packs} x ${shown}` : shown;
    });
    const words = [amounts.join(' + '), name, isSome && '(some)', state === 'ticked' && '[ticked]'];
    return words.filter(Boolean).join(' ');
  });
}

function listFor(...lines: string[]): string[] {
  return listOf({ meals: [meal(dish('one', 4, ...lines))] });
}

function itemOf(id: string, input: Input): Item {
  const item = itemsOf(input).find((candidate) => candidate.id === id);
  if (!item) throw new Error(`there is no item ${id}`);
  return item;
}

const cans: { lines: string[]; list: string }[] = [
  { lines: ['2 x 400g tins chickpeas'], list: '2 can chickpeas' },
  { lines: ['2 (15 oz) cans chickpeas'], list: '2 can chickpeas' },
  { lines: ['1 (15 oz) can chickpeas', '1 can chickpeas'], list: '2 can chickpeas' },
  { lines: ['1 (15 oz) can chickpeas', '4 (15 oz) cans chickpeas'], list: '5 can chickpeas' },
  { lines: ['1 (28 oz) can chickpeas'], list: '2 can chickpeas' },
  { lines: ['1 (7.5 oz) can chickpeas'], list: '1 can chickpeas' },
  { lines: ['1 can chickpeas (400 g)'], list: '1 can chickpeas' },
  { lines: ['1 can chickpeas (250 g)'], list: '1 can chickpeas' },
  { lines: ['2 x 400 g chickpeas'], list: '2 can chickpeas' },
  { lines: ['3 (14.5 oz) cans canned tomatoes'], list: '3 can canned tomatoes' },
  { lines: ['250 g chickpeas'], list: '1 can chickpeas' },
  { lines: ['400 g chickpeas'], list: '3 x 130 g chickpeas' },
];
for (const { lines, list } of cans) {
  test(`buys ${list} for ${lines.join(' and ')}`, () => {
    deepStrictEqual(listFor(...lines), [list]);
  });
}

test('two recipes with one can each need two, and half a recipe needs one', () => {
  const stew = dish('stew', 4, '1 (15 oz) can chickpeas');
  deepStrictEqual(
    listOf({ meals: [meal(stew), meal(dish('dip', 2, '1 can chickpeas'), 2, { day: 'Friday' })] }),
    ['2 can chickpeas'],
  );
  deepStrictEqual(listOf({ meals: [meal(stew, 2)] }), ['1 can chickpeas']);
  deepStrictEqual(listOf({ meals: [meal(stew, 6)] }), ['2 can chickpeas']);
});

test('says that slightly less is enough, and does not ask for the rest once it is bought', () => {
  const meals = [meal(dish('stew', 4, '250 g chickpeas'))];
  const item = itemOf('food:chickpea', { meals });
  deepStrictEqual(
    [item.isLess, item.needed, item.buys],
    [true, [{ amount: 250, unit: 'g', isDrained: true }], { g: '240' }],
  );
  const exact = itemOf('food:chickpea', { meals: [meal(dish('stew', 4, '480 g chickpeas'))] });
  deepStrictEqual([exact.isLess, exact.needed], [undefined, undefined]);
  const done: ListOperation[] = [{ opId: 't', kind: 'tick', itemId: item.id, bought: item.buys }];
  deepStrictEqual(listOf({ meals, done }), ['1 can chickpeas [ticked]']);
  const more = [...meals, meal(dish('dip', 4, '240 g chickpeas'), 4, { day: 'Friday' })];
  deepStrictEqual(listOf({ meals: more, done }), ['1 can chickpeas [ticked]', '1 can chickpeas']);
});

test('buys the other foods of a line, with their amounts, but not what it only names or allows instead', () => {
  deepStrictEqual(listFor('2 eggs plus 100 g butter'), ['1 x 250 g butter', '1 x 6 eggs']);
  deepStrictEqual(listFor('100 g flour and 50 g butter', '50 g butter'), [
    '1 x 250 g butter',
    '1 x 500 g flour',
  ]);
  deepStrictEqual(listFor('onions and parsley'), ['onions (some)', 'parsley (some)']);
  deepStrictEqual(listFor('parsley, celery, almonds'), ['celery (some)', 'parsley (some)', 'almonds (some)']);
  deepStrictEqual(listFor('1 egg, beaten with 2 tbsp cream'), ['1 x 250 ml cream', '1 x 6 eggs']);
  deepStrictEqual(listFor('100 g butter (or bacon)'), ['1 x 250 g butter']);
  deepStrictEqual(listFor('2 onions (from the potato farmer)'), ['2 onions']);
});

test('names the foods that may be bought instead', () => {
  const meals = [meal(dish('a', 4, '100 g butter or cream', '20 g butter or cream', '2 onions'))];
  deepStrictEqual(itemOf('food:butter', { meals }).alternatives, ['cream']);
  strictEqual(itemOf('food:onion', { meals }).alternatives, undefined);
});

test('lists no heading, and what nobody eats as typed', () => {
  deepStrictEqual(listFor('For the sauce:', 'To serve', '2 onions', 'baking parchment'), [
    '2 onions',
    'baking parchment',
  ]);
});

test('buys bones and peel', () => {
  deepStrictEqual(itemOf('food:chicken', { meals: [meal(dish('a', 4, '1 chicken'))] }).needs, { g: '1000' });
  deepStrictEqual(itemOf('food:chicken', { meals: [meal(dish('a', 4, '900 g chicken'))] }).needs, {
    g: '900',
  });
  deepStrictEqual(itemOf('food:chicken', { meals: [meal(dish('a', 4, '600 g boneless chicken'))] }).needs, {
    g: '1000',
  });
});
