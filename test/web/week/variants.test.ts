/** What a proposal has promised, "With tofu for Mia", stays: on the board, the print sheet, the display and the page to cook from. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startBrowser } from '../support/browser.ts';
import { type AppClient, sendEdits, startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { checkAxe, checkWidths } from '../support/web.ts';
import {
  dishAt,
  NEXT_WEEK,
  planWeek,
  proposedMeal,
  setPreferences,
  settingsOf,
  visitNextWeek,
} from '../support/proposal-page.ts';
import { openSlot, planMeals, slotOf } from '../support/week-page.ts';

/** Sunday before the planned week. */
const NOW_MS = Date.parse('2026-11-15T12:00:00Z');
const service = await startService({ after, before }, { nowMs: NOW_MS });
const browser = await startBrowser({ after });

const eater = (name: string) => ({
  id: name.toLowerCase(),
  name,
  diets: [] as 'vegetarian'[],
  allergens: [],
  dislikes: [],
});
const EATERS = [
  { ...eater('Mia'), diets: ['vegetarian' as const] },
  eater('Ben'),
  eater('Ada'),
  eater('Tom'),
];
const PLACE = 'Dinner, Monday';

test('who gets the variant of an accepted dish is said wherever the meal is', async (t) => {
  const { page, api } = await visitNextWeek(t, browser, service, {
    nowMs: NOW_MS,
    viewport: { width: 390, height: 844 },
    preferences: {
      eaters: EATERS,
      slotSettings: settingsOf(['Monday', 'dinner']),
      // So that the dish is one with a variant.
      rules: [{ id: 'chicken', tag: 'protein:chicken', days: [], slots: [], atLeast: 1, isHard: true }],
    },
  });
  // The page knows the eaters from its start.
  await page.reload();
  await planWeek(page);
  const dish = await dishAt(page, PLACE);
  const promised = await proposedMeal(page, PLACE).locator('.proposal-variant').innerText();
  match(promised, /^With.+ for Mia$/);
  await page.getByRole('button', { name: 'Use this plan' }).first().click();
  await page.getByText(/^Week planned/).waitFor();

  await t.test('on the board and in the editor', async () => {
    await slotOf(page, PLACE).getByText(promised).waitFor();
    strictEqual(await slotOf(page, PLACE).getByText('Not for Mia').count(), 0);
    await checkAxe(page, '#main');
    await checkWidths(page);
    const editor = await openSlot(page, PLACE);
    await page.locator('.week-editor').getByText(promised).waitFor();
    await editor.press('Escape');
  });

  await t.test('on the page to cook from, with the amounts for each', async () => {
    await page.locator('.week-slot-recipe').first().click();
    await page.getByRole('link', { name: 'Cook' }).click();
    const split = page.locator('.cook-split');
    match(await split.innerText(), /^3 servings with .+, 1 with.+: \d/);
    await page.locator('.cook-ingredients').getByText('(for 3 servings)').first().waitFor();
    await page.getByText('The amounts are for 1 serving.').waitFor();
    await checkAxe(page, '#main');
    await page.getByRole('button', { name: 'One serving more' }).click();
    await page.getByText(/^4 servings with .+, 1 with/).waitFor();
    // Without a meal, the variant is for all.
    await page.goto(page.url().replace(/\?.*/, ''));
    await page.getByText(/^The amounts are for all/).waitFor();
    strictEqual(await split.count(), 0);
  });

  await t.test('on the print sheet and the display, with names as the family shows them', async () => {
    await setPreferences(api, { nameStyle: 'initials' });
    await page.goto(`/week/${NEXT_WEEK}`);
    await slotOf(page, PLACE).getByText(promised).waitFor();
    const initial = promised.replace(/Mia$/, 'M');
    await page.emulateMedia({ media: 'print' });
    const cell = page.locator('.week-sheet-meal', { hasText: dish });
    await cell.getByText(initial, { exact: true }).waitFor();
    await page.emulateMedia({ media: null });
    await page.goto('/display');
    const day = page.getByRole('listitem').filter({ hasText: dish });
    await day.getByText(initial, { exact: true }).waitFor();
  });
});

test('the dishes of a meal are on the display and the print sheet, whole on a small screen', async (t) => {
  const { page, api } = await visitNextWeek(t, browser, service, { nowMs: NOW_MS });
  const sides = [{ description: 'Peas with mint and butter' }, { description: 'Green salad' }];
  const dinner = { description: 'Fish pie', sides };
  const edits = [
    { week: '2026-11-09', day: 'Sunday', slot: 'dinner', before: null, after: dinner },
    { week: NEXT_WEEK, day: 'Monday', slot: 'dinner', before: null, after: dinner },
  ];
  await sendEdits(api, edits);
  await page.reload();
  await page.emulateMedia({ media: 'print' });
  const cell = page.locator('.week-sheet-meal', { hasText: 'Fish pie' });
  await cell.getByText('Peas with mint and butter, Green salad').waitFor();
  await page.emulateMedia({ media: null });
  for (const viewport of [
    { width: 1024, height: 600 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto('/display');
    const tonight = page.getByRole('heading', { level: 1 });
    for (const text of ['Fish pie', 'Peas with mint and butter', 'Green salad'])
      await tonight.getByText(text, { exact: true }).waitFor();
    const sizes = await page.evaluate<number[]>(
      "Array.from(document.querySelectorAll('h1 bdi'), (part) => parseFloat(getComputedStyle(part).fontSize))",
    );
    ok((sizes[0] ?? 0) > (sizes[1] ?? 0), 'the main dish is larger');
    strictEqual(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    // No text is cut off.
    strictEqual(
      await page.evaluate(`Array.from(document.querySelectorAll('.display-meal'))
        .filter((part) => part.scrollHeight > part.clientHeight + 1).length`),
      0,
    );
  }
});

test('a dish that is for all with its variant is found, and placed with it', async (t) => {
  const { page, api } = await visitNextWeek(t, browser, service, {
    nowMs: NOW_MS,
    viewport: { width: 390, height: 844 },
    preferences: { eaters: EATERS },
  });
  await t.test('the search and the recipe say so, and the week gets it with the variant', async () => {
    await page.goto('/recipes?search=katsu+cabbage');
    const card = page.locator('.recipes-card', { hasText: 'Chicken katsu' });
    await card.getByText('With tofu for Mia').waitFor();
    strictEqual(await card.getByText('Not for Mia').count(), 0);
    await checkAxe(page, '#main');
    await card.getByRole('link').click();
    await page.locator('.recipe-head').getByText('With tofu for Mia').waitFor();
    await page.getByRole('button', { name: 'Add to the week' }).click();
    const dialog = page.getByRole('dialog');
    const toggle = dialog.getByRole('button', { name: 'With tofu for Mia', pressed: true });
    await toggle.click();
    await dialog.getByText('Not for Mia: not vegetarian').waitFor();
    await dialog.getByRole('button', { name: 'With tofu for Mia', pressed: false }).click();
    await toggle.waitFor();
    await dialog.getByRole('button', { name: /^Dinner, Sunday 15 November/ }).click();
    await until('the meal is stored', async () => (await sundayDinner(api)) !== undefined);
    deepStrictEqual((await sundayDinner(api)).variant, { eaterIds: ['mia'], servings: 1 });
  });

  await t.test('in the editor the variant is the first answer to the warning', async () => {
    const katsu = { description: 'Katsu', recipeId: 'chicken-katsu-with-cabbage', servings: 4 };
    await planMeals(api, { Tuesday: { dinner: katsu } }, NEXT_WEEK);
    await page.goto(`/week/${NEXT_WEEK}`);
    await slotOf(page, 'Dinner, Tuesday').getByText('Not for Mia').first().waitFor();
    await openSlot(page, 'Dinner, Tuesday');
    const editor = page.locator('.week-editor');
    await editor.getByRole('button', { name: 'With tofu for Mia' }).click();
    await editor.getByRole('button', { name: 'Save' }).click();
    await slotOf(page, 'Dinner, Tuesday').getByText('With tofu for Mia').waitFor();
    strictEqual(await slotOf(page, 'Dinner, Tuesday').getByText('Not for Mia').count(), 0);
  });
});

async function sundayDinner(api: AppClient) {
  return (await api.call('GET', '/app/api/plans/2026-11-09')).body.plan?.meals.Sunday?.dinner;
}
