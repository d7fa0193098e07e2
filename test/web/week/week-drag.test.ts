/** Dragging meals on the week page by mouse, touch and keyboard. */
import { ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Meals } from '#domain/plan/plan.ts';
import { startBrowser } from '../support/browser.ts';
import { startService } from '#test/support/service.ts';
import type { Scope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { expectMeals, meal, slotOf, visitWeek } from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

const MEALS: Meals = { Monday: { dinner: meal('Lasagne') }, Tuesday: { dinner: meal('Dal', 'leftovers') } };
const SWAPPED: Meals = { Monday: { dinner: meal('Dal', 'leftovers') }, Tuesday: { dinner: meal('Lasagne') } };
const MOVED: Meals = { Monday: { dinner: meal('Dal', 'leftovers') }, Thursday: { lunch: meal('Lasagne') } };

test('dragging', async (t) => {
  const { page, api } = await visitDraggable(t);
  await t.test(
    'a mouse drop swaps with a filled slot, moves to a free one, and does nothing elsewhere',
    async () => {
      const drag = async (from: string, to: Locator) => {
        const [start, end] = [await centre(slotOf(page, from)), await centre(to)];
        await page.mouse.move(start.x, start.y);
        await page.mouse.down();
        await page.mouse.move(start.x + 20, start.y, { steps: 3 });
        await page.locator('.week-ghost').waitFor();
        await page.mouse.move(end.x, end.y, { steps: 5 });
        return () => page.mouse.up();
      };
      const drop = await drag('Dinner, Monday', slotOf(page, 'Dinner, Tuesday'));
      await page.locator('.week-slot-target').filter({ hasText: 'Dal' }).waitFor();
      await drop();
      await expectMeals(api, SWAPPED);
      const put = await drag('Dinner, Tuesday', slotOf(page, 'Lunch, Thursday'));
      await page.locator('.week-slot-target').filter({ hasText: 'Thursday' }).waitFor();
      await put();
      await expectMeals(api, MOVED);
      strictEqual(await page.getByRole('textbox', { name: 'Meal' }).count(), 0);
      const leave = await drag('Lunch, Thursday', page.getByRole('link', { name: 'Family', exact: true }));
      await page.locator('.week-slot-target').waitFor({ state: 'detached' });
      await leave();
      await page.locator('.week-ghost').waitFor({ state: 'detached' });
      // Beside the slots, the nearest one is the target.
      const cancelled = await drag('Lunch, Thursday', page.getByRole('heading', { name: /^Friday/ }));
      await page.locator('.week-slot-target').filter({ hasText: 'Breakfast, Friday' }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.week-ghost').waitFor({ state: 'detached' });
      await cancelled();
      await expectMeals(api, MOVED);
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      await expectMeals(api, MEALS);
    },
  );

  for (const { width, keys, onward } of [
    { width: 1440, keys: ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp'], onward: 'ArrowDown' },
    { width: 820, keys: ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowLeft'], onward: 'ArrowRight' },
    { width: 390, keys: Array.from({ length: 8 }, () => 'ArrowDown'), onward: 'ArrowDown' },
  ]) {
    await t.test(
      `by keyboard at ${width}: each arrow key moves one slot, and every step is announced`,
      async () => {
        await page.setViewportSize({ width, height: 844 });
        const announcements = page.locator('[aria-live=assertive]');
        await slotOf(page, 'Dinner, Monday').focus();
        await page.keyboard.press('Space');
        await announcements.getByText('Picked up Lasagne.').waitFor();
        for (const [at, key] of keys.entries()) {
          const before = await announcements.innerText();
          await page.keyboard.press(key);
          await until(`step ${at} is announced`, async () => (await announcements.innerText()) !== before);
        }
        await announcements.getByText('Lunch, Thursday 12 November: free').waitFor();
        await page.keyboard.press('Space');
        const moved: Meals = {
          Tuesday: { dinner: meal('Dal', 'leftovers') },
          Thursday: { lunch: meal('Lasagne') },
        };
        await expectMeals(api, moved);
        await slotOf(page, 'Lunch, Thursday').and(page.locator(':focus')).waitFor();
        strictEqual(await page.getByRole('textbox', { name: 'Meal' }).count(), 0);

        await page.keyboard.press('Space');
        await announcements.getByText('Picked up Lasagne.').waitFor();
        await page.keyboard.press(onward);
        await announcements.getByText(/^Dinner, Thursday/).waitFor();
        await page.keyboard.press('Escape');
        await announcements.getByText('Not moved.').waitFor();
        await expectMeals(api, moved);
        ok(await slotOf(page, 'Lunch, Thursday').and(page.locator(':focus')).isVisible());
        await page.keyboard.press('Control+z');
        await expectMeals(api, MEALS);
        await slotOf(page, 'Dinner, Monday').filter({ hasText: 'Lasagne' }).waitFor();
      },
    );
  }

  await t.test('on a touch screen a long press drags, a swipe scrolls and a tap opens', async () => {
    const viewport = { width: 390, height: 844 };
    // The focus on it holds the toast of the last undo.
    await page.locator('.toast button').first().focus();
    await page.setViewportSize(viewport);
    await page.evaluate('scrollTo(0, 0)');
    const finger = await createTouch(page);
    const from = await centre(slotOf(page, 'Dinner, Monday'));
    const to = await centre(slotOf(page, 'Dinner, Tuesday'));
    await page.locator('.toast').waitFor();
    await finger('touchStart', from);
    await page.locator('.week-ghost').waitFor();
    strictEqual(await page.locator('.toast').isVisible(), false, 'a toast covers no slot');
    for (let step = 1; step <= 5; step += 1) {
      await finger('touchMove', { x: from.x, y: from.y + ((to.y - from.y) * step) / 5 });
    }
    await page.locator('.week-slot-target').filter({ hasText: 'Dal' }).waitFor();
    await finger('touchEnd');
    await expectMeals(api, SWAPPED);

    await finger('touchStart', from);
    await page.locator('.week-ghost').waitFor();
    await finger('touchMove', { x: from.x, y: viewport.height - 10 });
    await until('the page scrolls at its edge', async () => Number(await page.evaluate('scrollY')) > 200);
    await finger('touchMove', { x: from.x, y: viewport.height / 2 });
    await finger('touchCancel');
    await page.locator('.week-ghost').waitFor({ state: 'detached' });
    await expectMeals(api, SWAPPED);

    await page.evaluate(`new Promise((resolve) => {
      addEventListener('scrollend', () => resolve(), { once: true });
      scrollTo(0, 0);
    })`);
    const at = await centre(slotOf(page, 'Dinner, Tuesday'));
    // A tap while the page still scrolls only stops it.
    await page.evaluate(
      "void (window.scrollEnd = new Promise((resolve) => addEventListener('scrollend', resolve)))",
    );
    // Between two messages to a busy browser, the swipe would become a long press.
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1_000);
    await finger('touchStart', at);
    for (let step = 1; step <= 8; step += 1) await finger('touchMove', { x: at.x, y: at.y - step * 30 });
    await finger('touchEnd');
    await page.evaluate('window.scrollEnd.then(() => {})');
    await page.clock.resume();
    ok(Number(await page.evaluate('scrollY')) > 50, 'the page has scrolled');
    strictEqual(await page.locator('.week-ghost').count(), 0);
    await expectMeals(api, SWAPPED);

    await slotOf(page, 'Dinner, Tuesday').scrollIntoViewIfNeeded();
    await finger('touchStart', await centre(slotOf(page, 'Dinner, Tuesday')));
    await finger('touchEnd');
    const view = page.getByRole('dialog', { name: 'Lasagne' });
    await view.waitFor();

    await page.keyboard.press('Escape');
    await view.waitFor({ state: 'detached' });
    await finger('touchStart', await centre(slotOf(page, 'Dinner, Tuesday')));
    await page.locator('.week-ghost').waitFor();
    await finger('touchEnd');
    await page.locator('.week-ghost').waitFor({ state: 'detached' });
    // A slow tap opens too.
    await view.waitFor();
    await expectMeals(api, SWAPPED);
  });
});

/** Opens the week and waits for the drag code, which loads on the first interaction with the board. */
async function visitDraggable(t: Scope) {
  const visit = await visitWeek(t, browser, service, { meals: MEALS });
  await visit.page.locator('.week-board').hover();
  await visit.page.locator('.week-board[data-drags]').waitFor();
  return visit;
}

async function centre(what: Locator): Promise<{ x: number; y: number }> {
  const box = await what.boundingBox();
  ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function createTouch(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  return (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', point?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
}
