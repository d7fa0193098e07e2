import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { dish, sampleCatalogue, meal, parseLine } from '#test/support/sample-foods.ts';
import { type Item, LIST_AISLES, type ShoppingList } from './item.ts';
import { type ListOperation, NO_OPERATIONS, mergeOperations } from './operations.ts';
import { orderOf, withPendingOperations } from './pending.ts';
import { makeShoppingList } from './shopping-list.ts';

const MEALS = [meal(dish('soup', 4, '2 onions', '1 cup cream', '1 tsp salt', 'mystery'))];
const ADD: ListOperation = { opId: 'a', kind: 'add', text: 'cat food' };
const MORE: ListOperation = { opId: 'm', kind: 'add', text: '1 onion' };
const TICK: ListOperation = { opId: 't', kind: 'tick', itemId: 'food:onion', bought: { g: '200' } };
const WANT: ListOperation = { opId: 'w', kind: 'want', itemId: 'food:salt' };
const HAVE: ListOperation = { opId: 'h', kind: 'tick', itemId: 'food:salt', bought: { g: '500' } };
const TICK_ADDED: ListOperation = { opId: 'c', kind: 'tick', itemId: 'added:a', bought: {} };

function undo(...undoes: string[]): ListOperation {
  return { opId: `undo-${undoes.join()}`, kind: 'undo', undoes };
}

function listAfter(...done: ListOperation[]): ShoppingList {
  return makeShoppingList({
    meals: MEALS,
    foods: sampleCatalogue,
    understand: parseLine,
    operations: mergeOperations(NO_OPERATIONS, done),
  });
}

/** What the device shows: the server's list with the pending operations applied. */
function shown(received: ListOperation[], pending: ListOperation[]): ShoppingList {
  return withPendingOperations(listAfter(...received), pending, 'en');
}

function itemsOf({ probablyAtHome, aisles }: ShoppingList): Item[] {
  return [...probablyAtHome, ...aisles.flatMap(({ items }) => items)];
}

const same: { why: string; received: ListOperation[]; pending: ListOperation[] }[] = [
  { why: 'a tick', received: [], pending: [TICK] },
  { why: 'a tick whose response was lost', received: [TICK], pending: [TICK] },
  { why: 'a tick undone', received: [TICK], pending: [undo('t')] },
  { why: 'a tick made and undone', received: [], pending: [TICK, undo('t')] },
  {
    why: 'a tick of an item that another device has ticked',
    received: [TICK],
    pending: [{ ...TICK, opId: 'x' }],
  },
  { why: 'a want', received: [], pending: [WANT] },
  { why: 'a want undone', received: [WANT], pending: [undo('w')] },
  { why: 'a tick on a staple that is asked about', received: [], pending: [HAVE] },
  { why: 'a want, then a tick', received: [WANT], pending: [HAVE] },
  { why: 'a want of an item that another device has ticked', received: [HAVE], pending: [WANT] },
  { why: 'a line added', received: [], pending: [ADD] },
  { why: 'a line added and ticked', received: [], pending: [ADD, TICK_ADDED] },
  {
    why: 'a line that names a food, added and ticked',
    received: [],
    pending: [MORE, { opId: 'c', kind: 'tick', itemId: 'added:m', bought: {} }],
  },
  { why: 'a line added whose response was lost', received: [ADD], pending: [ADD] },
  { why: 'a line removed', received: [ADD], pending: [undo('a')] },
  { why: 'a line added and removed', received: [], pending: [ADD, undo('a')] },
  { why: 'nothing', received: [TICK, ADD], pending: [] },
];
for (const { why, received, pending } of same) {
  test(`a device shows at once what the server will return: ${why}`, () => {
    deepStrictEqual(shown(received, pending), listAfter(...received, ...pending));
  });
}

test('a line that names a food is a separate item until the server has added it up', () => {
  const names = itemsOf(shown([], [MORE])).map(({ name }) => name);
  deepStrictEqual(names, ['salt', 'onions', 'cream', '1 onion', 'mystery']);
  const [onions] = shown([MORE], []).aisles[0]?.items ?? [];
  strictEqual(onions?.needs.g, '300');
});

test('a removed line is no longer a purpose of the item it was added to', () => {
  const items = itemsOf(shown([MORE], [undo('m')]));
  const onions = items.find(({ id }) => id === 'food:onion');
  deepStrictEqual(onions?.for, [{ day: 'Monday', slot: 'dinner', description: 'soup' }]);
});

test('every aisle has its place in the order of the family, also one without items', () => {
  const anyOrder = fc.shuffledSubarray([...LIST_AISLES], { minLength: LIST_AISLES.length });
  const lines = ['1 onion', '1 cup cream', 'bacon', 'spaghetti', '100 g almonds', 'stock', 'mystery'];
  fc.assert(
    fc.property(
      anyOrder,
      fc.subarray(lines, { minLength: 1 }),
      fc.option(fc.constantFrom('', 'Market'), { nil: undefined }),
      fc.constantFrom(...LIST_AISLES),
      (aisleOrder, some, shop, aisle) => {
        const set: ListOperation[] =
          shop === undefined ? [] : [{ opId: 'o', kind: 'order', shop, aisles: aisleOrder.toReversed() }];
        const list = makeShoppingList({
          meals: [meal(dish('soup', 4, ...some))],
          foods: sampleCatalogue,
          understand: parseLine,
          operations: mergeOperations(NO_OPERATIONS, set),
          aisleOrder,
        });
        const usual = shop === '' ? aisleOrder.toReversed() : aisleOrder;
        deepStrictEqual(orderOf(list), usual);
        if (shop !== undefined) deepStrictEqual(orderOf(list, shop), aisleOrder.toReversed());
        // A device without a connection moves an item to an aisle that the list does not show.
        const key = `food:${itemsOf(list)[0]?.foodId ?? 'none'}`;
        const moved = withPendingOperations(list, [{ opId: 'm', kind: 'move', key, aisle }], 'en');
        const shownAisles = moved.aisles.map((listed) => listed.aisle);
        deepStrictEqual(
          shownAisles,
          usual.filter((aisle) => shownAisles.includes(aisle)),
        );
        deepStrictEqual(orderOf(moved), usual);
      },
    ),
  );
});
