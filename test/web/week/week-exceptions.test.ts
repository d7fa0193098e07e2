/** This week only: guests and absences of one day, on a phone. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { getFoods } from '#cookbook/foods.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import type { Meals } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import { addDays } from '#web/base/calendar.ts';
import { variantIngredients } from '#domain/recipe/book-recipe.ts';
import { dishFactsOf } from '#domain/recipe/recipe.ts';
import { eater } from '#test/planner/small-week.ts';
import { startService } from '#test/support/service.ts';
import { startBrowser } from '../support/browser.ts';
import { NEXT_WEEK, openFollowingWeek, planWeek, visitNextWeek } from '../support/proposal-page.ts';
import { checkAxe } from '../support/web.ts';
import { expectMeals, slotOf, WEEK } from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const FAMILY = { eaters: [eater('Anna'), eater('Tom')] };
const DINNERS = { ...FAMILY, slotSettings: Object.fromEntries(DAYS.map((day) => [day, { dinner: {} }])) };

const heading = (page: Page, day: string) => page.getByRole('heading', { name: new RegExp(`^${day} `) });
const dialog = (page: Page) => page.getByRole('dialog', { name: /: this week only$/ });
const dinner = (page: Page) => dialog(page).getByRole('group', { name: 'Dinner', exact: true });

async function openDay(page: Page, day: string): Promise<void> {
  await heading(page, day).getByRole('button').tap();
  await dinner(page).waitFor();
}

async function save(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Save' }).tap();
  await dialog(page).waitFor({ state: 'detached' });
}

test('a vegan guest who is allergic to nuts comes on Saturday', async (t) => {
  const { page, api } = await visitNextWeek(t, browser, service, { ...PHONE, preferences: FAMILY });
  await openDay(page, 'Saturday');
  await checkAxe(page);
  await dinner(page).getByRole('button', { name: 'One guest more' }).tap();
  await dinner(page).getByText('Guest 1').tap();
  await dinner(page).getByLabel('Name').fill('Zoe');
  await dinner(page).getByText('Vegan', { exact: true }).tap();
  await dinner(page).getByText('Nuts', { exact: true }).tap();
  await dialog(page).getByLabel('Note').fill('Birthday');
  await checkAxe(page);
  await save(page);
  await heading(page, 'Saturday').getByText('1 guest · Birthday').waitFor();

  await planWeek(page);
  await page.getByRole('button', { name: 'Use this plan' }).tap();
  await page.locator('.week-board [data-place="Saturday dinner"].week-slot-filled').waitFor();
  const { meals } = (await api.call('GET', `/app/api/plans/${NEXT_WEEK}`)).body.plan as { meals: Meals };
  const { recipeId = '', servings, variant } = meals.Saturday?.dinner ?? {};
  const recipe = getRecipes().find(recipeId);
  ok(recipe, recipeId);
  const plain = dishFactsOf(recipe, getFoods());
  const eaten = variant
    ? dishFactsOf({ ingredients: variantIngredients(recipe, recipe.variant!) }, getFoods())
    : plain;
  ok(!eaten.breaks.includes('vegan') && !eaten.mayBreak.includes('vegan'), recipeId);
  ok(
    [plain, eaten].every(({ allergens, mayContain }) => ![...allergens, ...mayContain].includes('nuts')),
    recipeId,
  );
  strictEqual(eaten.unsureLines, 0);
  strictEqual(servings, 3);
  strictEqual(meals.Sunday?.dinner?.servings, 2);
  const signs = page.locator('[data-place="Saturday dinner"] .warning-sign-line:not(.warning-sign-variant)');
  strictEqual(await signs.count(), 0);

  await openFollowingWeek(page);
  strictEqual(
    await heading(page, 'Saturday')
      .innerText()
      .then((text) => text.includes('guest')),
    false,
  );
  const next = await api.call('GET', '/app/api/weeks/2026-11-23/exceptions');
  deepStrictEqual(next.body.exceptions, {});
  const { preferences } = (await api.call('GET', '/app/api/preferences')).body;
  deepStrictEqual(
    preferences.eaters.map(({ name }: { name: string }) => name),
    ['Anna', 'Tom'],
  );
});

test('a planned meal gets a warning and a serving when a guest comes, and loses both by undo', async (t) => {
  const noodles = { description: 'Cold peanut noodles', recipeId: 'cold-peanut-noodles', servings: 2 };
  const { page, api } = await visitNextWeek(t, browser, service, { ...PHONE, preferences: FAMILY });
  const edit = { week: NEXT_WEEK, slot: 'dinner', before: null, after: noodles };
  const edits = [
    { ...edit, day: 'Friday' },
    { ...edit, day: 'Saturday' },
  ];
  await api.call('POST', '/app/api/changes', { id: crypto.randomUUID(), edits });
  await openDay(page, 'Saturday');
  await dinner(page).getByRole('button', { name: 'One guest more' }).tap();
  await dinner(page).getByText('Guest 1').tap();
  await dinner(page).getByLabel('Name').fill('Zoe');
  await dinner(page).getByText('Peanuts', { exact: true }).tap();
  await save(page);
  const sign = page.locator('.week-board .warning-sign');
  await page.locator('[data-place="Saturday dinner"] .warning-sign').waitFor();
  match(await sign.innerText(), /Zoe/);
  strictEqual(await sign.count(), 1, 'Zoe does not eat on Friday');
  await expectMeals(
    api,
    { Friday: { dinner: noodles }, Saturday: { dinner: { ...noodles, servings: 3 } } },
    NEXT_WEEK,
  );
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).tap();
  await sign.waitFor({ state: 'detached' });
  await expectMeals(api, { Friday: { dinner: noodles }, Saturday: { dinner: noodles } }, NEXT_WEEK);
});

test('guests come to a meal that is usually not planned', async (t) => {
  const { page, api } = await visitNextWeek(t, browser, service, { ...PHONE, preferences: DINNERS });
  await openDay(page, 'Sunday');
  const lunch = dialog(page).getByRole('group', { name: 'Lunch', exact: true });
  strictEqual(await lunch.count(), 0);
  await dialog(page).getByRole('button', { name: 'More meals of the day' }).tap();
  // Without guests there is nothing to say of it.
  deepStrictEqual(await lunch.locator('select, input').count(), 0);
  await lunch.getByRole('button', { name: 'One guest more' }).tap();
  await lunch.getByRole('button', { name: 'One guest more' }).tap();
  await lunch.getByText('Tom', { exact: true }).tap();
  await checkAxe(page);
  await save(page);
  await heading(page, 'Sunday').getByText('2 guests').waitFor();
  const { proposal } = (await api.call('POST', `/app/api/weeks/${NEXT_WEEK}/proposal`, {})).body;
  const lunches = proposal.meals.filter(({ slot }: { slot: string }) => slot === 'lunch');
  deepStrictEqual(
    lunches.map(({ day, servings }: { day: string; servings: number }) => [day, servings]),
    [['Sunday', 3]],
  );
});

test('children are here every second week', async (t) => {
  const { page } = await visitNextWeek(t, browser, service, { ...PHONE, preferences: FAMILY });
  await page.goto('/preferences');
  await page.locator('.preferences-more > summary').tap();
  const section = page.locator('#alternating');
  await section.getByRole('button', { name: 'Add a rule' }).tap();
  await section.getByRole('group', { name: 'Who?' }).getByText('Tom').tap();
  await section.getByLabel('from the week of').fill(WEEK);
  await checkAxe(page);
  await page.getByRole('button', { name: 'Save' }).tap();
  await page.getByText('All saved').waitFor();
  const isHere = async (week: string) => {
    await page.goto(`/week/${week}`);
    await openDay(page, 'Thursday');
    return dinner(page).getByLabel('Tom').isChecked();
  };
  strictEqual(await isHere(NEXT_WEEK), false);
  strictEqual(await isHere(addDays(NEXT_WEEK, 7)), true);
});

test('who is away, and a meal that nobody eats', async (t) => {
  const { page, api } = await visitNextWeek(t, browser, service, { ...PHONE, preferences: FAMILY });
  await openDay(page, 'Tuesday');
  await dinner(page).getByText('Tom', { exact: true }).tap();
  await dinner(page).getByLabel('Time to cook').selectOption({ label: 'At most 20 min' });
  await save(page);
  await heading(page, 'Tuesday').getByText('without Tom · At most 20 min').waitFor();
  await openDay(page, 'Wednesday');
  await dinner(page).getByText('Nobody eats: do not plan this meal').tap();
  await save(page);
  await slotOf(page, 'Dinner, Wednesday').getByText('Nobody eats').waitFor();
  const { proposal } = (await api.call('POST', `/app/api/weeks/${NEXT_WEEK}/proposal`, {})).body;
  const at = (day: string) =>
    proposal.meals.find((meal: { day: string; slot: string }) => meal.day === day && meal.slot === 'dinner');
  strictEqual(at('Wednesday'), undefined);
  strictEqual(at('Tuesday').servings, 1);
  ok(at('Tuesday').minutes <= 20);

  await t.test('a change that somebody else made meanwhile is not overwritten unseen', async () => {
    await openDay(page, 'Thursday');
    const { version } = (await api.call('GET', `/app/api/weeks/${NEXT_WEEK}/exceptions`)).body;
    const path = `/app/api/weeks/${NEXT_WEEK}/exceptions/Thursday`;
    const theirs = { version, exception: { note: 'Choir', slots: {} } };
    await dialog(page).getByLabel('Note').fill('Football');
    strictEqual((await api.call('PUT', path, theirs)).status, 200);
    await dialog(page).getByRole('button', { name: 'Save' }).tap();
    await dialog(page).getByText('Someone in the family changed this week').waitFor();
    await save(page);
    await heading(page, 'Thursday').getByText('Football').waitFor();
  });
});
