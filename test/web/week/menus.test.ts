/** A week is saved as a menu under a name, and used in another week for those who eat there. */
import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DEFAULT_PREFERENCES } from '#domain/preferences/preferences.ts';
import { startBrowser } from '../support/browser.ts';
import { NEXT_WEEK, setPreferences } from '../support/proposal-page.ts';
import { startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { checkAxe } from '../support/web.ts';
import { planMeals, showWeek, visitWeek } from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

const NOODLES = 'cold-peanut-noodles';
const eater = { diets: [], allergens: [], dislikes: [] };

test('a menu is saved, checked against those who eat in another week, placed, renamed and deleted', async (t) => {
  const { page, api } = await visitWeek(t, browser, service, {
    viewport: { width: 390, height: 844 },
    meals: {
      Monday: { dinner: { description: 'Lasagne', sides: [{ description: 'Salad' }] } },
      Tuesday: { dinner: { description: 'Peanut noodles', recipeId: NOODLES, servings: 9 } },
      Wednesday: { dinner: { description: 'Fish pie', recipeId: 'fish-pie-with-peas' } },
      Sunday: { lunch: { description: 'Roast', kind: 'eating-out' } },
    },
  });
  const menus = async () => (await api.call('GET', '/app/api/menus')).body.menus as { name: string }[];
  const open = async (item: string) => {
    await page.getByRole('button', { name: 'Copy a week' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const dialog = page.getByRole('dialog');

  await t.test('some days are saved', async () => {
    await open('Save as a menu');
    await dialog.getByText('Sunday').click();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Save 3 meals' }).click();
    await dialog.getByText('Please give it a name.').waitFor();
    await dialog.getByLabel('Name').fill('School week');
    await dialog.getByRole('button', { name: 'Save 3 meals' }).click();
    await page.getByText('“School week” saved with 3 meals').waitFor();
    strictEqual((await menus()).length, 1);
  });

  await t.test('another week gets what fits, and says what is not placed', async () => {
    await setPreferences(api, {
      ...DEFAULT_PREFERENCES,
      eaters: [
        { ...eater, id: 'ada', name: 'Ada' },
        { ...eater, id: 'chidi', name: 'Chidi', allergens: ['peanuts'] },
      ],
    });
    await planMeals(api, { Monday: { dinner: { description: 'Pizza' } } }, NEXT_WEEK);
    await page.reload();
    await showWeek(page, NEXT_WEEK);
    await page.getByText('Pizza').first().waitFor();
    await open('Use a menu');
    await dialog.getByRole('button', { name: /School week.*3 meals/ }).click();
    await dialog.getByText('There is Pizza already.').waitFor();
    await dialog.getByText('Lasagne with Salad').waitFor();
    match(await dialog.locator('.menus-place', { hasText: 'Peanut noodles' }).innerText(), /Chidi/);
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Place 1 meal', exact: true }).waitFor();
    await dialog.getByRole('checkbox', { name: /Peanut noodles/ }).check();
    await dialog.getByText('Chidi eats something else').waitFor();
    await dialog.getByRole('button', { name: 'Place 2 meals' }).click();
    await page.getByText('2 meals of “School week” placed').waitFor();
    const placed = async () => (await api.call('GET', `/app/api/plans/${NEXT_WEEK}`)).body.plan.meals;
    await until('the meals are placed', async () => (await placed()).Wednesday !== undefined);
    deepStrictEqual(await placed(), {
      Monday: { dinner: { description: 'Pizza' } },
      Tuesday: {
        dinner: { description: 'Peanut noodles', recipeId: NOODLES, servings: 2, exceptEaters: ['chidi'] },
      },
      Wednesday: { dinner: { description: 'Fish pie', recipeId: 'fish-pie-with-peas', servings: 2 } },
    });
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await until('all is undone', async () => Object.keys(await placed()).join() === 'Monday');
  });

  await t.test('it is renamed and deleted', async () => {
    await open('Use a menu');
    await dialog.getByRole('button', { name: 'Rename School week' }).click();
    await dialog.getByLabel('Name').fill('Holidays');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('button', { name: 'Delete Holidays' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByText('You have no menus yet').waitFor();
    deepStrictEqual(await menus(), []);
  });
});
