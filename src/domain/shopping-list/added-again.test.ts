/** Property tests: what somebody adds by hand is on the list until a tick or a removal that names it. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { oneOf, type Random, seededRandom } from '#domain/random.ts';
import { dish, meal, parseLine, sampleCatalogue } from '#test/support/sample-foods.ts';
import {
  addAmounts,
  type ExactAmounts,
  formatAmounts,
  parseAmounts,
  subtractAmounts,
} from './exact-amounts.ts';
import { addedTo, type Item } from './item.ts';
import { type ListOperation, type ListOperations, liveOperations } from './operations.ts';
import { mergeOperations, NO_OPERATIONS } from './operations.ts';
import { allItems } from './pending.ts';
import { purchaseOf, removalOf, undo } from './item-operations.ts';
import { makeShoppingList } from './shopping-list.ts';

const TEXTS =
  'lemons|3 lemons|1 onion|300 g flour|1 kg flour|salt|2 tsp salt|cat food|salt and parsley|2 eggs plus 100 g butter|bread|100 g butter'.split(
    '|',
  );
const PLANS = [
  [],
  [meal(dish('tart', 4, '2 lemons', '200 g flour', '1 tsp salt', '100 g butter'))],
  [meal(dish('soup', 4, '2 onions', 'salt', 'parsley', '3 lemons', '1.2 kg flour'))],
];

const understood = new Map(TEXTS.map((text) => [text, parseLine(text)]));

function itemsOf(operations: ListOperations, plan = 0): Item[] {
  return allItems(
    makeShoppingList({
      meals: PLANS[plan] ?? [],
      foods: sampleCatalogue,
      operations,
      understand: (text) => understood.get(text) ?? parseLine(text),
    }),
  );
}

function isOpen({ state }: Item): boolean {
  return state === 'open' || state === 'probably-at-home';
}

/** A person taps on the list that the device shows, or adds something. */
function act(random: Random, known: ListOperations, opId: string, plan: number): ListOperation[] {
  const items = itemsOf(known, plan);
  const ids = Array.from({ length: 3 }, (_, at) => `${opId}-${at}`);
  const newId = (): string => ids.pop() as string;
  const item = items.length > 0 ? oneOf(random, items) : undefined;
  const what = random(8);
  if (!item || what <= 2) return [{ opId, kind: 'add', text: oneOf(random, TEXTS) }];
  if (what === 3) return removalOf(item, items, newId);
  if (what === 4 && item.state === 'probably-at-home') return [{ opId, kind: 'want', itemId: item.id }];
  if (item.state === 'ticked' || item.state === 'dropped') return [undo(item.marks, newId)];
  return [purchaseOf('tick', item, items, opId)];
}

/** What a family with two devices has done: both know `base`, and then each knows only its own. */
function makeHistory(seed: number): { operations: ListOperations; plan: number } {
  const random = seededRandom(seed);
  let base = NO_OPERATIONS;
  let plan = random(PLANS.length);
  for (let round = 0; round < 3; round += 1) {
    const devices = ['ann', 'bob'].map((name) => {
      let known = base;
      for (let count = random(5); count > 0; count -= 1)
        known = mergeOperations(known, act(random, known, `${name}-${round}-${count}`, plan));
      return known;
    });
    for (const known of devices) base = mergeOperations(base, known.values());
    if (random(3) === 0) plan = random(PLANS.length);
  }
  return { operations: base, plan };
}

/** The exact amounts that are still to be bought, by food. */
function openNeeds(items: readonly Item[]): Map<string, ExactAmounts> {
  const needs = new Map<string, ExactAmounts>();
  for (const { foodId, needs: exact } of items.filter(isOpen)) {
    const food = foodId === undefined ? undefined : sampleCatalogue.find(foodId);
    if (food)
      needs.set(food.id, addAmounts(needs.get(food.id) ?? new Map(), parseAmounts(exact, food.weights)));
  }
  return needs;
}

function addLine(operations: ListOperations, opId: string, text: string): ListOperations {
  return mergeOperations(operations, [{ opId, kind: 'add', text }]);
}

function namedByPurchases(operations: ListOperations): Set<string> {
  return new Set(
    liveOperations(operations).flatMap((operation) => {
      if (operation.kind !== 'tick' && operation.kind !== 'drop') return [];
      return [
        ...(operation.lines ?? []),
        ...(operation.partLines ?? []),
        operation.itemId.replace(/^added:/, ''),
      ];
    }),
  );
}

const histories = fc.nat().map(makeHistory);
const texts = fc.constantFrom(...TEXTS);

test('what is added after a tick or a removal is to buy again, in the amount that was typed', () => {
  fc.assert(
    fc.property(histories, texts, ({ operations, plan }, text) => {
      const before = openNeeds(itemsOf(operations, plan));
      const items = itemsOf(addLine(operations, 'added-last', text), plan);
      const open = items.filter((item) => isOpen(item) && addedTo(item).includes('added-last'));
      const alone = itemsOf(addLine(NO_OPERATIONS, 'added-last', text));
      strictEqual(open.length, alone.length, 'one open item for each food of the line');
      for (const [foodId, needs] of openNeeds(alone)) {
        const after = openNeeds(items).get(foodId) ?? new Map();
        const more = subtractAmounts(after, before.get(foodId) ?? new Map());
        deepStrictEqual(formatAmounts(more), formatAmounts(needs), foodId);
      }
    }),
    { numRuns: 200 },
  );
});

test('two devices that add the same while they are offline buy both', () => {
  fc.assert(
    fc.property(histories, texts, ({ operations, plan }, text) => {
      const ann = addLine(operations, 'ann-last', text);
      const bob = addLine(operations, 'bob-last', text);
      const merged = mergeOperations(ann, bob.values());
      deepStrictEqual(itemsOf(mergeOperations(bob, ann.values()), plan), itemsOf(merged, plan));
      const once = openNeeds(itemsOf(ann, plan));
      for (const [foodId, needs] of openNeeds(itemsOf(addLine(NO_OPERATIONS, 'a', text)))) {
        const more = subtractAmounts(
          openNeeds(itemsOf(merged, plan)).get(foodId) ?? new Map(),
          once.get(foodId) ?? new Map(),
        );
        deepStrictEqual(formatAmounts(more), formatAmounts(needs), foodId);
      }
    }),
    { numRuns: 100 },
  );
});

test('every line is shown: to buy, unless a tick or a removal names it', () => {
  fc.assert(
    fc.property(histories, ({ operations, plan }) => {
      const items = itemsOf(operations, plan);
      const named = namedByPurchases(operations);
      for (const operation of liveOperations(operations)) {
        if (operation.kind !== 'add') continue;
        const shown = items.filter((item) => addedTo(item).includes(operation.opId));
        ok(shown.length > 0, `${operation.text} is on the list`);
        if (!named.has(operation.opId)) ok(shown.every(isOpen), `${operation.text} is to buy`);
      }
      for (const item of items) ok(item.for.length > 0, `${item.id} says what it is for`);
    }),
    { numRuns: 200 },
  );
});
