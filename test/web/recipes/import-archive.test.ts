/** Importing another app's export in the browser: file, report, keep, again, undo. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parsePhoto, photoPath } from '#domain/photo/photo.ts';
import { mealieBackup } from '#test/support/archives/mealie-samples.ts';
import { zipOf } from '#test/support/archives/zip-writer.ts';
import { startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { startBrowser } from '../support/browser.ts';
import { checkAxe, checkWidths, visitAsFamily } from '../support/web.ts';

const service = await startService({ after, before }, { config: { appRateLimitPerMinute: 0 } });
const browser = await startBrowser({ after });

function recipeFile(name: string, line?: string) {
  const recipe = {
    '@type': 'Recipe',
    name,
    recipeIngredient: line === undefined ? ['2 eggs', 'grandma dust'] : [line],
  };
  return { name: `${name}.json`, content: JSON.stringify(recipe) };
}

/** A recipe and its picture as Nextcloud keeps them: in a folder. */
function recipeWithPicture(name: string, picture: Buffer) {
  return [
    { ...recipeFile(name), name: `${name}/recipe.json` },
    { name: `${name}/full.png`, content: picture },
  ];
}

const FILE = {
  name: 'our recipes.zip',
  mimeType: 'application/zip',
  buffer: zipOf(['Leek soup', 'Apple pie', 'Dumplings'].map((name) => recipeFile(name))),
};

test('importing the export of another app', async (t) => {
  const { page, api } = await visitAsFamily(t, browser, service, { path: '/recipes/import' });
  const own = async () => {
    const { body } = await api.call('GET', '/app/api/recipes?own=true');
    return body.recipes.map(({ title }: { title: string }) => title).toSorted();
  };
  const input = page.locator('.archive input[type=file]');
  const keep = (label: string) => page.getByRole('button', { name: label }).click();

  await t.test('a file that is no archive is refused with a sentence', async () => {
    await input.setInputFiles({ ...FILE, buffer: FILE.buffer.subarray(0, -30) });
    await page.getByText('This file is damaged or incomplete').waitFor();
    await checkAxe(page, '.archive');
    await checkWidths(page);
  });

  await t.test('the report is shown before anything is saved, and recipes can be left out', async () => {
    await input.setInputFiles(FILE);
    await page.getByRole('heading', { name: 'Check the import' }).waitFor();
    await page.getByText('3 recipes in the file').waitFor();
    await page.getByText('3 of 6 ingredient lines are understood').waitFor();
    await page.getByText('1 of 2 lines not understood').first().click();
    await page.getByText('grandma dust').first().waitFor();
    deepStrictEqual(await own(), []);
    await checkAxe(page);
    await checkWidths(page);
    await page.getByRole('checkbox', { name: 'Apple pie' }).uncheck();
    await keep('Save 2 recipes');
    await page.getByText('Imported 2 recipes from our recipes.zip.').waitFor();
    deepStrictEqual(await own(), ['Dumplings', 'Leek soup']);
    await checkAxe(page);
  });

  await t.test('the same file offers only what is missing, then nothing', async () => {
    await input.setInputFiles(FILE);
    await page.getByText('2 recipes that you have already').click();
    await page.getByText('Leek soup', { exact: true }).waitFor();
    await keep('Save 1 recipe');
    await page.getByText('Imported 1 recipe from our recipes.zip.').waitFor();
    await input.setInputFiles(FILE);
    await page.getByText('There is nothing to save').waitFor();
    strictEqual(await page.getByRole('button', { name: 'Save' }).count(), 0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    strictEqual((await own()).length, 3);
  });

  await t.test(
    'a recipe that the family may have already is asked about, and can take its place',
    async () => {
      const changed = [
        recipeFile('Leek soup', '9 leeks'),
        recipeFile('Apple pie', '9 apples'),
        recipeFile('Dal', '1 lentil'),
      ];
      await input.setInputFiles({ ...FILE, buffer: zipOf(changed) });
      await page.getByRole('heading', { name: '2 recipes that you may have already' }).waitFor();
      await page.getByText('You have another recipe with this name.').first().waitFor();
      await checkAxe(page);
      await checkWidths(page);
      await page.getByLabel('For all of them').selectOption('Leave this one out');
      await page.getByRole('button', { name: 'Save 1 recipe' }).waitFor();
      await page.getByLabel('What to do with Leek soup').selectOption('Replace yours with this one');
      strictEqual(await page.getByLabel('For all of them').inputValue(), '');
      await keep('Save 2 recipes');
      await page.getByText('1 recipe has been replaced.').waitFor();
      deepStrictEqual(await own(), ['Apple pie', 'Dal', 'Dumplings', 'Leek soup']);
      await page.locator('.banner').getByRole('button', { name: 'Undo' }).click();
      await page.getByText('1 recipe deleted. 1 recipe is as it was.').waitFor();
      deepStrictEqual(await own(), ['Apple pie', 'Dumplings', 'Leek soup']);
    },
  );

  await t.test('an import of the last week is undone after a question, the newest one at once', async () => {
    await page.getByRole('heading', { name: 'Imported in the last week' }).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: '2 recipes' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByText('2 recipes deleted.').waitFor();
    deepStrictEqual(await own(), ['Apple pie']);
    await input.setInputFiles({ name: 'backup.zip', mimeType: 'application/zip', buffer: mealieBackup() });
    await page.getByText('2 planned meals go to empty slots of your plan').waitFor();
    await page.getByText('1 picture is imported too.').waitFor();
    await keep('Save 1 recipe');
    const banner = page.locator('.banner').filter({ hasText: 'Imported 1 recipe from Mealie.' });
    await banner.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 recipe deleted.').waitFor();
    await banner.waitFor({ state: 'detached' });
    deepStrictEqual(await own(), ['Apple pie']);
  });

  await t.test(
    'pictures are imported in both sizes, those that the device cannot read are counted',
    async () => {
      const address = await page.evaluate<string>(`(() => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [1_800, 900];
      return canvas.toDataURL('image/png');
    })()`);
      const picture = Buffer.from(address.split(',')[1] ?? '', 'base64');
      const buffer = zipOf([
        ...recipeWithPicture('Plum cake', picture),
        ...recipeWithPicture('Mystery cake', Buffer.from('not a picture')),
      ]);
      // A picture of a cancelled import, which the device still decodes, does not disturb the next import.
      await page.evaluate(`(() => {
        const decode = window.createImageBitmap;
        window.createImageBitmap = async (...options) => {
          window.createImageBitmap = decode;
          await new Promise((resolve) => { window.finishDecoding = resolve; });
          return decode(...options);
        };
      })()`);
      await input.setInputFiles({ ...FILE, buffer });
      await until('a picture is decoded', () => page.evaluate('window.finishDecoding !== undefined'));
      await page.getByRole('button', { name: 'Cancel' }).click();
      await input.setInputFiles({ ...FILE, buffer });
      await page.getByText('1 picture is imported too.').waitFor();
      await page.evaluate('window.finishDecoding()');
      await page.evaluate('new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve)))');
      await page.getByText('1 picture is not imported: this device cannot read it').waitFor();
      await checkAxe(page, '[aria-labelledby=report-summary]');
      await keep('Save 2 recipes');
      await page.getByText('Imported 2 recipes').waitFor();
      const { body } = await api.call('GET', '/app/api/recipes?own=true');
      const plum = body.recipes.find(({ title }: { title: string }) => title === 'Plum cake');
      const photo = parsePhoto(plum.picture);
      for (const [hash, width] of [
        [photo?.large, 1_600],
        [photo?.small, 400],
      ] as const) {
        const read = `fetch('${photoPath(hash ?? '')}').then((file) => file.blob()).then(createImageBitmap)`;
        strictEqual(await page.evaluate(`${read}.then(({ width }) => width)`), width);
      }
    },
  );
});
