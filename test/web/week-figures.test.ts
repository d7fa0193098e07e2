/** What is in a day's meals, on the week page: right, calm, and never in the way of the board. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Meals } from '#domain/plan/plan.ts';
import { startBrowser } from './browser.ts';
import { writeRecipe } from './list-page.ts';
import { startService } from '../support/service.ts';
import type { Scope } from '../support/store.ts';
import { until } from '../support/until.ts';
import { checkAxe } from './web.ts';
import { meal, plan, slotOf, visitWeek } from './week-page.ts';

const service = await startService({ after });
const browser = await startBrowser({ after });

/** Rice for four, and twice as much of it: 365 and 730 kcal a serving, give or take the rounding of a table. */
const RICE = ['400 g rice'];
const MUCH_RICE = ['800 g rice'];

type Options = {
  viewport?: { width: number; height: number };
  meals?: (rice: string, much: string) => Meals;
};

/** A family at a week with rice in it. */
async function visitRice(scope: Scope, { meals = riceWeek, ...options }: Options = {}) {
  const visited = await visitWeek(scope, browser, service, options);
  const rice = await writeRecipe(visited.api, 'Rice', RICE);
  const much = await writeRecipe(visited.api, 'Much rice', MUCH_RICE);
  await plan(visited.api, meals(rice, much));
  return visited;
}

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

function lineOf(page: Page, day: string): Locator {
  return page.getByRole('region', { name: new RegExp(`^${day} `) }).locator('.day-figures');
}

/** How many kcal its line says, and whether it says "at least". */
async function saidOf(page: Page, day: string): Promise<[number, boolean]> {
  const text = (await lineOf(page, day).locator('summary').textContent()) ?? '';
  const [, least, kcal = ''] = /^(at least )?([\d,]+) kcal$/.exec(text) ?? [];
  return [Number(kcal.replace(',', '')), least !== undefined];
}

test('each day with a recipe shows the nutrition of its meals and opens to six figures', async (t) => {
  const { page } = await visitRice(t);
  await lineOf(page, 'Monday').waitFor();
  const [monday, isLeast] = await saidOf(page, 'Monday');
  ok(Math.abs(monday - 3 * 365) < 20 && !isLeast, `${monday}`);
  const [tuesday, isLeastToo] = await saidOf(page, 'Tuesday');
  ok(Math.abs(tuesday - 365) < 10 && isLeastToo, `${tuesday}`);
  for (const day of ['Wednesday', 'Thursday']) strictEqual(await lineOf(page, day).count(), 0, day);
  const tuesdays = lineOf(page, 'Tuesday');
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
});

test('a change updates the figures at once, also while the server is unreachable', async (t) => {
  const { page, context } = await visitRice(t, {
    meals: (...both) => ({ Monday: riceWeek(...both).Monday }),
  });
  await lineOf(page, 'Monday').waitFor();
  const [before] = await saidOf(page, 'Monday');
  await slotOf(page, 'Lunch, Monday').click();
  const clear = page.getByRole('button', { name: 'Clear', exact: true });
  await clear.waitFor();
  await context.setOffline(true);
  await clear.click();
  const isLess = async () => Math.abs((await saidOf(page, 'Monday'))[0] - (before * 2) / 3) <= 2;
  await until('two thirds are left', isLess);
  // It asks again, in vain, until it gives up.
  await page.clock.runFor(30_000);
  await until('two thirds are left', isLess);
  await slotOf(page, 'Dinner, Monday').click();
  await clear.click();
  await lineOf(page, 'Monday').waitFor({ state: 'detached' });
});

for (const width of [390, 820, 1030, 1440]) {
  test(`at ${width} pixels the figures cause no layout shift and no axe violation`, async (t) => {
    const { page } = await visitRice(t, { viewport: { width, height: 900 } });
    const late = Promise.withResolvers<void>();
    await page.route('**/app/api/nutrition?*', async (route) => {
      await late.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/app/api/nutrition?*');
    await page.reload();
    await asked;
    const placesOf = () =>
      page
        .locator('.week-slot')
        .evaluateAll((slots) => slots.map((slot) => JSON.stringify(slot.getBoundingClientRect())));
    const before = await placesOf();
    strictEqual(before.length, 21);
    late.resolve();
    await lineOf(page, 'Monday').waitFor();
    deepStrictEqual(await placesOf(), before);
    await lineOf(page, 'Monday').locator('summary').click();
    await checkAxe(page);
    ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
  });
}

test('a week without recipes sends no request', async (t) => {
  const { page } = await visitWeek(t, browser, service, { meals: { Monday: { dinner: meal('Lasagne') } } });
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  const neighbour = page.waitForResponse((response) => response.url().endsWith('/app/api/plans/2026-11-16'));
  await page.reload();
  await neighbour;
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
  deepStrictEqual(
    asked.filter((url) => /nutrition|day-figures/.test(url)),
    [],
  );
  strictEqual(await page.locator('.week-figures').count(), 0);
});
