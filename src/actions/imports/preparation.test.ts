/** A report has an end, whatever a file contains. */
import { deepStrictEqual, match, ok, rejects, strictEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { accepted } from '#test/support/accepted.ts';
import { NOW } from '#test/support/api-family.ts';
import { zipOf } from '#test/support/archives/zip-writer.ts';
import { emptyFamily } from '#test/support/exports/generated-family.ts';
import { freshFolder, freshStore } from '#test/support/store.ts';
import { MAX_POSITIONS } from '#domain/family/upload.ts';
import { OPERATOR } from '#storage/actor.ts';
import { importArchive, type ImportOutcome } from './imports.ts';
import { LeftOutCounts } from './preparation.ts';

const store = await freshStore({ after }, 'sqlite');
const path = join(freshFolder({ after }), 'file');
const family = await emptyFamily(store);

async function reportOf(content: string | Buffer): Promise<ImportOutcome['report']> {
  writeFileSync(path, content);
  const context = { store, actor: OPERATOR, nowMs: NOW };
  const file = { path, fileName: 'file', isDryRun: true };
  return accepted(await importArchive(context, family, file)).report;
}

test('the recipes that a report lists have at most 2 MB; the others are counted', async () => {
  const recipes = Array.from({ length: 700 }, (_, at) => ({
    '@type': 'Recipe',
    name: `Dish ${at}`,
    recipeIngredient: Array.from(
      { length: 20 },
      (_line, line) => `${'grandma dust and more of it '.repeat(6)}${at * 20 + line}`,
    ),
  }));
  const report = await reportOf(JSON.stringify(recipes));
  deepStrictEqual([report.recipes, report.newRecipes], [700, 700]);
  ok(report.details.length > 300 && report.details.length < 700, `${report.details.length} are listed`);
  ok(JSON.stringify(report).length < 2_100_000);
  deepStrictEqual(report.details.at(-1)?.title, `Dish ${report.details.length - 1}`);
});

test('a file with more recipes than a family can choose from is refused with a sentence', async () => {
  const tiny = '{"@type":"Recipe","name":"a","recipeIngredient":["1 egg"]}';
  const content = `[${Array.from({ length: MAX_POSITIONS + 1 }, () => tiny).join(',')}]`;
  await rejects(reportOf(content), /more than 20000 recipes/);
});

test('of rows that no family can have, the rest is left out', async () => {
  const rows = Array.from({ length: 10_001 }, () => ({ foodId: 'egg', centsPerKg: 1 }));
  const report = await reportOf(
    zipOf([
      { name: 'weekfare.json', content: JSON.stringify({ format: 'weekfare', family: { currency: null } }) },
      { name: 'prices.json', content: JSON.stringify(rows) },
    ]),
  );
  ok(report.leftOut.some(({ code, name }) => code === 'not-valid' && name === 'prices'));
});

test('the name of what is left out is short', () => {
  const leftOut = new LeftOutCounts();
  leftOut.add('no-recipe', 'x'.repeat(60_000));
  const [first] = leftOut.all();
  strictEqual(first?.name?.length, 200);
  match(first.name, /^x+$/);
});
