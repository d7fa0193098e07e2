/** Cooking: a dish offline with two timers, ticks, the screen, and the question of the next day. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { readStored } from '../support/indexed-db.ts';
import { setPreferences } from '../support/proposal-page.ts';
import { startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { checkAxe, checkWidths, visitAsFamily } from '../support/web.ts';
import { planMeals } from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

const DAL = 'red-lentil-dal-with-rice';
const KATSU = 'chicken-katsu-with-cabbage';
/** Tuesday evening. */
const NOW_MS = Date.parse('2026-11-10T17:00:00Z');
const MINUTE_MS = 60_000;
const OWN_RECIPE = {
  servings: 4,
  activeMinutes: 10,
  totalMinutes: 20,
  meals: ['dinner'],
  cuisine: '',
  protein: '',
  keeps: false,
  steps: [],
};

/** Records what a test browser has not: a screen to keep on, and a loudspeaker. */
const RECORD_DEVICE = `
  window.locks = [];
  Object.defineProperty(Navigator.prototype, 'wakeLock', { value: {
    request: async () => {
      const lock = { released: false, release: async () => { lock.released = true; } };
      window.locks.push(lock);
      return lock;
    },
  } });
  window.beeps = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.beeps += 1; return start.apply(this, when); };
`;

test('a dish of the week is cooked without network, with two timers', async (t) => {
  const { page, context, api } = await visitAsFamily(t, browser, service, {
    path: 'about:blank',
    hasWorker: true,
    viewport: { width: 390, height: 844 },
  });
  await context.addInitScript(RECORD_DEVICE);
  await page.clock.install({ time: NOW_MS });
  await setPreferences(api, {
    eaters: [{ id: 'anna', name: 'Anna', diets: [], allergens: [], dislikes: [] }],
  });
  const dinner = { description: 'Dal', recipeId: DAL, servings: 6 };
  const own = async (recipe: object) => {
    const body = { ...OWN_RECIPE, ...recipe };
    return (await api.call('POST', '/app/api/recipes', body)).body.recipe.id as string;
  };
  const paste = await own({ title: 'Curry paste', ingredients: ['1 onion'] });
  const line = '1 batch curry paste';
  const references = [{ line, recipeId: paste }];
  const curry = await own({ title: 'Curry', ingredients: [line], references });
  const later = { description: 'Bread and cheese', sides: [{ description: 'Curry', recipeId: curry }] };
  await planMeals(api, { Tuesday: { dinner }, Wednesday: { dinner: later }, Sunday: { lunch: dinner } });
  await planMeals(api, { Monday: { lunch: later } }, '2026-11-16');

  await t.test('the device stores the recipe of a coming meal, although nobody opens it', async () => {
    await page.goto('/');
    await until('the worker controls the page', () =>
      page.evaluate('navigator.serviceWorker.controller !== null'),
    );
    const stored = page.waitForResponse((response) => response.url().includes(`/app/api/recipes/${DAL}`));
    await page.goto('/');
    await page.locator('.week-slot-recipe').first().waitFor();
    await page.clock.runFor(4_000);
    await (await stored).finished();
    const address = `${DAL}?language=en&servings=6`;
    await until('the recipe is stored with the servings of the meal', async () =>
      (await readStored(page, 'values')).some(({ key }) => key.at(-1)?.endsWith(address)),
    );
    // That of a side, and one that it uses.
    for (const id of [curry, paste])
      await until('the recipe is stored', async () =>
        (await readStored(page, 'values')).some(({ key }) => key.at(-1)?.includes(`${id}?`)),
      );
    await context.setOffline(true);
  });

  await t.test('steps have their scaled ingredients, and the screen stays on', async () => {
    await page.goto(`/recipes/${DAL}/cook?servings=6`);
    await page.locator('.cook-tick', { hasText: '450 g basmati rice' }).click();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Step 1 of 6' }).waitFor();
    deepStrictEqual(await page.locator('.cook-uses li').allTextContents(), [
      '450 g basmati rice',
      '675 ml water, for boiling',
    ]);
    strictEqual(await tick(page, '450 g basmati rice').isChecked(), true);
    deepStrictEqual(await page.evaluate('window.locks.map(({ released }) => released)'), [false]);
    // The browser releases the lock of a hidden page.
    await page.evaluate(
      `window.locks[0].released = true; document.dispatchEvent(new Event('visibilitychange'))`,
    );
    await until('the screen stays on again', async () => (await page.evaluate('window.locks.length')) === 2);
    await page.keyboard.press('ArrowLeft');
    await checkWidths(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.keyboard.press('ArrowRight');
  });

  await t.test('times are timers; ticks, step and timers outlast a reload', async () => {
    await page.getByRole('button', { name: 'Start a timer: 12 minutes' }).click();
    await page.locator('.cook-tick', { hasText: 'Done' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Start a timer: 20 minutes' }).click();
    await page.clock.runFor(2 * MINUTE_MS);
    await page.reload();
    await page.getByRole('heading', { name: 'Step 2 of 6' }).waitFor();
    await page.locator('.timer').nth(1).waitFor();
    const [rice = 0, lentils = 0] = await leftMinutes(page);
    // The clock goes on while the page loads, and a started second counts.
    ok(rice > 5 && rice < 11 && lentils > 13 && lentils < 19, `${rice} ${lentils}`);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    strictEqual(await tick(page, 'Done').isChecked(), true);
    strictEqual(await tick(page, '450 g basmati rice').isChecked(), true);
    await checkAxe(page);
    await page.getByRole('button', { name: 'Pause Red lentil dal with rice, step 2' }).click();
    await page.getByRole('button', { name: '+1 min: Red lentil dal with rice, step 1' }).click();
  });

  await t.test('a timer is seen and rings on another page', async () => {
    await page.getByRole('link', { name: 'Back to the recipe' }).click();
    await page.getByRole('heading', { name: 'Steps', exact: true }).waitFor();
    const locks = await page.evaluate<boolean[]>('window.locks.map(({ released }) => released)');
    ok(locks.length > 0 && locks.every(Boolean), 'the screen may go dark again');
    await page.getByRole('link', { name: 'Week', exact: true }).click();
    await page.locator('.week-board').waitFor();
    const [rice = 0, paused = 0] = await leftMinutes(page);
    ok(rice > 5 && rice < 12 && paused > 13, `${rice} ${paused}`);
    await page.clock.runFor(11 * MINUTE_MS + 1_000);
    await page.locator('.timer-over', { hasText: 'Step 1' }).waitFor();
    strictEqual((await leftMinutes(page))[1], paused);
    await until('it rings', async () => (await page.evaluate<number>('window.beeps')) > 0);
    await checkAxe(page, '.timers');
    await page.emulateMedia({ media: 'print' });
    strictEqual(await page.locator('.timers').isVisible(), false);
    await page.emulateMedia({ media: null });
    await page.getByRole('button', { name: 'Stop Red lentil dal with rice, step 1' }).click();
    await page.getByRole('button', { name: 'Cancel Red lentil dal with rice, step 2' }).click();
    await page.locator('.timers').waitFor({ state: 'detached' });
  });

  await t.test('the next day, ticks are forgotten, and the week asks once how the meal was', async () => {
    await context.setOffline(false);
    strictEqual(await page.locator('.review').count(), 0);
    await page.clock.setSystemTime(NOW_MS + 20 * 60 * MINUTE_MS);
    await page.goto('/');
    await page.getByText('How was yesterday’s Dal?').waitFor();
    // A phone shows the week from today on.
    await until('the question is in view', () => page.evaluate<boolean>(IS_ASKED_IN_VIEW));
    await page.locator('.review .stars-star').nth(3).click();
    await until('the stars are saved', async () => {
      const { stars } = (await api.call('GET', '/app/api/stars')).body;
      return stars.anna?.[DAL] === 4;
    });
    strictEqual(await page.locator('.review').count(), 1);
    await page.goto(`/recipes/${DAL}/cook?servings=6`);
    strictEqual(await tick(page, '450 g basmati rice').isChecked(), false);
    await page.getByRole('link', { name: 'Back to the recipe' }).click();
    await page.getByRole('link', { name: 'Week', exact: true }).click();
    await page.locator('.week-board').waitFor();
    strictEqual(await page.locator('.review').count(), 0);
  });

  await t.test('on a Monday, the question about Sunday is in view', async () => {
    await page.evaluate('localStorage.removeItem("weekfare-asked")');
    await setPreferences(api, {
      eaters: ['anna', 'ben'].map((id) => ({ id, name: id, diets: [], allergens: [], dislikes: [] })),
    });
    // The open week would ask, with the eaters that it knows, who all have given stars, and remember that.
    await page.goto('about:blank');
    await page.clock.setSystemTime(Date.parse('2026-11-16T09:00:00Z'));
    await page.goto('/');
    await page.getByText('How was yesterday’s Dal?').waitFor();
    await until('the question is in view', () => page.evaluate<boolean>(IS_ASKED_IN_VIEW));
    // One eater on a phone, so that nothing scrolls sideways; a button shows the others.
    const eaters = page.locator('.review .stars-eater:visible');
    strictEqual(await eaters.count(), 1);
    await page.getByRole('button', { name: 'Everyone', exact: true }).click();
    strictEqual(await eaters.count(), 2);
    await checkAxe(page);
    ok(
      await page.evaluate(
        "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.review .stars'))",
      ),
    );
  });

  await t.test(
    'the variant of a dish is beside the step that it changes, with timers of its own',
    async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`/recipes/${KATSU}/cook?servings=2`);
      await page.getByRole('heading', { name: 'Variation: with tofu' }).waitFor();
      await page.locator('.cook-tick', { hasText: '250 g firm tofu' }).click();
      await page.getByText('Instead of').waitFor();
      await page.getByText('The amounts are for all 2 servings.').waitFor();
      await checkAxe(page);
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.getByRole('heading', { name: 'Step 1 of 5' }).waitFor();
      strictEqual(await page.locator('.cook-variant').count(), 0);
      await page.getByRole('button', { name: 'Next' }).click();
      const variant = page.locator('.cook-variant');
      await variant.getByText('Coat the tofu like the chicken').waitFor();
      strictEqual(await tick(page, '250 g firm tofu, in 1 cm slices, patted dry').isChecked(), true);
      await page.getByRole('button', { name: 'Start a timer: 3 minutes' }).click();
      await page.locator('.timer', { hasText: 'Step 2' }).waitFor();
      await checkAxe(page, '.cook-variant');
      await page.getByRole('button', { name: 'All', exact: true }).click();
      strictEqual(await variant.count(), 2);
    },
  );
});

/** Whether the whole question is visible and stands before today. */
const IS_ASKED_IN_VIEW = `(() => {
  const question = document.querySelector('.review').getBoundingClientRect();
  const today = document.querySelector('[aria-current=date]').getBoundingClientRect();
  return question.top >= 0 && question.bottom <= Math.min(innerHeight, today.top);
})()`;

function tick(page: Page, name: string) {
  return page.getByRole('checkbox', { name, exact: true });
}

/** Of each timer, in the order in which they were started. */
async function leftMinutes(page: Page): Promise<number[]> {
  const texts = await page.locator('.timer-left').allTextContents();
  return texts
    .map((text) => text.split(':').map(Number))
    .map(([minutes = 0, seconds = 0]) => minutes + seconds / 60);
}
