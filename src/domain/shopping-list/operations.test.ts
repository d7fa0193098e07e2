import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { oneOf, type Random, seededRandom } from '#domain/random.ts';
import { dish, sampleCatalogue, meal, parseLine } from '#test/support/sample-foods.ts';
import { fraction } from '#domain/quantity/fraction.ts';
import { type Item, LIST_AISLES, aisleKey, type ShoppingList } from './item.ts';
import {
  type ListOperation,
  type ListOperations,
  NO_OPERATIONS,
  isSetting,
  itemVersions,
  liveOperations,
  mergeOperations,
} from './operations.ts';
import { allItems } from './pending.ts';
import { makeShoppingList } from './shopping-list.ts';

function tick(opId: string, itemId: string): ListOperation {
  return { opId, kind: 'tick', itemId, bought: {} };
}

function undo(opId: string, ...undoes: string[]): ListOperation {
  return { opId, kind: 'undo', undoes };
}

function liveIds(...operations: ListOperation[]): string[] {
  return liveOperations(mergeOperations(NO_OPERATIONS, operations)).map(({ opId }) => opId);
}

test('an undo cancels the operations it names, also those that arrive later', () => {
  deepStrictEqual(liveIds(tick('1', 'a'), undo('2', '1')), []);
  deepStrictEqual(liveIds(undo('2', '1'), tick('1', 'a')), []);
});

test('an undo does not cancel a tick that it does not name', () => {
  deepStrictEqual(liveIds(tick('1', 'a'), tick('2', 'a'), undo('3', '1')), ['2']);
});

test('an item can be ticked again after an undo, and an undo cannot be undone', () => {
  deepStrictEqual(liveIds(tick('1', 'a'), undo('2', '1'), tick('3', 'a')), ['3']);
  deepStrictEqual(liveIds(tick('1', 'a'), undo('2', '1'), undo('3', '2')), []);
});

test('the first operation of an id wins', () => {
  const merged = mergeOperations(mergeOperations(NO_OPERATIONS, [tick('1', 'a')]), [tick('1', 'b')]);
  deepStrictEqual(merged.get('1'), tick('1', 'a'));
});

test('merging does not change its arguments', () => {
  const known = mergeOperations(NO_OPERATIONS, [tick('1', 'a')]);
  mergeOperations(known, [tick('2', 'a')]);
  deepStrictEqual([[...known.keys()], NO_OPERATIONS.size], [['1'], 0]);
});

test('the version of an item counts its operations and only grows', () => {
  const all = [tick('1', 'a'), undo('2', '1'), tick('3', 'b'), undo('4', '3', '1', 'gone')];
  const added: ListOperation = { opId: '5', kind: 'add', text: 'cat food' };
  const versions = itemVersions(mergeOperations(NO_OPERATIONS, [...all, added]));
  deepStrictEqual(Object.fromEntries(versions), { a: 3, 'added:5': 1, b: 2 });
  for (const [at] of all.entries()) {
    const [less, more] = [at, at + 1].map((end) =>
      itemVersions(mergeOperations(NO_OPERATIONS, all.slice(0, end))),
    );
    for (const [item, version] of less ?? []) ok(version <= (more?.get(item) ?? 0));
  }
});

test('merging is commutative, associative and idempotent', () => {
  const id = fc.stringMatching(/^[0-9]$/);
  const some = fc.oneof(
    fc.tuple(id, fc.constantFrom('a', 'b')).map(([opId, item]) => tick(`t${opId}${item}`, item)),
    fc.tuple(id, fc.array(fc.constantFrom('t1a', 't2b', 't3a'), { maxLength: 2 })).map(([opId, undoes]) => {
      return undo(`u${opId}${undoes.join('')}`, ...undoes);
    }),
  );
  const all = fc.array(some, { maxLength: 30 });
  fc.assert(
    fc.property(
      all.chain((operations) =>
        fc.tuple(fc.constant(operations), fc.shuffledSubarray(operations, { minLength: operations.length })),
      ),
      ([first, second]) => {
        const half = first.length / 2;
        const parts = mergeOperations(
          mergeOperations(NO_OPERATIONS, second.slice(half)),
          second.slice(0, half),
        );
        deepStrictEqual(
          liveOperations(mergeOperations(parts, second)),
          liveOperations(mergeOperations(NO_OPERATIONS, first)),
        );
      },
    ),
  );
});

/** A phone: the operations it knows, and those not confirmed by the server. */
type Device = {
  known: ListOperations;
  pending: Map<string, ListOperation>;
  undone: Set<string>;
  name: string;
};
type World = {
  random: Random;
  server: ListOperations;
  devices: Device[];
  /** Messages in transit, delivered in any order or never. */
  network: (() => void)[];
  made: ListOperation[];
};

const MEALS = [meal(dish('soup', 4, '2 onions', '1 cup cream', '400 g potatoes', '1 tsp salt', 'mystery'))];

function listFor(operations: ListOperations): ShoppingList {
  return makeShoppingList({
    meals: MEALS,
    foods: sampleCatalogue,
    operations,
    understand: parseLine,
    understandAmount: (text) => (text === '3' ? { amount: fraction(3), unit: 'piece' } : undefined),
  });
}

function itemsFor(operations: ListOperations): Item[] {
  return allItems(listFor(operations));
}

/** A person uses an action that the device offers. */
function act({ random, made }: World, device: Device): void {
  const item = oneOf(random, itemsFor(device.known));
  const opId = `${device.name}-${made.length}`;
  const operation =
    random(3) === 0 ? otherAction(random, opId, item, device) : mainAction(random, opId, item);
  made.push(operation);
  device.pending.set(opId, operation);
  learn(device, [operation]);
}

function mainAction(random: Random, opId: string, item: Item): ListOperation {
  if (random(10) === 0) return { opId, kind: 'add', text: oneOf(random, ['cat food', '1 onion', 'salt']) };
  if (item.state === 'ticked' || item.state === 'dropped') return undo(opId, ...item.marks);
  if (item.state === 'probably-at-home' && random(2) === 0) return { opId, kind: 'want', itemId: item.id };
  return {
    opId,
    kind: oneOf(random, ['tick', 'tick', 'drop']),
    itemId: item.id,
    bought: item.buys,
    lines: [],
  };
}

/** Changes of amounts, aisles, shops and what is always at home; each can be taken back. */
function otherAction(random: Random, opId: string, item: Item, { known }: Device): ListOperation {
  const settings = liveOperations(known).filter(isSetting);
  const back = [...(item.changes ?? []), ...(item.moves ?? []), ...settings.map((setting) => setting.opId)];
  const aisle = oneOf(random, LIST_AISLES);
  const actions: ListOperation[] = [
    { opId, kind: 'amount', itemId: item.id, text: oneOf(random, ['3', '2 kg', 'lots']), seen: item.needs },
    { opId, kind: 'move', key: aisleKey(item), aisle },
    { opId, kind: 'keep', foodId: oneOf(random, ['salt', 'onion']) },
    { opId, kind: 'order', shop: oneOf(random, ['', 'Market']), aisles: [aisle] },
    ...(back.length > 0 ? [undo(opId, oneOf(random, back))] : []),
  ];
  return oneOf(random, actions);
}

/** Merges, and checks that no undone operation becomes live again and no live one vanishes without an undo. */
function learn(device: Device, more: Iterable<ListOperation>): void {
  const before = liveOperations(device.known);
  device.known = mergeOperations(device.known, more);
  const live = new Set(liveOperations(device.known).map(({ opId }) => opId));
  const undone = new Set(
    [...device.known.values()].flatMap((operation) => (operation.kind === 'undo' ? operation.undoes : [])),
  );
  for (const { opId } of before) {
    ok(live.has(opId) || undone.has(opId), `${opId} vanished without an undo`);
    if (!live.has(opId)) device.undone.add(opId);
  }
  for (const opId of device.undone) ok(!live.has(opId), `${opId} became live again`);
}

/** Sends the pending operations; request and response may each be lost or duplicated. */
function send(world: World, device: Device): void {
  const { random, network } = world;
  const sent = [...device.pending.values()];
  const arrive = (): void => {
    world.server = mergeOperations(world.server, sent);
    const response = [...world.server.values()];
    transmit(random, network, () => {
      for (const { opId } of sent) device.pending.delete(opId);
      learn(device, response);
    });
  };
  transmit(random, network, arrive);
}

function transmit(random: Random, network: (() => void)[], message: () => void): void {
  const copies = oneOf(random, [0, 1, 1, 1, 2]);
  for (let copy = 0; copy < copies; copy += 1) network.push(message);
}

function step(world: World, mayAct: boolean): void {
  const { random, network, devices } = world;
  const device = oneOf(random, devices);
  const what = random(3);
  if (what === 0 && mayAct) act(world, device);
  else if (what === 1) send(world, device);
  else network.splice(random(network.length), 1)[0]?.();
}

test('two devices converge over a network that drops, delays and duplicates: 1,500 operations', (context) => {
  let operations = 0;
  for (let seed = 0; operations < 1_500; seed += 1) {
    const devices = ['ann', 'bob'].map((name) => ({
      name,
      known: NO_OPERATIONS,
      pending: new Map(),
      undone: new Set<string>(),
    }));
    const world: World = {
      random: seededRandom(seed),
      server: NO_OPERATIONS,
      devices,
      network: [],
      made: [],
    };
    while (world.made.length < 100) step(world, true);
    const isSynchronised = (): boolean =>
      devices.every(({ known, pending }) => pending.size === 0 && known.size === world.made.length);
    for (let steps = 0; !isSynchronised(); steps += 1) {
      ok(steps < 100_000, 'the devices do not converge');
      step(world, false);
    }
    strictEqual(world.server.size, world.made.length, 'nothing is lost');
    const undone = new Set(
      world.made.flatMap((operation) => (operation.kind === 'undo' ? operation.undoes : [])),
    );
    const expected = world.made.filter(({ opId, kind }) => kind !== 'undo' && !undone.has(opId));
    for (const { known } of [...devices, { known: world.server }]) {
      deepStrictEqual(new Set(liveOperations(known)), new Set(expected));
      deepStrictEqual(listFor(known), listFor(world.server), 'all devices show the same list');
    }
    operations += world.made.length;
  }
  context.diagnostic(`${operations} operations`);
});
