/** In a proposal a family searches and types: its dish stays where it is, and the rest is planned around it. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { startBrowser } from '../support/browser.ts';
import {
  allDishes,
  dishAt,
  NEXT_WEEK,
  planWeek,
  proposedMeal,
  settingsOf,
  visitNextWeek,
  waitForProposal,
} from '../support/proposal-page.ts';
import { checkAxe, checkWidths } from '../support/web.ts';

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

test('on a phone, a dish is searched or typed for a place of a proposal', async (t) => {
  const { page, api } = await visitNextWeek(t, browser, service, {
    ...PHONE,
    preferences: {
      eaters: [eater('Mia', { diets: ['vegetarian'], allergens: ['peanuts'] }), eater('Ben')],
      slotSettings: settingsOf(['Monday', 'dinner'], ['Tuesday', 'dinner'], ['Wednesday', 'dinner']),
    },
  });
  await page.reload();
  await planWeek(page);
  const [, tuesday, wednesday] = await allDishes(page);
  const choose = async (place: string) => {
    await proposedMeal(page, place).tap();
    strictEqual(await page.locator('dialog textarea').count(), 0);
    await page.getByRole('button', { name: 'Search or type' }).tap();
    return page.getByRole('dialog').getByRole('textbox', { name: 'Meal' });
  };

  await t.test('a recipe comes with its variant, and the others stay', async () => {
    await (await choose('Dinner, Monday')).fill('chicken katsu');
    const katsu = page.getByRole('option', { name: /^Chicken katsu/ });
    await katsu.getByText('With tofu for Mia').waitFor();
    await checkAxe(page, 'dialog');
    await checkWidths(page);
    await katsu.tap();
    await proposedMeal(page, 'Dinner, Monday').getByText('With tofu for Mia').waitFor();
    await proposedMeal(page, 'Dinner, Monday').getByText('You chose this').last().waitFor();
    deepStrictEqual((await allDishes(page)).slice(1), [tuesday, wednesday]);
  });

  await t.test('a dish with an allergen of an eater is asked about, as on the board', async () => {
    await (await choose('Dinner, Tuesday')).fill('Peanut noodles');
    await page.getByRole('dialog').getByRole('button', { name: 'Take it' }).tap();
    const question = page.getByRole('dialog', { name: 'Put “Peanut noodles” in the week anyway?' });
    await question.getByText('Not for Mia: peanuts').waitFor();
    await question.getByRole('button', { name: 'Choose something else' }).tap();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Meal' }).fill('Pizza from the freezer');
    await page.keyboard.press('Enter');
    await until('the text is there', async () =>
      (await dishAt(page, 'Dinner, Tuesday')).startsWith('Pizza from'),
    );
  });

  await t.test('it is taken out again, and accepted with the others as the family’s own', async () => {
    await waitForProposal(page);
    await proposedMeal(page, 'Dinner, Monday').tap();
    await page.getByRole('button', { name: 'Suggest a dish' }).tap();
    await proposedMeal(page, 'Dinner, Monday')
      .getByText('You chose this')
      .first()
      .waitFor({ state: 'detached' });
    // It stays when all others change.
    await page.getByRole('button', { name: 'Other ideas' }).tap();
    await until('others are there', async () => (await allDishes(page))[2] !== wednesday);
    strictEqual((await allDishes(page))[1], 'Pizza from the freezer');
    await page.getByRole('button', { name: 'Use this plan' }).first().tap();
    await page.getByText(/^Week planned: 3 meals/).waitFor();
    const { meals } = (await api.call('GET', `/app/api/plans/${NEXT_WEEK}`)).body.plan ?? { meals: {} };
    deepStrictEqual(meals.Tuesday?.dinner, { description: 'Pizza from the freezer' });
    strictEqual(meals.Monday?.dinner?.generated, true);
  });
});
