/** Settings of all lists: which of several operations holds, whatever the order in which they arrived. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { liveOperations, type ListOperation, mergeOperations, NO_OPERATIONS } from './operations.ts';
import { settingsOf } from './settings.ts';

const settingsFrom = (...operations: ListOperation[]) =>
  settingsOf(liveOperations(mergeOperations(NO_OPERATIONS, operations)));

const move = (opId: string, aisle: 'frozen' | 'bakery'): ListOperation => ({
  opId,
  kind: 'move',
  key: 'food:leek',
  aisle,
});

const order = (opId: string, aisles: ('frozen' | 'bakery' | 'dairy')[]): ListOperation => ({
  opId,
  kind: 'order',
  shop: 'Market',
  aisles,
});

test('of two moves made at the same time, the one with the greater id holds on every device', () => {
  const [one, other] = [move('move-one-1', 'frozen'), move('move-one-2', 'bakery')];
  for (const settings of [settingsFrom(one, other), settingsFrom(other, one)]) {
    strictEqual(settings.aisleOf('food:leek'), 'bakery');
    deepStrictEqual(settings.movesOf('food:leek'), ['move-one-1', 'move-one-2']);
  }
  strictEqual(settingsFrom(one).aisleOf('food:onion'), undefined);
});

test('an undone move holds no longer', () => {
  const undo: ListOperation = { opId: 'undo-move', kind: 'undo', undoes: ['move-one-2'] };
  const settings = settingsFrom(move('move-one-1', 'frozen'), move('move-one-2', 'bakery'), undo);
  strictEqual(settings.aisleOf('food:leek'), 'frozen');
});

test('the later order of a shop holds, and aisles that it does not name come last', () => {
  const { shops } = settingsFrom(order('order-2', ['dairy', 'frozen']), order('order-1', ['bakery']));
  deepStrictEqual(
    shops.map(({ name, aisles }) => [name, ...aisles.slice(0, 3)]),
    [['Market', 'dairy', 'frozen', 'vegetables']],
  );
});
