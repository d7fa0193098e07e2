import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { runWeekfareInProcess } from '#test/support/clients/command-line.ts';
import { freshFolder } from '#test/support/store.ts';

const PAGE = `<meta charset="iso-8859-1"><script type="application/ld+json">{"@type":"Recipe","name":"Crème",
  "recipeYield":4,"prepTime":"PT10M","cookTime":"PT5M","recipeIngredient":["1 l milk"],"image":"/a.jpg",
  "recipeInstructions":["Stir."]}</script>`;

test('recipe read prints one object for each file, and needs no database', async (t) => {
  const folder = freshFolder(t);
  const [page, other, missing] = ['page.html', 'text.txt', 'missing.html'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(page, PAGE, 'latin1');
  writeFileSync(other, 'Nothing to eat');
  const parameters = ['recipe', 'read', '--url', 'https://example.org/creme', page, other, missing];
  const { code, stdout } = await runWeekfareInProcess({ DATA_DIR: join(folder, 'none') }, parameters);
  strictEqual(code, 1);
  const printed = stdout.trimEnd().split('\n');
  deepStrictEqual(
    printed.map((line) => JSON.parse(line) as unknown),
    [
      {
        file: page,
        title: 'Crème',
        yield: '4',
        minutes: 15,
        ingredientGroups: [{ heading: null, lines: ['1 l milk'] }],
        steps: ['Stir.'],
        stepGroups: [{ steps: ['Stir.'] }],
        notes: [],
        source: 'https://example.org/creme',
        language: null,
        picture: 'https://example.org/a.jpg',
        prepMinutes: 10,
        cookMinutes: 5,
        tags: [],
        categories: [],
        cuisines: [],
      },
      { file: other, found: false, reason: 'There is no recipe in this text.' },
      { file: missing, found: false, reason: 'The file cannot be read.' },
    ],
  );
});

test('recipe read reads standard input, and refuses an address that is none', async () => {
  const read = await runWeekfareInProcess({}, ['recipe', 'read'], PAGE);
  strictEqual(read.code, 0);
  match(read.stdout, /^\{"file":"-","title":"Crème"/);
  const refused = await runWeekfareInProcess({}, ['recipe', 'read', '--url', 'nonsense']);
  strictEqual(refused.code, 2);
  match(refused.stderr, /--url is not an address/);
});

test('it exits without a message if the reader of its output has gone, such as `| head`', async () => {
  const child = spawn(process.execPath, [
    '--import',
    './scripts/preload.mjs',
    'src/cli/main.ts',
    'recipe',
    'read',
  ]);
  // Before its input has ended, so before it prints anything.
  child.stdout.destroy();
  child.stdin.end(PAGE);
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  deepStrictEqual({ stderr, code: code as unknown }, { stderr: '', code: 0 });
});
