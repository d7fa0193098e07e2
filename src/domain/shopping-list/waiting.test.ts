import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { dish, kitchen, meal, understand } from '#test/sample-foods.ts';
import type { Item, ShoppingList } from './item.ts';
import { type ListOperation, NO_OPERATIONS, mergeOperations } from './operations.ts';
import { withWaiting } from './waiting.ts';
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
    foods: kitchen,
    understand,
    operations: mergeOperations(NO_OPERATIONS, done),
  });
}

/** What the device shows: the list of the service, and what it did itself. */
function shown(heard: ListOperation[], waiting: ListOperation[]): ShoppingList {
  return withWaiting(listAfter(...heard), waiting, [], 'en');
}

function itemsOf({ asked, aisles }: ShoppingList): Item[] {
  return [...asked, ...aisles.flatMap(({ items }) => items)];
}

const same: { why: string; heard: ListOperation[]; waiting: ListOperation[] }[] = [
  { why: 'a tick', heard: [], waiting: [TICK] },
  { why: 'a tick whose answer was lost', heard: [TICK], waiting: [TICK] },
  { why: 'a tick taken back', heard: [TICK], waiting: [undo('t')] },
  { why: 'a tick made and taken back', heard: [], waiting: [TICK, undo('t')] },
  { why: 'a tick on a tick of somebody else', heard: [TICK], waiting: [{ ...TICK, opId: 'x' }] },
  { why: 'an answer to a question', heard: [], waiting: [WANT] },
  { why: 'an answer taken back', heard: [WANT], waiting: [undo('w')] },
  { why: 'a question settled', heard: [], waiting: [HAVE] },
  { why: 'an answer, and then a tick', heard: [WANT], waiting: [HAVE] },
  { why: 'an answer beside the tick of somebody else', heard: [HAVE], waiting: [WANT] },
  { why: 'a line added', heard: [], waiting: [ADD] },
  { why: 'a line added and ticked', heard: [], waiting: [ADD, TICK_ADDED] },
  { why: 'a line added whose answer was lost', heard: [ADD], waiting: [ADD] },
  { why: 'a line taken off', heard: [ADD], waiting: [undo('a')] },
  { why: 'a line added and taken off', heard: [], waiting: [ADD, undo('a')] },
  { why: 'nothing', heard: [TICK, ADD], waiting: [] },
];
for (const { why, heard, waiting } of same) {
  test(`a device shows at once what the service will say: ${why}`, () => {
    deepStrictEqual(shown(heard, waiting), listAfter(...heard, ...waiting));
  });
}

test('a line that names a food stands by itself until the service has summed it', () => {
  const names = itemsOf(shown([], [MORE])).map(({ name }) => name);
  deepStrictEqual(names, ['salt', 'onions', 'cream', '1 onion', 'mystery']);
  const [onions] = shown([MORE], []).aisles[0]?.items ?? [];
  strictEqual(onions?.needs.g, '300');
});

test('a line that was summed is no longer named once it is taken off', () => {
  const items = itemsOf(shown([MORE], [undo('m')]));
  const onions = items.find(({ id }) => id === 'food:onion');
  deepStrictEqual(onions?.for, [{ day: 'Monday', slot: 'dinner', description: 'soup' }]);
});
