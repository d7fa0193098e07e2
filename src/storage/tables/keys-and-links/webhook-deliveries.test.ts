/** How many deliveries of an endpoint may wait. */
import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { makeWorld } from '#test/support/world.ts';
import { freshStore, KINDS } from '#test/support/store.ts';
import { insertDeliveries, listDeliveries } from './webhook-deliveries.ts';
import { insertWebhook } from './webhooks.ts';

for (const kind of KINDS) {
  test(`${kind}: if too many deliveries of an endpoint wait, the oldest are dropped`, async (t) => {
    const store = await freshStore(t, kind);
    const { family } = await makeWorld({ store, clock: { nowMs: 0 } });
    const endpoint = {
      name: 'x',
      url: 'http://x',
      types: [],
      secret: '',
      lastChange: 0,
      createdBy: 'operator',
    };
    const insert = (webhook: string, positions: number[]) =>
      store.db.transaction().execute((tx) =>
        insertDeliveries(
          tx,
          family,
          webhook,
          positions.map((position) => ({
            id: `m${position}`,
            position,
            type: 'recipe.changed',
            subject: `recipe.changed ${position}`,
            body: '{}',
          })),
          0,
          3,
        ),
      );
    const positions = async (webhook: string) =>
      (await listDeliveries(store.db, family, webhook, 10)).map(({ id }) => id);
    for (const id of ['one', 'other'])
      await store.db.transaction().execute((tx) => insertWebhook(tx, family, { ...endpoint, id }, 0));
    await insert('other', [1, 2]);
    await insert('one', [1, 2]);
    await insert('one', [10, 9, 3]);
    deepStrictEqual(await positions('one'), ['m10', 'm9', 'm3']);
    deepStrictEqual(await positions('other'), ['m2', 'm1']);
  });
}
