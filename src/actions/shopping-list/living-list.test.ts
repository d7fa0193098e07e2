/** Lines, settings and changes of items that outlive a week, on both databases, also after an upgrade. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Meals } from '#domain/plan/plan.ts';
import type { Item, ShoppingList } from '#domain/shopping-list/item.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import { accepted } from '#test/support/accepted.ts';
import { makeWorld, WEEK, week, type World } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { type Reply, startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';
import { replacePlan } from '#actions/plan/plans.ts';

const NEXT_WEEK = '2026-11-16';
const LATER_WEEK = '2026-11-23';

for (const kind of KINDS) {
  describe(`${kind}: the living list`, async () => {
    const service = await startService({ after, before }, { kind });
    const { store } = service;
    const as = ({ owner }: World, method: string, path: string, body?: unknown): Promise<Reply> =>
      send(service, { method, path: `/app/api${path}`, token: owner.token, body });
    const operate = (world: World, ...operations: ListOperation[]) =>
      as(world, 'POST', `/lists/${NEXT_WEEK}/operations`, { operations });
    const plan = async ({ family, owner }: World, at: string, meals: Meals) => {
      const context = { store, actor: owner.id, nowMs: service.clock.nowMs };
      accepted(await replacePlan(context, { family, week: week(at), version: 'any' }, meals));
    };

    test('a line added by hand stays until it is bought or removed, whatever the week', async () => {
      const world = await makeWorld(service);
      const at = (of: string) => as(world, 'GET', `/lists/${of}`);
      const operateAt = (of: string, ...operations: ListOperation[]) =>
        as(world, 'POST', `/lists/${of}/operations`, { operations });
      const [candles, milk, onions] = [randomUUID(), randomUUID(), randomUUID()];
      await operate(
        world,
        { opId: candles, kind: 'add', text: 'candles' },
        { opId: milk, kind: 'add', text: '2 l milk' },
        { opId: onions, kind: 'add', text: '3 onions' },
      );
      const namesAt = async (of: string) =>
        itemsOf((await at(of)).body.list).map(
          ({ id, state }) => `${id.replace(candles, 'candles')} ${state}`,
        );
      const all = ['food:milk open', 'food:onion open', 'added:candles open'];
      deepStrictEqual((await namesAt(LATER_WEEK)).toSorted(), all.toSorted());
      deepStrictEqual(await namesAt(WEEK), ['food:milk ticked'], 'not before the week it was added to');
      // Bought in a later week: on no other list.
      const tick = {
        opId: randomUUID(),
        kind: 'tick',
        itemId: 'food:milk',
        bought: { ml: '2000' },
        lines: [milk],
      } as const;
      await operateAt(LATER_WEEK, tick);
      const [named, removed] = [randomUUID(), randomUUID()];
      await operateAt(LATER_WEEK, {
        opId: named,
        kind: 'tick',
        itemId: 'food:onion',
        bought: { piece: '3' },
        lines: [onions],
      });
      await operateAt(LATER_WEEK, { opId: removed, kind: 'undo', undoes: [candles] });
      deepStrictEqual(await namesAt(NEXT_WEEK), []);
      deepStrictEqual(await namesAt(LATER_WEEK), ['food:onion ticked', 'food:milk ticked']);
      deepStrictEqual(await namesAt('2026-11-30'), []);
      // An untick brings it back everywhere.
      await operateAt(LATER_WEEK, { opId: randomUUID(), kind: 'undo', undoes: [tick.opId, named] });
      deepStrictEqual(await namesAt(NEXT_WEEK), ['food:onion open', 'food:milk open']);
    });

    test('what is always at home, removed, moved or changed in amount, until somebody says otherwise', async () => {
      const world = await makeWorld(service);
      await plan(world, NEXT_WEEK, { Monday: { dinner: soup(world) } });
      const ids = {
        keep: 'keep-salt',
        drop: 'drop-onion',
        amount: 'five-onions',
        move: 'freeze-it',
        order: 'market-1',
      };
      const { keep, drop, amount, move, order } = ids;
      const sent = await operate(
        world,
        { opId: keep, kind: 'keep', foodId: 'salt' },
        { opId: amount, kind: 'amount', itemId: 'food:onion', text: '5', seen: { g: '220' } },
        { opId: move, kind: 'move', key: 'food:onion', aisle: 'frozen' },
        { opId: order, kind: 'order', shop: 'Market', aisles: ['frozen', 'dairy'] },
      );
      strictEqual(sent.status, 200, JSON.stringify(sent.body));
      strictEqual(item(sent, 'food:salt'), undefined);
      const { list } = sent.body as { list: ShoppingList };
      deepStrictEqual(list.atHome, [{ foodId: 'salt', name: 'salt', marks: [keep] }]);
      const onion = item(sent, 'food:onion');
      deepStrictEqual(
        [onion?.aisle, onion?.moves, onion?.changes, onion?.buy],
        ['frozen', [move], [amount], [{ amount: 5, unit: 'piece' }]],
      );
      deepStrictEqual(
        list.shops?.map(({ name, aisles }) => [name, ...aisles.slice(0, 2)]),
        [['Market', 'frozen', 'dairy']],
      );
      const dropped = await operate(world, {
        opId: drop,
        kind: 'drop',
        itemId: 'food:onion',
        bought: onion?.buys ?? {},
        lines: [],
      });
      strictEqual(item(dropped, 'food:onion'), undefined);
      deepStrictEqual(
        dropped.body.list.dropped.map(({ id, marks }: Item) => [id, marks]),
        [['food:onion', [drop]]],
      );
      await plan(world, LATER_WEEK, { Monday: { dinner: soup(world) } });
      const later = await as(world, 'GET', `/lists/${LATER_WEEK}`);
      deepStrictEqual(
        [item(later, 'food:onion')?.state, item(later, 'food:onion')?.aisle, item(later, 'food:salt')],
        ['probably-at-home', 'frozen', undefined],
      );
      const undoes = Object.values(ids);
      const back = await operate(world, { opId: randomUUID(), kind: 'undo', undoes });
      strictEqual(item(back, 'food:salt')?.state, 'probably-at-home');
      strictEqual(item(back, 'food:onion')?.aisle, 'vegetables');
      deepStrictEqual([back.body.list.atHome, back.body.list.shops, back.body.list.dropped], [[], [], []]);
    });
  });
}

function itemsOf({ aisles, probablyAtHome }: ShoppingList): Item[] {
  return [...aisles.flatMap(({ items }) => items), ...probablyAtHome];
}

function item({ body }: Reply, id: string): Item | undefined {
  return itemsOf(body.list).find((each) => each.id === id);
}

function soup({ recipe }: World) {
  return { description: 'Soup', recipeId: recipe };
}
