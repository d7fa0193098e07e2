/** Nutrition figures of each day and pictures of dishes on the week page: values, updates, layout stability. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Meals } from '#domain/plan/plan.ts';
import { startBrowser } from '../support/browser.ts';
import { createRecipe } from '../support/list-page.ts';
import { setPreferences } from '../support/proposal-page.ts';
import { startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { checkAxe } from '../support/web.ts';
import { meal, planMeals, slotOf, visitWeek } from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

/** Recipes for four: about 365 and 730 kcal per serving. */
const RICE = ['400 g rice'];
const MUCH_RICE = ['800 g rice'];

/** What the board shows after it is rendered. */
const LATE = /\/app\/api\/(?:nutrition|pictures)\?/;

function cooked(recipeId: string) {
  return { description: 'Rice', recipeId };
}

function riceWeek(rice: string, much: string): Meals {
  return {
    Monday: { lunch: cooked(rice), dinner: { ...cooked(much), servings: 12, kind: 'leftovers' } },
    Tuesday: { breakfast: meal('Toast'), dinner: cooked(rice) },
    Wednesday: { dinner: meal('Lasagne') },
  };
}

function figuresOf(page: Page, day: string): Locator {
  return page.getByRole('region', { name: new RegExp(`^${day} `) }).locator('.day-figures');
}

/** The kcal of the day's line, and whether the line says "at least". */
async function readKcal(page: Page, day: string): Promise<[number, boolean]> {
  const text = (await figuresOf(page, day).locator('summary').textContent()) ?? '';
  const [, least, kcal = ''] = /^(at least )?([\d,]+) kcal$/.exec(text) ?? [];
  return [Number(kcal.replace(',', '')), least !== undefined];
}

test('the nutrition of each day', async (t) => {
  const { page, context, api } = await visitWeek(t, browser, service);
  const rice = await createRecipe(api, 'Rice', RICE);
  const much = await createRecipe(api, 'Much rice', MUCH_RICE);
  const requests: string[] = [];
  page.on('request', (request) => void requests.push(request.url()));
  await planMeals(api, riceWeek(rice, much));
  await page.locator('.week-slot-recipe svg.dish-picture').nth(2).waitFor();
  deepStrictEqual(
    requests.filter((url) => url.includes('/nutrition?')),
    [],
    'no figures unless wanted',
  );
  strictEqual(await page.locator('.week-figures, .day-figures').count(), 0, 'no figures unless wanted');
  await setPreferences(api, { showsNutrition: true });

  for (const width of [390, 1440]) {
    await t.test(`at ${width} pixels the figures and pictures cause no layout shift`, async () => {
      await page.setViewportSize({ width, height: 900 });
      const late = Promise.withResolvers<void>();
      await page.route(LATE, async (route) => {
        await late.promise;
        await route.continue();
      });
      const request = page.waitForRequest('**/app/api/nutrition?*');
      // At the end of this page, which may still be storing pictures.
      await page.evaluate(
        "void addEventListener('pagehide', () => localStorage.removeItem('weekfare-pictures'))",
      );
      await page.reload();
      await request;
      // The request may have been one of the page before the reload.
      await page.locator('.week-slot').first().waitFor();
      const before = await placesOf(page);
      strictEqual(before.length, 21);
      const pictures = page.locator('.week-slot-recipe > [aria-hidden=true] > svg.dish-picture');
      strictEqual(await pictures.count(), 0);
      late.resolve();
      await figuresOf(page, 'Monday').waitFor();
      await pictures.nth(2).waitFor();
      strictEqual(await pictures.count(), 3, 'each meal with a recipe has a picture');
      deepStrictEqual(await placesOf(page), before);
      await page.unroute(LATE);
      await figuresOf(page, 'Monday').locator('summary').click();
      // Only the widths differ.
      if (width === 390) await checkAxe(page);
      ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    });
  }

  await t.test(
    'each day with a recipe shows the nutrition of its meals and opens to six figures',
    async () => {
      const [monday, isLeast] = await readKcal(page, 'Monday');
      ok(Math.abs(monday - 3 * 365) < 20 && !isLeast, `${monday}`);
      const [tuesday, isLeastToo] = await readKcal(page, 'Tuesday');
      ok(Math.abs(tuesday - 365) < 10 && isLeastToo, `${tuesday}`);
      for (const day of ['Wednesday', 'Thursday']) strictEqual(await figuresOf(page, day).count(), 0, day);
      const tuesdays = figuresOf(page, 'Tuesday');
      ok(!(await tuesdays.locator('dl').isVisible()));
      await tuesdays.locator('summary').click();
      await tuesdays.getByText('One serving of each meal').waitFor();
      deepStrictEqual(await tuesdays.locator('dt').allTextContents(), [
        'Energy',
        'Protein',
        'Carbohydrate',
        'Fat',
        'Fibre',
        'Salt',
      ]);
      for (const figure of await tuesdays.locator('dd').allTextContents())
        match(figure, /^at least [\d.]+ (kcal|g)$/);
    },
  );

  await t.test('a change updates the figures at once, also while the server is unreachable', async () => {
    const [before] = await readKcal(page, 'Monday');
    await slotOf(page, 'Lunch, Monday').click();
    const clear = page.getByRole('button', { name: 'Clear', exact: true });
    await clear.waitFor();
    await context.setOffline(true);
    await clear.click();
    const isLess = async () => Math.abs((await readKcal(page, 'Monday'))[0] - (before * 2) / 3) <= 2;
    await until('two thirds of the energy are left', isLess);
    // The figures stay after the last retry has failed.
    await page.clock.runFor(30_000);
    await until('two thirds of the energy are left', isLess);
    await slotOf(page, 'Dinner, Monday').click();
    await clear.click();
    await figuresOf(page, 'Monday').waitFor({ state: 'detached' });
    await context.setOffline(false);
  });

  await t.test('a week without recipes sends no request', async () => {
    await planMeals(api, { Monday: { dinner: meal('Lasagne') } }, '2027-01-04');
    await page.goto('about:blank');
    requests.length = 0;
    const neighbour = page.waitForResponse((response) =>
      response.url().endsWith('/app/api/plans/2027-01-11'),
    );
    await page.goto('/week/2027-01-04');
    await neighbour;
    await page.getByText('Lasagne').first().waitFor();
    await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
    deepStrictEqual(
      requests.filter((url) => /nutrition|warnings|extras/.test(url)),
      [],
    );
    strictEqual(await page.locator('.week-figures').count(), 0);
  });
});

/** The positions and sizes of all slots. */
function placesOf(page: Page): Promise<string[]> {
  return page
    .locator('.week-slot')
    .evaluateAll((slots) => slots.map((slot) => JSON.stringify(slot.getBoundingClientRect())));
}
