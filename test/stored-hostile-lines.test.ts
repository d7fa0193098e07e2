/** Ingredient lines that once blocked the service: sent by a member, and already stored by an older version. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { ShoppingList } from '#domain/shopping-list/item.ts';
import { findOperations, STATES } from '#storage/tables/shopping-list/list-operations.ts';
import { makeWorld, RECIPE, week, type World } from './support/world.ts';
import { send } from './support/clients/request.ts';
import { type Reply, startService } from './support/service.ts';
import { ONE_KIND } from './support/store.ts';

const NEXT_WEEK = '2026-11-16';
const LIST = `/app/api/lists/${NEXT_WEEK}`;
/** A read takes a few milliseconds; the old parser took from seconds to forever. */
const MAX_MS = 1_000;
const HOSTILE = [
  `1 g ${'b'.repeat(60)}, x`,
  '200 g Zartbitterschokoladenraspel, fein',
  `2 (14-oz) cans ${'g'.repeat(60)}, chopped`,
  `1 g ${'at '.repeat(98)}at`,
  `a${'\u0301\u0327'.repeat(240)}`,
];

for (const kind of ONE_KIND) {
  describe(`${kind}: hostile lines`, async () => {
    const service = await startService({ after, before }, { kind });
    const as = ({ owner }: World, method: string, path: string, body?: unknown): Promise<Reply> =>
      send(service, { method, path, token: owner.token, body });

    test('reads a list with stored hostile lines within a second and shows them as typed', async () => {
      const world = await makeWorld(service);
      const rows = HOSTILE.map((text, at) => {
        const operation = { opId: randomUUID(), kind: 'add', text };
        return {
          family_id: world.family,
          op_id: operation.opId,
          week: week(NEXT_WEEK),
          arrival: at + 1,
          state: STATES.added,
          operation: JSON.stringify(operation),
        };
      });
      await service.store.db
        .transaction()
        .execute((tx) => tx.insertInto('list_operations').values(rows).execute());
      const list = await withinTimeLimit(() => as(world, 'GET', LIST));
      strictEqual(list.status, 200);
      for (const text of HOSTILE) ok(itemNames(list).includes(text), text);
    });

    test('returns 500 and stores nothing if the parser throws on a line', async (t) => {
      const world = await makeWorld(service);
      // Simulates an unknown defect of the parser.
      t.mock.method(String.prototype, 'normalize', () => {
        throw new Error('a defect');
      });
      const operations = [{ opId: randomUUID(), kind: 'add', text: '1 g ☠' }];
      strictEqual((await as(world, 'POST', `${LIST}/operations`, { operations })).status, 500);
      deepStrictEqual(await findOperations(service.store.db, world.family, week(NEXT_WEEK)), []);
    });

    test('accepts hostile lines within a second, on a list and in a recipe', async () => {
      const world = await makeWorld(service);
      const operations = HOSTILE.map((text) => ({ opId: randomUUID(), kind: 'add', text }));
      const list = await withinTimeLimit(() => as(world, 'POST', `${LIST}/operations`, { operations }));
      strictEqual(list.status, 200);
      // What stands after a comma may be another thing to buy.
      for (const text of HOSTILE)
        ok(
          itemNames(list).some((name) => text.startsWith(name)),
          text,
        );
      const recipe = { ...RECIPE, title: HOSTILE[0], ingredients: HOSTILE };
      strictEqual((await withinTimeLimit(() => as(world, 'POST', '/app/api/recipes', recipe))).status, 200);
    });
  });
}

function itemNames({ body }: Reply): string[] {
  return (body.list as ShoppingList).aisles.flatMap(({ items }) => items.map(({ name }) => name));
}

/** In processor time: the machine may be busy with other tests. */
async function withinTimeLimit(work: () => Promise<Reply>): Promise<Reply> {
  const before = process.cpuUsage();
  const reply = await work();
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1_000;
  ok(ms < MAX_MS, `${ms} ms`);
  return reply;
}
