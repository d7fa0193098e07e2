/** A recipe as an ingredient of another one: offered in the form, linked on the page and while cooking, on a phone. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService } from '#test/support/service.ts';
import { RECIPE } from '#test/support/world.ts';
import { startBrowser } from '../support/browser.ts';
import { checkAxe, visitAsFamily } from '../support/web.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

test('a recipe becomes an ingredient with one tap, and is opened from there', async (t) => {
  const { page, api } = await visitAsFamily(t, browser, service, { path: 'about:blank' });
  await page.setViewportSize({ width: 390, height: 844 });
  const dough = {
    ...RECIPE,
    title: 'Pizza dough',
    servings: 4,
    ingredients: ['500 g flour', '1 tbsp butter'],
  };
  let pizza = '';
  const { id } = (await api.call('POST', '/app/api/recipes', dough)).body.recipe;

  await t.test('the form offers it, and an edited amount stays linked', async () => {
    await page.goto('/recipes/new');
    await page.getByLabel('Title').fill('Pizza');
    await page.getByLabel('Ingredients').fill('1 batch pizza dough\n2 tomatoes');
    await page.getByRole('button', { name: 'Use the recipe Pizza dough' }).click();
    await page.getByText('The recipe Pizza dough').waitFor();
    await page.getByLabel('Ingredients').fill('2 batches pizza dough\n2 tomatoes');
    await page.getByText('2 of 2 lines understood').waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Save' }).click();
    const link = page.getByRole('link', { name: '2 batches pizza dough' });
    await link.waitFor();
    pizza = page.url().slice(page.url().lastIndexOf('/') + 1);
    strictEqual(await link.getAttribute('href'), `/recipes/${id}?servings=8`);
    await checkAxe(page);
  });

  await t.test('its allergens count', async () => {
    const { recipe } = (await api.call('GET', `/app/api/recipes/${pizza}`)).body;
    ok(recipe.isComplete && recipe.allergens.includes('milk') && recipe.allergens.includes('wheat'));
  });

  await t.test('the cook page leads to it, for the servings that are taken of it', async () => {
    await page.getByRole('link', { name: 'Cook', exact: true }).click();
    await page.getByRole('link', { name: 'How to make it: Pizza dough' }).first().click();
    await page.getByRole('heading', { name: 'Pizza dough', level: 1 }).waitFor();
    await page.getByText('1000 g flour').waitFor();
  });

  await t.test('deleting it says where it is used, and there the line is not sure', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('It is an ingredient of: Pizza.').waitFor();
    await checkAxe(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/\/recipes$/);
    await page.goto(`/recipes/${pizza}`);
    await page.getByText('Not sure: its recipe was deleted').waitFor();
    deepStrictEqual(await page.getByRole('link', { name: '2 batches pizza dough' }).count(), 0);
  });
});
