/** "Something else for Mia" says what: asked where somebody says so, shown wherever the meal is. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService } from '#test/support/service.ts';
import { startBrowser } from '../support/browser.ts';
import { setPreferences } from '../support/proposal-page.ts';
import { checkAxe, checkWidths } from '../support/web.ts';
import { expectMeals, meal, openSlot, slotOf, visitWeek, WEEK } from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const eater = (name: string, rules: object = {}) => ({
  id: name.toLowerCase(),
  name,
  diets: [],
  allergens: [],
  dislikes: [],
  ...rules,
});
const FOR_MIA = 'Mia: Pasta with butter';

test('on a phone, the question after a warning asks what somebody eats instead', async (t) => {
  const { page, api } = await visitWeek(t, browser, service, PHONE);
  await setPreferences(api, {
    eaters: [eater('Mia', { allergens: ['peanuts'] }), eater('Ben')],
    nameStyle: 'initials',
  });
  await page.reload();
  await (await openSlot(page, 'Dinner, Wednesday')).fill('Peanut noodles');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Mia eats something else' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Something else' });
  strictEqual(await dialog.getByRole('checkbox', { name: 'Mia' }).isChecked(), true);
  strictEqual(await dialog.getByRole('checkbox', { name: 'Ben' }).isChecked(), false);
  await dialog.getByRole('textbox', { name: 'What do they eat?' }).fill('Pasta with butter');
  await checkAxe(page, 'dialog');
  await checkWidths(page);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const dinner = {
    description: 'Peanut noodles',
    exceptEaters: ['mia'],
    sides: [{ description: 'Pasta with butter', eaterIds: ['mia'] }],
  };
  await expectMeals(api, { Wednesday: { dinner } });

  await t.test('it is said on the board, in the meal and in the editor', async () => {
    const slot = slotOf(page, 'Dinner, Wednesday');
    await slot.getByText(FOR_MIA).waitFor();
    strictEqual(await slot.getByText('eats something else').count(), 0);
    // Not as a dish for everyone.
    strictEqual(await slot.locator('.week-slot-sides').count(), 0);
    await slot.tap();
    await page.locator('.meal-view-dishes').getByText(FOR_MIA).waitFor();
    strictEqual(await page.getByRole('dialog').getByText(FOR_MIA).count(), 1);
    await page.keyboard.press('Escape');
    await openSlot(page, 'Dinner, Wednesday');
    const row = page.locator('.week-editor').getByRole('button', { name: `Change ${FOR_MIA}` });
    await row.waitFor();
    strictEqual(await page.locator('.week-editor').getByText(FOR_MIA).count(), 1);
    await row.tap();
    await page.getByRole('textbox', { name: 'Dish' }).fill('Rice with peas');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).tap();
    const sides = [{ description: 'Rice with peas', eaterIds: ['mia'] }];
    await expectMeals(api, { Wednesday: { dinner: { ...dinner, sides } } });
    await slot.getByText('Mia: Rice with peas').waitFor();
  });

  await t.test('on the print sheet and the display, with names as the family shows them', async () => {
    await page.emulateMedia({ media: 'print' });
    await page.locator('.week-sheet-meal').getByText('M: Rice with peas', { exact: true }).waitFor();
    strictEqual(await page.locator('.week-sheet-sides').count(), 0);
    await page.emulateMedia({ media: null });
    await page.goto('/display');
    await page.getByText('M: Rice with peas', { exact: true }).waitFor();
    await page.goto(`/week/${WEEK}`);
  });

  await t.test('without that dish, the warning is there again', async () => {
    await openSlot(page, 'Dinner, Wednesday');
    await page.getByRole('button', { name: 'Remove Rice with peas' }).tap();
    await page.getByRole('button', { name: 'Save' }).tap();
    await expectMeals(api, { Wednesday: { dinner: meal('Peanut noodles') } });
    await slotOf(page, 'Dinner, Wednesday').getByText('Not for Mia: peanuts').first().waitFor();
  });
});

test('on a phone, the meal asks for whom and what, also in a family without rules', async (t) => {
  const dal = { description: 'Dal', recipeId: 'red-lentil-dal-with-rice', servings: 4 };
  const { page, api } = await visitWeek(t, browser, service, {
    ...PHONE,
    meals: { Friday: { dinner: dal } },
  });
  await setPreferences(api, { eaters: [eater('Mia'), eater('Ben')] });
  const away = { version: 0, exception: { slots: { dinner: { away: ['ben'] } } } };
  strictEqual((await api.call('PUT', `/app/api/weeks/${WEEK}/exceptions/Friday`, away)).status, 200);
  await page.reload();
  await slotOf(page, 'Dinner, Friday').tap();
  await page.getByRole('button', { name: 'Something else for …' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Something else' });
  const mia = dialog.getByText('Mia', { exact: true });
  await mia.waitFor();
  // Who does not eat there is not offered.
  deepStrictEqual(await dialog.locator('label').allInnerTexts(), ['Mia']);
  strictEqual(await dialog.getByRole('textbox').count(), 0);
  await mia.tap();
  await dialog.getByRole('textbox').fill('shakshuka');
  await page.getByRole('option', { name: /^Shakshuka/ }).tap();
  const sides = [{ description: 'Shakshuka', recipeId: 'shakshuka', servings: 1, eaterIds: ['mia'] }];
  // Ben, who is away, needs none.
  await expectMeals(api, { Friday: { dinner: { ...dal, servings: 3, exceptEaters: ['mia'], sides } } });
  await slotOf(page, 'Dinner, Friday').getByText('Mia: Shakshuka').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).tap();
  await expectMeals(api, { Friday: { dinner: { ...dal, servings: 3 } } });
});
