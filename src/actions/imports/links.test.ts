/** Recipes of a file that are ingredients of others, on both databases. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { accepted } from '#test/support/accepted.ts';
import { NOW } from '#test/support/api-family.ts';
import { zipOf } from '#test/support/archives/zip-writer.ts';
import { emptyFamily } from '#test/support/exports/generated-family.ts';
import { exportBytes } from '#test/support/exports/round-trip.ts';
import { freshFolder, freshStore, KINDS } from '#test/support/store.ts';
import { makeWorld, RECIPE } from '#test/support/world.ts';
import { addRecipe, changeRecipe, removeRecipe } from '#actions/recipe/recipes.ts';
import { getFoods } from '#cookbook/foods.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import { allergensOf } from '#domain/recipe/recipe.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import { writeCooklang } from '#export/cooklang.ts';
import { writeJsonLd } from '#export/json-ld.ts';
import { findFamilyRecipe } from '#queries/recipe/family-recipes.ts';
import { findRecipes, listRecipeVersions, type OwnRecipe } from '#storage/tables/recipe/recipes.ts';
import { OPERATOR } from '#storage/actor.ts';
import { importArchive, type ImportOutcome } from './imports.ts';
import { undoImport } from './undo.ts';

const PIZZA_COOK =
  '---\ntitle: Pizza\nservings: 2\n---\n\nRoll @./Shared/Pizza Dough{1/2%batch} and top with @tomatoes{2}.\n';
const DOUGH_COOK = '---\ntitle: Pizza Dough\nservings: 4\n---\n\nKnead @flour{500%g} and @milk{300%ml}.\n';

/** A recipe of Mealie that uses others, by their ids. */
function mealie(id: string, lines: string[], uses: { id: string; name: string }[] = []) {
  const used = uses.map((recipe) => ({
    quantity: 2,
    unit: null,
    food: null,
    note: '',
    referencedRecipe: recipe,
  }));
  const recipe = {
    id,
    slug: `slug-${id}`,
    name: `Recipe ${id}`,
    recipeYield: '4 servings',
    recipeIngredient: [...used, ...lines.map((note) => ({ note, disableAmount: true }))],
    recipeInstructions: [{ text: 'Cook.' }],
  };
  return { name: `${id}/${id}.json`, content: JSON.stringify(recipe) };
}

const leftOutCodes = ({ report }: ImportOutcome) =>
  report.leftOut.map(({ code, count }) => `${code} ${count}`);
const link = (name: string) => ({ id: name, name: `Recipe ${name}` });

for (const kind of KINDS) {
  describe(`${kind}: imports of recipes that use others`, async () => {
    const service = { store: await freshStore({ after }, kind), clock: { nowMs: NOW } };
    const { store } = service;
    const folder = freshFolder({ after });
    const context = () => ({ store, actor: OPERATOR, nowMs: service.clock.nowMs });
    let files = 0;
    const importBytes = async (
      family: string,
      bytes: Buffer | string,
      choice = {},
    ): Promise<ImportOutcome> => {
      const path = join(folder, `${(files += 1)}`);
      writeFileSync(path, bytes);
      return accepted(
        await importArchive(context(), family, { path, fileName: 'file', isDryRun: false, ...choice }),
      );
    };
    const byTitle = async (family: string): Promise<Map<string, OwnRecipe>> => {
      const ids = (await listRecipeVersions(store.db, family)).map(({ id }) => id);
      return new Map((await findRecipes(store.db, family, ids)).map((own) => [own.source.title, own]));
    };
    const factsOf = async (family: string, id = '') => {
      const found = await findFamilyRecipe(store.db, family, id);
      ok(found);
      const { contains, isComplete } = allergensOf(found.recipe, getFoods());
      return { contains: [...contains].toSorted(), isComplete };
    };

    test("Cooklang's paths become references, and the words of the step stay", async () => {
      const family = await emptyFamily(store);
      const outcome = await importBytes(
        family,
        zipOf([
          { name: 'Pizza.cook', content: PIZZA_COOK },
          { name: 'Shared/Pizza Dough.cook', content: DOUGH_COOK },
        ]),
      );
      deepStrictEqual(leftOutCodes(outcome), []);
      deepStrictEqual(outcome.report.details[0]?.unclear, []);
      const recipes = await byTitle(family);
      const [pizza, dough] = [recipes.get('Pizza'), recipes.get('Pizza Dough')];
      deepStrictEqual(pizza?.source.ingredients, ['1/2 batch Pizza Dough', '2 tomatoes']);
      deepStrictEqual(pizza.source.steps, ['Roll Pizza Dough and top with tomatoes.']);
      deepStrictEqual(pizza.source.references, [{ line: '1/2 batch Pizza Dough', recipeId: dough?.id }]);
      deepStrictEqual(await factsOf(family, pizza.id), {
        contains: ['gluten', 'milk', 'wheat'],
        isComplete: true,
      });
    });

    test("Mealie's recipes in recipes are found by id, also the other way round in the file", async () => {
      const family = await emptyFamily(store);
      const [pie, dough] = ['0b5f4e1c-0000-4000-8000-00000000000a', '0b5f4e1c-0000-4000-8000-00000000000b'];
      const uses = [{ id: dough, name: 'Another title' }];
      await importBytes(family, zipOf([mealie(pie, ['1 onion'], uses), mealie(dough, ['100 g butter'])]));
      const recipes = await byTitle(family);
      const own = recipes.get(`Recipe ${pie}`);
      deepStrictEqual(own?.source.references, [
        { line: '2 Another title', recipeId: recipes.get(`Recipe ${dough}`)?.id },
      ]);
      deepStrictEqual((await factsOf(family, own.id)).contains, ['milk']);
    });

    test('an import never makes a circle, and says how many lines stay text', async () => {
      const family = await emptyFamily(store);
      const outcome = await importBytes(
        family,
        zipOf([
          mealie('a', ['1 onion'], [link('b')]),
          mealie('b', ['1 onion'], [link('c')]),
          mealie('c', ['1 onion'], [link('a'), link('c'), link('unknown')]),
        ]),
      );
      deepStrictEqual(leftOutCodes(outcome), ['links 3']);
      const recipes = await byTitle(family);
      const used = ['a', 'b', 'c'].map(
        (name) => recipes.get(`Recipe ${name}`)?.source.references?.length ?? 0,
      );
      deepStrictEqual(used, [1, 1, 0]);
      strictEqual((await factsOf(family, recipes.get('Recipe c')?.id)).isComplete, false);
    });

    test("a line is linked to the family's recipe with its title, and not to one of two", async () => {
      const family = await emptyFamily(store);
      const add = async (title: string) =>
        accepted(await addRecipe(context(), family, { ...RECIPE, title, ingredients: ['100 g flour'] })).id;
      const dough = await add('Pizza Dough');
      await importBytes(family, PIZZA_COOK);
      deepStrictEqual((await byTitle(family)).get('Pizza')?.source.references?.[0]?.recipeId, dough);
      const other = await emptyFamily(store);
      for (const title of ['Pizza Dough', 'Pizza dough'])
        accepted(await addRecipe(context(), other, { ...RECIPE, title, ingredients: ['100 g flour'] }));
      deepStrictEqual(leftOutCodes(await importBytes(other, PIZZA_COOK)), ['links 1']);
    });

    test('an undo that would make a circle gives the old text back without its references', async () => {
      const family = await emptyFamily(store);
      const add = async (source: Partial<RecipeSource>) =>
        accepted(await addRecipe(context(), family, { ...RECIPE, ingredients: ['1 egg'], ...source }));
      const dough = await add({ title: 'Dough' });
      const line = '1 batch dough';
      const pizza = await add({
        title: 'Pizza',
        ingredients: [line],
        references: [{ line, recipeId: dough.id }],
      });
      const file = JSON.stringify({ '@type': 'Recipe', name: 'Pizza', recipeIngredient: ['2 eggs'] });
      const { importId } = await importBytes(family, file, { similar: 'replace' });
      strictEqual((await byTitle(family)).get('Pizza')?.id, pizza.id);
      const references = [{ line: '1 pizza', recipeId: pizza.id }];
      const source = { ...RECIPE, title: 'Dough', ingredients: ['1 pizza'], references };
      accepted(await changeRecipe(context(), family, { ...dough, source }));
      accepted(await undoImport(context(), family, importId ?? ''));
      const restored = (await byTitle(family)).get('Pizza')?.source;
      deepStrictEqual([restored?.ingredients, restored?.references], [[line], undefined]);
    });

    test("Weekfare's own export loses no reference, also not one to a recipe that is gone", async () => {
      const { family } = await makeWorld(service);
      const add = async (title: string, ingredients: string[], uses: Record<string, string> = {}) => {
        const references = Object.entries(uses).map(([line, recipeId]) => ({ line, recipeId }));
        const lines = [...Object.keys(uses), ...ingredients];
        const source = { ...RECIPE, title, ingredients: lines, references };
        return accepted(await addRecipe(context(), family, source)).id;
      };
      const dough = await add('A dough, kneaded', ['500 g flour', '100 g butter']);
      const [bookId = ''] = getRecipes().recipes.map(({ id }) => id);
      const gone = await add('Gone', ['1 egg']);
      await add('Pizza', ['2 onions'], { 'half a batch of the dough': dough, '2 servings book': bookId });
      await add('Pie', ['1 apple'], { '50 g olive oil': gone, '1 batch dough': dough });
      strictEqual(await removeRecipe(context(), family, gone), undefined);
      const other = await emptyFamily(store);
      await importBytes(other, await exportBytes(store, family));
      const [before, now] = [await byTitle(family), await byTitle(other)];
      const newDough = now.get('A dough, kneaded')?.id;
      for (const title of ['Pizza', 'Pie']) {
        const [from, to] = [before.get(title)?.source, now.get(title)?.source];
        const moved = from?.references?.map(({ line, recipeId }) => ({
          line,
          recipeId: recipeId === dough ? newDough : recipeId,
        }));
        deepStrictEqual(to, { ...from, references: moved });
      }
      strictEqual((await factsOf(other, now.get('Pie')?.id)).isComplete, false);
      ok((await factsOf(other, now.get('Pizza')?.id)).contains.includes('milk'));
    });

    test('a single file of each format loses no reference', async () => {
      const family = await emptyFamily(store);
      const line = '1 1/2 batches of the best dough';
      const dough = accepted(
        await addRecipe(context(), family, { ...RECIPE, title: 'Dough', ingredients: ['1 egg'] }),
      );
      const source = { ...RECIPE, title: 'Pie', ingredients: [line, '1 apple'] };
      const references = [{ line, recipeId: dough.id }];
      const recipe = { id: 'pie', source: { ...source, references }, titles: new Map([[dough.id, 'Dough']]) };
      ok(writeCooklang(recipe).includes('@./Dough{1 1/2%batches'));
      for (const text of [writeCooklang(recipe), writeJsonLd(recipe)]) {
        const { importId } = await importBytes(family, text);
        deepStrictEqual((await byTitle(family)).get('Pie')?.source, { ...source, references });
        accepted(await undoImport(context(), family, importId ?? ''));
      }
    });
  });
}
