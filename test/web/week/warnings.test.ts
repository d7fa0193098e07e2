/** Whom a dish is not for: the sign on every page, the question before it is placed, the filter of recipes. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Meals } from '#domain/plan/plan.ts';
import type { Eater, Preferences } from '#domain/preferences/preferences.ts';
import { startBrowser } from '../support/browser.ts';
import { navigate } from '../support/navigate.ts';
import { createRecipe, LIST } from '../support/list-page.ts';
import { getPreferences, setPreferences, settingsOf, waitForProposal } from '../support/proposal-page.ts';
import { sendEdits, startService } from '#test/support/service.ts';
import type { Scope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { checkAxe, visitAsFamily } from '../support/web.ts';
import {
  expectMeals,
  meal,
  NOW_MS,
  openSlot,
  planMeals,
  showWeek,
  typeMeal,
  WEEK,
} from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

const MIA: Eater = { id: 'mia', name: 'Mia', diets: [], allergens: ['peanuts'], dislikes: [] };
const NOODLES = { description: 'Cold peanut noodles', recipeId: 'cold-peanut-noodles' };
const NOT_FOR_MIA = 'Not for Mia: peanuts';
const EXCEPT_MIA = 'Mia eats something else';

type Options = { meals?: Meals; preferences?: Partial<Preferences> };

/** Creates a family with Mia, who must not have peanuts, and opens a page. */
async function visitMia(scope: Scope, path: string, { meals = {}, preferences }: Options = {}) {
  const visited = await visitAsFamily(scope, browser, service, { path: 'about:blank' });
  await visited.page.clock.install({ time: NOW_MS });
  await setPreferences(visited.api, { eaters: [MIA], ...preferences });
  await planMeals(visited.api, meals);
  await visited.page.goto(path);
  return visited;
}

async function centreOf(page: Page, selector: string): Promise<[number, number]> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator(selector).boundingBox()) ?? {};
  return [x + width / 2, y + height / 2];
}

/** Waits until the name of a slot, which screen readers read, ends with this. */
async function waitForSign(page: Page, place: string, sign: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${place} .*${sign}$`) }).waitFor();
}

function question(page: Page) {
  return page.getByRole('dialog', { name: /^Put “.*” in the week anyway\?$/ });
}

/** Without saying what Mia eats. */
async function exceptMia(page: Page): Promise<void> {
  await question(page).getByRole('button', { name: EXCEPT_MIA }).click();
  const dialog = page.getByRole('dialog', { name: 'Something else' });
  await dialog.getByRole('checkbox', { name: 'Mia' }).waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

test('on the week page', async (t) => {
  const { page, api } = await visitMia(t, `/week/${WEEK}`, {
    meals: {
      Monday: { lunch: meal('Peanut noodles', 'eating-out'), dinner: NOODLES },
      Tuesday: { dinner: { ...meal('Peanut noodles'), generated: true } },
      Wednesday: { dinner: { ...NOODLES, exceptEaters: ['mia'] } },
      Thursday: { dinner: meal('Lentil soup') },
    },
    preferences: { nameStyle: 'initials' },
  });

  await t.test(
    'board, editor and print name whom a meal is not for, also without an answer after a reload',
    async () => {
      await waitForSign(page, 'Dinner, Monday', NOT_FOR_MIA);
      await waitForSign(page, 'Dinner, Tuesday', NOT_FOR_MIA);
      await waitForSign(page, 'Dinner, Wednesday', EXCEPT_MIA);
      strictEqual(await page.locator('.week-board .warning-sign').count(), 3);
      deepStrictEqual(await page.locator('.week-sheet .warning-sign').allTextContents(), [
        'Not for M: peanuts',
        'Not for M: peanuts',
        'M eats something else',
      ]);
      await checkAxe(page, '.week-board');
      // The sign is a part of the slot's button: a tap on it opens the meal, which has it too, like the editor.
      await page.mouse.click(...(await centreOf(page, '[data-place="Monday dinner"] .warning-sign')));
      await page.getByRole('dialog').getByText(NOT_FOR_MIA).waitFor();
      await page.getByRole('button', { name: 'Change' }).click();
      const sign = page.locator('.week-editor > .warning-sign');
      await sign.getByText(NOT_FOR_MIA).waitFor();
      await page.mouse.click(...(await centreOf(page, '.week-editor > .warning-sign')));
      await page.getByRole('textbox', { name: 'Meal' }).press('x');
      await sign.waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await page.route('**/app/api/warnings?*', (route) => route.abort());
      await page.reload();
      await waitForSign(page, 'Dinner, Monday', NOT_FOR_MIA);
      await page.unroute('**/app/api/warnings?*');
    },
  );

  await t.test(
    'placing a meal asks once; moving it does not, and without an answer nothing is asked',
    async () => {
      const week = '2026-11-16';
      await planMeals(api, { Tuesday: { dinner: NOODLES } }, week);
      await showWeek(page, week);
      await typeMeal(page, 'Dinner, Monday', 'Peanut noodles');
      await question(page).getByText(NOT_FOR_MIA).waitFor();
      await checkAxe(page, 'dialog');
      await question(page).getByRole('button', { name: 'Choose something else' }).click();
      await page.getByRole('textbox', { name: 'Meal' }).fill('More peanut noodles');
      await expectMeals(api, { Tuesday: { dinner: NOODLES } }, week);
      await page.keyboard.press('Enter');
      await exceptMia(page);
      const placed = { description: 'More peanut noodles', exceptEaters: ['mia'] };
      await expectMeals(api, { Monday: { dinner: placed }, Tuesday: { dinner: NOODLES } }, week);
      await waitForSign(page, 'Dinner, Monday', EXCEPT_MIA);

      await openSlot(page, 'Dinner, Monday');
      await page.getByRole('button', { name: 'Move to …' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Dinner, Tuesday/ })
        .click();
      await waitForSign(page, 'Dinner, Monday', NOT_FOR_MIA);
      await waitForSign(page, 'Dinner, Tuesday', EXCEPT_MIA);
      await page.route('**/app/api/warnings?*', (route) => route.abort());
      await typeMeal(page, 'Lunch, Monday', 'Peanut soup');
      const monday = { lunch: meal('Peanut soup'), dinner: NOODLES };
      await expectMeals(api, { Monday: monday, Tuesday: { dinner: placed } }, week);
      await page.unroute('**/app/api/warnings?*');
      // The next response has the sign.
      await typeMeal(page, 'Lunch, Friday', 'Toast');
      await waitForSign(page, 'Lunch, Monday', NOT_FOR_MIA);
      strictEqual(await page.getByRole('dialog').count(), 0);
    },
  );

  await t.test('nothing is asked about a meal that was undone before the answer', async () => {
    const week = '2026-12-07';
    await showWeek(page, week);
    const asked = Promise.withResolvers<void>();
    const undone = Promise.withResolvers<void>();
    await page.route('**/app/api/warnings?*', async (route) => {
      asked.resolve();
      await undone.promise;
      await route.continue();
    });
    await typeMeal(page, 'Dinner, Monday', 'Peanut noodles');
    await asked.promise;
    await expectMeals(api, { Monday: { dinner: meal('Peanut noodles') } }, week);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await expectMeals(api, {}, week);
    const answered = page.waitForResponse('**/app/api/warnings?*');
    undone.resolve();
    await (await answered).finished();
    await page.unrouteAll({ behavior: 'wait' });
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    );
    strictEqual(await page.getByRole('dialog').count(), 0);
  });

  await t.test('suggestions that fit come first, and the others have the sign', async () => {
    const week = '2026-11-23';
    await showWeek(page, week);
    await (await openSlot(page, 'Dinner, Monday')).fill('noodles');
    const option = page.getByRole('option', { name: new RegExp(`^Cold peanut noodles ?${NOT_FOR_MIA}$`) });
    await option.waitFor();
    const signs = await page
      .getByRole('option')
      .filter({ hasNotText: 'earlier meal' })
      .evaluateAll((options) => options.map((option) => option.querySelectorAll('.warning-sign').length));
    deepStrictEqual(
      signs,
      signs.toSorted((first, second) => first - second),
    );
    ok(signs.includes(0));
    await option.click();
    await page.locator('.meal-recipe').getByText(NOT_FOR_MIA).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await exceptMia(page);
    const placed = { ...NOODLES, servings: 4, exceptEaters: ['mia'] };
    await expectMeals(api, { Monday: { dinner: placed } }, week);
  });

  await t.test('a conflict names whom each meal is not for', async () => {
    const week = '2026-11-30';
    await planMeals(api, { Tuesday: { dinner: meal('Dal') } }, week);
    await showWeek(page, week);
    await (await openSlot(page, 'Dinner, Tuesday')).fill('Curry');
    const place = { week, day: 'Tuesday', slot: 'dinner' };
    await sendEdits(api, [{ ...place, before: meal('Dal'), after: NOODLES }]);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Someone was faster' }).getByText(NOT_FOR_MIA).waitFor();
  });
});

test('on other pages', async (t) => {
  const { page, api } = await visitMia(t, '/recipes?search=cold+peanut');

  await t.test('recipes are filtered by what fits, in the address, with one tap to show all', async () => {
    await page.getByRole('heading', { name: 'No recipe that fits Mia' }).waitFor();
    await page.getByText('Only recipes that fit Mia').waitFor();
    await page.getByRole('button', { name: 'Show all recipes, also those' }).click();
    const card = page.locator('.recipes-card', { hasText: NOODLES.description });
    await card.getByText(NOT_FOR_MIA).waitFor();
    await checkAxe(page, '#main');
    await card.getByRole('link').click();
    await page.locator('.recipe-head').getByText(NOT_FOR_MIA).waitFor();
    await page.goBack();
    await card.waitFor();
    match(page.url(), /fits=false/);
    await page.getByText('Fits our family').click();
    await card.waitFor({ state: 'detached' });
    strictEqual(new URL(page.url()).search, '?search=cold+peanut');
  });

  await t.test(
    'a recipe says what it contains, may contain or hides; the week gets it after a question',
    async () => {
      const own = await createRecipe(api, 'Snack', [
        '80 g peanuts',
        '1 tsp sambal oelek',
        'a cloud of gribble',
      ]);
      await navigate(page, `/recipes/${own}`);
      await page.locator('.recipe-head').getByText(NOT_FOR_MIA).waitFor();
      deepStrictEqual(await page.locator('.recipe-state h3').allTextContents(), [
        'Contains',
        'May contain (look at the label)',
        'Unclear',
      ]);
      match((await page.locator('.recipe-tags-maybe').textContent()) ?? '', /Crustaceans/);
      await navigate(page, '/recipes/cold-peanut-noodles');
      await page.getByRole('heading', { level: 1, name: NOODLES.description }).waitFor();
      await page.locator('.recipe-head').getByText(NOT_FOR_MIA).waitFor();
      const put = page.getByRole('button', { name: 'Add to the week' });
      const monday = page.getByRole('dialog').getByRole('button', { name: /^Dinner, Monday 9 November/ });
      await put.click();
      await page.getByRole('dialog').getByText(NOT_FOR_MIA).waitFor();
      await monday.click();
      await question(page).getByRole('button', { name: 'Choose something else' }).click();
      await put.click();
      await monday.click();
      await question(page).getByRole('button', { name: EXCEPT_MIA }).click();
      await expectMeals(api, { Monday: { dinner: { ...NOODLES, servings: 4, exceptEaters: ['mia'] } } });
    },
  );

  await t.test('a recurring meal has the sign and asks; the names on displays are a choice', async () => {
    await navigate(page, '/preferences');
    await page.locator('.preferences-more > summary').click();
    await page.getByRole('button', { name: 'Add a meal' }).click();
    await page.getByLabel('Meal', { exact: true }).fill('Peanut noodles');
    await page.locator('#recurring .warning-sign').getByText(NOT_FOR_MIA).waitFor();
    await page.getByRole('radio', { name: 'Initials Not for M: peanuts' }).check();
    await question(page).getByRole('button', { name: EXCEPT_MIA }).click();
    await page.locator('#recurring').getByText(EXCEPT_MIA).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('All saved').waitFor();
    const { preferences } = await getPreferences(api);
    strictEqual(preferences.nameStyle, 'initials');
    deepStrictEqual(preferences.recurring[0]?.meal, { description: 'Peanut noodles', exceptEaters: ['mia'] });
    await checkAxe(page, '#name-style');
  });

  await t.test(
    'the proposal and a display without names have the sign; the list has none for what is bought for others',
    async () => {
      await planMeals(api, { Wednesday: { dinner: NOODLES } });
      await setPreferences(api, {
        nameStyle: 'none',
        slotSettings: settingsOf(['Friday', 'lunch']),
        recurring: [{ day: 'Friday', slot: 'dinner', meal: meal('Peanut soup') }],
      });
      await navigate(page, LIST);
      // It is bought for the others; the meal says whom it is not for.
      const peanuts = page.getByRole('checkbox', { name: /peanut butter/ });
      await peanuts.waitFor();
      strictEqual(await page.locator('.list-warnings', { hasText: 'peanuts' }).count(), 0);
      await page.goto('/display');
      await page.getByRole('heading', { name: /Cold peanut noodles/ }).waitFor();
      const shown = await page.locator('main').innerText();
      ok(shown.includes('Not for everyone: peanuts') && !shown.includes('Mia'), shown);
      await checkAxe(page);
      await page.goto(`/week/${WEEK}?proposal`);
      await waitForProposal(page);
      await page.getByText('Left out on Friday: Peanut soup.').waitFor();
      await page.locator('.week-slot-filled', { hasText: NOT_FOR_MIA }).waitFor();
    },
  );
});

const LOU: Eater = { id: 'lou', name: 'Lou', diets: ['vegetarian'], allergens: ['celery'], dislikes: [] };
const STEW = { description: 'Black-eyed bean stew', recipeId: 'black-eyed-bean-stew-with-plantain' };
const MAYBE = 'Maybe not for Lou: may contain celery';

test('on a phone, what is only possible is a quiet sign', async (t) => {
  const { page, api } = await visitMia(t, `/week/${WEEK}`, { preferences: { eaters: [MIA, LOU] } });
  const thursday = async () => (await api.call('GET', `/app/api/plans/${WEEK}`)).body.plan.meals.Thursday;
  await page.setViewportSize({ width: 390, height: 844 });

  await t.test('nobody is asked about brands or diets, and a tap shows why', async () => {
    const answered = page.waitForResponse('**/app/api/warnings?*');
    await typeMeal(page, 'Dinner, Monday', 'Ketchup with chips');
    await (await answered).finished();
    const slot = page.locator('[data-place="Monday dinner"]');
    await slot.locator('.warning-sign-quiet', { hasText: 'Maybe not for Lou' }).waitFor();
    ok(!(await slot.locator('[aria-hidden]').allTextContents()).join().includes('celery'));
    await typeMeal(page, 'Dinner, Tuesday', 'Beef');
    await waitForSign(page, 'Dinner, Tuesday', 'Not for Lou: not vegetarian');
    strictEqual(await page.getByRole('dialog').count(), 0);
    await checkAxe(page, '.week-board');
    await openSlot(page, 'Dinner, Monday');
    await page.locator('.week-editor > .warning-sign').getByText('may contain celery').waitFor();
    await page.keyboard.press('Escape');
  });

  await t.test('a certain allergen and a choice ask, and name nobody else', async () => {
    await typeMeal(page, 'Dinner, Wednesday', 'Peanut butter or jam, with beef');
    await question(page).getByText(NOT_FOR_MIA).waitFor();
    strictEqual(await question(page).getByText('Lou').count(), 0);
    await exceptMia(page);
    await waitForSign(page, 'Dinner, Wednesday', EXCEPT_MIA);
  });

  await t.test('a meal with several dishes names the dish', async () => {
    const dinner = { description: 'Lentil soup', sides: [NOODLES, { description: 'Ketchup' }] };
    await sendEdits(api, [{ week: WEEK, day: 'Friday', slot: 'dinner', before: null, after: dinner }]);
    const slot = page.locator('[data-place="Friday dinner"]');
    await slot.getByText(`${NOT_FOR_MIA} (${NOODLES.description})`).first().waitFor();
    await slot.locator('.warning-sign-quiet', { hasText: 'Maybe not for Lou (Ketchup)' }).waitFor();
  });

  await t.test('a title that is linked to its recipe a moment later asks once', async () => {
    await typeMeal(page, 'Dinner, Thursday', NOODLES.description);
    await question(page).waitFor();
    const placed = { ...NOODLES, servings: 4, exceptEaters: ['mia'] };
    await until('the title is linked', async () => (await thursday())?.dinner.recipeId === placed.recipeId);
    await exceptMia(page);
    await waitForSign(page, 'Dinner, Thursday', EXCEPT_MIA);
    await until(
      'the linked meal has the exception',
      async () => JSON.stringify((await thursday()).dinner) === JSON.stringify(placed),
    );
    strictEqual(await page.getByRole('dialog').count(), 0);
  });
});

test('on a phone, “our brand is fine” ends a warning until somebody takes it back', async (t) => {
  const { page, api } = await visitMia(t, '/recipes', {
    meals: { Friday: { dinner: STEW } },
    preferences: { eaters: [MIA, LOU] },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/recipes/${STEW.recipeId}`);
  const head = page.locator('.recipe-head');
  const line = page.locator('.recipe-ingredients li', { hasText: 'curry powder' });

  await t.test('the warning leads to the line, and the answer asks for the label', async () => {
    await head.getByText(MAYBE).waitFor();
    strictEqual(await page.locator('.line-note-brand').count(), 1, 'only at the line that causes it');
    await head.getByRole('button', { name: 'Which ingredient?' }).click();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Is your brand free from celery?' });
    await checkAxe(page, 'dialog');
    await dialog.getByRole('button', { name: 'Our brand is fine' }).click();
    await dialog.waitFor({ state: 'detached' });
    await line.getByText('Some brands contain celery. Yours is fine.').waitFor();
    await line.getByText(/^Settled by you on .*November.* 2026$/).waitFor();
    await head.getByText(MAYBE).waitFor({ state: 'detached' });
    await page.goto(`/week/${WEEK}`);
    await page.locator('[data-place="Friday dinner"]', { hasText: STEW.description }).waitFor();
    const { body } = await api.call('POST', '/app/api/warnings', { meals: [STEW] });
    deepStrictEqual(body.warnings, {});
  });

  await t.test('Undo in the message and at the line bring the warning back', async () => {
    await page.goto(`/recipes/${STEW.recipeId}`);
    await line.getByRole('button', { name: /^Take back/ }).click();
    await head.getByText(MAYBE).waitFor();
    await line.getByRole('button', { name: /^Our brand is fine/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Our brand is fine' }).click();
    await head.getByText(MAYBE).waitFor({ state: 'detached' });
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await head.getByText(MAYBE).waitFor();
    await page.goto(`/week/${WEEK}`);
    await waitForSign(page, 'Dinner, Friday', MAYBE);
  });

  await t.test('in German the line of the translation is answered', async () => {
    await page.goto(`/recipes/${STEW.recipeId}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Deutsch' }).click();
    const german = page.locator('.recipe-ingredients li', { hasText: /Currypulver/ });
    await german.getByRole('button', { name: /^Unsere Marke passt/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unsere Marke passt' }).click();
    await german.getByText('Manche Marken enthalten Sellerie. Eure passt.').waitFor();
    strictEqual(await head.locator('.warning-sign').count(), 0);
  });
});
