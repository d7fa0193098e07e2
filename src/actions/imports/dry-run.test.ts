/** What a dry run reports is what the import of the same file does, on both databases. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { accepted } from '#test/support/accepted.ts';
import * as mealie from '#test/support/archives/mealie-samples.ts';
import * as samples from '#test/support/archives/samples.ts';
import * as texts from '#test/support/archives/text-samples.ts';
import { zipOf } from '#test/support/archives/zip-writer.ts';
import { emptyFamily, generatedFamily, NOW_MS } from '#test/support/exports/generated-family.ts';
import { exportBytes } from '#test/support/exports/round-trip.ts';
import { freshFolder, freshStore, KINDS } from '#test/support/store.ts';
import { SIMILAR_CHOICES } from '#domain/recipe/import-report.ts';
import { OPERATOR } from '#storage/actor.ts';
import { importArchive } from './imports.ts';

const SAMPLES = Object.values({ ...mealie, ...samples, ...texts }) as (() => Buffer)[];
const GENERATED = { sqlite: 4, postgres: 3 };
const KNOWN_PLANS = 2;

const meal = (date: string, entry_type: string, title: string) => ({
  id: `${date}${title}`,
  date,
  entry_type,
  title,
});

/** Meals in no year of a plan, without a recipe, twice in a place; more lines than a list takes. */
function difficultBackup(): Buffer {
  const days = Array.from({ length: 28 }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`);
  const database = {
    recipes: [{ id: '0b7d3f0e8a0a4d8e9c550f6a5f8f4b11', name: 'Stew' }],
    recipes_ingredients: [],
    group_meal_plans: [
      ...days.flatMap((date) => [meal(date, 'dinner', `Dish ${date}`), meal(date, 'lunch', 'Leftovers')]),
      meal('2026-11-16', 'dinner', 'Another dish'),
      meal('1999-01-04', 'dinner', 'Long ago'),
      { ...meal('2026-11-30', 'dinner', ''), recipe_id: '1b7d3f0e8a0a4d8e9c550f6a5f8f4b11' },
      meal('2026-11-30', 'brunch', 'Pancakes'),
    ],
    shopping_lists: [{ id: 'list', name: 'Shop' }],
    shopping_list_items: Array.from({ length: 310 }, (_, at) => ({
      id: `${at}`,
      shopping_list_id: 'list',
      note: `thing ${at % 305}`,
      quantity: 1,
      checked: 0,
    })),
  };
  return zipOf([{ name: 'database.json', content: JSON.stringify(database) }]);
}

for (const kind of KINDS) {
  describe(`${kind}: a dry run`, async () => {
    const store = await freshStore({ after }, kind);
    const path = join(freshFolder({ after }), 'export.zip');
    const context = { store, actor: OPERATOR, nowMs: NOW_MS };

    /** Returns what the import reports. */
    async function checkFile(family: string, bytes: Buffer, name: string) {
      writeFileSync(path, bytes);
      for (const similar of SIMILAR_CHOICES) {
        const file = { path, fileName: 'export.zip', similar };
        const dryRun = accepted(await importArchive(context, family, { ...file, isDryRun: true }));
        const stored = accepted(await importArchive(context, family, { ...file, isDryRun: false }));
        deepStrictEqual(dryRun.report, stored.report, `${name}, ${similar}`);
      }
    }

    test('reports what the import of every kind of file does, also again', async () => {
      const family = await emptyFamily(store);
      for (const sample of [...SAMPLES, difficultBackup]) await checkFile(family, sample(), sample.name);
    });

    test('reports the meals and lines that find a place, and why the others do not', async () => {
      writeFileSync(path, difficultBackup());
      const file = { path, fileName: 'export.zip', isDryRun: true };
      const { report } = accepted(await importArchive(context, await emptyFamily(store), file));
      ok(report.meals > 40 && report.meals < 60, String(report.meals));
      const codes = report.leftOut.map(({ code }) => code);
      for (const code of ['week-out-of-range', 'meal-without-recipe', 'list-limit'] as const)
        ok(codes.includes(code), code);
    });

    test('reports what the import of an export of Weekfare does, also into a family with data', async () => {
      const families = [];
      for (let seed = 1; seed <= GENERATED[kind]; seed += 1)
        families.push(await generatedFamily(store, seed));
      const exports = [];
      for (const family of families) exports.push(await exportBytes(store, family));
      for (const [at, bytes] of exports.entries()) {
        await checkFile(await emptyFamily(store), bytes, `seed ${at + 1}, empty family`);
        const other = families[(at + KNOWN_PLANS) % families.length] ?? '';
        await checkFile(other, bytes, `seed ${at + 1}, family with data`);
      }
    });
  });
}
