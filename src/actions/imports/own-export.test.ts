/** Imports of Weekfare's own export into a family that has data already, again, and undone. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { accepted } from '#test/support/accepted.ts';
import { exportBytes } from '#test/support/exports/round-trip.ts';
import { NOW } from '#test/support/api-family.ts';
import { dump } from '#test/support/snapshot.ts';
import { freshFolder, freshStore, KINDS } from '#test/support/store.ts';
import { EATER, makeWorld, PREFERENCES, RECIPE, week, WEEK, type World } from '#test/support/world.ts';
import { putMeal } from '#actions/plan/plans.ts';
import { changePreferences } from '#actions/plan/preferences.ts';
import { changeRecipe } from '#actions/recipe/recipes.ts';
import { emptyFamily } from '#test/support/exports/generated-family.ts';
import { findFaults } from '#queries/data-check.ts';
import { findOpenLines } from '#storage/tables/shopping-list/added-lines.ts';
import { applyListOperations } from '#actions/shopping-list/lists.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { findPreferences } from '#storage/tables/plan/preferences.ts';
import { OPERATOR } from '#storage/actor.ts';
import { importArchive, type ImportOutcome } from './imports.ts';
import { listUndoableImports, undoImport } from './undo.ts';

for (const kind of KINDS) {
  describe(`${kind}: Weekfare's own export`, async () => {
    const service = { store: await freshStore({ after }, kind), clock: { nowMs: NOW } };
    const { store } = service;
    const path = join(freshFolder({ after }), 'export.zip');
    const context = () => ({ store, actor: OPERATOR, nowMs: service.clock.nowMs });
    const importInto = async (family: string, isDryRun = false): Promise<ImportOutcome> =>
      accepted(await importArchive(context(), family, { path, fileName: 'export.zip', isDryRun }));
    const target = { week: week(WEEK), version: 'any' } as const;

    /** The generated families have no members. */
    const faults = async () => (await findFaults(store)).filter((fault) => !fault.endsWith('has no owner.'));

    /** A family with an open line, whose export is in the file. */
    async function exportedWorld(): Promise<World> {
      const world = await makeWorld(service);
      const place = { day: 'Friday', slot: 'dinner' } as const;
      const side = { description: 'Bread', recipeId: world.recipe, servings: 2, eaterIds: [EATER] };
      const soup = { description: 'Soup', recipeId: world.recipe, servings: 3, exceptEaters: [EATER] };
      const meal = { ...soup, sides: [side, { ...side, exceptEaters: [EATER] }, side] };
      accepted(await putMeal(context(), { family: world.family, ...target }, place, meal));
      const bread = { opId: 'bread-of-the-export', kind: 'add', text: 'bread' } as const;
      strictEqual(await applyListOperations(context(), world.family, week(WEEK), [bread]), undefined);
      writeFileSync(path, await exportBytes(store, world.family));
      return world;
    }

    test('a dry run reports and changes nothing; the same file again adds nothing', async () => {
      const world = await exportedWorld();
      const family = await emptyFamily(store);
      const unchanged = await dump(store, family);
      const { report } = await importInto(family, true);
      deepStrictEqual(
        [report.formats, report.newRecipes, report.meals, report.listLines, report.hasFamilyData],
        [['weekfare'], 1, 3, 1, true],
      );
      deepStrictEqual(await dump(store, family), unchanged);
      ok((await importInto(family)).importId !== null);
      const stored = await dump(store, family);
      strictEqual((await importInto(family)).importId, null);
      deepStrictEqual(await dump(store, family), stored);
      // The family that was exported has everything, also after somebody has changed the recipe.
      const source = { ...RECIPE, title: 'Another soup', ingredients: ['1 onion'] };
      const changed = { id: world.recipe, version: world.version, source };
      accepted(await changeRecipe(context(), world.family, changed));
      strictEqual((await importInto(world.family)).importId, null);
      deepStrictEqual(await faults(), []);
    });

    test('undo restores an empty family', async () => {
      await exportedWorld();
      const family = await emptyFamily(store);
      // The log and the operations of lists only grow; an emptied pantry is a row.
      const growing = 'audit list_operations lists list_items list_early_undos bought_lines pantries'.split(
        ' ',
      );
      const rows = async () =>
        Object.entries(await dump(store, family)).filter(([table]) => !growing.includes(table));
      const original = await rows();
      const { importId } = await importInto(family);
      strictEqual((await findOpenLines(store.db, family, week('2096-01-02'))).length, 1);
      deepStrictEqual(await undoImport(context(), family, importId ?? ''), {
        deleted: 1,
        restored: 0,
        changed: 0,
      });
      deepStrictEqual(await rows(), original);
      deepStrictEqual(await findOpenLines(store.db, family, week('2096-01-02')), []);
      deepStrictEqual(await faults(), []);
    });

    test('an import that added only preferences is listed until it is undone', async () => {
      const source = await emptyFamily(store);
      const saved = { version: 0, preferences: PREFERENCES } as const;
      strictEqual(await changePreferences(context(), source, saved), undefined);
      writeFileSync(path, await exportBytes(store, source));
      const family = await emptyFamily(store);
      const { importId } = await importInto(family);
      const listed = async () =>
        (await listUndoableImports(store.db, family, service.clock.nowMs)).map(({ id }) => id);
      deepStrictEqual(await listed(), [importId]);
      accepted(await undoImport(context(), family, importId ?? ''));
      deepStrictEqual(await listed(), []);
    });

    test('what the family has stays; eaters with new names and open lines are added', async () => {
      await exportedWorld();
      const family = await emptyFamily(store);
      const [anna] = PREFERENCES.eaters;
      ok(anna);
      // Another Anna is the same person under another id; Ben is not in the file.
      const own = {
        ...PREFERENCES,
        eaters: [
          { ...anna, id: 'a' },
          { ...anna, id: 'b', name: 'Ben' },
        ],
      };
      const saved = { version: 0, preferences: own } as const;
      strictEqual(await changePreferences(context(), family, saved), undefined);
      const place = { day: 'Monday', slot: 'dinner' } as const;
      accepted(await putMeal(context(), { family, ...target }, place, { description: 'Pizza' }));
      const milk = { opId: 'milk-of-the-family', kind: 'add', text: 'oat milk' } as const;
      await applyListOperations(context(), family, week(WEEK), [milk]);
      const { report } = await importInto(family);
      deepStrictEqual(
        report.leftOut.map(({ code, name }) => (name === undefined ? code : `${code} ${name}`)).toSorted(),
        ['account', 'has-own preferences', 'meal-taken', 'other-currency'],
      );
      deepStrictEqual((await findPreferences(store.db, family))?.preferences, own);
      const meals = (await findPlan(store.db, family, week(WEEK)))?.meals;
      strictEqual(meals?.Monday?.dinner?.description, 'Pizza');
      const { dinner } = meals?.Friday ?? {};
      deepStrictEqual(dinner?.exceptEaters, ['a']);
      deepStrictEqual(
        dinner?.sides?.map(({ description, servings, eaterIds, exceptEaters }) => [
          description,
          servings,
          eaterIds,
          exceptEaters,
        ]),
        [
          ['Bread', 2, ['a'], undefined],
          ['Bread', 2, ['a'], ['a']],
          ['Bread', 2, ['a'], undefined],
        ],
      );
      ok(dinner?.sides?.every(({ recipeId }) => recipeId === dinner.recipeId));
      const lines = await findOpenLines(store.db, family, week('2096-01-02'));
      deepStrictEqual(
        new Set(lines.map((line) => 'text' in line && line.text)),
        new Set(['bread', 'oat milk']),
      );
      const again = await importInto(family);
      deepStrictEqual([again.importId, again.report.newRecipes], [null, 0]);
    });
  });
}
