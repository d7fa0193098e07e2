/** A meal shows itself: its dishes, what is known of their recipes, and what can be done with it. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DEFAULT_PREFERENCES } from '#domain/preferences/preferences.ts';
import { startService } from '../../support/service.ts';
import { startBrowser } from '../support/browser.ts';
import { checkAxe, checkWidths } from '../support/web.ts';
import { expectMeals, meal, slotOf, visitWeek } from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const DAL = { description: 'Dal', recipeId: 'red-lentil-dal-with-rice', servings: 4 };
const SHAKSHUKA = { description: 'Shakshuka', recipeId: 'shakshuka', servings: 4 };
const DINNER = { ...DAL, sides: [SHAKSHUKA, meal('Peas')] };
const MEALS = { Monday: { dinner: DINNER }, Wednesday: { dinner: DAL }, Friday: { dinner: meal('Pizza') } };

for (const [device, options] of [
  ['a desktop', {}],
  ['a phone', PHONE],
] as const) {
  test(`on ${device}, a tap shows the meal, and no field takes the focus`, async (t) => {
    const { page, api } = await visitWeek(t, browser, service, { meals: MEALS, ...options });
    await slotOf(page, 'Dinner, Monday').click();
    const view = page.getByRole('dialog', { name: 'Dal' });
    await view.getByText('Dinner, Monday 9 November').waitFor();
    await view.locator('.meal-facts-picture').waitFor();
    await view
      .getByText(/^\d.* to \d.*, depending on what you cook at the same time, without Peas$/)
      .waitFor();
    ok(await page.locator('dialog button:focus').isVisible());
    deepStrictEqual(await view.locator('.meal-view-dishes a').allTextContents(), ['Dal', 'Shakshuka']);
    const cook = view.getByRole('link', { name: 'Cook' });
    strictEqual(await cook.getAttribute('href'), '/recipes/red-lentil-dal-with-rice/cook?servings=4');
    await checkAxe(page, 'dialog');
    await checkWidths(page);

    // Dishes with as many servings follow.
    await view.getByRole('button', { name: 'One serving more' }).click();
    await view.getByText('5 servings').waitFor();
    await page.keyboard.press('Escape');
    await view.waitFor({ state: 'detached' });
    ok(await slotOf(page, 'Dinner, Monday').evaluate((button) => button.matches(':focus')));
    const five = { ...DAL, servings: 5, sides: [{ ...SHAKSHUKA, servings: 5 }, meal('Peas')] };
    await expectMeals(api, { ...MEALS, Monday: { dinner: five } });

    await slotOf(page, 'Dinner, Monday').click();
    await view.getByRole('button', { name: 'Rename' }).click();
    await page
      .getByRole('textbox', { name: 'Name of the meal' })
      .and(page.locator(':focus'))
      .fill('Best dal');
    await page.keyboard.press('Enter');
    await view.waitFor({ state: 'detached' });
    const renamed = { ...five, description: 'Best dal' };
    await expectMeals(api, { ...MEALS, Monday: { dinner: renamed } });

    await slotOf(page, 'Dinner, Monday').click();
    await page.getByRole('button', { name: 'Clear' }).click();
    const { Monday: _cleared, ...others } = MEALS;
    await expectMeals(api, others);
    await page.keyboard.press('Control+z');
    await expectMeals(api, { ...MEALS, Monday: { dinner: renamed } });
    // The undone meal does not open again.
    strictEqual(await page.getByRole('dialog').count(), 0);
  });
}

test('on a phone, a dish moves to another meal, and a meal is copied to a free slot', async (t) => {
  const { page, api } = await visitWeek(t, browser, service, { meals: MEALS, ...PHONE });
  const open = async () => {
    await slotOf(page, 'Dinner, Monday').click();
    await page.getByRole('button', { name: 'Move to …' }).click();
  };
  const place = (name: string) => page.getByRole('dialog').getByRole('button', { name });
  await open();
  await page.getByLabel('What to move').selectOption('Peas');
  await page.getByText('Where there is a meal, the dish is added to it.').waitFor();
  await checkAxe(page, 'dialog');
  await checkWidths(page);
  await place('Dinner, Wednesday').click();
  const [dal, shakshuka, peas] = [DAL, SHAKSHUKA, meal('Peas')];
  const moved = {
    ...MEALS,
    Monday: { dinner: { ...dal, sides: [shakshuka] } },
    Wednesday: { dinner: { ...dal, sides: [peas] } },
  };
  await expectMeals(api, moved);

  // Without its main dish, the first side is the meal.
  await open();
  await page.getByLabel('What to move').selectOption('Dal');
  await place('Dinner, Thursday').click();
  await expectMeals(api, {
    Monday: { dinner: shakshuka },
    Wednesday: moved.Wednesday,
    Thursday: { dinner: dal },
    Friday: moved.Friday,
  });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectMeals(api, moved);

  await open();
  await page.getByLabel('Keep it here too').check();
  ok(await place('Dinner, Wednesday').isDisabled());
  await place('Dinner, Sunday').click();
  await expectMeals(api, { ...moved, Sunday: moved.Monday });
});

test('stars are offered for a meal that is over', async (t) => {
  const { page, api } = await visitWeek(t, browser, service, { meals: MEALS });
  const eater = { id: 'mia', name: 'Mia', diets: [], allergens: [], dislikes: [] };
  const body = { version: 0, preferences: { ...DEFAULT_PREFERENCES, eaters: [eater] } };
  strictEqual((await api.call('PUT', '/app/api/preferences', body)).status, 200);
  await slotOf(page, 'Dinner, Wednesday').click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('.meal-facts-picture').waitFor();
  await page.keyboard.press('Escape');
  await slotOf(page, 'Dinner, Monday').click();
  await dialog.locator('.stars-eater').waitFor();
  await page.keyboard.press('Escape');
  await slotOf(page, 'Dinner, Wednesday').click();
  await dialog.locator('.meal-facts-picture').waitFor();
  strictEqual(await dialog.locator('.stars').count(), 0);
});
