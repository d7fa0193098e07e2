/** Shopping lists and the pantry, on both databases, and over an unreliable network. */
import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { MAX_BYTES, MAX_LIST_SIZE } from '#domain/family/quota.ts';
import type { Meals } from '#domain/plan/plan.ts';
import type { Item, ShoppingList } from '#domain/shopping-list/item.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import { accepted } from '#test/support/accepted.ts';
import { dump } from '#test/support/snapshot.ts';
import { ANSWERED_LINE, makeWorld, WEEK, week, type World } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { everyFaultInTurn, startHttpProxy } from '#test/support/servers/http-proxy.ts';
import { type Random, seededRandom } from '#domain/random.ts';
import { type Reply, startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';
import { findOperations } from '#storage/tables/shopping-list/list-operations.ts';
import { replacePlan } from '#actions/plan/plans.ts';

/** A week whose list is empty at the start of each test. */
const NEXT_WEEK = '2026-11-16';
const LIST = `/lists/${NEXT_WEEK}`;

for (const kind of KINDS) {
  describe(`${kind}: lists`, async () => {
    const service = await startService({ after, before }, { kind });
    const { store } = service;
    const as = ({ owner }: World, method: string, path: string, body?: unknown): Promise<Reply> =>
      send(service, { method, path: `/app/api${path}`, token: owner.token, body });
    const operate = (world: World, ...operations: ListOperation[]) =>
      as(world, 'POST', `${LIST}/operations`, { operations });
    const plan = async ({ family, owner }: World, at: string, meals: Meals) => {
      const context = { store, actor: owner.id, nowMs: service.clock.nowMs };
      accepted(await replacePlan(context, { family, week: week(at), version: 'any' }, meals));
    };
    const cook = async (world: World, meals: Meals) => {
      await plan(world, NEXT_WEEK, meals);
      return as(world, 'GET', LIST);
    };

    test('sums the scaled recipes of the plan and added lines; leftovers add nothing', async () => {
      const world = await makeWorld(service);
      const list = await cook(world, {
        Monday: { dinner: soup(world, 6) },
        Tuesday: { lunch: { ...soup(world), kind: 'leftovers' } },
        Friday: { dinner: soup(world) },
      });
      deepStrictEqual(item(list, 'food:onion')?.buy, [{ amount: 5, unit: 'piece' }]);
      const added = await operate(world, { opId: randomUUID(), kind: 'add', text: '2 onions' });
      deepStrictEqual(item(added, 'food:onion')?.buy, [{ amount: 7, unit: 'piece' }]);
      deepStrictEqual(
        item(added, 'food:onion')?.for.map((purpose) => ('day' in purpose ? purpose.day : purpose.added)),
        ['Monday', 'Friday', '2 onions'],
      );
      strictEqual(item(added, 'food:salt')?.state, 'probably-at-home');
      deepStrictEqual(added.body, (await as(world, 'GET', LIST)).body);
    });

    test('an operation counts once in any order of arrival, and an undone one never becomes active again', async () => {
      const world = await makeWorld(service);
      await cook(world, { Monday: { dinner: soup(world) } });
      const tick: ListOperation = { opId: randomUUID(), kind: 'tick', itemId: 'food:onion', bought: {} };
      const undo: ListOperation = { opId: randomUUID(), kind: 'undo', undoes: [tick.opId] };
      await operate(world, undo);
      const late = await operate(world, tick, tick);
      notStrictEqual(item(late, 'food:onion')?.state, 'ticked');
      const before = await dump(store);
      for (const again of [[tick], [undo], [undo, tick]])
        strictEqual((await operate(world, ...again)).status, 200);
      // An operation with a known id is ignored, also with other contents or for another week.
      await operate(world, { ...tick, itemId: 'food:salt' });
      await as(world, 'POST', `/lists/${WEEK}/operations`, { operations: [tick] });
      deepStrictEqual(await dump(store), before, 'nothing is stored, not even an audit line');
    });

    test('deducts the pantry, which accepts only entries that are understood', async () => {
      const world = await makeWorld(service);
      await cook(world, { Monday: { dinner: soup(world) } });
      const put = (version: number, ...entries: object[]) =>
        as(world, 'PUT', '/pantry', { version, entries });
      const wrong = await put(
        world.version,
        { foodText: 'onions', quantityText: 'loads' },
        { foodText: 'moon dust' },
        { foodId: 'rice' },
        { foodId: 'no-such-food' },
      );
      deepStrictEqual(
        [wrong.status, wrong.body.errors.map(({ field }: { field: string }) => field)],
        [400, ['entries.0.quantityText', 'entries.1.foodText', 'entries.3.foodId']],
      );
      const { body } = await put(world.version, { foodText: 'Onion', quantityText: '1' }, { foodId: 'salt' });
      deepStrictEqual(body.entries, [
        { foodId: 'onion', quantityText: '1', name: 'onions' },
        { foodId: 'salt', name: 'salt' },
      ]);
      const typed = await put(
        body.version,
        { line: '500 g flour, 2 onions; Reis' },
        { line: '2 Dosen Tomaten' },
        { line: 'milk, lactose-free' },
        { line: `250 g ${ANSWERED_LINE}` },
      );
      deepStrictEqual(
        typed.body.entries.map(({ name: _name, ...entry }: { name: string }) => Object.values(entry)),
        [
          ['plain-flour', '500 g'],
          ['onion', '2'],
          ['rice'],
          ['tinned-tomato', '2 Dosen'],
          ['milk'],
          ['paprika', '250 g'],
        ],
      );
      const unknown = await put(typed.body.version, { foodId: 'rice' }, { line: '2 eggs, gunk' });
      deepStrictEqual(
        [unknown.status, unknown.body.errors.map(({ field }: { field: string }) => field)],
        [400, ['entries.1.line.1']],
      );
      strictEqual((await put(typed.body.version, { line: 'rice', foodId: 'rice' })).status, 400);
      await put(typed.body.version, { foodText: 'Onion', quantityText: '1' }, { foodId: 'salt' });
      const late = await put(world.version, { foodId: 'rice' });
      deepStrictEqual(
        [late.status, late.body.code, late.body.current.version],
        [409, 'stale-pantry', late.body.current.version],
      );
      const list = await as(world, 'GET', `${LIST}?language=de`);
      deepStrictEqual(item(list, 'food:onion')?.buy, [{ amount: 1, unit: 'piece' }]);
      deepStrictEqual([item(list, 'food:onion')?.name, list.body.pantry[0].name], ['Zwiebel', 'Zwiebeln']);
      strictEqual(item(list, 'food:salt'), undefined);
    });

    test('sorts aisles in the order in which earlier weeks were ticked', async () => {
      const world = await makeWorld(service);
      const add = (at: string, text: string) =>
        as(world, 'POST', `/lists/${at}/operations`, {
          operations: [{ opId: randomUUID(), kind: 'add', text }],
        });
      const tick = (at: string, itemId: string) =>
        as(world, 'POST', `/lists/${at}/operations`, {
          operations: [{ opId: randomUUID(), kind: 'tick', itemId, bought: {} }],
        });
      await add(NEXT_WEEK, '2 onions');
      deepStrictEqual(aislesOf(await add(NEXT_WEEK, '1 l milk')), ['vegetables', 'dairy']);
      await tick(WEEK, 'food:milk');
      await tick(WEEK, 'food:onion');
      deepStrictEqual(aislesOf(await as(world, 'GET', LIST)), ['dairy', 'vegetables']);
    });

    const at = weekAfter(NEXT_WEEK, 16);
    const each = MAX_LIST_SIZE.operations;
    test(`loses no operation of two people in a week with ${each} operations over an unreliable network`, async (t) => {
      const world = await makeWorld(service);
      const random = seededRandom(7);
      const proxy = await startHttpProxy(t, service.url, { nextFaults: everyFaultInTurn(random) });
      await plan(world, at, {
        Monday: { dinner: { description: 'A', recipeId: 'shakshuka' }, lunch: soup(world) },
      });
      const ids = itemsOf((await as(world, 'GET', `/lists/${at}`)).body.list).map(({ id }) => id);
      const people = [world.owner, world.member].map(
        ({ token }) => new Shopper(`${proxy.url}/app/api/lists/${at}/operations`, token, ids, random),
      );
      await Promise.all(people.map((person) => person.shop(each / 2)));
      await proxy.settled();

      const stored = await findOperations(store.db, world.family, week(at));
      const sent = people.flatMap(({ made }) => made);
      deepStrictEqual(byId(stored), byId(sent));
      strictEqual(stored.length, each);
      const { body } = await as(world, 'GET', `/lists/${at}`);
      for (const person of people) person.checkTicks(body.list);
      const live = new Set(people.flatMap((person) => [...person.ticked.values()]));
      const shown = itemsOf(body.list).flatMap(({ marks }) => marks);
      deepStrictEqual(new Set(shown), live, 'exactly the ticks that were not undone');
      // The list is full: it accepts repeated operations and refuses new ones.
      const again = await as(world, 'POST', `/lists/${at}/operations`, {
        operations: stored.slice(0, 100),
      });
      strictEqual(again.status, 200);
      const more = await as(world, 'POST', `/lists/${at}/operations`, { operations: adds(1) });
      deepStrictEqual([more.status, more.body.code], [409, 'list-full']);
      ok(proxy.lost > 2 && proxy.repeated > 1, `${proxy.lost} lost, ${proxy.repeated} repeated`);
    });

    test('limits the bytes of one list and of all lists of a family', async () => {
      const world = await makeWorld(service);
      for (let batch = 0; batch < 2; batch += 1)
        strictEqual((await operate(world, ...longUndos(60))).status, 200);
      const full = await operate(world, ...longUndos(60));
      deepStrictEqual([full.status, full.body.code], [409, 'list-full']);
      await store.db.transaction().execute((tx) =>
        tx
          .insertInto('lists')
          .values({
            family_id: world.family,
            week: week('2026-01-05'),
            operations: 1,
            bytes: MAX_BYTES.lists,
          })
          .execute(),
      );
      const other = await as(world, 'POST', `/lists/${weekAfter(NEXT_WEEK, 1)}/operations`, {
        operations: adds(1),
      });
      deepStrictEqual([other.status, other.body.code], [409, 'quota-exceeded']);
      strictEqual((await as(world, 'GET', LIST)).status, 200);
    });

    // What follows needs no other queries: one database is enough.
    if (kind !== 'sqlite') return;

    test('preserves a tick when the plan changes, and lists the additional amount as a separate item', async () => {
      const world = await makeWorld(service);
      const list = await cook(world, { Monday: { dinner: soup(world) } });
      const { buys = {} } = item(list, 'food:onion') ?? {};
      const opId = randomUUID();
      const ticked = await operate(world, { opId, kind: 'tick', itemId: 'food:onion', bought: buys });
      deepStrictEqual(
        [item(ticked, 'food:onion')?.state, item(ticked, 'food:onion')?.marks],
        ['ticked', [opId]],
      );
      strictEqual(ticked.body.versions['food:onion'], 1);
      const more = await cook(world, { Monday: { dinner: soup(world) }, Sunday: { lunch: soup(world, 2) } });
      strictEqual(item(more, 'food:onion')?.state, 'ticked');
      deepStrictEqual(item(more, 'food:onion:2')?.buy, [{ amount: 1, unit: 'piece' }]);
    });

    test('a batch has one audit line, which contains no food', async () => {
      const world = await makeWorld(service);
      const { audit: before = [] } = await dump(store, world.family);
      await operate(
        world,
        ...['rice', 'candles'].map((text) => ({ opId: randomUUID(), kind: 'add' as const, text })),
      );
      const { audit = [] } = await dump(store, world.family);
      strictEqual(audit.length, before.length + 1);
      ok(!JSON.stringify(audit.at(-1)).includes('candles'));
    });

    test('shows amounts in the units of the family', async () => {
      const world = await makeWorld(service);
      const metric = await cook(world, { Monday: { dinner: soup(world) } });
      strictEqual(metric.body.units, 'metric');
      strictEqual((await as(world, 'PUT', '/family/units', { units: 'us' })).status, 204);
      strictEqual((await as(world, 'PUT', '/family/units', { units: 'stones' })).status, 400);
      const us = await as(world, 'GET', LIST);
      strictEqual(us.body.units, 'us');
      strictEqual((await as(world, 'GET', '/me')).body.family.units, 'us');
      ok(JSON.stringify(us.body.list) !== JSON.stringify(metric.body.list));
    });

    test('refuses invalid operations, too large batches and lists, and weeks too far away', async () => {
      const world = await makeWorld(service);
      const opId = randomUUID();
      const odd = [
        { opId: 'short', kind: 'add', text: 'rice' },
        { opId, kind: 'add', text: 'x'.repeat(10_000) },
        { opId, kind: 'add', text: 'nul \0' },
        { opId, kind: 'tick', itemId: 'food:onion', bought: { g: '1/0' } },
        { opId, kind: 'tick', itemId: 'food:onion', bought: { g: '-1' } },
        { opId, kind: 'tick', itemId: 'food:onion', bought: { moons: '1' } },
        { opId, kind: 'tick', itemId: 'nothing', bought: {} },
        { opId, kind: 'undo', undoes: [] },
        { opId, kind: 'burn' },
      ];
      for (const operation of odd) {
        const { status } = await as(world, 'POST', `${LIST}/operations`, { operations: [operation] });
        strictEqual(status, 400, JSON.stringify(operation).slice(0, 80));
      }
      strictEqual((await operate(world, ...adds(101))).status, 400);
      strictEqual((await operate(world)).status, 400);
      const far = await as(world, 'POST', '/lists/2126-11-11/operations', { operations: adds(1) });
      strictEqual(far.status, 400);
      for (let batch = 0; batch < 3; batch += 1)
        strictEqual((await operate(world, ...adds(100))).status, 200);
      const full = await operate(world, ...adds(1));
      deepStrictEqual([full.status, full.body.code], [409, 'too-many']);
      const [{ opId: first }] = (await findOperations(store.db, world.family, week(NEXT_WEEK))) as [
        ListOperation,
      ];
      strictEqual((await operate(world, { opId: randomUUID(), kind: 'undo', undoes: [first] })).status, 200);
      strictEqual((await operate(world, ...adds(1))).status, 200);
    });
  });
}

function itemsOf({ aisles, probablyAtHome }: ShoppingList): Item[] {
  return [...aisles.flatMap(({ items }) => items), ...probablyAtHome];
}

function item({ body }: Reply, id: string): Item | undefined {
  return itemsOf(body.list).find((each) => each.id === id);
}

function weekAfter(monday: string, weeks: number): string {
  return Temporal.PlainDate.from(monday).add({ weeks }).toString();
}

function aislesOf({ body }: Reply): string[] {
  return body.list.aisles.map(({ aisle }: { aisle: string }) => aisle);
}

function soup({ recipe }: World, servings?: number) {
  return { description: 'Soup', recipeId: recipe, servings };
}

function adds(many: number): ListOperation[] {
  return Array.from({ length: many }, () => ({ opId: randomUUID(), kind: 'add', text: 'rice' }));
}

function longUndos(many: number): ListOperation[] {
  return Array.from({ length: many }, () => ({
    opId: randomUUID(),
    kind: 'undo',
    undoes: Array.from({ length: 100 }, () => randomUUID()),
  }));
}

function byId(all: ListOperation[]): ListOperation[] {
  return all.toSorted((first, second) => (first.opId < second.opId ? -1 : 1));
}

/** Ticks items and undoes its own ticks, in batches that it sends until they are acknowledged. */
class Shopper {
  readonly made: ListOperation[] = [];
  /** Its ticks that are not undone: operation id by item. */
  readonly ticked = new Map<string, string>();
  readonly #url: string;
  readonly #token: string;
  readonly #items: string[];
  readonly #random: Random;

  constructor(url: string, token: string, items: string[], random: Random) {
    this.#url = url;
    this.#token = token;
    this.#items = items;
    this.#random = random;
  }

  async shop(many: number): Promise<void> {
    while (this.made.length < many) {
      const batch = Array.from({ length: Math.min(100, many - this.made.length) }, () => this.#act());
      this.checkTicks(await this.#send(batch));
    }
  }

  /** Fails if one of its ticks is missing. */
  checkTicks(list: ShoppingList): void {
    for (const [itemId, opId] of this.ticked) {
      const shown = itemsOf(list).find(({ id }) => id === itemId);
      if (shown?.state !== 'ticked' || !shown.marks.includes(opId))
        throw new Error(`The tick of ${itemId} is lost.`);
    }
  }

  #act(): ListOperation {
    const itemId = this.#items[this.#random(this.#items.length)] as string;
    const before = this.ticked.get(itemId);
    const opId = randomUUID();
    const operation: ListOperation = before
      ? { opId, kind: 'undo', undoes: [before] }
      : { opId, kind: 'tick', itemId, bought: {} };
    if (before) this.ticked.delete(itemId);
    else this.ticked.set(itemId, opId);
    this.made.push(operation);
    return operation;
  }

  async #send(operations: ListOperation[]): Promise<ShoppingList> {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      try {
        const response = await fetch(this.#url, {
          method: 'POST',
          headers: {
            'sec-fetch-site': 'same-origin',
            cookie: `weekfare-session=${this.#token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ operations }),
        });
        if (response.status === 200) return ((await response.json()) as { list: ShoppingList }).list;
        if (response.status < 500) throw new RangeError(`${response.status} ${await response.text()}`);
      } catch (error) {
        if (error instanceof RangeError) throw error;
      }
    }
    throw new Error('No attempt succeeded.');
  }
}
