/** Imports in slices, on both databases: others get in between, and what was interrupted can be continued or undone. */
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { maximalExport } from '#test/support/archives/hostile-exports.ts';
import { accepted } from '#test/support/accepted.ts';
import { NOW } from '#test/support/api-family.ts';
import { dump } from '#test/support/snapshot.ts';
import { freshFolder, freshStore, KINDS } from '#test/support/store.ts';
import { emptyFamily } from '#test/support/exports/generated-family.ts';
import { RECIPE } from '#test/support/world.ts';
import { addRecipe } from '#actions/recipe/recipes.ts';
import { isRefusal } from '#domain/refusal.ts';
import { findFaults } from '#queries/data-check.ts';
import type { Store } from '#storage/store.ts';
import { OPERATOR } from '#storage/actor.ts';
import { importArchive } from './imports.ts';
import { listUndoableImports, undoImport } from './undo.ts';

/** Its 96 steps of lists alone take 10 slices: see `MAX_AHEAD`. */
const RECIPES = 12;
const ITEMS_PER_WEEK = 8;
/** The log and the operations of lists only grow; an emptied pantry is a row. */
const GROWING = 'audit list_operations lists list_items list_early_undos bought_lines pantries'.split(' ');

/** A store whose process is killed after so many transactions. */
function killedAfter(store: Store, transactions: number): Store {
  let left = transactions;
  const transaction = () => {
    if (left <= 0) throw new Error('killed');
    left -= 1;
    return store.db.transaction();
  };
  const db = new Proxy(store.db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...store, db };
}

for (const kind of KINDS) {
  describe(`${kind}: imports in slices`, async () => {
    const store = await freshStore({ after }, kind);
    const path = join(freshFolder({ after }), 'export.zip');
    writeFileSync(path, maximalExport(RECIPES, ITEMS_PER_WEEK));
    const file = { path, fileName: 'export.zip', isDryRun: false };
    const context = (over = store) => ({ store: over, actor: OPERATOR, nowMs: NOW });
    const rows = async (family: string) =>
      Object.entries(await dump(store, family)).filter(([table]) => !GROWING.includes(table));
    const counts = async (family: string) => (await rows(family)).map(([table, all]) => [table, all.length]);
    /** The families have no members. */
    const faults = async () => (await findFaults(store)).filter((fault) => !fault.endsWith('has no owner.'));
    const listed = (family: string) => listUndoableImports(store.db, family, NOW);

    test('a change of another family is made while an import is stored, and while it is undone', async () => {
      const [family, other] = [await emptyFamily(store), await emptyFamily(store)];
      const original = await rows(family);
      let made = 0;
      const changeUntil = async (over: Promise<unknown>) => {
        const state = { isOver: false };
        void over.then(() => (state.isOver = true));
        for (made = 0; !state.isOver; made += 1) {
          const recipe = { ...RECIPE, title: `Dish ${made}` };
          accepted(await addRecipe(context(), other, recipe));
          // SQLite answers within the turn of the event loop, in which no timer ends.
          await delay(1);
        }
      };
      const importing = importArchive(context(), family, file).then(accepted);
      await changeUntil(importing);
      ok(made > 3, `${made} changes beside an import`);
      const { importId, report } = await importing;
      ok(
        !report.leftOut.some(({ code }) => code === 'list-full' || code === 'week-out-of-range'),
        JSON.stringify(report),
      );
      strictEqual(report.newRecipes, RECIPES);
      const undoing = undoImport(context(), family, importId ?? '');
      await changeUntil(undoing);
      ok(made > 3, `${made} changes beside an undo`);
      deepStrictEqual(await undoing, { deleted: RECIPES, restored: 0, changed: 0 });
      deepStrictEqual(await rows(family), original);
    });

    test('no transaction stores more than a few recipes or operations', async () => {
      const family = await emptyFamily(store);
      accepted(await importArchive(context(), family, file));
      const { audit } = await dump(store, family);
      for (const { action, detail } of audit as { action: string; detail: string }[]) {
        const {
          recipes = 0,
          operations = 0,
          stars = 0,
          notes = 0,
        } = JSON.parse(detail) as Record<string, number>;
        if (!action.startsWith('import.undo')) ok(recipes <= 20 && operations <= 100, detail);
        ok(stars <= 200 && notes <= 100, detail);
      }
    });

    for (const transactions of [2, 6, 12])
      test(`an import that is killed after ${transactions} slices is continued by its file, and undone`, async () => {
        const [killed, whole] = [await emptyFamily(store), await emptyFamily(store)];
        const original = await rows(killed);
        const lost = killedAfter(store, transactions);
        const begun = importArchive(context(lost), killed, file);
        await rejects(begun, /killed/);
        const [unfinished] = (await listed(killed)).filter(({ state }) => state === 'running');
        const { importId } = accepted(await importArchive(context(), killed, file));
        if (unfinished) strictEqual(importId, unfinished.id);
        accepted(await importArchive(context(), whole, file));
        deepStrictEqual(await counts(killed), await counts(whole));
        deepStrictEqual(
          (await listed(killed)).map(({ state }) => state),
          (await listed(whole)).map(() => 'complete'),
        );
        strictEqual(accepted(await importArchive(context(), killed, file)).importId, null);
        accepted(await undoImport(context(), killed, importId ?? ''));
        deepStrictEqual(await rows(killed), original);
        deepStrictEqual(await faults(), []);
      });

    test('an import that was killed is undone without its file', async () => {
      const family = await emptyFamily(store);
      const original = await rows(family);
      const begun = importArchive(context(killedAfter(store, 9)), family, file);
      await rejects(begun, /killed/);
      const [unfinished] = await listed(family);
      strictEqual(unfinished?.state, 'running');
      accepted(await undoImport(context(), family, unfinished.id));
      deepStrictEqual(await rows(family), original);
      ok(!(await listed(family)).some(({ id }) => id === unfinished.id));
    });

    for (const transactions of [3])
      test(`an undo that is killed after ${transactions} slices is continued by the next one`, async () => {
        const family = await emptyFamily(store);
        const original = await rows(family);
        const { importId } = accepted(await importArchive(context(), family, file));
        const id = importId ?? '';
        const lost = context(killedAfter(store, transactions));
        await rejects(undoImport(lost, family, id), /killed/);
        strictEqual((await listed(family)).find((each) => each.id === id)?.state, 'undoing');
        accepted(await undoImport(context(), family, id));
        deepStrictEqual(await rows(family), original);
      });

    test('an undo stops the import that still runs', async () => {
      const family = await emptyFamily(store);
      const original = await rows(family);
      const importing = importArchive(context(), family, file);
      let id: string | undefined;
      for (; id === undefined; await delay(1))
        id = (await listed(family)).find(({ state }) => state === 'running')?.id;
      accepted(await undoImport(context(), family, id));
      ok(isRefusal(await importing));
      deepStrictEqual(await rows(family), original);
    });

    test('of two runs of one file, each recipe is stored once', async () => {
      const family = await emptyFamily(store);
      const before = (await dump(store, family)).recipes?.length ?? 0;
      const run = () => importArchive(context(), family, file);
      await Promise.all([run(), run()]);
      accepted(await run());
      strictEqual((await dump(store, family)).recipes?.length, before + RECIPES);
    });
  });
}
