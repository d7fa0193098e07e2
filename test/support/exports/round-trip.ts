/** Exports a generated family, imports the file into an empty one, exports that, and compares the two files. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importArchive } from '#actions/imports/imports.ts';
import { isRefusal } from '#domain/refusal.ts';
import { exportArchive } from '#queries/account/family-archive.ts';
import type { Store } from '#storage/store.ts';
import { OPERATOR } from '#storage/actor.ts';
import { readAllImportedRecipes } from '#storage/tables/imports.ts';
import { zipOf } from '../archives/zip-writer.ts';
import { emptyFamily, generatedFamily, NOW_MS } from './generated-family.ts';
import { unpack, type Unpacked } from './unpack.ts';

/** Without the JSON-LD of the recipes, their Cooklang is read. */
export type RoundTrip = { seed: number; onlyCooklang: boolean };

export async function exportBytes(store: Store, family: string): Promise<Buffer> {
  return Buffer.concat(
    await Array.fromAsync(await exportArchive(store, family, { nowMs: NOW_MS, maxIdleMs: 60_000 })),
  );
}

/** Throws an assertion error that shows the difference. */
export async function checkRoundTrip(
  store: Store,
  folder: string,
  { seed, onlyCooklang }: RoundTrip,
): Promise<{ recipes: number }> {
  const bytes = await exportBytes(store, await generatedFamily(store, seed));
  const before = await unpack(bytes);
  const path = join(folder, 'export.zip');
  writeFileSync(path, onlyCooklang ? withoutJsonLd(before) : bytes);
  const other = await emptyFamily(store);
  const context = { store, actor: OPERATOR, nowMs: NOW_MS };
  const outcome = await importArchive(context, other, { path, fileName: 'export.zip', isDryRun: false });
  ok(!isRefusal(outcome), JSON.stringify(outcome));
  deepStrictEqual(outcome.report.leftOut, [{ code: 'account', count: 1 }]);
  const originalIds = new Map<string, string>();
  for await (const rows of readAllImportedRecipes(store.db, other))
    for (const { recipeId, sourceKey } of rows)
      originalIds.set(recipeId, sourceKey.slice('weekfare:'.length));
  const after = await unpack(await exportBytes(store, other));
  const { 'account.json': _account, ...family } = after;
  const stale = [...originalIds.values()].filter((id) => JSON.stringify(family).includes(id));
  deepStrictEqual(stale, [], 'the imported family refers to recipes of the other one');
  deepStrictEqual(comparable(after, originalIds), comparable(before, new Map()));
  return { recipes: originalIds.size };
}

/** As if somebody had deleted these files. */
function withoutJsonLd(files: Unpacked): Buffer {
  const remaining = Object.entries(files).filter(([name]) => !/^recipes\/.*\.json$/.test(name));
  return zipOf(
    remaining.map(([name, file]) => ({
      name: `okafor/${name}`,
      content: isPicture(name)
        ? Buffer.from(file, 'base64')
        : typeof file === 'string'
          ? file
          : JSON.stringify(file),
    })),
  );
}

/**
 * What must be the same: everything but new ids of recipes (they are named by the original ones here) and of plans,
 * versions, who gave an answer or refused a dish and when, and the account.
 */
function comparable(files: Unpacked, originalIds: ReadonlyMap<string, string>): unknown {
  const { 'account.json': _account, ...others } = files;
  const renamed = JSON.parse(withOriginalIds(JSON.stringify(others), originalIds)) as Unpacked;
  const rest = Object.fromEntries(
    Object.entries(renamed).filter(([name]) => !isRecipe(name) && !isPicture(name)),
  );
  return {
    names: Object.keys(renamed).filter(isRecipe).toSorted(),
    recipes: Object.entries(renamed)
      .filter(([name]) => isRecipe(name))
      .map(([name, file]) => JSON.stringify([file, picturesOf(renamed, name)]))
      .toSorted(),
    rest: {
      ...rest,
      'plans.json': rest['plans.json'].map(({ id: _id, version: _version, ...plan }: Unpacked) => plan),
      'week-exceptions.json': rest['week-exceptions.json'].map(
        ({ version: _version, ...week }: Unpacked) => week,
      ),
      'menus.json': rest['menus.json']
        .map(({ id: _id, version: _version, ...menu }: Unpacked) => menu)
        .toSorted(byText),
      'answers.json': rest['answers.json'].map(({ words, foodId, brands }: Unpacked) => ({
        words,
        foodId,
        brands,
      })),
      'rejected-dishes.json': rest['rejected-dishes.json']
        .map(({ recipeId, rejectedOn }: Unpacked) => ({ recipeId, rejectedOn }))
        .toSorted(byText),
      'notes.json': rest['notes.json'].toSorted(byText),
      'stars.json': rest['stars.json'].toSorted(byText),
    },
  };
}

function isRecipe(name: string): boolean {
  return name.startsWith('recipes/');
}

function isPicture(name: string): boolean {
  return name.startsWith('pictures/');
}

/** The large one and the small one of the recipe in this file. */
function picturesOf(files: Unpacked, recipe: string): string[] {
  const name = recipe.slice('recipes/'.length, recipe.lastIndexOf('.'));
  return ['pictures', 'pictures/small'].flatMap((folder) =>
    ['jpeg', 'webp'].flatMap((ending) => files[`${folder}/${name}.${ending}`] ?? []),
  );
}

function byText(first: unknown, second: unknown): number {
  return JSON.stringify(first) < JSON.stringify(second) ? -1 : 1;
}

/** The ids of new recipes are 16 random characters, which are nowhere else. */
function withOriginalIds(text: string, originalIds: ReadonlyMap<string, string>): string {
  let renamed = text;
  for (const [id, original] of originalIds) renamed = renamed.replaceAll(id, original);
  return renamed;
}
