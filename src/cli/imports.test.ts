/** import, import list and import undo, as an operator uses them. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mealieBackup } from '#test/support/archives/mealie-samples.ts';
import { zipOf } from '#test/support/archives/zip-writer.ts';
import { runWeekfareInProcess } from '#test/support/clients/command-line.ts';
import { freshFolder } from '#test/support/store.ts';

test('an operator imports, imports again, exports, tries the export in another family and undoes it', async (t) => {
  const folder = freshFolder(t);
  const file = join(folder, 'backup.zip');
  writeFileSync(file, mealieBackup());
  const attempt = (...parameters: string[]) => runWeekfareInProcess({ DATA_DIR: folder }, parameters);
  const run = async (...parameters: string[]) => {
    const { code, stdout, stderr } = await attempt(...parameters);
    deepStrictEqual([code, stderr], [0, ''], parameters.join(' '));
    return stdout;
  };
  const add = async (email: string): Promise<string> => {
    const options = ['--name', 'Okafor', '--email', email, '--time-zone', 'UTC', '--json'];
    return JSON.parse(await run('family', 'add', ...options)).id;
  };
  const [id, other] = [await add('a@example.org'), await add('b@example.org')];

  const { importId, newRecipes } = JSON.parse(await run('import', id, file, '--json'));
  strictEqual(newRecipes, 1);
  const again = await run('import', id, file);
  match(again, /^Format: mealie-backup\n1 recipe in the file, 0 new\.\n/);
  match(again, /ticked items of shopping lists: they are bought\n/);
  match(again, /Not again, because the family has it \(1\):\n {2}Curry\n[^]*there is nothing new\.\n$/);
  match(await run('import', 'list', id), new RegExp(`^${importId}  .*  undo until .*  backup\\.zip\n$`));

  const exported = join(folder, 'okafor.zip');
  match(await run('export', id, exported), /^Exported to .*okafor\.zip: \d+ kB\.\n$/);
  strictEqual(statSync(exported).mode & 0o777, 0o600);
  const tried = await run('import', other, exported, '--dry-run');
  match(
    tried,
    /^Format: weekfare\n1 recipe in the file, 1 new\.\n3 ingredient lines, 3 understood, 100 %\.\n/,
  );
  match(tried, /Eaters, preferences, pantry[^]*Nothing was imported: this was a dry run\.\n$/);
  strictEqual(await run('import', 'list', other), 'The family has imported nothing.\n');
  match((await attempt('export', 'nobody', exported)).stderr, /^Family nobody: not found\.\n$/);
  strictEqual((await attempt('export', id, join(folder, 'no', 'such', 'folder.zip'))).code, 1);
  deepStrictEqual(
    readdirSync(folder).filter((name) => name.endsWith('.partial')),
    [],
  );

  const curry = join(folder, 'curry.json');
  writeFileSync(curry, JSON.stringify({ '@type': 'Recipe', name: 'Curry', recipeIngredient: ['1 leek'] }));
  match(
    await run('import', id, curry, '--dry-run'),
    /1 new\.\n[^]*see --similar \(1\):\n {2}Curry \(the same title\)\n/,
  );
  match(await run('import', id, curry, '--dry-run', '--similar', 'skip'), /0 new\.\n[^]*Left out, because/);
  match(
    (await attempt('import', id, curry, '--similar', 'both')).stderr,
    /^--similar is keep, skip, replace, not both\./,
  );
  const replacing = await run('import', id, curry, '--similar', 'replace', '--json');
  const { importId: replaced, replacedRecipes } = JSON.parse(replacing);
  strictEqual(replacedRecipes, 1);
  strictEqual(await run('import', 'undo', id, replaced), 'Deleted 0 recipes. 1 replaced recipe restored.\n');

  strictEqual(await run('import', 'undo', id, importId), 'Deleted 1 recipe.\n');
  strictEqual(await run('import', 'list', id), 'The family has imported nothing.\n');
});

test('a file that cannot be imported is refused with a sentence', async (t) => {
  const folder = freshFolder(t);
  const environment = { DATA_DIR: folder };
  const { stdout } = await runWeekfareInProcess(environment, [
    'family',
    'add',
    '--name',
    'O',
    '--email',
    'a@example.org',
    '--time-zone',
    'UTC',
    '--json',
  ]);
  const { id } = JSON.parse(stdout);
  const write = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const cases: [line: string[], code: number, message: RegExp][] = [
    [
      ['import', id, write('a.zip', zipOf([{ name: '../x' }]))],
      1,
      /^A file in the archive has a name that leads out of its folder\.\n$/,
    ],
    [['import', id, '/nowhere/at/all'], 1, /^There is no file \/nowhere\/at\/all\.\n$/],
    [['import', id, folder], 1, /cannot be read\.\n$/],
    [['import', 'nobody', join(folder, 'a.zip')], 1, /^Family nobody: not found\.\n$/],
    [['import', 'undo', id, 'nothing'], 1, /^Import nothing: not found\.\n$/],
    [['import', id], 2, /^FILE is missing\./],
  ];
  for (const [line, code, message] of cases) {
    const ended = await runWeekfareInProcess(environment, line);
    deepStrictEqual([ended.code, ended.stdout], [code, ''], `${line.join(' ')}: ${ended.stderr}`);
    match(ended.stderr, message);
    ok(!ended.stderr.includes('    at '), 'no stack trace');
  }
});
