/**
 * Start of a page: its data is requested before the app runs, the first render is complete, and everything else loads
 * afterwards.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { startBrowser } from './support/browser.ts';
import { startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { visit, visitAsFamily } from './support/web.ts';
import { meal, NOW_MS, planMeals, WEEK } from './support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

const ME = '/app/api/session';
const PLAN = `/app/api/plans/${WEEK}`;
const APP = /^\/assets\/app-.*\.js$/;
/** Placeholders that are shown while data is loading. */
const PLACEHOLDERS = '[role=status].skeleton, .week-board-coming';

/** Registers no worker, and records whether the week was rendered when the app would have registered it. */
const RECORD_REGISTRATION = `if (navigator.serviceWorker) navigator.serviceWorker.register = async () => {
  window.wasRendered ??= document.querySelector('#main .week-slot') !== null;
};`;

test('the start of a family’s pages', async (t) => {
  const { page, api, context } = await visitAsFamily(t, browser, service, {
    path: 'about:blank',
    hasWorker: true,
  });
  await page.clock.install({ time: NOW_MS });
  await planMeals(api, {
    Monday: { dinner: meal('Lasagne') },
    Tuesday: {
      lunch: meal('What is left of it', 'leftovers'),
      dinner: { description: 'Soup', recipeId: 'shakshuka' },
    },
  });
  await context.addInitScript(RECORD_REGISTRATION);

  await page.addInitScript(`window.placeholders = 0;
    new MutationObserver(() => document.querySelector('${PLACEHOLDERS}') && window.placeholders++)
      .observe(document, { childList: true, subtree: true });`);

  for (const [path, first, text] of [
    ['/', PLAN, 'Lasagne'],
    ['/list', `/app/api/lists/${WEEK}`, 'red pepper'],
    ['/recipes', '/app/api/recipes', 'All meals'],
  ] as const) {
    await t.test(
      `a new device shows ${path} complete, with requests that were sent before the app ran`,
      async () => {
        await becomeNewDevice(page);
        const network = await holdRequests(page, (path) => APP.test(path));
        await page.goto(path, { waitUntil: 'commit' });
        await until('the first request is answered', async () => network.answered.includes(first));
        ok(network.requested.some((path) => APP.test(path)));
        strictEqual(await page.locator('main').count(), 0);
        await network.release((path) => !path.startsWith('/app/api/'));
        await page.locator('main').filter({ hasText: text }).waitFor();
        strictEqual(await page.evaluate('window.placeholders'), 0);
        deepStrictEqual(
          [ME, first].map((wanted) => network.requested.filter((path) => path === wanted).length),
          [1, 1],
        );
      },
    );
  }

  await t.test('tells which meal lacks a recipe', async () => {
    await becomeNewDevice(page);
    await page.goto('/');
    await page.getByRole('button', { name: /^Dinner, Monday .*: Lasagne, no recipe$/ }).waitFor();
    // Neither leftovers nor a meal with a recipe.
    strictEqual(await page.locator('.week-slot-lacks').count(), 1);
  });

  await t.test('files of other pages are fetched after the first render', async () => {
    await becomeNewDevice(page);
    await page.goto('/');
    await until('the worker is registered', () => page.evaluate("'wasRendered' in window"));
    ok(await page.evaluate('window.wasRendered'));
  });

  await t.test('a cached week is rendered without waiting for the server', async () => {
    await page.locator('.week-slot-filled').filter({ hasText: 'Lasagne' }).waitFor();
    await holdRequests(page, (path) => path.startsWith('/app/api/'));
    await page.reload({ waitUntil: 'commit' });
    await page.locator('.week-slot-filled').filter({ hasText: 'Lasagne' }).waitFor();
  });
});

test('the start for a visitor', async (t) => {
  const { page } = await visit(t, browser, service, { viewport: { width: 390, height: 800 } });

  await t.test('causes one session request, which does not fail, and shows the welcome page', async () => {
    const network = await holdRequests(page, () => false);
    // Browsers report a failed request in the console, which an audit of the page counts as an error.
    const failed: string[] = [];
    page.on('response', (response) => response.ok() || failed.push(response.url()));
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    deepStrictEqual(
      network.requested.filter((path) => path.startsWith('/app/api/')),
      [ME, '/app/api/sign-up'],
    );
    deepStrictEqual(failed, []);
  });
});

/** Ends the requests of the page before and deletes what it has stored, except the cookies. */
async function becomeNewDevice(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const session = await page.context().newCDPSession(page);
  const storageTypes = 'local_storage,indexeddb';
  await session.send('Storage.clearDataForOrigin', { origin: service.url, storageTypes });
  await session.detach();
}

/** Blocks the matching requests; after the release, those that are not free. */
async function holdRequests(page: Page, isHeld: (path: string) => boolean) {
  const requested: string[] = [];
  const answered: string[] = [];
  const held: Route[] = [];
  let isBlocked = isHeld;
  page.on('response', (response) => answered.push(pathOf(response.url())));
  await page.route('**', async (route) => {
    const path = pathOf(route.request().url());
    requested.push(path);
    if (isBlocked(path)) held.push(route);
    else await route.continue();
  });
  return {
    requested,
    answered,
    async release(isFree: (path: string) => boolean): Promise<void> {
      isBlocked = (path) => !isFree(path);
      await Promise.all(
        held.filter((route) => isFree(pathOf(route.request().url()))).map((route) => route.continue()),
      );
    },
  };
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}
