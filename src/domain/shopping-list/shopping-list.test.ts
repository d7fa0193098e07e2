import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { dish, sampleCatalogue, meal, parseLine } from '#test/support/sample-foods.ts';
import type { AnyRecipe } from '#domain/recipe/book-recipe.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import { fraction } from '#domain/quantity/fraction.ts';
import { UNIT_NAMES } from '#domain/quantity/unit.ts';
import { UNIT_SYSTEMS } from '#domain/quantity/unit-system.ts';
import type { PantryEntry } from './food-items.ts';
import type { Item } from './item.ts';
import { type ListOperation, NO_OPERATIONS, mergeOperations } from './operations.ts';
import { type ShoppingListInput, dishesToCook, makeShoppingList } from './shopping-list.ts';
import type { Buy } from './shown-amounts.ts';

type Input = Omit<ShoppingListInput, 'foods' | 'operations' | 'understand'> & { done?: ListOperation[] };

function itemsOf({ done = [], ...input }: Input): Item[] {
  const operations = mergeOperations(NO_OPERATIONS, done);
  const { probablyAtHome, aisles } = makeShoppingList({
    foods: sampleCatalogue,
    operations,
    understand: parseLine,
    ...input,
  });
  return [...probablyAtHome, ...aisles.flatMap(({ items }) => items)];
}

/** As a shopper reads it: `2 onions`, `1 x 500 g spaghetti`. */
function read({ state, buy, name, isSome, times }: Item): string {
  const amounts = buy.map(readBuy).join(' + ');
  const words = [amounts, name, isSome && '(some)', times && `x ${times}`, state !== 'open' && `[${state}]`];
  return words.filter(Boolean).join(' ');
}

function readBuy(buy: Buy): string {
  const { amount, unit } = 'packs' in buy ? buy.size : buy;
  const shown = unit === 'piece' ? `${amount}` : `${amount} ${unit}`;
  return 'packs' in buy ? `${buy.packs} x ${shown}` : shown;
}

function listOf(input: Input): string[] {
  return itemsOf(input).map(read);
}

function listFor(...lines: string[]): string[] {
  return listOf({ meals: [meal(dish('one', 4, ...lines))] });
}

/** Bacon and something typed for four, and a variant with chickpeas. */
function withVariant(): AnyRecipe {
  const lines = ['400 g bacon', '200 g spaghetti', '4 onions', 'a dash of luck'];
  const variant = {
    title: 'with chickpeas',
    without: ['bacon'],
    ingredients: ['240 g chickpeas', '2 onions', 'some more luck'].map(parseLine),
    step: 'Use chickpeas.',
  };
  return { ...dish('pasta', 4, ...lines), variant };
}

function listOfVariant(servings: number | undefined, variantServings: number): string[] {
  const variant = { eaterIds: ['mia'], servings: variantServings };
  const dinner = { description: 'Pasta', recipeId: 'pasta', variant, ...(servings && { servings }) };
  return listOf({ meals: dishesToCook({ Monday: { dinner } }, () => withVariant()) }).toSorted();
}

test('buys the variant for its servings, and the dish for the others', () => {
  deepStrictEqual(listOfVariant(8, 2), [
    '1 x 130 g chickpeas',
    '1 x 500 g spaghetti',
    '3 x 200 g bacon',
    '9 onions',
    'a dash of luck x 2',
    'some more luck x 1/2',
  ]);
  deepStrictEqual(listOfVariant(undefined, 4), listOfVariant(4, 9), 'at most the servings of the meal');
  ok(listOfVariant(4, 4).every((line) => !line.includes('bacon')));
  const item = itemOf('food:onion', {
    meals: [{ ...meal(withVariant()), variantServings: 1 }],
  });
  deepStrictEqual(item.for, [{ day: 'Monday', slot: 'dinner', description: 'pasta' }]);
});

test('buys only the dish if the recipe has no variant', () => {
  const dinner = { description: 'Pasta', recipeId: 'pasta', variant: { eaterIds: ['mia'], servings: 1 } };
  const plain = dish('pasta', 4, '400 g bacon');
  deepStrictEqual(listOf({ meals: dishesToCook({ Monday: { dinner } }, () => plain) }), ['2 x 200 g bacon']);
});

function itemOf(id: string, input: Input): Item {
  return itemsOf(input).find((item) => item.id === id) ?? fail(id);
}

function fail(id: string): never {
  throw new Error(`there is no item ${id}`);
}

function tick(opId: string, item: Item): ListOperation {
  return { opId, kind: 'tick', itemId: item.id, bought: item.buys };
}

function grams(food: string, many: number): PantryEntry[] {
  return [{ food, quantity: { amount: fraction(many), unit: 'g' } }];
}

test('adds up a cup and 200 g of flour in one item', () => {
  deepStrictEqual(listFor('1 cup flour', '200 g flour'), ['1 x 500 g flour']);
});

test('adds up a food of two recipes and lists the meals it is for', () => {
  const [soup, stew] = [dish('soup', 4, '2 onions'), dish('stew', 4, '3 onions')];
  const [onions] = itemsOf({ meals: [meal(stew, 4, { day: 'Friday' }), meal(soup)] });
  strictEqual(onions && read(onions), '5 onions');
  deepStrictEqual(onions?.for, [
    { day: 'Monday', slot: 'dinner', description: 'soup' },
    { day: 'Friday', slot: 'dinner', description: 'stew' },
  ]);
});

test('scales a recipe to the servings of its meal', () => {
  deepStrictEqual(listOf({ meals: [meal(dish('soup', 4, '2 onions', '500 g potatoes'), 6)] }), [
    '3 onions',
    '750 g potatoes',
  ]);
});

test('shows a food in pieces if most of it is counted, and by weight if most of it is weighed', () => {
  deepStrictEqual(listFor('1 onion'), ['1 onion']);
  deepStrictEqual(listFor('1 onion', '80 g onions'), ['2 onions']);
  deepStrictEqual(listFor('1 onion', '500 g onions'), ['600 g onions']);
  deepStrictEqual(listFor('1 large onion'), ['1 large onion']);
  deepStrictEqual(listFor('2 large onions'), ['2 large onions']);
});

test('lists a meal once for a food that is on two lines of its recipe', () => {
  const [onions] = itemsOf({ meals: [meal(dish('a', 4, '1 onion', '2 onions'))] });
  deepStrictEqual(onions?.for, [{ day: 'Monday', slot: 'dinner', description: 'a' }]);
});

test('takes the upper end of a range, and an ounce as a mass', () => {
  deepStrictEqual(listFor('3-4 onions', '8 oz flour'), ['4 onions', '1 x 500 g flour']);
  deepStrictEqual(itemOf('food:flour', { meals: [meal(dish('a', 1, '8 oz flour'))] }).needs, {
    g: '45359237/200000',
  });
});

test('lists a line without an amount, also together with a line with one', () => {
  deepStrictEqual(listFor('parsley to taste'), ['parsley (some)']);
  deepStrictEqual(listFor('parsley to taste', '10 g parsley'), ['1 x 30 g parsley (some)']);
});

test('shows amounts that do not convert side by side in one item', () => {
  deepStrictEqual(listFor('1 bunch parsley', '10 g parsley', '2 bunches parsley'), [
    '3 bunch + 1 x 30 g parsley',
  ]);
  deepStrictEqual(listFor('200 ml stock', '1 cup stock'), ['1 x 1 l stock']);
});

test('shows lines that were not understood as typed, one item each, with how often they are required', () => {
  const riddle = dish('riddle', 4, 'Onjons', '2 onions', 'onjons');
  const meals = [meal(riddle, 6), meal(riddle, 4, { day: 'Sunday' })];
  deepStrictEqual(listOf({ meals }), ['5 onions', 'onjons x 3/2', 'onjons', 'Onjons x 3/2', 'Onjons']);
  strictEqual(new Set(itemsOf({ meals }).map(({ id }) => id)).size, 5);
});

test('lists tap water only if it was added by hand', () => {
  deepStrictEqual(listFor('1 l water', '2 onions'), ['2 onions']);
  const done: ListOperation[] = [{ opId: '1', kind: 'add', text: '2 l water' }];
  deepStrictEqual(listOf({ meals: [], done }), ['2 l water']);
});

test('shops for no leftovers, no eating out and no meals without a recipe', () => {
  const soup = dish('soup', 4, '2 onions');
  const find = (id: string): Recipe | undefined => (id === 'soup' ? soup : undefined);
  const cooked = dishesToCook(
    {
      Monday: {
        lunch: { description: 'Soup', recipeId: 'soup', servings: 3 },
        dinner: { description: 'Soup again', recipeId: 'soup', kind: 'leftovers' },
      },
      Tuesday: { lunch: { description: 'Pizzeria', recipeId: 'soup', kind: 'eating-out' } },
      Wednesday: { lunch: { description: 'Bread' }, dinner: { description: 'Gone', recipeId: 'gone' } },
      Thursday: { dinner: { description: 'Soup', recipeId: 'soup' } },
    },
    find,
  );
  deepStrictEqual(
    cooked.map(({ day, slot, servings }) => [day, slot, servings]),
    [
      ['Monday', 'lunch', 3],
      ['Thursday', 'dinner', 4],
    ],
  );
});

const soup = dish('soup', 4, '2 onions', '1 cup cream', '400 g potatoes', 'salt to taste');

test('deducts the pantry once, after adding up', () => {
  const pantry = [
    { food: 'potato', quantity: { amount: fraction(1), unit: 'kg' as const } },
    { food: 'onion', quantity: { amount: fraction(3), unit: 'piece' as const } },
    { food: 'salt' },
  ];
  const meals = [meal(soup), meal(soup, 4, { day: 'Tuesday' }), meal(soup, 4, { day: 'Sunday' })];
  deepStrictEqual(listOf({ meals, pantry }), ['3 onions', '200 g potatoes', '3 x 250 ml cream']);
  deepStrictEqual(listOf({ meals: meals.slice(0, 1), pantry }), ['1 x 250 ml cream']);
});

test('takes "to taste" from the pantry only if the measured lines leave something', () => {
  const meals = [meal(dish('a', 1, '10 g parsley', 'parsley to taste'))];
  deepStrictEqual(listOf({ meals, pantry: grams('parsley', 11) }), []);
  deepStrictEqual(listOf({ meals, pantry: grams('parsley', 10) }), ['parsley (some)']);
});

test('asks about staples; a want puts them on the list, a tick answers the question', () => {
  const meals = [meal(dish('a', 4, '1 tsp salt', '2 onions'))];
  deepStrictEqual(listOf({ meals }), ['1 x 500 g salt [probably-at-home]', '2 onions']);
  const want: ListOperation = { opId: 'w', kind: 'want', itemId: 'food:salt' };
  deepStrictEqual(listOf({ meals, done: [want] }), ['2 onions', '1 x 500 g salt']);
  const have = tick('t', itemOf('food:salt', { meals }));
  deepStrictEqual(listOf({ meals, done: [have] }), ['2 onions', '1 x 500 g salt [ticked]']);
  const undo: ListOperation = { opId: 'u', kind: 'undo', undoes: ['t'] };
  deepStrictEqual(listOf({ meals, done: [want, have, undo] }), ['2 onions', '1 x 500 g salt']);
});

test('understands, adds up, ticks and undoes lines added by hand', () => {
  const done: ListOperation[] = [
    { opId: 'a', kind: 'add', text: '2 onions' },
    { opId: 'b', kind: 'add', text: 'cat food' },
    { opId: 'c', kind: 'add', text: 'salt' },
  ];
  const meals = [meal(soup)];
  deepStrictEqual(listOf({ meals, done }), [
    '4 onions',
    '400 g potatoes',
    '1 x 250 ml cream',
    'salt (some)',
    'cat food',
  ]);
  deepStrictEqual(itemOf('food:onion', { meals, done }).for[1], { added: '2 onions', opId: 'a' });
  const ticked = tick('t', itemOf('added:b', { meals, done }));
  ok(listOf({ meals: [], done: [...done, ticked] }).includes('cat food [ticked]'));
  const undo: ListOperation = { opId: 'u', kind: 'undo', undoes: ['a', 'b', 'c'] };
  deepStrictEqual(listOf({ meals, done: [...done, undo] }), listOf({ meals }));
});

test('deducts no pantry from lines added by hand', () => {
  const done: ListOperation[] = [{ opId: 'a', kind: 'add', text: '2 onions' }];
  deepStrictEqual(listOf({ meals: [meal(dish('a', 4, '3 onions'))], pantry: [{ food: 'onion' }], done }), [
    '2 onions',
  ]);
});

test('preserves ticks and added lines when the plan changes', () => {
  const done: ListOperation[] = [
    { opId: 'a', kind: 'add', text: 'cat food' },
    tick('t', itemOf('food:onion', { meals: [meal(soup)] })),
  ];
  const moved = [meal(soup, 4, { day: 'Saturday' }), meal(dish('eggs', 2, '4 eggs'))];
  deepStrictEqual(listOf({ meals: moved, done }), [
    'salt (some) [probably-at-home]',
    '2 onions [ticked]',
    '400 g potatoes',
    '1 x 250 ml cream',
    '1 x 6 eggs',
    'cat food',
  ]);
});

test('preserves the tick of a line that was not understood when its meal moves', () => {
  const riddle = dish('riddle', 4, 'mystery');
  const [line] = itemsOf({ meals: [meal(riddle)] });
  const done = [tick('t', line as Item)];
  deepStrictEqual(listOf({ meals: [meal(riddle, 4, { day: 'Friday' })], done }), ['mystery [ticked]']);
});

test('preserves the tick of a line when the lines around it change', () => {
  const [first, second] = itemsOf({ meals: [meal(dish('riddle', 4, 'first mystery', 'second mystery'))] });
  const done = [tick('t', second as Item)];
  deepStrictEqual(listOf({ meals: [meal(dish('riddle', 4, 'second mystery'))], done }), [
    'second mystery [ticked]',
  ]);
  deepStrictEqual(listOf({ meals: [meal(dish('riddle', 4, 'first mystery'))], done }), [first?.name]);
});

test('adds only the difference when more is required than was bought, and preserves the tick', () => {
  const first = [meal(dish('a', 4, '300 g flour'))];
  const done = [tick('1', itemOf('food:flour', { meals: first }))];
  const more = [...first, meal(dish('b', 4, '150 g flour'), 4, { day: 'Friday' })];
  deepStrictEqual(listOf({ meals: more, done }), ['1 x 500 g flour [ticked]'], 'the pack is enough for both');
  const most = [...more, meal(dish('c', 4, '400 g flour'), 4, { day: 'Sunday' })];
  deepStrictEqual(listOf({ meals: most, done }), ['1 x 500 g flour [ticked]', '1 x 500 g flour']);
  const second = itemOf('food:flour:2', { meals: most, done });
  deepStrictEqual(second.needs, { g: '350' });
  const both = [...done, tick('2', second)];
  deepStrictEqual(listOf({ meals: most, done: both }), [
    '1 x 500 g flour [ticked]',
    '1 x 500 g flour [ticked]',
  ]);
  deepStrictEqual(
    listOf({ meals: most, done: [...both, { opId: '3', kind: 'undo', undoes: ['1'] }] }),
    ['1 x 500 g flour', '1 x 500 g flour [ticked]'],
    'each tick can be undone separately',
  );
});

test('counts two concurrent ticks of an item as one purchase', () => {
  const meals = [meal(dish('a', 4, '2 onions'))];
  const item = itemOf('food:onion', { meals });
  const twice = [meal(dish('a', 4, '2 onions'), 8)];
  deepStrictEqual(listOf({ meals: twice, done: [tick('1', item), tick('2', item)] }), [
    '2 onions [ticked]',
    '2 onions',
  ]);
});

test('counts a tick with invalid amounts as a tick', () => {
  const meals = [meal(dish('a', 4, '2 onions'))];
  const bought = { g: '1/0', florps: '7', kg: '-3', constructor: 'x' } as const;
  const done: ListOperation[] = [{ opId: '1', kind: 'tick', itemId: 'food:onion', bought }];
  deepStrictEqual(listOf({ meals, done }), ['onions [ticked]', '2 onions']);
});

test('makes a list whatever amounts a device sends', () => {
  const meals = [
    meal(dish('a', 4, ...sampleCatalogue.foods.map((food) => `100 g ${food.names.en[0]?.plural}`))),
  ];
  const amounts = fc.oneof(
    fc.integer().map(String),
    fc.string(),
    fc.constant('7'.repeat(60)),
    fc.constant('1/3'),
  );
  const bought = fc.dictionary(fc.constantFrom(...UNIT_NAMES, '__proto__', 'toString'), amounts);
  const ids = fc.constantFrom(
    ...sampleCatalogue.foods.map(({ id }) => `food:${id}`),
    'food:onion:999',
    'food:',
    'line:',
    '',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(ids, bought)), fc.constantFrom(...UNIT_SYSTEMS), (ticks, units) => {
      const done = ticks.map(([itemId, all], at): ListOperation => {
        return { opId: `${at}`, kind: 'tick', itemId, bought: all };
      });
      const items = itemsOf({ meals, units, done });
      for (const [itemId] of ticks.filter(([id]) => items.some((item) => item.id === id))) {
        strictEqual(items.find(({ id }) => id === itemId)?.state, 'ticked');
      }
    }),
  );
});

test('sorts aisles in the order of the family and names by its language', () => {
  const meals = [meal(dish('a', 4, '2 onions', '4 eggs', '100 g bacon', '1 cup milk', '1 cup cream', 'x'))];
  const { aisles } = makeShoppingList({
    meals,
    foods: sampleCatalogue,
    understand: parseLine,
    aisleOrder: ['meat', 'other', 'dairy'],
  });
  deepStrictEqual(
    aisles.map(({ aisle }) => aisle),
    ['meat', 'other', 'dairy', 'vegetables', 'eggs'],
  );
  deepStrictEqual(
    aisles[2]?.items.map(({ name }) => name),
    ['cream', 'milk'],
  );
  const german = makeShoppingList({ meals, foods: sampleCatalogue, understand: parseLine, language: 'de' });
  strictEqual(german.aisles[0]?.items[0]?.name, 'onion auf Deutsch');
});

test('returns plain JSON', () => {
  const list = makeShoppingList({ meals: [meal(soup, 3)], foods: sampleCatalogue, understand: parseLine });
  deepStrictEqual(JSON.parse(JSON.stringify(list)), list);
});
