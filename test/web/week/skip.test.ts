/** A change of plans, on a phone: a meal skipped, pushed or dropped, the week repaired, and days swapped. */
import { strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { mealAt, PLACES } from '#domain/plan/plan.ts';
import { startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { startBrowser } from '../support/browser.ts';
import { checkAxe } from '../support/web.ts';
import { expectMeals, meal, slotOf, visitWeek, WEEK } from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });
const PHONE = { viewport: { width: 390, height: 844 } };

async function skip(page: Page, place: string) {
  await slotOf(page, place).click();
  await page.getByRole('button', { name: 'Skip …' }).click();
  return page.getByRole('dialog');
}

test('a skipped meal moves to the next day, alone or with those after it', async (t) => {
  const { page, api } = await visitWeek(t, browser, service, {
    ...PHONE,
    meals: { Thursday: { dinner: meal('Dal') }, Saturday: { dinner: meal('Soup') } },
  });
  await (await skip(page, 'Dinner, Thursday')).getByRole('button', { name: 'Move it to Friday' }).click();
  await expectMeals(api, { Friday: { dinner: meal('Dal') }, Saturday: { dinner: meal('Soup') } });
  const dialog = await skip(page, 'Dinner, Friday');
  await dialog.getByRole('button', { name: 'Swap it with Soup on Saturday' }).waitFor();
  await checkAxe(page, 'dialog');
  await dialog.getByRole('button', { name: 'Move it to Saturday, and the meal there one day later' }).click();
  await expectMeals(api, { Saturday: { dinner: meal('Dal') }, Sunday: { dinner: meal('Soup') } });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectMeals(api, { Friday: { dinner: meal('Dal') }, Saturday: { dinner: meal('Soup') } });
  await (await skip(page, 'Dinner, Friday')).getByRole('button', { name: 'Drop it' }).click();
  await expectMeals(api, { Saturday: { dinner: meal('Soup') } });
  strictEqual(await page.getByRole('dialog').count(), 0);
});

test('a meal is frozen, suggested for a free slot, and eaten without buying anything', async (t) => {
  const dal = { description: 'Dal', recipeId: 'red-lentil-dal-with-rice', servings: 4 };
  const { page, api } = await visitWeek(t, browser, service, {
    ...PHONE,
    meals: { Thursday: { dinner: dal } },
  });
  const freeze = async () =>
    (await skip(page, 'Dinner, Thursday')).getByRole('button', { name: 'Freeze it' }).click();
  const notes = async () => (await api.call('GET', '/app/api/recipe-notes')).body.notes;
  const isFrozen = (expected: boolean) =>
    until('the note is saved', async () => dal.recipeId in (await notes()) === expected);
  await freeze();
  await page.getByText('Dal is in the freezer. Empty meals suggest it.').waitFor();
  await expectMeals(api, {});
  await isFrozen(true);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectMeals(api, { Thursday: { dinner: dal } });
  await isFrozen(false);
  await freeze();
  await isFrozen(true);

  await slotOf(page, 'Dinner, Saturday').click();
  const freezer = page.getByRole('region', { name: 'In the freezer' });
  await freezer.getByRole('button').click();
  const { description, recipeId } = { ...dal, description: 'Red lentil dal with rice' };
  await expectMeals(api, { Saturday: { dinner: { description, recipeId, kind: 'leftovers' } } });
  const { list } = (await api.call('GET', `/app/api/lists/${WEEK}`)).body;
  strictEqual(list.aisles.length, 0);
  // It is planned, so it is not suggested again, but still there until it was eaten.
  await slotOf(page, 'Dinner, Sunday').click();
  await page.getByRole('region', { name: 'Quick' }).waitFor();
  strictEqual(await freezer.count(), 0);
  await page.goto(`/recipes/${dal.recipeId}`);
  await page.getByText('In the freezer since').waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Taken out' }).click();
  await isFrozen(false);
});

test('after a planned meal is dropped, the repair of the week is shown and accepted', async (t) => {
  const dinner = {
    description: 'Spinach rice',
    recipeId: 'spinach-rice-with-lemon',
    servings: 4,
    generated: true,
  } as const;
  const { page, api } = await visitWeek(t, browser, service, {
    ...PHONE,
    meals: { Thursday: { dinner } },
  });
  const dialog = await skip(page, 'Dinner, Thursday');
  await dialog.getByRole('button', { name: 'Drop it' }).click();
  await page.getByRole('dialog', { name: 'Repair the week' }).waitFor();
  await dialog.getByText('of fresh food that would be left over').waitFor();
  await checkAxe(page, 'dialog');
  await dialog.getByRole('button', { name: 'Change these meals' }).click();
  await page.getByText('1 meal changed').waitFor();
  await until('the meal is on another day', async () => {
    const { plan } = (await api.call('GET', `/app/api/plans/${WEEK}`)).body;
    const places = PLACES.filter(
      (place) => mealAt(plan.meals, place)?.recipeId === 'spinach-rice-with-lemon',
    );
    return places.length === 1 && places.every(({ day }) => day !== 'Thursday');
  });
});

test('two whole days are swapped as one change', async (t) => {
  const before = {
    Thursday: { breakfast: meal('Porridge'), dinner: meal('Soup') },
    Saturday: { dinner: meal('Dal') },
  };
  const { page, api } = await visitWeek(t, browser, service, { ...PHONE, meals: before });
  await page
    .getByRole('heading', { name: /^Thursday / })
    .getByRole('button')
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Swap the meals of Thursday with' }).waitFor();
  await checkAxe(page, 'dialog');
  await dialog.getByRole('button', { name: 'Saturday', exact: true }).click();
  await expectMeals(api, { Thursday: before.Saturday, Saturday: before.Thursday });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectMeals(api, before);
});
