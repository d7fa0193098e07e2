/** Imports of other apps' recipes, on both databases: report, one transaction, once, undone for a week. */
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { accepted } from '#test/support/accepted.ts';
import { mealieBackup } from '#test/support/archives/mealie-samples.ts';
import { recipeSageExport } from '#test/support/archives/text-samples.ts';
import { zipOf } from '#test/support/archives/zip-writer.ts';
import { locatedPhoto, makeJpeg, makePhoto } from '#test/support/photos.ts';
import { NOW } from '#test/support/api-family.ts';
import { dump } from '#test/support/snapshot.ts';
import { freshFolder, freshStore, KINDS } from '#test/support/store.ts';
import { makeWorld, RECIPE, week, type World } from '#test/support/world.ts';
import { addRecipe, changeRecipe, removeRecipe } from '#actions/recipe/recipes.ts';
import { putMeal } from '#actions/plan/plans.ts';
import type { PhotoContent } from '#domain/photo/photo.ts';
import { isRefusal } from '#domain/refusal.ts';
import { UNDO_MS } from '#domain/family/upload.ts';
import { findFaults } from '#queries/data-check.ts';
import { findOpenLines } from '#storage/tables/shopping-list/added-lines.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { findRecipe } from '#storage/tables/recipe/recipes.ts';
import { readPhotoBytes } from '#storage/tables/recipe/photos.ts';
import { listImports } from '#storage/tables/imports.ts';
import { ImportPictures } from './pictures.ts';
import { importArchive, type ImportOutcome } from './imports.ts';
import { listUndoableImports, undoImport } from './undo.ts';

const PLANNED = week('2026-11-16');

function soup(title: string, ingredient = '1 onion'): Buffer {
  const lines = [ingredient, 'grandma dust'];
  return Buffer.from(JSON.stringify({ '@type': 'Recipe', name: title, recipeIngredient: lines }));
}

/** A recipe of Chowdown. */
function chowdown(title: string, image: string) {
  const front = `layout: recipe\ntitle: ${title}\nimage: ${image}\ningredients:\n- 1 onion`;
  return { name: `_recipes/${title}.md`, content: `---\n${front}\n---\n` };
}

function statuses({ report }: ImportOutcome): string[] {
  return report.details.map(({ title, status }) => `${title}: ${status}`);
}

for (const kind of KINDS) {
  describe(`${kind}: imports`, async () => {
    const service = { store: await freshStore({ after }, kind), clock: { nowMs: NOW } };
    const { store } = service;
    const folder = freshFolder({ after });
    const at = (world: World, nowMs = service.clock.nowMs) => ({ store, actor: world.owner.id, nowMs });
    let files = 0;
    const importBytes = async (world: World, bytes: Buffer, isDryRun = false): Promise<ImportOutcome> => {
      const path = join(folder, `file-${(files += 1)}`);
      writeFileSync(path, bytes);
      return accepted(
        await importArchive(at(world), world.family, { path, fileName: 'export.zip', isDryRun }),
      );
    };
    test('a dry run reports and changes nothing', async () => {
      const world = await makeWorld(service);
      const unchanged = await dump(store, world.family);
      const { importId, report } = await importBytes(world, mealieBackup(), true);
      strictEqual(importId, null);
      deepStrictEqual(report, {
        formats: ['mealie-backup'],
        recipes: 1,
        newRecipes: 1,
        replacedRecipes: 0,
        photos: 1,
        lines: 3,
        understoodLines: 3,
        meals: 2,
        listLines: 1,
        leftOut: ['ratings', 'favourites', 'ticked'].map((code) => ({ code, count: 1 })),
        details: [{ title: 'Curry', status: 'new', lines: 3, unclear: [], shortened: [] }],
      });
      deepStrictEqual(await dump(store, world.family), unchanged);
    });

    test('stores recipes, meals in empty places and lines of the list; the same file adds nothing', async () => {
      const world = await makeWorld(service);
      const { importId, report } = await importBytes(world, mealieBackup());
      ok(importId !== null);
      deepStrictEqual([report.newRecipes, report.meals, report.listLines], [1, 2, 1]);
      const plan = await findPlan(store.db, world.family, PLANNED);
      const recipeId = plan?.meals.Monday?.dinner?.recipeId ?? '';
      deepStrictEqual(plan?.meals, {
        Monday: { dinner: { description: 'Curry', recipeId } },
        Tuesday: { lunch: { description: 'Leftovers: from Monday', sides: [{ description: 'Salad' }] } },
      });
      deepStrictEqual((await findRecipe(store.db, world.family, recipeId))?.source, {
        title: 'Curry',
        servings: 2,
        activeMinutes: 45,
        totalMinutes: 45,
        meals: ['lunch', 'dinner'],
        cuisine: '',
        protein: '',
        keeps: false,
        ingredients: ['Base:', '400 g tomatoes', '2 tomatoes, chopped'],
        steps: ['Cook.', 'Serve.'],
        about: {
          notes: ['Freezes well.'],
          tags: ['Quick'],
          categories: ['Dinner'],
          nutrition: { calories: '500', fatContent: '20' },
        },
      });
      const lines = await findOpenLines(store.db, world.family, week('2096-01-02'));
      deepStrictEqual(
        lines.map((line) => 'text' in line && line.text),
        ['3 tomatoes'],
      );
      const stored = await dump(store, world.family);
      const again = await importBytes(world, mealieBackup());
      deepStrictEqual(
        [again.importId, again.report.newRecipes, statuses(again)],
        [null, 0, ['Curry: earlier-import']],
      );
      ok(!again.report.leftOut.some(({ code }) => code === 'meal-taken'));
      deepStrictEqual(await dump(store, world.family), stored);
      deepStrictEqual(await findFaults(store), []);
    });

    test('a recipe that the family typed, or that is twice in the file, is not added', async () => {
      const world = await makeWorld(service);
      const source = { ...RECIPE, title: 'Onion Soup', ingredients: ['1 onion', 'grandma dust'], steps: [] };
      accepted(await addRecipe(at(world), world.family, source));
      const bytes = zipOf([
        { name: 'a.json', content: soup('onion  soup') },
        { name: 'b.json', content: soup('Onion soup', '2 onions') },
        { name: 'c.json', content: soup('Stew') },
        { name: 'd.json', content: soup('STEW') },
      ]);
      const outcome = await importBytes(world, bytes);
      const { report } = outcome;
      deepStrictEqual(statuses(outcome), [
        'onion soup: same-recipe',
        'Onion soup: new',
        'Stew: new',
        'STEW: earlier-import',
      ]);
      deepStrictEqual(
        [report.newRecipes, report.lines, report.understoodLines, report.details[1]?.similar],
        [2, 4, 2, { title: 'Onion Soup', by: 'title' }],
      );
      deepStrictEqual(report.details[2]?.unclear, ['grandma dust']);
    });

    test('keeps pictures without metadata, and lists the others', async () => {
      const world = await makeWorld(service);
      const bytes = zipOf([
        chowdown('Stew', 'stew.jpg'),
        chowdown('Pie', 'pie.png'),
        { name: 'images/stew.jpg', content: locatedPhoto(makeJpeg({ restarts: 4_321 }), 6) },
        { name: 'images/pie.png', content: Buffer.from('89504e470d0a1a0a', 'hex') },
      ]);
      const { report } = await importBytes(world, bytes);
      deepStrictEqual(report.leftOut, [{ code: 'picture-unusable', name: 'images/pie.png', count: 1 }]);
      const rows = await store.db
        .selectFrom('recipe_photos')
        .innerJoin('photos', (join) =>
          join.onRef('photos.family_id', '=', 'recipe_photos.family_id').onRef('hash', '=', 'large'),
        )
        .select(['recipe_id', 'small', 'large', 'content'])
        .where('recipe_photos.family_id', '=', world.family)
        .where('recipe_id', '!=', world.recipe)
        .execute();
      deepStrictEqual(
        rows.map(({ small, large }) => small === large),
        [true],
      );
      const stored = Buffer.from(rows[0]?.content ?? '', 'base64');
      ok(stored.length > 100 && !stored.includes('CameraMaker') && !stored.includes('taken at home'));
      deepStrictEqual(await findFaults(store), []);
    });

    test('a meal of the family stays in its place', async () => {
      const world = await makeWorld(service);
      const target = { family: world.family, week: PLANNED, version: 'any' } as const;
      accepted(await putMeal(at(world), target, { day: 'Monday', slot: 'dinner' }, { description: 'Pizza' }));
      const { report } = await importBytes(world, mealieBackup());
      strictEqual(
        (await findPlan(store.db, world.family, PLANNED))?.meals.Monday?.dinner?.description,
        'Pizza',
      );
      strictEqual(report.meals, 1);
      deepStrictEqual(
        report.leftOut.filter(({ code }) => code === 'meal-taken'),
        [{ code: 'meal-taken', count: 1 }],
      );
    });

    test('undo restores what there was, and the file can be imported again', async () => {
      const world = await makeWorld(service);
      // The log and the operations of lists only grow.
      const growing = ['audit', 'list_operations', 'lists', 'list_items'];
      const rows = async () =>
        Object.entries(await dump(store, world.family)).filter(([table]) => !growing.includes(table));
      const original = await rows();
      const { importId } = await importBytes(world, mealieBackup());
      deepStrictEqual(await undoImport(at(world), world.family, importId ?? ''), {
        deleted: 1,
        restored: 0,
        changed: 0,
      });
      deepStrictEqual(await rows(), original);
      deepStrictEqual(await findOpenLines(store.db, world.family, week('2096-01-02')), []);
      deepStrictEqual(await findFaults(store), []);
      const { report } = await importBytes(world, mealieBackup());
      deepStrictEqual([report.newRecipes, report.meals, report.listLines], [1, 2, 1]);
    });

    test('undo leaves what somebody has changed', async () => {
      const world = await makeWorld(service);
      const { importId } = await importBytes(world, recipeSageExport());
      const recipes = await store.db
        .selectFrom('imported_recipes')
        .select('recipe_id')
        .where('import_id', '=', importId)
        .execute();
      const [one, other] = await Promise.all(
        recipes.map(({ recipe_id }) => findRecipe(store.db, world.family, recipe_id)),
      );
      ok(one && other);
      accepted(
        await changeRecipe(at(world), world.family, {
          ...one,
          source: { ...one.source, servings: 7, steps: ['Our way.'] },
        }),
      );
      deepStrictEqual(await undoImport(at(world), world.family, importId ?? ''), {
        deleted: 1,
        restored: 0,
        changed: 1,
      });
      strictEqual((await findRecipe(store.db, world.family, one.id))?.source.servings, 7);
      strictEqual(await findRecipe(store.db, world.family, other.id), undefined);
      // The recipe that stays is still known, and there is nothing left to undo.
      const listed = await listUndoableImports(store.db, world.family, service.clock.nowMs);
      ok(!listed.some(({ id }) => id === importId));
      const again = await importBytes(world, recipeSageExport());
      strictEqual(again.report.newRecipes, 1);
      deepStrictEqual(await undoImport(at(world), world.family, again.importId ?? ''), {
        deleted: 1,
        restored: 0,
        changed: 0,
      });
      strictEqual((await findRecipe(store.db, world.family, one.id))?.source.servings, 7);
    });

    test('recipes can be left out on request', async () => {
      const world = await makeWorld(service);
      const path = join(folder, 'some');
      writeFileSync(path, zipOf(['a', 'b', 'c'].map((name) => ({ name, content: soup(name) }))));
      const file = { path, fileName: 'some', isDryRun: false, without: new Set([0, 2]) };
      const { report } = accepted(await importArchive(at(world), world.family, file));
      strictEqual(report.newRecipes, 1);
      const { report: rest } = accepted(
        await importArchive(at(world), world.family, { ...file, without: new Set([0]) }),
      );
      deepStrictEqual(
        rest.details.map(({ status }) => status),
        ['new', 'earlier-import', 'new'],
      );
      strictEqual(rest.newRecipes, 1);
    });

    test('a deleted recipe is imported again', async () => {
      const world = await makeWorld(service);
      await importBytes(world, soup('Gone'));
      const [{ recipe_id: id } = { recipe_id: '' }] = await store.db
        .selectFrom('imported_recipes')
        .select('recipe_id')
        .where('family_id', '=', world.family)
        .where('recipe_id', '!=', world.recipe)
        .execute();
      strictEqual(await removeRecipe(at(world), world.family, id), undefined);
      strictEqual((await importBytes(world, soup('Gone'))).report.newRecipes, 1);
    });

    test('undo is refused after a week, for another family and twice', async () => {
      const [world, other] = [await makeWorld(service), await makeWorld(service)];
      const { importId } = await importBytes(world, mealieBackup());
      const id = importId ?? '';
      const late = service.clock.nowMs + UNDO_MS + 1;
      deepStrictEqual(await undoImport(at(world, late), world.family, id), { refused: 'import-ended' });
      deepStrictEqual(await undoImport(at(other), other.family, id), { refused: 'not-found' });
      ok(!isRefusal(await undoImport(at(world, late - 1), world.family, id)));
      deepStrictEqual(await undoImport(at(world), world.family, id), { refused: 'not-found' });
    });

    test('pictures without room are left out, also if the room was taken after the file was read', async () => {
      const { family, recipe } = await makeWorld(service);
      const used = await readPhotoBytes(store.db, family);
      const photo = makePhoto(8_000);
      const bytes = photo.small.bytes.length + photo.large.bytes.length;
      const content = photo as PhotoContent;
      const pictures = new ImportPictures(used, used + bytes);
      const buffered = await pictures.add(content);
      ok(buffered);
      strictEqual(await pictures.add(content), undefined);
      const storeBuffered = () =>
        store.db.transaction().execute((tx) => pictures.store(tx, family, [{ id: recipe, photo: buffered }]));
      deepStrictEqual([await storeBuffered(), await storeBuffered()], [0, 1]);
      await pictures.close();
    });

    test('a hostile file stores nothing', async () => {
      const world = await makeWorld(service);
      const unchanged = await dump(store, world.family);
      const bytes = zipOf([
        { name: 'a.json', content: soup('Stew') },
        { name: 'b.json', content: 'x'.repeat(100), lies: { checksum: 1 } },
      ]);
      await rejects(importBytes(world, bytes), /is damaged/);
      deepStrictEqual(await dump(store, world.family), unchanged);
    });

    test('an unknown family is not found, and the report of another family is not affected', async () => {
      const world = await makeWorld(service);
      const file = { path: '/nowhere', fileName: 'x', isDryRun: false };
      deepStrictEqual(await importArchive(at(world), 'nobody', file), { refused: 'not-found' });
      await importBytes(world, soup('Stew'));
      const other = await makeWorld(service);
      strictEqual((await importBytes(other, soup('Stew'))).report.newRecipes, 1);
      strictEqual((await listImports(store.db, other.family)).length, 2);
    });
  });
}
