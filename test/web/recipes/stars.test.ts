/** Star ratings of each eater: at a meal that is over and on the recipe page. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Meals } from '#domain/plan/plan.ts';
import { startBrowser } from '../support/browser.ts';
import { setPreferences } from '../support/proposal-page.ts';
import { type AppClient, startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { checkAxe, tabTo, visitAsFamily } from '../support/web.ts';
import { expectMeals, NOW_MS, planMeals, slotOf } from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

const DAL = 'red-lentil-dal-with-rice';
const MEALS: Meals = { Monday: { dinner: { description: 'Dal', recipeId: DAL, generated: true } } };
const PEOPLE = ['Anna', 'Ben'].map((name) => ({
  id: name.toLowerCase(),
  name,
  diets: [],
  allergens: [],
  dislikes: [],
}));

test('stars on the recipe page and in the week', async (t) => {
  const { page, api } = await visitAsFamily(t, browser, service, { path: 'about:blank' });
  await page.clock.install({ time: NOW_MS });
  await planMeals(api, MEALS);
  await page.goto(`/recipes/${DAL}`);

  await t.test(
    'stars work on the recipe page with the keyboard; without eaters there is a hint',
    async () => {
      await page.getByText('Add the people in your household').waitFor();
      await checkAxe(page, '.stars-hint');
      await setPreferences(api, { eaters: PEOPLE });
      await page.getByRole('link', { name: 'Add people' }).click();
      await page.waitForURL('**/preferences');
      await page.goto(`/recipes/${DAL}`);
      await star(page, 'Anna', 1).waitFor();
      await tabTo(page, '.stars input');
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expectStars(api, { anna: { [DAL]: 3 } });
      await checkAxe(page);
    },
  );

  await t.test('a printed recipe has no buttons and stars, and no heading without its text', async () => {
    await page.emulateMedia({ media: 'print' });
    deepStrictEqual(await page.evaluate(PRINTED_CONTROLS), []);
    deepStrictEqual(await page.evaluate(HEADINGS_ALONE), []);
    await page.emulateMedia({ media: null });
  });

  await t.test('refused stars are removed with the reason', async () => {
    await page.getByRole('button', { name: 'Remove Anna’s stars' }).click();
    await expectStars(api, {});
    await page.route('**/app/api/stars', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await star(page, 'Anna', 3).click();
    await page.getByText('Weekfare cannot be reached').waitFor();
    await until('the star is removed', async () => (await page.locator('.stars-given').count()) === 0);
    await expectStars(api, {});
    await page.unroute('**/app/api/stars');
  });

  await t.test('a tap gives stars to a meal for each eater and does not change the meal', async () => {
    await page.getByRole('link', { name: 'Week', exact: true }).click();
    await slotOf(page, 'Dinner, Monday').click();
    await star(page, 'Anna', 4).click();
    await expectStars(api, { anna: { [DAL]: 4 } });
    await star(page, 'Ben', 2).click();
    await star(page, 'Anna', 5).click();
    await expectStars(api, { anna: { [DAL]: 5 }, ben: { [DAL]: 2 } });
    await checkAxe(page, '.stars');
    await page.getByRole('button', { name: 'Remove Ben’s stars' }).click();
    await expectStars(api, { anna: { [DAL]: 5 } });
    await page.keyboard.press('Escape');
    await expectMeals(api, MEALS);

    await slotOf(page, 'Dinner, Monday').click();
    await page.getByRole('radio', { name: '5 stars', checked: true }).waitFor({ state: 'attached' });
    strictEqual(await page.locator('.stars-given').count(), 5);
  });

  await t.test('two dishes on one page have stars of their own', async () => {
    await planMeals(api, { Tuesday: { dinner: { description: 'Shakshuka', recipeId: 'shakshuka' } } });
    await page.goto('/');
    await page.locator('.review .stars-eater').first().waitFor();
    await slotOf(page, 'Dinner, Monday').click();
    await page.locator('.meal-facts .stars-eater').first().waitFor();
    const names = await page
      .locator('.stars-eater')
      .evaluateAll((groups) => groups.map((group) => group.querySelector('input')?.name));
    strictEqual(new Set(names).size, names.length, names.join(', '));
  });
});

function star(page: Page, name: string, stars: number) {
  return page
    .getByRole('group', { name, exact: true })
    .locator('.stars-star')
    .nth(stars - 1);
}

/** What is on paper and cannot be used there. */
const PRINTED_CONTROLS = `Array.from(document.querySelectorAll('button, a[href], input, select, .stars, .toast, nav'))
  .filter((one) => one.getClientRects().length > 0)
  .map((one) => one.outerHTML)`;

/** Headings without text below them, and those that may be the last line of a page. */
const HEADINGS_ALONE = `Array.from(document.querySelectorAll('h1, h2, h3'))
  .filter((one) => one.getClientRects().length > 0)
  .filter((one) => {
    const hasText = Array.from(one.parentElement.children).some(
      (other) => other !== one && other.innerText.trim() && other.getClientRects().length > 0,
    );
    return !hasText || getComputedStyle(one).breakAfter !== 'avoid';
  })
  .map((one) => one.outerHTML)`;

async function expectStars(api: AppClient, stars: object): Promise<void> {
  let seen: unknown;
  const hasStars = async () => {
    seen = (await api.call('GET', '/app/api/stars')).body.stars;
    return JSON.stringify(seen) === JSON.stringify(stars);
  };
  await until('the server has the stars', hasStars).catch(() => deepStrictEqual(seen, stars));
}
