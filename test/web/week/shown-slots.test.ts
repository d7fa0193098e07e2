/** The slots of a week: those that the family plans, and others where a meal is placed. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { DEFAULT_PREFERENCES } from '#domain/preferences/preferences.ts';
import { type AppClient, startService } from '../../support/service.ts';
import { startBrowser } from '../support/browser.ts';
import { checkAxe, checkWidths } from '../support/web.ts';
import { expectMeals, meal, openSlot, slotOf, visitWeek } from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

/** The names of the slots of a day, on the board and in print. */
async function slotNames(page: Page): Promise<{ board: string[]; print: string[] }> {
  const namesIn = (day: string, slot: string) => page.locator(day).last().locator(slot).allTextContents();
  return {
    board: await namesIn('.week-day', '.week-slot-name'),
    print: await namesIn('.week-sheet-day', 'small'),
  };
}

async function planDinners(api: AppClient): Promise<void> {
  const slotSettings = { Monday: { dinner: {} }, Friday: { dinner: {} } };
  const body = { version: 0, preferences: { ...DEFAULT_PREFERENCES, slotSettings } };
  deepStrictEqual((await api.call('PUT', '/app/api/preferences', body)).status, 200);
}

test('who plans dinners sees dinners, and places a cake on Sunday', async (t) => {
  const { page, api } = await visitWeek(t, browser, service);
  await page.locator('.week-sheet-day').last().waitFor({ state: 'attached' });
  const all = ['Breakfast', 'Lunch', 'Dinner'];
  deepStrictEqual(await slotNames(page), { board: all, print: all });

  await planDinners(api);
  await page.reload();
  await slotOf(page, 'Dinner, Sunday').waitFor();
  await page.locator('.week-sheet-day').last().waitFor({ state: 'attached' });
  deepStrictEqual(await slotNames(page), { board: ['Dinner'], print: ['Dinner'] });

  const add = page.getByRole('button', { name: 'Add a meal on Sunday' });
  await add.click();
  await page.getByRole('menuitem', { name: 'Snack' }).click();
  await page.getByRole('textbox', { name: 'Meal' }).waitFor();
  await checkWidths(page);
  await page.keyboard.press('Escape');
  ok(await add.evaluate((button) => button.matches(':focus')));
  deepStrictEqual((await slotNames(page)).board, ['Dinner']);

  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Snack' }).press('Enter');
  await page.keyboard.type('Cake');
  await page.keyboard.press('Enter');
  await expectMeals(api, { Sunday: { snack: meal('Cake') } });
  const both = ['Snack', 'Dinner'];
  deepStrictEqual(await slotNames(page), { board: both, print: both });
  await checkAxe(page);

  await openSlot(page, 'Snack, Sunday');
  await page.getByRole('button', { name: 'Move to …' }).click();
  const places = page.getByRole('dialog').locator('.week-move-slot');
  await places.first().waitFor();
  deepStrictEqual(await places.allTextContents(), both);
  await page.getByRole('button', { name: 'More meals of the day' }).click();
  await page.getByRole('button', { name: /^Breakfast, Saturday/ }).click();
  await expectMeals(api, { Saturday: { breakfast: meal('Cake') } });
});
