/** A dish for an empty slot: suggestions that are for everyone who eats there, search, and typing, also without network. */
import { ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { startBrowser } from '../support/browser.ts';
import { setPreferences } from '../support/proposal-page.ts';
import { checkAxe, checkWidths } from '../support/web.ts';
import { expectMeals, meal, slotOf, visitWeek, WEEK } from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const eater = (name: string, diets: 'vegetarian'[] = []) => ({
  id: name.toLowerCase(),
  name,
  diets,
  allergens: [],
  dislikes: [],
});
const KATSU = {
  description: 'Chicken katsu with rice and cabbage',
  recipeId: 'chicken-katsu-with-cabbage',
  servings: 4,
  variant: { eaterIds: ['mia'], servings: 1 },
};

test('on a phone, a tap on an empty slot and one on a dish place it, with what makes it fit', async (t) => {
  const { page, api } = await visitWeek(t, browser, service, PHONE);
  await setPreferences(api, { eaters: [eater('Mia', ['vegetarian']), eater('Ben')], slotSettings: {} });
  const star = { eaterId: 'ben', recipeId: KATSU.recipeId, stars: 5 };
  strictEqual((await api.call('PUT', '/app/api/stars', star)).status, 204);
  await page.reload();
  await slotOf(page, 'Dinner, Friday').tap();
  const favourites = page.getByRole('region', { name: 'Your favourites' });
  const katsu = favourites.getByRole('button', { name: /^Chicken katsu.*With tofu for Mia$/ });
  await katsu.waitFor();
  // The keyboard of the phone would cover them.
  strictEqual(await page.locator('textarea:focus').count(), 0);
  ok((await page.getByRole('region', { name: 'Quick' }).getByRole('button').count()) > 0);
  strictEqual(await page.locator('.slot-suggestions').getByText('Not for').count(), 0);
  await checkAxe(page, '.week-editor');
  await checkWidths(page);
  await katsu.tap();
  await slotOf(page, 'Dinner, Friday').getByText('With tofu for Mia').waitFor();
  await expectMeals(api, { Friday: { dinner: KATSU } });
  await page.getByRole('button', { name: 'Undo', exact: true }).tap();
  await expectMeals(api, {});

  await t.test('those of who eats there in that week', async () => {
    const exception = { slots: { dinner: { away: ['ben'] } } };
    const path = `/app/api/weeks/${WEEK}/exceptions/Saturday`;
    strictEqual((await api.call('PUT', path, { version: 0, exception })).status, 200);
    await slotOf(page, 'Dinner, Saturday').tap();
    await page.getByRole('region', { name: 'Quick' }).waitFor();
    // Ben, whose favourite it is, is away.
    strictEqual(await favourites.count(), 0);
    await page.keyboard.press('Escape');
  });

  await t.test('typing searches instead, and places a text', async () => {
    await slotOf(page, 'Dinner, Saturday').tap();
    const field = page.getByRole('textbox', { name: 'Meal' });
    await field.tap();
    await field.fill('chicken katsu');
    await page.getByRole('option', { name: /With tofu for Mia/ }).waitFor();
    strictEqual(await page.locator('.slot-suggestions').count(), 0);
    await field.fill('Bread and cheese');
    await page.keyboard.press('Enter');
    await expectMeals(api, { Saturday: { dinner: meal('Bread and cheese') } });
  });

  await t.test('without network the slot says so, and a text is placed', async () => {
    await page.context().setOffline(true);
    await slotOf(page, 'Dinner, Sunday').tap();
    await page.getByText(/^Without a connection there are no ideas here/).waitFor();
    const field = page.getByRole('textbox', { name: 'Meal' });
    await field.fill('Pizza');
    await page.keyboard.press('Enter');
    await slotOf(page, 'Dinner, Sunday').getByText('Pizza').first().waitFor();
    await page.context().setOffline(false);
    await expectMeals(api, {
      Saturday: { dinner: meal('Bread and cheese') },
      Sunday: { dinner: meal('Pizza') },
    });
  });
});

test('on a desktop the field has the focus, and Tab reaches the suggestions', async (t) => {
  const { page, api } = await visitWeek(t, browser, service);
  await slotOf(page, 'Dinner, Friday').click();
  const first = page.locator('.slot-suggestion').first();
  await first.waitFor();
  ok(await page.locator('textarea:focus').isVisible());
  // The kinds of meals come before.
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
  ok(await first.evaluate((button) => button.matches(':focus')));
  await page.keyboard.press('Enter');
  await page.locator('.week-editor').waitFor({ state: 'detached' });
  await until('the dish is stored', async () => {
    const { body } = await api.call('GET', `/app/api/plans/${WEEK}`);
    return body.plan?.meals.Friday?.dinner?.recipeId !== undefined;
  });
  ok(await slotOf(page, 'Dinner, Friday').evaluate((button) => button.matches(':focus')));
});
