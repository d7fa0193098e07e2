/** Meals of several dishes: on the board, in print and in the editor. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService } from '../../support/service.ts';
import { startBrowser } from '../support/browser.ts';
import { checkAxe, checkWidths } from '../support/web.ts';
import { expectMeals, meal, openSlot, slotOf, visitWeek } from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

const DAL = { description: 'Red lentil dal', recipeId: 'red-lentil-dal-with-rice' };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

test('a meal with several dishes shows the main one and, smaller, the others', async (t) => {
  const pie = { ...DAL, sides: [meal('Peas'), meal('Soup', 'leftovers'), meal('Green salad')] };
  const { page } = await visitWeek(t, browser, service, { meals: { Monday: { dinner: pie } } });
  const name = 'Red lentil dal with Peas, Soup, Leftovers, Green salad';
  const slot = slotOf(page, 'Dinner, Monday');
  strictEqual(
    (await slot.locator('.sr-only').textContent()) ?? '',
    `Dinner, Monday 9 November: ${name}, 2 without a recipe`,
  );
  strictEqual(
    await slot.locator('.week-slot-sides').textContent(),
    'with Peas, Soup, Leftovers, Green salad',
  );
  const printed = page.locator('.week-sheet-meal').filter({ hasText: 'Red lentil dal' });
  await printed.waitFor({ state: 'attached' });
  strictEqual(await printed.locator('.week-sheet-sides').textContent(), 'Peas, Soup, Green salad');
  await checkAxe(page);
  await checkWidths(page);
});

for (const [device, options] of [
  ['a desktop', {}],
  ['a phone', PHONE],
] as const) {
  test(`on ${device}, dishes are added, suggested, ordered, marked and removed`, async (t) => {
    const { page, api } = await visitWeek(t, browser, service, {
      meals: { Monday: { dinner: DAL } },
      ...options,
    });
    const add = page.getByRole('button', { name: 'Add a dish' });
    const field = page.getByRole('textbox', { name: 'Dish' });
    await openSlot(page, 'Dinner, Monday');
    for (const side of ['Peas', 'Salad']) {
      await add.click();
      await field.fill(side);
      await field.press('Enter');
    }
    await add.click();
    await field.fill('shakshu');
    await page
      .getByRole('option', { name: /^Shakshuka/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Move Salad up' }).click();
    await page.getByRole('button', { name: 'Peas is leftovers' }).click();
    await checkAxe(page, '.week-editor');
    await page.getByRole('button', { name: 'Save' }).click();
    const shakshuka = { description: 'Shakshuka', recipeId: 'shakshuka', servings: 4 };
    const sides = [meal('Salad'), meal('Peas', 'leftovers'), shakshuka];
    await expectMeals(api, { Monday: { dinner: { ...DAL, sides } } });

    await openSlot(page, 'Dinner, Monday');
    await page.getByRole('button', { name: 'Change Salad' }).click();
    await field.fill('Green salad');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Remove Peas' }).click();
    await add.click();
    await field.press('Escape');
    await page.getByRole('textbox', { name: 'Meal' }).press('Enter');
    await expectMeals(api, { Monday: { dinner: { ...DAL, sides: [meal('Green salad'), shakshuka] } } });

    await page.keyboard.press('Control+z');
    await expectMeals(api, { Monday: { dinner: { ...DAL, sides } } });

    // Without the main dish, the next one takes its place.
    await (await openSlot(page, 'Dinner, Monday')).fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectMeals(api, { Monday: { dinner: { ...meal('Salad'), sides: sides.slice(1) } } });
  });
}

test('a typed dish gets the recipe of its title', async (t) => {
  const { page, api } = await visitWeek(t, browser, service, { meals: { Monday: { dinner: DAL } } });
  await openSlot(page, 'Dinner, Monday');
  await page.getByRole('button', { name: 'Add a dish' }).click();
  await page.getByRole('textbox', { name: 'Dish' }).fill('Shakshuka');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectMeals(api, {
    Monday: { dinner: { ...DAL, sides: [{ description: 'Shakshuka', recipeId: 'shakshuka', servings: 4 }] } },
  });
  deepStrictEqual(await slotOf(page, 'Dinner, Monday').locator('.week-slot-lacks').count(), 0);
});
