/** Answering what ingredient lines mean that are not understood, on the recipe page and in the form, and recipes in German. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type AppClient, startService } from '#test/support/service.ts';
import type { Scope } from '#test/support/store.ts';
import { startBrowser } from '../support/browser.ts';
import { checkAxe, checkWidths, visitAsFamily } from '../support/web.ts';
import { expectMeals, NOW_MS } from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

const SOUP = {
  title: 'Pixie soup',
  servings: 4,
  activeMinutes: 20,
  totalMinutes: 30,
  meals: ['dinner'],
  cuisine: '',
  protein: '',
  keeps: false,
  ingredients: ['250 g red lentils', '2 tbsp pixie dust', 'For the top:', '100 ml cream or moonjuice'],
  steps: ['Cook.'],
};

async function visitRecipe(scope: Scope, options: Parameters<typeof visitAsFamily>[3] = {}) {
  const visit = await visitAsFamily(scope, browser, service, { ...options, path: 'about:blank' });
  await visit.page.clock.install({ time: NOW_MS });
  const id = await createRecipe(visit.api);
  await visit.page.goto(`/recipes/${id}`);
  await visit.page.getByRole('heading', { level: 1, name: SOUP.title }).waitFor();
  return { ...visit, id };
}

async function createRecipe(api: AppClient, source: object = SOUP): Promise<string> {
  const { status, body } = await api.call('POST', '/app/api/recipes', source);
  strictEqual(status, 200, JSON.stringify(body));
  return body.recipe.id as string;
}

function line(page: Page, text: string) {
  return page.locator('.recipe-ingredients li', { hasText: text });
}

test('unknown lines on the recipe page', async (t) => {
  const { page, api, id } = await visitRecipe(t);

  await t.test('a refused answer keeps the dialog open and says why', async () => {
    await line(page, 'pixie dust').getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await page.route('**/app/api/lines', (route) =>
      route.fulfill({ status: 409, json: { code: 'too-many', status: 409 } }),
    );
    await dialog.getByRole('button', { name: 'Nothing that anyone must avoid' }).click();
    await dialog.locator('.banner').waitFor();
    await page.unroute('**/app/api/lines');
    await dialog.getByRole('button', { name: 'Nothing that anyone must avoid' }).click();
    await dialog.waitFor({ state: 'detached' });
    await line(page, 'pixie dust').getByText('Nothing that anyone must avoid.').waitFor();
    await line(page, 'pixie dust')
      .getByRole('button', { name: /^Take back/ })
      .click();
  });

  await t.test('a line is answered with a food, shows who said so, and is taken back', async () => {
    const dust = line(page, 'pixie dust');
    await dust.getByText('Not understood', { exact: true }).waitFor();
    await line(page, 'moonjuice').getByText('Not fully understood').waitFor();
    strictEqual(
      await page.getByRole('button', { name: /^What is this/ }).count(),
      2,
      'no question at the heading',
    );
    await page.getByText('Not every line was understood, so there may be more.').waitFor();
    await dust.getByRole('button', { name: /^What is this/ }).click();
    const dialog = page.getByRole('dialog', { name: 'What is this?' });
    await dialog.getByText('2 tbsp pixie dust').waitFor();
    await checkAxe(page);
    await dialog.getByRole('textbox', { name: 'Which food is it?' }).fill('zzzz');
    await dialog.getByText('No food with this name.').waitFor();
    await dialog.getByRole('textbox').fill('peanut b');
    await dialog.getByRole('button', { name: 'peanut butter', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await dust.getByText('Counts as peanut butter.').waitFor();
    await dust.getByText(/^Settled by you on .*November.* 2026$/).waitFor();
    ok(
      await dust.locator('.line-note').evaluate((note) => note.matches(':focus')),
      'the focus stays at the line',
    );
    await page.locator('.recipe-facts li', { hasText: 'Peanuts' }).first().waitFor();

    const moon = line(page, 'moonjuice');
    await moon.getByRole('button').click();
    await page.getByRole('dialog').getByText('We recognise').waitFor();
    match((await page.getByRole('dialog').textContent()) ?? '', /We recognise .*cream/);
    await page.getByRole('dialog').getByRole('button', { name: 'Nothing that anyone must avoid' }).click();
    await moon.getByText(/Counts as .*cream.* Nothing else that anyone must avoid/).waitFor();
    strictEqual(await page.getByText('Not every line was understood').count(), 0);
    const complete = (await api.call('GET', `/app/api/recipes/${id}`)).body.recipe;
    deepStrictEqual([complete.isComplete, complete.allergens.includes('milk')], [true, true]);

    await dust.getByRole('button', { name: /^Take back/ }).press('Enter');
    await dust.getByText('Not understood', { exact: true }).waitFor();
    await page.getByText('Not every line was understood, so there may be more.').waitFor();
    strictEqual((await api.call('GET', `/app/api/recipes/${id}`)).body.recipe.isComplete, false);
  });
});

test('recipes in German', async (t) => {
  const { page, api } = await visitAsFamily(t, browser, service, { locale: 'de-DE', path: 'about:blank' });
  await page.clock.install({ time: NOW_MS });
  await page.goto('/recipes/new');

  await t.test('parsed units are shown in the reader’s language', async () => {
    await page
      .getByRole('textbox', { name: 'Zutaten' })
      .fill('2 tsp salt\n3–4 cloves garlic\n1/2 cup rice\n1 pint milk');
    await page.getByText('4 von 4 Zeilen verstanden').waitFor();
    deepStrictEqual(
      (await page.locator('.reading').allTextContents()).map((text) => text.replaceAll(/\s+/g, ' ')),
      ['2 TL Salz', '4 Zehen Knoblauch', '½ Tasse Reis', '1 pint Milch'],
    );
  });

  await t.test(
    'the form asks the same, and one answer counts for all lines with the same words',
    async () => {
      await page
        .getByRole('textbox', { name: 'Zutaten' })
        .fill('Deko:\n1 EL Feenstaub\n3 kg Feenstaub\n2 Eier');
      await page.getByText('2 von 4 Zeilen verstanden').waitFor();
      await page.getByRole('button', { name: 'Was ist das? 1 EL Feenstaub' }).click();
      const dialog = page.getByRole('dialog', { name: 'Was ist das?' });
      await dialog.getByRole('button', { name: 'Abbrechen' }).click();
      await page.getByRole('button', { name: 'Was ist das? 3 kg Feenstaub' }).click();
      await dialog.getByRole('button', { name: 'Nichts, was jemand meiden muss' }).click();
      await page.getByText('4 von 4 Zeilen verstanden').waitFor();
      strictEqual(await page.getByText('Von dir geklärt am 11. November 2026').count(), 2);
      await checkAxe(page);
      await page.getByRole('button', { name: 'Zurücknehmen: 1 EL Feenstaub' }).click();
      await page.getByText('2 von 4 Zeilen verstanden').waitFor();
      const { body } = await api.call('POST', '/app/api/recipes/understand', { lines: ['Feenstaub'] });
      strictEqual(body.lines[0].answer, undefined);
    },
  );

  await t.test('a recipe of the cookbook is found, read and planned in German', async () => {
    await page.getByRole('link', { name: 'Rezepte', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Verlassen' }).click();
    await page.getByRole('searchbox', { name: 'Suche' }).fill('kartoffelpuffer');
    await page.getByText('1 Rezept', { exact: true }).waitFor();
    match(await page.locator('.recipes-card').innerText(), /Deutsch · Vegan/);
    await page.getByRole('link', { name: /^Kartoffelpuffer/ }).click();
    await page.getByRole('button', { name: 'Eine Portion mehr' }).click();
    await page.getByText('2 1/2 EL Apfelessig').waitFor();
    await page.getByText('Die meisten Kinder mögen es').waitFor();
    await page.getByRole('button', { name: 'In die Woche eintragen' }).click();
    await page
      .getByRole('button', { name: /^Abendessen, Freitag/ })
      .first()
      .click();
    const description = 'Kartoffelpuffer mit Apfelmus und Gurkensalat';
    const recipeId = 'potato-pancakes-with-apple-sauce';
    await expectMeals(api, { Friday: { dinner: { description, recipeId, servings: 5 } } });
  });

  await t.test('the page has a variant, and follows the language', async () => {
    await page.goto('/recipes/spaghetti-bolognese');
    const german = page.getByRole('region', { name: 'Variante: mit Linsen' });
    await german.getByText('Statt Rinderhackfleisch, Rinderbrühe und Parmesankäse:').waitFor();
    await german.getByText('Vegetarisch', { exact: true }).waitFor();
    await checkAxe(page);
    await checkWidths(page);
    await page.getByRole('button', { name: 'Mehr', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'English' }).click();
    await page.getByRole('region', { name: 'Variation: with lentils' }).getByText('Instead of').waitFor();
    await page.getByText('2 tbsp olive oil').waitFor();
  });
});
