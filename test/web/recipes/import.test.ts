/** The import page: what a member sees of a page before the recipe is saved, and the bookmarklet from another site. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { startBrowser } from '../support/browser.ts';
import { locatedPhoto, makeJpeg } from '#test/support/photos.ts';
import { signUp, startService } from '#test/support/service.ts';
import { checkAxe, checkWidths, setCookies, visitAndRecordErrors } from '../support/web.ts';

const RECIPE = {
  '@context': 'https://schema.org',
  '@type': 'Recipe',
  name: 'Peanut noodles',
  description: 'Ready before the children are hungry.',
  recipeYield: '2 servings',
  prepTime: 'PT10M',
  totalTime: 'PT25M',
  author: { '@type': 'Person', name: 'Mai' },
  keywords: 'quick, noodles',
  nutrition: { '@type': 'NutritionInformation', calories: '540 kcal' },
  recipeIngredient: ['200 g noodles', '3 tbsp peanut butter', '1 tbsp soy sauce'],
  recipeInstructions: [
    {
      '@type': 'HowToSection',
      name: 'Sauce',
      itemListElement: [{ '@type': 'HowToStep', text: 'Whisk the sauce.' }],
    },
  ],
};
const pageWith = (
  image: string,
) => `<!doctype html><html lang="en"><head><title>Peanut noodles</title><style>p { color: red }</style>
<script type="application/ld+json">${JSON.stringify({ ...RECIPE, image })}</script></head><body><h1>Peanut noodles</h1></body></html>`;

const site = createServer((request, response) => {
  if (request.url === '/noodles.jpg')
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(locatedPhoto(makeJpeg(), 1));
  else
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(pageWith(siteUrl + (request.url === '/noodles' ? '/noodles.jpg' : '/no-picture')));
});
site.listen(0, '127.0.0.2');
await once(site, 'listening');
const siteUrl = `http://127.0.0.2:${(site.address() as AddressInfo).port}`;
after(() => {
  site.closeAllConnections();
  site.close();
});

const service = await startService(
  { after, before },
  { config: { fetch: { isOn: true, privateHosts: ['127.0.0.2'] } } },
);
const browser = await startBrowser({ after });

test('importing a recipe', async (t) => {
  const family = await signUp(service);
  const { body } = await family.browser.call('GET', '/app/api/preferences');
  const mia = { id: 'mia', name: 'Mia', diets: [], allergens: ['peanuts'], dislikes: [] };
  const saved = await family.browser.call('PUT', '/app/api/preferences', {
    version: body.version,
    preferences: { ...body.preferences, eaters: [mia] },
  });
  strictEqual(saved.status, 200, JSON.stringify(saved.body));
  const { context, page, errors } = await visitAndRecordErrors(browser, service.url);
  t.after(() => context.close());
  await setCookies(context, service, family.browser.cookies);

  let bookmarklet = '';

  await t.test('an address that is not on the public internet is not fetched', async () => {
    await page.goto('/recipes');
    await page.getByRole('link', { name: 'Import' }).click();
    const address = page.getByLabel('Address of the recipe');
    await address.fill('no address');
    await page.getByRole('button', { name: 'Get recipe' }).click();
    await page.getByText('Enter the address of a web page').waitFor();
    await address.fill('http://127.0.0.1:1/soup');
    await page.getByRole('button', { name: 'Get recipe' }).click();
    await page.getByText('This address is in a private network').waitFor();
    await page.getByText('When a site refuses: the bookmark').click();
    bookmarklet = (await page.getByRole('link', { name: 'To Weekfare' }).getAttribute('href')) ?? '';
    await checkAxe(page);
    await checkWidths(page);
  });

  await t.test('a pasted page is shown before it is saved, with whom it is not for', async () => {
    await page.getByLabel('Or paste the recipe').fill(pageWith(''));
    await page.getByRole('button', { name: 'Read the text' }).click();
    await page.getByRole('heading', { name: 'Check the recipe' }).waitFor();
    await page.getByText('Not for Mia: peanuts').waitFor();
    const valueOf = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
    deepStrictEqual(
      [await valueOf('Title'), await valueOf('Servings'), await valueOf('Total time (minutes)')],
      ['Peanut noodles', '2', '25'],
    );
    strictEqual(await valueOf('Steps'), 'Sauce:\nWhisk the sauce.');
    await page.getByText('3 of 3 lines understood').waitFor();
    await page.getByText('540 kcal').waitFor();
    await checkAxe(page);
    await checkWidths(page);
    // A change of a line changes the warning.
    await page.getByLabel('Ingredients', { exact: true }).fill('For the bowl:\n200 g noodles');
    await page.getByText('Not for Mia: peanuts').waitFor({ state: 'detached' });
    await page.getByLabel('Notes', { exact: true }).fill('Double it.');
    await page.getByRole('button', { name: 'Save recipe' }).click();
    await page.getByRole('heading', { name: 'For the bowl' }).waitFor();
    await page.getByRole('heading', { name: 'Sauce' }).waitFor();
    for (const text of ['Ready before the children are hungry.', 'Double it.', 'Mai', '540 kcal'])
      await page.getByText(text, { exact: true }).waitFor();
    await checkAxe(page);
  });

  await t.test('a recipe is saved without its picture, if that cannot be fetched', async () => {
    await page.goto(`/recipes/import?url=${encodeURIComponent(`${siteUrl}/broken`)}`);
    await page.getByText('The picture of the page could not be fetched.').waitFor();
    await page.getByLabel('Title', { exact: true }).fill('Noodles without a picture');
    await page.getByRole('button', { name: 'Save recipe' }).click();
    await page.getByRole('heading', { name: 'Noodles without a picture' }).waitFor();
  });

  await t.test('a shared address is read at once, and a recipe of the same name is named', async () => {
    await page.goto(`/recipes/import?title=Noodles&text=${encodeURIComponent(`Look: ${siteUrl}/noodles`)}`);
    await page.getByText('You have a recipe with this name already: Peanut noodles').waitFor();
    strictEqual(await page.getByLabel('Source', { exact: true }).inputValue(), `${siteUrl}/noodles`);
    await page.getByLabel('Title', { exact: true }).fill('Noodles with a picture');
    await page.getByRole('button', { name: 'Change the photo' }).waitFor();
    await page.getByRole('button', { name: 'Save recipe' }).click();
    await page.getByRole('heading', { name: 'Noodles with a picture' }).waitFor();
    const { recipes } = (await family.browser.call('GET', '/app/api/recipes?own=true')).body;
    const pictures = recipes.map((recipe: { title: string; picture: string }) => [
      recipe.title,
      recipe.picture.startsWith('photo '),
    ]);
    deepStrictEqual(Object.fromEntries(pictures), {
      'Peanut noodles': false,
      'Noodles without a picture': false,
      'Noodles with a picture': true,
    });
  });

  const other = await context.newPage();
  await t.test('the bookmarklet hands over the page of another site, after a question', async () => {
    match(bookmarklet, /^javascript:/);
    await other.goto(`${siteUrl}/noodles`);
    await other.evaluate(`(() => {
      const link = document.body.appendChild(document.createElement('a'));
      link.textContent = 'bookmark';
      link.href = ${JSON.stringify(bookmarklet)};
    })()`);
    const opening = context.waitForEvent('page');
    await other.getByText('bookmark').click();
    const ours = await opening;
    await ours.getByText(siteUrl, { exact: true }).waitFor();
    strictEqual(await ours.getByLabel('Title').count(), 0);
    await checkAxe(ours);
    await ours.getByRole('button', { name: 'Read the recipe' }).click();
    strictEqual(await ours.getByLabel('Title', { exact: true }).inputValue(), 'Peanut noodles');
    strictEqual(await ours.getByLabel('Source', { exact: true }).inputValue(), `${siteUrl}/noodles`);
    // A site cannot say that the page is from somewhere else, and its second page does not replace the first.
    await other.evaluate(`(() => {
      window.w = open(${JSON.stringify(`${service.url}/recipes/handover`)});
      addEventListener('message', () => {
        for (const html of ['<p>first', '<p>second'])
          window.w.postMessage({ kind: 'weekfare-page', address: 'https://bank.example/', html }, '*');
      }, { once: true });
    })()`);
    const forged = await context.waitForEvent('page');
    await forged.getByText(siteUrl, { exact: true }).waitFor();
    strictEqual(await forged.getByText('bank.example').count(), 0);
    await forged.getByRole('button', { name: 'Read the recipe' }).click();
    await forged.getByText('No recipe found').waitFor();
  });

  await t.test('other pages cannot be reached by a site that opens them', async () => {
    const opening = context.waitForEvent('page');
    await other.evaluate(`window.w = open(${JSON.stringify(`${service.url}/recipes/import`)})`);
    const ours = await opening;
    await ours.getByRole('heading', { name: 'Import recipes' }).waitFor();
    strictEqual(await ours.evaluate('window.opener'), null);
    strictEqual(await other.evaluate('window.w.closed'), true);
  });

  deepStrictEqual(
    errors.filter((error) => !error.includes(siteUrl)),
    [],
  );
  ok(context.pages().length > 1);
});
