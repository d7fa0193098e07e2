/** No recipe is dropped as a copy of another one, and the same file again adds nothing, on both databases. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { accepted } from '#test/support/accepted.ts';
import { NOW } from '#test/support/api-family.ts';
import { zipOf } from '#test/support/archives/zip-writer.ts';
import { dump } from '#test/support/snapshot.ts';
import { freshFolder, freshStore, KINDS } from '#test/support/store.ts';
import { makeWorld, RECIPE, week, WEEK, type World } from '#test/support/world.ts';
import { putMeal } from '#actions/plan/plans.ts';
import { addRecipe, changeRecipe } from '#actions/recipe/recipes.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { findRecipe, listRecipeVersions } from '#storage/tables/recipe/recipes.ts';
import type { RecipeChoice } from './choice.ts';
import { importArchive, type ImportOutcome } from './imports.ts';
import { listUndoableImports, undoImport } from './undo.ts';

const PAGE = 'https://cakes.example/lemon';
const CAKE = {
  name: 'Lemon cake',
  url: PAGE,
  lines: ['200 g flour', '2 lemons'],
  steps: ['Bake for 40 minutes.'],
};
const GLAZE = { name: 'Lemon glaze', url: PAGE, lines: ['100 g sugar', '1 lemon'], steps: ['Stir.'] };

type Sample = { name: string; url?: string; lines: string[]; steps?: string[]; yield?: string };

function fileOf(...recipes: Sample[]): Buffer {
  return zipOf(
    recipes.map(({ name, url, lines, steps = [], yield: recipeYield }, at) => ({
      name: `${at}.json`,
      content: JSON.stringify({
        '@type': 'Recipe',
        name,
        url,
        recipeYield,
        recipeIngredient: lines,
        recipeInstructions: steps,
      }),
    })),
  );
}

/** Two recipes of Mela with these ids. */
function melaOf(...recipes: { id: string; title: string; ingredients: string }[]): Buffer {
  return zipOf(
    recipes.map((recipe, at) => ({
      name: `${at}.melarecipe`,
      content: JSON.stringify({ ...recipe, instructions: 'Cook.' }),
    })),
  );
}

const pancakes = (ingredients: string) => melaOf({ id: 'pancakes', title: 'Pancakes', ingredients });

for (const kind of KINDS) {
  describe(`${kind}: similar recipes`, async () => {
    const service = { store: await freshStore({ after }, kind), clock: { nowMs: NOW } };
    const { store } = service;
    const folder = freshFolder({ after });
    const at = (world: World) => ({ store, actor: world.owner.id, nowMs: service.clock.nowMs });
    let files = 0;
    const importBytes = async (
      world: World,
      bytes: Buffer,
      choice: RecipeChoice & { isDryRun?: boolean } = {},
    ): Promise<ImportOutcome> => {
      const path = join(folder, `file-${(files += 1)}`);
      writeFileSync(path, bytes);
      const file = { path, fileName: 'export.zip', isDryRun: false, ...choice };
      return accepted(await importArchive(at(world), world.family, file));
    };
    const add = async (world: World, source: Partial<RecipeSource>) =>
      accepted(await addRecipe(at(world), world.family, { ...RECIPE, ...source }));
    const titles = async (world: World) => {
      const versions = await listRecipeVersions(store.db, world.family);
      const found = await Promise.all(versions.map(({ id }) => findRecipe(store.db, world.family, id)));
      return found.map((each) => each?.source.title ?? '').toSorted();
    };

    test('two recipes of one page come along, also in two files, and the same file again adds nothing', async () => {
      const world = await makeWorld(service);
      const both = await importBytes(world, fileOf(CAKE, GLAZE));
      deepStrictEqual(
        both.report.details.map(({ status, similar }) => [status, similar]),
        [
          ['new', undefined],
          ['new', undefined],
        ],
      );
      strictEqual((await importBytes(world, fileOf(CAKE, GLAZE))).importId, null);
      const other = await makeWorld(service);
      await importBytes(other, fileOf(CAKE));
      await importBytes(other, fileOf(GLAZE));
      deepStrictEqual(await titles(other), await titles(world));
    });

    test('what may be the same is added and asked about', async () => {
      const world = await makeWorld(service);
      await add(world, {
        title: 'Our lemon cake',
        ingredients: ['1 lemon'],
        about: { source: `${PAGE}/?utm_source=mail` },
      });
      await add(world, {
        title: 'Pancakes',
        ingredients: ['250 ml milk', '2 eggs'],
        steps: ['Fry.'],
        servings: 2,
      });
      const { report } = await importBytes(
        world,
        fileOf(
          CAKE,
          GLAZE,
          // One food, one amount, one number of the method and the servings decide.
          { name: 'Pancakes', lines: ['250 ml almond milk', '2 eggs'], steps: ['Fry.'] },
          { name: 'Pancakes', lines: ['250 ml milk', '3 eggs'], steps: ['Fry.'] },
          { name: 'Pancakes', lines: ['250 ml milk', '2 eggs'], steps: ['Fry.'], yield: '8 servings' },
          { name: 'PANCAKES!', lines: ['2 eggs', 'Dough:', '250 ml  milk'], steps: ['fry'] },
          { name: 'Pancakes', lines: ['250 ml milk', '2 eggs'] },
        ),
      );
      const pancakes = { title: 'Pancakes', by: 'title' };
      deepStrictEqual(
        report.details.map(({ status, similar }) => [status, similar]),
        [
          ['new', { title: 'Our lemon cake', by: 'address' }],
          ['new', undefined],
          ['new', pancakes],
          ['new', pancakes],
          ['new', pancakes],
          ['same-recipe', undefined],
          ['same-recipe', undefined],
        ],
      );
    });

    test('an identity that an app uses for two recipes does not drop the second', async () => {
      const world = await makeWorld(service);
      const bytes = melaOf(
        { id: PAGE, title: 'Lemon cake', ingredients: '2 lemons' },
        { id: PAGE, title: 'Lemon glaze', ingredients: '1 lemon' },
      );
      strictEqual((await importBytes(world, bytes)).report.newRecipes, 2);
      strictEqual((await importBytes(world, bytes)).importId, null);
    });

    test('an identity of two apps of the same kind does not drop the recipe of the other one', async () => {
      const world = await makeWorld(service);
      strictEqual((await importBytes(world, pancakes('2 eggs'))).report.newRecipes, 1);
      strictEqual((await importBytes(world, pancakes('2 bananas'))).report.newRecipes, 1);
      strictEqual((await importBytes(world, pancakes('2 eggs'))).importId, null);
    });

    test('a changed recipe with an identity of its own is not added again', async () => {
      const world = await makeWorld(service);
      const id = '0b7d3f0e-8a0a-4d8e-9c55-0f6a5f8f4b11';
      await importBytes(world, melaOf({ id, title: 'Pancakes', ingredients: '2 eggs' }));
      const renamed = await importBytes(world, melaOf({ id, title: 'Crepes', ingredients: '3 eggs' }));
      deepStrictEqual(
        renamed.report.details.map(({ status, sameAs }) => [status, sameAs]),
        [['earlier-import', 'Pancakes']],
      );
    });

    test('a recipe that somebody has changed since its import is not added again', async () => {
      const world = await makeWorld(service);
      await importBytes(world, fileOf(CAKE));
      const [cake] = (await listRecipeVersions(store.db, world.family)).filter(
        ({ id }) => id !== world.recipe,
      );
      const changed = { ...RECIPE, title: 'Cake of our own', ingredients: ['1 kg flour'] };
      accepted(
        await changeRecipe(at(world), world.family, { id: cake?.id ?? '', version: 'any', source: changed }),
      );
      strictEqual((await importBytes(world, fileOf(CAKE))).importId, null);
    });

    test('a recipe takes the place of a similar one: meals stay, the file again adds nothing, undo restores it', async () => {
      const world = await makeWorld(service);
      const ours = await add(world, { title: 'Lemon cake', ingredients: ['3 lemons'], about: {} });
      const target = { family: world.family, week: week(WEEK), version: 'any' } as const;
      const meal = { description: 'Cake', recipeId: ours.id };
      accepted(await putMeal(at(world), target, { day: 'Sunday', slot: 'dinner' }, meal));
      const before = await dump(store, world.family);
      // The second one of the file cannot take the same place.
      const file = fileOf(CAKE, { ...CAKE, lines: ['4 lemons'] });
      const dryRun = await importBytes(world, file, { replacing: new Set([0, 1]), isDryRun: true });
      deepStrictEqual(await dump(store, world.family), before);
      const { importId, report } = await importBytes(world, file, { similar: 'replace' });
      deepStrictEqual([report.newRecipes, report.replacedRecipes], [1, 1]);
      deepStrictEqual(dryRun.report, report);
      deepStrictEqual((await findRecipe(store.db, world.family, ours.id))?.source.ingredients, CAKE.lines);
      strictEqual(
        (await findPlan(store.db, world.family, week(WEEK)))?.meals.Sunday?.dinner?.recipeId,
        ours.id,
      );
      strictEqual((await importBytes(world, file)).importId, null);
      const listed = await listUndoableImports(store.db, world.family, NOW);
      strictEqual(listed.find(({ id }) => id === importId)?.recipes, 2);
      deepStrictEqual(await undoImport(at(world), world.family, importId ?? ''), {
        deleted: 1,
        restored: 1,
        changed: 0,
      });
      deepStrictEqual((await findRecipe(store.db, world.family, ours.id))?.source, ours.source);
    });

    test('undo leaves a replaced recipe that somebody has changed since', async () => {
      const world = await makeWorld(service);
      const ours = await add(world, { title: 'Lemon cake', ingredients: ['3 lemons'] });
      const { importId } = await importBytes(world, fileOf(CAKE), { similar: 'replace' });
      const source = { ...ours.source, ingredients: ['9 lemons'] };
      accepted(await changeRecipe(at(world), world.family, { id: ours.id, version: 'any', source }));
      const undone = await undoImport(at(world), world.family, importId ?? '');
      deepStrictEqual(undone, { deleted: 0, restored: 0, changed: 1 });
      deepStrictEqual((await findRecipe(store.db, world.family, ours.id))?.source.ingredients, ['9 lemons']);
    });

    test('what is similar can be left out', async () => {
      const world = await makeWorld(service);
      await add(world, { title: 'Lemon cake', ingredients: ['3 lemons'] });
      const { report } = await importBytes(world, fileOf(CAKE, GLAZE), { similar: 'skip' });
      deepStrictEqual([report.newRecipes, report.replacedRecipes], [1, 0]);
      strictEqual((await titles(world)).filter((title) => title === 'Lemon cake').length, 1);
    });
  });
}
