import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { type Chance, oneOf, seededChance } from '#test/chance.ts';
import { dish, kitchen, meal, understand } from '#test/sample-foods.ts';
import type { Item } from './item.ts';
import {
  type ListOperation,
  type ListOperations,
  NO_OPERATIONS,
  itemVersions,
  liveOperations,
  mergeOperations,
} from './operations.ts';
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

test('an undo takes back what it names, also if it arrives before it', () => {
  deepStrictEqual(liveIds(tick('1', 'a'), undo('2', '1')), []);
  deepStrictEqual(liveIds(undo('2', '1'), tick('1', 'a')), []);
});

test('an undo leaves alone what its sender had not seen', () => {
  deepStrictEqual(liveIds(tick('1', 'a'), tick('2', 'a'), undo('3', '1')), ['2']);
});

test('what was undone can be done again, and an undo is not undone', () => {
  deepStrictEqual(liveIds(tick('1', 'a'), undo('2', '1'), tick('3', 'a')), ['3']);
  deepStrictEqual(liveIds(tick('1', 'a'), undo('2', '1'), undo('3', '2')), []);
});

test('the first operation of an id stays, whatever comes under it later', () => {
  const merged = mergeOperations(mergeOperations(NO_OPERATIONS, [tick('1', 'a')]), [tick('1', 'b')]);
  deepStrictEqual(merged.get('1'), tick('1', 'a'));
});

test('merging leaves what was known as it was', () => {
  const known = mergeOperations(NO_OPERATIONS, [tick('1', 'a')]);
  mergeOperations(known, [tick('2', 'a')]);
  deepStrictEqual([[...known.keys()], NO_OPERATIONS.size], [['1'], 0]);
});

test('the version of an item counts what was done to it, and only grows', () => {
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

test('merging in any order, in any parts and any number of times comes to the same', () => {
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
      all.chain((one) => fc.tuple(fc.constant(one), fc.shuffledSubarray(one, { minLength: one.length }))),
      ([one, other]) => {
        const half = one.length / 2;
        const parts = mergeOperations(
          mergeOperations(NO_OPERATIONS, other.slice(half)),
          other.slice(0, half),
        );
        deepStrictEqual(
          liveOperations(mergeOperations(parts, other)),
          liveOperations(mergeOperations(NO_OPERATIONS, one)),
        );
      },
    ),
  );
});

/** Somebody with a phone: what it knows, and what it has not been told to have arrived. */
type Device = { known: ListOperations; waiting: Map<string, ListOperation>; gone: Set<string>; name: string };
type World = {
  chance: Chance;
  server: ListOperations;
  devices: Device[];
  /** What is on its way; anything of it may arrive next, or not at all. */
  air: (() => void)[];
  made: ListOperation[];
};

const MEALS = [meal(dish('soup', 4, '2 onions', '1 cup cream', '400 g potatoes', '1 tsp salt', 'mystery'))];

function itemsFor(operations: ListOperations): Item[] {
  const { asked, aisles } = makeShoppingList({ meals: MEALS, foods: kitchen, operations, understand });
  return [...asked, ...aisles.flatMap(({ items }) => items)];
}

/** A person does something that the device offers. */
function act({ chance, made }: World, device: Device): void {
  const item = oneOf(chance, itemsFor(device.known));
  const opId = `${device.name}-${made.length}`;
  const operation: ListOperation =
    chance(10) === 0
      ? { opId, kind: 'add', text: oneOf(chance, ['cat food', '1 onion', 'salt']) }
      : item.state === 'ticked'
        ? undo(opId, ...item.marks)
        : item.state === 'asked' && chance(2) === 0
          ? { opId, kind: 'want', itemId: item.id }
          : { opId, kind: 'tick', itemId: item.id, bought: item.buys };
  made.push(operation);
  device.waiting.set(opId, operation);
  learn(device, [operation]);
}

/** Whatever a device hears, nothing that was undone comes back, and nothing goes that nobody undid. */
function learn(device: Device, more: Iterable<ListOperation>): void {
  const before = liveOperations(device.known);
  device.known = mergeOperations(device.known, more);
  const live = new Set(liveOperations(device.known).map(({ opId }) => opId));
  const undone = new Set(
    [...device.known.values()].flatMap((one) => (one.kind === 'undo' ? one.undoes : [])),
  );
  for (const { opId } of before) {
    ok(live.has(opId) || undone.has(opId), `${opId} went away by itself`);
    if (!live.has(opId)) device.gone.add(opId);
  }
  for (const opId of device.gone) ok(!live.has(opId), `${opId} came back by itself`);
}

/** Sends what waits, again and again until it is answered; each message may be lost or doubled. */
function send(world: World, device: Device): void {
  const { chance, air } = world;
  const sent = [...device.waiting.values()];
  const arrive = (): void => {
    world.server = mergeOperations(world.server, sent);
    const answer = [...world.server.values()];
    throwIntoAir(chance, air, () => {
      for (const { opId } of sent) device.waiting.delete(opId);
      learn(device, answer);
    });
  };
  throwIntoAir(chance, air, arrive);
}

function throwIntoAir(chance: Chance, air: (() => void)[], message: () => void): void {
  const copies = oneOf(chance, [0, 1, 1, 1, 2]);
  for (let copy = 0; copy < copies; copy += 1) air.push(message);
}

function step(world: World, mayAct: boolean): void {
  const { chance, air, devices } = world;
  const device = oneOf(chance, devices);
  const what = chance(3);
  if (what === 0 && mayAct) act(world, device);
  else if (what === 1) send(world, device);
  else air.splice(chance(air.length), 1)[0]?.();
}

test('two people ticking through a network that drops, delays and doubles: 3,000 operations', (context) => {
  let operations = 0;
  for (let seed = 0; operations < 3_000; seed += 1) {
    const devices = ['ann', 'bob'].map((name) => ({
      name,
      known: NO_OPERATIONS,
      waiting: new Map(),
      gone: new Set<string>(),
    }));
    const world: World = { chance: seededChance(seed), server: NO_OPERATIONS, devices, air: [], made: [] };
    while (world.made.length < 100) step(world, true);
    const isQuiet = (): boolean =>
      devices.every(({ known, waiting }) => waiting.size === 0 && known.size === world.made.length);
    for (let steps = 0; !isQuiet(); steps += 1) {
      ok(steps < 100_000, 'the network never calms down');
      step(world, false);
    }
    strictEqual(world.server.size, world.made.length, 'nothing is lost');
    const undone = new Set(world.made.flatMap((one) => (one.kind === 'undo' ? one.undoes : [])));
    const expected = world.made.filter(({ opId, kind }) => kind !== 'undo' && !undone.has(opId));
    for (const { known } of [...devices, { known: world.server }]) {
      deepStrictEqual(new Set(liveOperations(known)), new Set(expected));
      deepStrictEqual(itemsFor(known), itemsFor(world.server), 'everybody sees the same list');
    }
    operations += world.made.length;
  }
  context.diagnostic(`${operations} operations`);
});
