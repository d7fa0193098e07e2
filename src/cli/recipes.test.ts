import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runWeekfareInProcess } from '#test/support/command-line.ts';
import { freshFolder } from '#test/support/store.ts';

const PAGE = `<meta charset="iso-8859-1"><script type="application/ld+json">{"@type":"Recipe","name":"Crème",
  "recipeYield":4,"prepTime":"PT10M","cookTime":"PT5M","recipeIngredient":["1 l milk"],"image":"/a.jpg",
  "recipeInstructions":["Stir."]}</script>`;

test('recipe read prints one object for each file, and needs no database', async (t) => {
  const folder = freshFolder(t);
  const [page, text, missing] = ['page.html', 'text.txt', 'missing.html'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(page, PAGE, 'latin1');
  writeFileSync(text, 'Nothing to eat');
  const parameters = ['recipe', 'read', '--url', 'https://example.org/creme', page, text, missing];
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
        ingredientGroups: [{ lines: ['1 l milk'] }],
        steps: ['Stir.'],
        stepGroups: [{ steps: ['Stir.'] }],
        notes: [],
        source: 'https://example.org/creme',
        picture: 'https://example.org/a.jpg',
        prepMinutes: 10,
        cookMinutes: 5,
        tags: [],
        categories: [],
        cuisines: [],
      },
      { file: text, found: false, reason: 'There is no recipe in this text.' },
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
