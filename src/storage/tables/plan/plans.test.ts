/** A plan is written only over the version it was made from. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, week, WEEK } from '#test/support/world.ts';
import { freshStore, KINDS } from '#test/support/store.ts';
import { deletePlan, savePlan } from './plans.ts';

for (const kind of KINDS) {
  test(`${kind}: saving or deleting another version returns false and writes nothing`, async (t) => {
    const store = await freshStore(t, kind);
    const { family, version } = await makeWorld({ store, clock: { nowMs: 0 } });
    const at = week(WEEK);
    const plan = { id: 'another', week: at, version: version + 5, meals: {} };
    const before = await dump(store);
    const save = (over: number) => store.db.transaction().execute((tx) => savePlan(tx, family, plan, over));
    const remove = (over: number) => store.db.transaction().execute((tx) => deletePlan(tx, family, at, over));
    for (const stale of [0, version - 1, version + 1]) {
      deepStrictEqual([await save(stale), await remove(stale)], [false, false]);
    }
    deepStrictEqual(await dump(store), before);
    strictEqual(await save(version), true);
    strictEqual(await remove(version), false);
    strictEqual(await remove(version + 5), true);
    deepStrictEqual((await dump(store, family)).plans, []);
  });
}
