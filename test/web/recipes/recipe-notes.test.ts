/** Notes, tags, duplicates, pasted text, typing errors and linked titles, in one journey. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { type AppClient, startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { checkAxe, visitAsFamily } from '../support/web.ts';
import { NOW_MS, openSlot, WEEK } from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

const DAL = 'red-lentil-dal-with-rice';
const PASTED =
  'Omas Pfannkuchen\n\nZutaten\n• 250 g Mehl\n• 3 Eier\nFür die Füllung:\n– 2 Äpfel\n\nZubereitung\n1. Mehl und Eier verrühren.\n2) Backen.';

async function paste(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).focus();
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  }`);
}

async function dinnerOn(api: AppClient, day: string) {
  return (await api.call('GET', `/app/api/plans/${WEEK}`)).body.plan?.meals[day]?.dinner;
}

test('a family makes a recipe its own', async (t) => {
  const { page, api, context, email } = await visitAsFamily(t, browser, service, { path: 'about:blank' });
  await page.clock.install({ time: NOW_MS });
  const notes = async () => (await api.call('GET', '/app/api/recipe-notes')).body.notes;
  await page.goto(`/recipes/${DAL}`);

  await t.test('a note and a tag, written without network, are sent later', async () => {
    await page.getByRole('button', { name: 'Add a note' }).waitFor();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.getByLabel('Our note').fill('less chilli for Mia');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Add a tag' }).click();
    await page.getByRole('combobox', { name: 'Tag' }).fill('quick');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'quick' }).waitFor();
    await page.getByText('less chilli for Mia').waitFor();
    deepStrictEqual(await notes(), {});
    await context.setOffline(false);
    const expected = { [DAL]: { note: 'less chilli for Mia', tags: ['quick'] } };
    await until('the note arrives', async () => JSON.stringify(await notes()) === JSON.stringify(expected));
    await checkAxe(page);
  });

  await t.test('the buttons of a note keep the focus when somebody else writes one', async () => {
    await page.getByRole('button', { name: 'Change the note' }).click();
    await page.getByLabel('Our note').and(page.locator(':focus')).waitFor();
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await cancel.focus();
    const fetched = page.waitForResponse(/app\/api\/recipe-notes/);
    const note = { before: '', after: 'good' };
    strictEqual(
      (await api.call('POST', '/app/api/recipe-notes', { recipeId: 'shakshuka', note })).status,
      200,
    );
    await (await fetched).finished();
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    );
    ok(await cancel.evaluate((button) => button.matches(':focus')));
    await cancel.click();
  });

  await t.test('a note written after the session has ended is sent after the next sign-in', async () => {
    await page.route('**/app/api/recipe-notes', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 401, json: { code: 'not-signed-in', status: 401 } })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Change the note' }).click();
    const refused = page.waitForResponse((response) => response.status() === 401);
    await page.getByLabel('Our note').fill('no chilli for Mia');
    await page.getByRole('button', { name: 'Save' }).click();
    await refused;
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    await page.unroute('**/app/api/recipe-notes');
    await dialog.getByLabel('Password').fill('correct horse battery');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    // Signing in has ended the session that the page and this client had.
    await api.call('POST', '/app/api/sign-in', { email, password: 'correct horse battery' });
    await until('the note arrives', async () => (await notes())[DAL]?.note === 'no chilli for Mia');
  });

  await t.test('a tag finds its recipes; typing errors find others', async () => {
    await page.getByRole('link', { name: 'quick' }).click();
    await page.getByText('1 recipe', { exact: true }).waitFor();
    await page.getByRole('list', { name: 'Our tags' }).getByText('quick').waitFor();
    await page.getByLabel('Tag', { exact: true }).selectOption('');
    await page.getByRole('searchbox').fill('spagetti');
    await page.getByRole('link', { name: /^Spaghetti bolognese/i }).waitFor();
    await checkAxe(page, '.recipes-filter');
  });

  await t.test('a pasted recipe is divided into the fields, with undo', async () => {
    await page.getByRole('link', { name: 'New recipe' }).click();
    await paste(page, 'Ingredients', PASTED);
    await page.getByText('divided into the fields').waitFor();
    strictEqual(await page.getByLabel('Title').inputValue(), 'Omas Pfannkuchen');
    const ingredients = '250 g Mehl\n3 Eier\nFür die Füllung:\n2 Äpfel';
    strictEqual(await page.getByLabel('Ingredients', { exact: true }).inputValue(), ingredients);
    strictEqual(await page.getByLabel('Steps').inputValue(), 'Mehl und Eier verrühren.\nBacken.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await until('the title is empty again', async () => (await page.getByLabel('Title').inputValue()) === '');
    match(await page.getByLabel('Ingredients', { exact: true }).inputValue(), /^Omas Pfannkuchen\nZutaten/);
    await paste(page, 'Steps', '① Rühren\n② Backen');
    const steps = page.getByLabel('Steps');
    await until('the numbers are gone', async () => (await steps.inputValue()) === 'Rühren\nBacken');
    await page.getByLabel('Title').fill('Omas Pfannkuchen');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Add to the week' }).waitFor();
  });

  await t.test('a typed title links its recipe; a close one is only offered', async () => {
    await page.getByRole('link', { name: 'Week', exact: true }).click();
    await openSlot(page, 'Dinner, Monday');
    await page.getByLabel('Meal', { exact: true }).fill('omas pfankuchen');
    await page.getByRole('option', { name: 'Omas Pfannkuchen' }).waitFor();
    await page.getByText('Without a recipe. Nothing goes on the shopping list.').waitFor();
    await page.getByLabel('Meal', { exact: true }).fill('OMAS pfannkuchen');
    await page.getByRole('button', { name: 'Without recipe' }).waitFor();
    await checkAxe(page, '.week-editor');
    await page.getByLabel('Meal', { exact: true }).press('Enter');
    await until(
      'the meal has its recipe',
      async () => (await dinnerOn(api, 'Monday'))?.recipeId !== undefined,
    );
    strictEqual((await dinnerOn(api, 'Monday')).description, 'OMAS pfannkuchen');

    // Faster than suggestions come.
    await openSlot(page, 'Dinner, Tuesday');
    await page.getByLabel('Meal', { exact: true }).fill('Shakshuka');
    await page.keyboard.press('Enter');
    await until(
      'the second meal has its recipe',
      async () => (await dinnerOn(api, 'Tuesday'))?.recipeId === 'shakshuka',
    );
  });
});
