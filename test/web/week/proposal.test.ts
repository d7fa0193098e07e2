/** "Plan my week": proposals, alternatives, explanations, acceptance, undo and conflicts, by mouse and by keyboard. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Meals, mealsIn, asFamilyMeal } from '#domain/plan/plan.ts';
import { startBrowser } from '../support/browser.ts';
import {
  waitForProposal,
  dishAt,
  allDishes,
  NEXT_WEEK,
  openFollowingWeek,
  planWeek,
  proposedMeal,
  getPreferences,
  setPreferences,
  settingsOf,
  visitNextWeek,
} from '../support/proposal-page.ts';
import { AppClient, startService } from '#test/support/service.ts';
import { allowedMs, until } from '#test/support/until.ts';
import { checkAxe, checkToast, setCookies, visit } from '../support/web.ts';
import { expectMeals, meal, NOW_MS, openSlot } from '../support/week-page.ts';

const service = await startService({ after, before }, { config: { premium: 'everyone' } });
const browser = await startBrowser({ after });

const PHONE = { width: 390, height: 844 };

test('the weeks of a new family: proposals, its own meals, and a second device', async (t) => {
  const { page } = await visit(t, browser, service);
  const [email, password] = ['planner@example.org', 'correct horse battery'];

  await t.test(
    'a new family plans and accepts a week with two clicks; the plan API serves it within a second',
    async () => {
      await page.clock.install({ time: NOW_MS });
      await page.goto('/sign-up');
      await page.getByLabel('Family name').fill('Okafor');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign up' }).click();
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await page.getByRole('heading', { name: 'Who eats with you?' }).waitFor();
      await page.goto('/');
      const startedAt = performance.now();
      await page.getByRole('link', { name: 'Plan my week' }).click();
      await waitForProposal(page);
      await accept(page);
      await page.getByText(/^Week planned: \d+ meals$/).waitFor();
      ok(performance.now() - startedAt < allowedMs(60_000));
      const made = await page.request.post('/app/api/keys', {
        data: { name: 'tablet' },
        headers: { origin: service.url },
      });
      const { key } = (await made.json()) as { key: string };
      const served = async () => {
        const response = await fetch(`${service.url}/api/meal-plans/v1/current`, {
          headers: { 'X-API-Key': key },
        });
        const { data } = (await response.json()) as { data: { meals: Meals } | null };
        return data ? mealsIn(data.meals) : [];
      };
      await until('the plan API serves the week', async () => (await served()).length >= 5, 1_000);
      ok((await served()).every(({ recipeId }) => recipeId !== undefined));
    },
  );

  const api = new AppClient(service);
  await api.call('POST', '/app/api/sign-in', { email, password });

  await t.test('own and kept meals stay; one slot or all others get other dishes', async () => {
    await setPreferences(api, {
      slotSettings: settingsOf(
        ['Monday', 'dinner'],
        ['Tuesday', 'dinner'],
        ['Friday', 'dinner'],
        ['Sunday', 'lunch'],
      ),
    });
    strictEqual(await openFollowingWeek(page), NEXT_WEEK);
    await addMeals(api, NEXT_WEEK, { Monday: { dinner: meal('Lasagne at Oma’s') } });
    await page.getByText('Lasagne at Oma’s').first().waitFor();
    await planWeek(page);
    await page.getByText('Proposal for your week').and(page.locator(':focus')).waitFor();
    const announcement = page.getByRole('status').filter({ hasText: '3 meals proposed.' });
    await announcement.waitFor({ state: 'attached' });
    await page.locator('.week-slot-filled', { hasText: 'Lasagne at Oma’s' }).waitFor();
    strictEqual(await proposedMeal(page, 'Dinner, Monday').count(), 0);

    const first = await allDishes(page);
    strictEqual(new Set(first).size, first.length);
    const tuesday = await dishAt(page, 'Dinner, Tuesday');
    await page.getByRole('button', { name: `Keep ${tuesday}` }).click();
    await page.getByRole('button', { name: 'Other ideas' }).click();
    await until('other dishes are shown', async () => (await allDishes(page)).join() !== first.join());
    const second = await allDishes(page);
    deepStrictEqual(
      second.map((dish, at) => dish === first[at]),
      first.map((dish) => dish === tuesday),
    );

    await proposedMeal(page, 'Dinner, Friday').click();
    const friday = await dishAt(page, 'Dinner, Friday');
    const refusal = page.waitForRequest('**/app/api/rejected-dishes');
    await page.getByRole('dialog', { name: friday }).getByRole('button', { name: 'Something else' }).click();
    await page.getByRole('dialog', { name: friday }).waitFor({ state: 'detached' });
    match((await refusal).postData() ?? '', /^\{"recipeId":"[^"]+"\}$/);
    await page.keyboard.press('Escape');
    const third = await allDishes(page);
    deepStrictEqual(removedDishes(second, third), [friday]);
    // All other meals were locked for the request, but the family keeps only one.
    const about = page.locator('.proposal-about', { hasText: 'You kept this meal' });
    ok((await about.count()) <= 1);

    await proposedMeal(page, 'Lunch, Sunday').click();
    const alternatives = page.locator('.proposal-alternative');
    await alternatives.nth(4).waitFor();
    strictEqual(await alternatives.count(), 5);
    match(await alternatives.nth(1).innerText(), /min/);
    const chosen = await alternatives.nth(1).locator('.proposal-alternative-title').innerText();
    const sunday = await dishAt(page, 'Lunch, Sunday');
    await alternatives.nth(1).click();
    await until('the chosen dish is shown', async () => (await dishAt(page, 'Lunch, Sunday')) === chosen);
    deepStrictEqual(removedDishes(third, await allDishes(page)), [sunday]);
    await page.getByText(`Sunday, Lunch: ${chosen}`).waitFor({ state: 'attached' });
    await expectMeals(api, { Monday: { dinner: meal('Lasagne at Oma’s') } }, NEXT_WEEK);

    const last = await allDishes(page);
    await accept(page);
    await page.getByText('Week planned: 3 meals').waitFor();
    const accepted = await mealsOf(api, NEXT_WEEK);
    deepStrictEqual(
      mealsIn(accepted)
        .filter(({ generated }) => generated)
        .map(({ description }) => description)
        .toSorted(),
      last.toSorted(),
    );
    deepStrictEqual(accepted.Monday, { dinner: meal('Lasagne at Oma’s') });
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await expectMeals(api, { Monday: { dinner: meal('Lasagne at Oma’s') } }, NEXT_WEEK);
  });

  let week = '';
  await t.test('a meal entered while a proposal is open is planned around', async () => {
    week = await openFollowingWeek(page);
    await planWeek(page);
    await addMeals(api, week, { Tuesday: { dinner: meal('Guests') } });
    await page.locator('.week-slot-filled', { hasText: 'Guests' }).waitFor();
    await until(
      'the slot has no proposal',
      async () => (await proposedMeal(page, 'Dinner, Tuesday').count()) === 0,
    );
    await waitForProposal(page);
  });

  await t.test(
    'a proposal based on changed preferences is not saved but planned again with the kept meals',
    async () => {
      const guests = { Tuesday: { dinner: meal('Guests') } };
      const friday = await dishAt(page, 'Dinner, Friday');
      await page.getByRole('button', { name: `Keep ${friday}` }).click();
      await setPreferences(api, { slotSettings: settingsOf(['Monday', 'dinner'], ['Friday', 'dinner']) });
      await accept(page);
      await page
        .locator('.banner', { hasText: 'Recipes or preferences have changed in the meantime' })
        .waitFor();
      await until('the new proposal is shown', async () => (await allDishes(page)).length === 2);
      strictEqual(await dishAt(page, 'Dinner, Friday'), friday);
      await expectMeals(api, guests, week);
      await accept(page);
      await page.getByText('Week planned: 2 meals').waitFor();
      strictEqual((await mealsOf(api, week)).Friday?.dinner?.description, friday);
      await page.keyboard.press('Control+z');
      await expectMeals(api, guests, week);
    },
  );

  await t.test(
    'planning again replaces only planned meals, not those that someone changed or moved',
    async () => {
      week = await openFollowingWeek(page);
      await setPreferences(api, {
        slotSettings: settingsOf(['Monday', 'dinner'], ['Tuesday', 'dinner'], ['Friday', 'dinner']),
      });
      await planWeek(page);
      await accept(page);
      await page.getByText('Week planned: 3 meals').waitFor();
      const before = await mealsOf(api, week);
      await openSlot(page, 'Dinner, Monday');
      await page.getByLabel('Servings').fill('7');
      await page.getByRole('button', { name: 'Save' }).click();
      await openSlot(page, 'Dinner, Tuesday');
      await page.getByRole('button', { name: 'Move to …' }).click();
      await page.getByRole('button', { name: 'More meals of the day' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Lunch, Wednesday/ })
        .click();
      const own = async () => mealsIn(await mealsOf(api, week)).filter(({ generated }) => !generated);
      await until('two meals are their own', async () => (await own()).length === 2);
      const ownMeals = await own();

      await planWeek(page);
      deepStrictEqual(await page.locator('.proposal-slot .week-slot-name').count(), 2);
      const first = await dishAt(page, 'Dinner, Friday');
      await page.getByRole('button', { name: 'Other ideas' }).click();
      await until('another Friday', async () => (await dishAt(page, 'Dinner, Friday')) !== first);
      await waitForProposal(page);
      const friday = await dishAt(page, 'Dinner, Friday');
      await accept(page);
      await page.getByText('Week planned: 2 meals').waitFor();
      deepStrictEqual(await own(), ownMeals);
      const now = await mealsOf(api, week);
      deepStrictEqual(now.Monday?.dinner, {
        ...asFamilyMeal(before.Monday?.dinner ?? meal('')),
        servings: 7,
      });
      strictEqual(now.Friday?.dinner?.description, friday);
    },
  );

  await t.test(
    'a proposal survives a visit to another page; Discard and Back keep the week unchanged',
    async () => {
      week = await openFollowingWeek(page);
      await setPreferences(api, { slotSettings: settingsOf(['Monday', 'dinner'], ['Thursday', 'dinner']) });
      await planWeek(page);
      await proposedMeal(page, 'Dinner, Thursday').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Something else' }).click();
      await page.locator('.proposal[aria-busy=false]').waitFor();
      const seen = await allDishes(page);
      await page.getByRole('dialog').getByRole('link', { name: 'Recipe' }).click();
      await page.waitForURL('**/recipes/**');
      // Until the recipe page has loaded, the week page is hidden but mounted, with its open dialogs.
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.evaluate('history.back()');
      await waitForProposal(page);
      deepStrictEqual(await allDishes(page), seen);

      await setPreferences(api, { slotSettings: settingsOf(['Monday', 'dinner']) });
      await page.getByRole('link', { name: 'Your preferences' }).click();
      await until(
        'the new preferences are shown',
        async () => (await page.locator('.preferences-cell-planned').count()) === 1,
      );
      await page.evaluate('history.back()');
      await until(
        'the proposal follows the new preferences',
        async () => (await allDishes(page)).length === 1,
      );

      await page.getByRole('button', { name: 'Discard' }).click();
      await page.waitForURL(`**/week/${week}`);
      await page.locator('.week-slot-button').first().waitFor();
      await expectMeals(api, {}, week);
    },
  );

  const two = await visit(t, browser, service);
  await t.test('two members accept different proposals: a dialog asks the second one', async () => {
    await setPreferences(api, { slotSettings: settingsOf(['Monday', 'dinner'], ['Tuesday', 'dinner']) });
    week = await openFollowingWeek(page);
    await setCookies(two.context, service, api.cookies);
    await two.page.clock.install({ time: NOW_MS });
    await two.page.goto(`/week/${week}`);
    await Promise.all([planWeek(page), planWeek(two.page)]);
    deepStrictEqual(await allDishes(page), await allDishes(two.page));
    await two.page.getByRole('button', { name: 'Other ideas' }).click();
    await until(
      'other dishes',
      async () => (await allDishes(two.page)).join() !== (await allDishes(page)).join(),
    );
    await waitForProposal(two.page);
    await accept(page);
    await until('the week is planned', async () => mealsIn(await mealsOf(api, week)).length === 2);
    const first = await mealsOf(api, week);
    await accept(two.page);
    const dialog = two.page.getByRole('dialog', { name: 'Someone was faster' });
    await dialog.waitFor();
    const sides = await dialog.locator('.week-conflict-side p').allInnerTexts();
    ok(
      sides.some((text) => descriptionsOf(first).includes(text)) &&
        sides.some((text) => !descriptionsOf(first).includes(text)),
    );
    await dialog.getByRole('button', { name: 'Keep theirs' }).click();
    await dialog.waitFor({ state: 'detached' });
    deepStrictEqual(await mealsOf(api, week), first);
  });

  await t.test('two members accept the same proposal: it is saved without a question', async () => {
    for (const tab of [page, two.page]) await openFollowingWeek(tab);
    await Promise.all([planWeek(page), planWeek(two.page)]);
    deepStrictEqual(await allDishes(page), await allDishes(two.page));
    await Promise.all([accept(page), accept(two.page)]);
    await Promise.all([page, two.page].map((tab) => tab.getByText(/^Week planned/).waitFor()));
    strictEqual(await two.page.getByRole('dialog').count(), 0);
  });
});

test('a server that fails, and what a proposal explains', async (t) => {
  const { page, api } = await visitNextWeek(t, browser, service, {
    preferences: {
      // Of two meals with fish, neither would be the reason that the rule is met.
      rules: [{ id: 'fish', tag: 'protein:fish', days: [], slots: [], atLeast: 1, atMost: 1, isHard: true }],
      budgetCents: 12_000,
    },
  });
  const { slotSettings } = (await getPreferences(api)).preferences;
  // Nothing is quick enough for one slot.
  await setPreferences(api, {
    slotSettings: {
      ...slotSettings,
      Tuesday: { ...slotSettings.Tuesday, dinner: { servings: 4, minutes: 5 } },
    },
  });

  await t.test(
    'while the server is unreachable the proposal stays, and planning continues afterwards',
    async () => {
      await page.route('**/app/api/preferences', (route) => route.abort());
      await page.getByRole('link', { name: 'Plan my week' }).click();
      const away = page.locator('.proposal').getByText('Weekfare cannot be reached');
      await away.waitFor();
      await page.unroute('**/app/api/preferences');
      await page.getByRole('button', { name: 'Try again' }).click();
      await waitForProposal(page);
      const seen = await allDishes(page);
      await page.route('**/proposal?*', (route) => route.abort());
      await page.getByRole('button', { name: 'Other ideas' }).click();
      await away.waitFor();
      deepStrictEqual(await allDishes(page), seen);
      await page.unroute('**/proposal?*');
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.waitForURL(`**/week/${NEXT_WEEK}`);
    },
  );

  await t.test('a busy planner is retried, then reported', async () => {
    let requests = 0;
    await page.route('**/proposal?*', (route) => {
      requests += 1;
      const headers = { 'Retry-After': '0' };
      return route.fulfill({ status: 503, headers, json: { code: 'planner-busy' } });
    });
    await page.getByRole('link', { name: 'Plan my week' }).click();
    await page.getByText('Many weeks are being planned right now').waitFor();
    strictEqual(requests, 3);
    await checkAxe(page, '.proposal');
    await page.unroute('**/proposal?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForProposal(page);
  });

  await t.test('each meal shows its reason, and the week its mix, cost, time and nutrition', async () => {
    const mix = page.getByRole('list', { name: 'The mix of this week' });
    match(
      await mix.innerText(),
      /\d+ meals? with fish[^]*\d+ meals? without meat and fish[^]*Costs about \d+\.\d\d/,
    );
    const fish = page.locator('.proposal-slot', { hasText: 'Your rule: Fish exactly once a week' });
    await fish.getByRole('button').first().click();
    await page.locator('.proposal-reasons').getByText('Your rule: Fish exactly once a week').waitFor();
    await page.keyboard.press('Escape');
    match(
      await page.locator('.proposal-totals dl').innerText(),
      /Costs about\s+\d+\.\d\d of 120\.00\s+Work in the kitchen\s+\d/,
    );
    await page.getByText('Bought but not used up').click();
    strictEqual(await page.locator('.proposal-nutrition').count(), 0, 'no calories unless wanted');
    await page.getByText('Bought but not used up').waitFor();
  });

  await t.test(
    'on a phone all actions are visible, each on one line, and axe finds no violation',
    async () => {
      await page.setViewportSize(PHONE);
      await checkOnPhone(page, 'en-GB');
      await checkAxe(page);
      await page.locator('.proposal-cooked .week-slot-button').first().click();
      await page.locator('.proposal-alternative').first().waitFor();
      await checkAxe(page, 'dialog');
      await page.keyboard.press('Escape');
    },
  );

  await t.test('on a phone in German all actions are visible, each on one line, and the toast', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Vorschlag' }).waitFor();
    await waitForProposal(page);
    await checkOnPhone(page, 'de-DE');
    await page.locator('.proposal-problems button').first().click();
    await checkToast(page, '.proposal-actions .button-primary');
    await page.getByRole('button', { name: 'Mehr', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Proposal for your week' }).waitFor();
  });

  await t.test(
    'if nothing fits in the time, a sentence explains it and one button changes it, with undo',
    async () => {
      await page.getByRole('button', { name: 'Discard' }).click();
      await setPreferences(api, {
        slotSettings: { Tuesday: { dinner: { servings: 4, minutes: 5 } } },
        rules: [],
      });
      await planWeek(page);
      const missing = page.locator('.proposal-problems');
      await missing
        .getByText('Nothing fits for Tuesday dinner: all dishes take longer than 5 minutes.')
        .waitFor();
      await page.getByRole('button', { name: '1 meal is missing: see why' }).click();
      await missing.and(page.locator(':focus')).waitFor();
      strictEqual(await page.getByRole('button', { name: 'Use this plan' }).count(), 0);
      await proposedMeal(page, 'Dinner, Tuesday').click();
      const dialog = page.getByRole('dialog', { name: 'Nothing fits' });
      await dialog.getByText(/^Of \d+ dishes for dinner:$/).waitFor();
      await dialog.getByText(/^\d+ take longer than 5 minutes$/).waitFor();
      await dialog.getByRole('button', { name: /^Allow \d+ minutes/ }).waitFor();
      await page.keyboard.press('Escape');

      await missing
        .getByRole('button', { name: /^Allow \d+ minutes for Tuesday dinner: \d+ more dish(es)? fits?$/ })
        .click();
      await page.locator('.proposal-cooked').waitFor();
      strictEqual(await missing.count(), 0);
      const minutes = (await getPreferences(api)).preferences.slotSettings.Tuesday?.dinner?.minutes ?? 0;
      ok(minutes > 5);
      await checkToast(page, '.proposal-actions .button-primary');
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await page.locator('.proposal-gap').waitFor();
      strictEqual((await getPreferences(api)).preferences.slotSettings.Tuesday?.dinner?.minutes, 5);
      await page.setViewportSize({ width: 1280, height: 800 });
    },
  );

  await t.test('rules that exclude everything are explained, and the offered change works', async () => {
    await page.getByRole('button', { name: 'Discard' }).click();
    await setPreferences(api, {
      slotSettings: settingsOf(['Monday', 'dinner'], ['Friday', 'dinner']),
      rules: [{ id: 'moon', tag: 'title:moonjuice', days: [], slots: [], atLeast: 2, isHard: true }],
    });
    await planWeek(page);
    const missing = page.locator('.proposal-problems');
    await missing
      .getByText(
        'Nothing fits for Monday and Friday dinner: all dishes break “Moonjuice at least twice a week”.',
      )
      .waitFor();
    await missing
      .getByRole('button', { name: /^Apply “Moonjuice at least twice a week” only if possible: / })
      .click();
    await page.locator('.proposal-cooked').nth(1).waitFor();
    strictEqual((await getPreferences(api)).preferences.rules[0]?.isHard, false);
    await accept(page);
    await page.getByText('Week planned: 2 meals').waitFor();
  });

  await t.test('a past week is not planned', async () => {
    await page.goto('/week/2026-11-02?proposal');
    await page.locator('.week-slot').first().waitFor();
    strictEqual(await page.getByRole('link', { name: 'Plan my week' }).count(), 0);
    strictEqual(await page.locator('.proposal').count(), 0);
  });
});

/** Checks that everything of a full week's proposal with a missing meal is visible on a phone. */
async function checkOnPhone(page: Page, locale: string): Promise<void> {
  for (const bar of ['.week-bar', '.proposal-actions']) {
    const buttons = await page.locator(`${bar} .button`).all();
    const boxes = await Promise.all(buttons.map((button) => button.boundingBox()));
    ok(boxes.length >= 3, `${locale} ${bar}`);
    ok(
      boxes.every((box) => box && box.x >= 0 && box.x + box.width <= PHONE.width),
      `${locale} ${bar}`,
    );
    strictEqual(new Set(boxes.map((box) => box?.y)).size, 1, `${locale} ${bar}`);
  }
  const board = await page.locator('.week-board').boundingBox();
  const notes = await page.locator('.proposal-notes').boundingBox();
  ok(board && notes && board.y + board.height <= notes.y, 'the meals come before the explanations');
  const balance = await page.locator('.proposal-balance').boundingBox();
  ok(balance && balance.height < 32, 'the mix is one line');
  const [inner, wide] = await page.evaluate<[number, number]>(
    '[innerWidth, document.documentElement.scrollWidth]',
  );
  ok(wide <= inner, `${wide} pixels on ${inner}`);
}

async function accept(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use this plan' }).click();
}

/** Plans these meals, as another member would do meanwhile. */
async function addMeals(api: AppClient, week: string, meals: Meals): Promise<void> {
  for (const [day, slots] of Object.entries(meals)) {
    for (const [slot, after] of Object.entries(slots ?? {})) {
      const edits = [{ week, day, slot, before: null, after }];
      const { status } = await api.call('POST', '/app/api/changes', { id: crypto.randomUUID(), edits });
      strictEqual(status, 200);
    }
  }
}

async function mealsOf(api: AppClient, week: string): Promise<Meals> {
  return (await api.call('GET', `/app/api/plans/${week}`)).body.plan?.meals ?? {};
}

function descriptionsOf(meals: Meals): string[] {
  return mealsIn(meals).map(({ description }) => description);
}

/** The dishes that are in `before` but not in `now`. */
function removedDishes(before: string[], now: string[]): string[] {
  return before.filter((dish) => !now.includes(dish));
}
