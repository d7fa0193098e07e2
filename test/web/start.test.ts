/**
 * Start of a page: its data loads before the app, a preview shows it before the app runs, the first render is complete,
 * and everything else loads afterwards.
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

/** Every text that is in view, with its position. Screen readers' texts and what the app adds later are left out. */
const VISIBLE_TEXTS = `[...document.querySelectorAll(
    'h1, .week-which, .week-day-heading span, .week-slot-name, .week-slot-text, .week-slot-kind, .page-lead,' +
    '.list-progress p, .list-cost, .list-fold h2, .list-all bdi, .list-aisle h2, .list-name, .list-detail,' +
    '.list-answers .button, .warning-sign, .recipes-choice > label, .recipes-fits, .recipes-count,' +
    '.recipes-card-meals, .recipes-card-title, .recipes-card-tags, .recipes-card-facts li:first-child, .welcome-lead',
  )].filter((element) => element.checkVisibility()).map((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    const { x, y, height } = words.getBoundingClientRect();
    const hidden = [...element.querySelectorAll('.sr-only')].map((one) => one.textContent);
    return { y, text: [hidden.reduce((text, one) => text.replace(one, ''), element.textContent), x, y, height].join(' ') };
  }).filter(({ y }) => y > 0 && y < innerHeight).map(({ text }) => text)`;

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

  for (const width of [390, 1440]) {
    await t.test(`a new device at ${width} pixels`, async (device) => {
      await becomeNewDevice(page);
      await page.setViewportSize({ width, height: 800 });
      const network = await checkPreview(page, '/', 'Lasagne');

      await device.test('loads the app after what the preview needs', () => {
        const needed = [ME, PLAN, /^\/assets\/en-.*\.js$/, /\.woff2$/, /\.css$/];
        const before = network.requested.slice(
          0,
          network.requested.findIndex((path) => APP.test(path)),
        );
        ok(
          needed.every((one) => before.some((path) => path.match(one))),
          before.join(' '),
        );
      });

      // After the preview, only the app's script was let through.
      await device.test('renders the whole week at once, without a further request', async () => {
        await page.locator('#main .week-slot-filled').filter({ hasText: 'Lasagne' }).waitFor();
        strictEqual(await page.evaluate('window.placeholders'), 0);
        deepStrictEqual(
          [ME, PLAN].map((path) => network.requested.filter((one) => one === path).length),
          [1, 1],
        );
        // Neither leftovers nor a meal with a recipe.
        strictEqual(await page.locator('.week-slot-lacks').count(), 1);
        await page.getByRole('button', { name: /^Dinner, Monday .*: Lasagne, no recipe$/ }).waitFor();
      });

      await device.test('shows the list and the recipes exactly like their previews', async () => {
        await checkPreview(page, '/list', 'red pepper');
        await checkPreview(page, '/recipes', 'All meals');
      });
    });
  }

  for (const [what, path] of [
    ['a week by its own address', `/week/${WEEK}`],
    ['a proposal', '/?proposal'],
  ]) {
    await t.test(`${what} has no preview`, async () => {
      await becomeNewDevice(page);
      const network = await holdRequests(page, (one) => APP.test(one));
      await page.goto(path as string, { waitUntil: 'commit' });
      await until('the plan is loaded', async () => network.finished.some((one) => one.includes('/plans/')));
      await page.locator('.skeleton').waitFor();
      strictEqual(await page.locator('.week-slot').count(), 0);
    });
  }

  await t.test('files of other pages are fetched after the first render', async () => {
    await becomeNewDevice(page);
    await page.goto('/');
    await until('the worker is registered', () => page.evaluate("'wasRendered' in window"));
    ok(await page.evaluate('window.wasRendered'));
  });

  await t.test('a cached week is rendered without waiting for the server', async () => {
    // `#main` exists only in the app, which caches the week, and not in the preview.
    await page.locator('#main .week-slot-filled').filter({ hasText: 'Lasagne' }).waitFor();
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

  await t.test('shows a preview of the page for visitors', async () => {
    await becomeNewDevice(page);
    await checkPreview(page, '/', 'Weekfare plans');
  });
});

/** A preview with this text is shown while the app's script is blocked, and nothing moves when it runs. */
async function checkPreview(page: Page, path: string, text: string): Promise<Network> {
  // Ends the requests of the page before.
  await page.goto('about:blank');
  const network = await holdRequests(page, (one) => APP.test(one));
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('#app > [inert]').filter({ hasText: text }).waitFor();
  await appIsHeld(network);
  await page.evaluate('document.fonts.ready');
  const before = await page.evaluate<string[]>(VISIBLE_TEXTS);
  ok(before.length > 1, path);
  strictEqual(await page.locator('main').count(), 0);
  await network.release((one) => APP.test(one));
  await page.locator('main').filter({ hasText: text }).waitFor();
  deepStrictEqual(await page.evaluate(VISIBLE_TEXTS), before, path);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return network;
}

type Network = Awaited<ReturnType<typeof holdRequests>>;

/** The app's script was requested, and everything that was requested before it is loaded. */
async function appIsHeld({ requested, finished }: Network): Promise<void> {
  await until('the app is requested, and the rest is loaded', async () => {
    const files = requested.filter((path) => path.startsWith('/assets/'));
    const others = files.filter((path) => !APP.test(path));
    return others.length < files.length && others.every((path) => finished.includes(path));
  });
}

/** Ends the requests of the page before and deletes what it has stored, except the cookies. */
async function becomeNewDevice(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const session = await page.context().newCDPSession(page);
  const storageTypes = 'local_storage,indexeddb';
  await session.send('Storage.clearDataForOrigin', { origin: service.url, storageTypes });
  await session.detach();
}

/** Blocks the matching requests. After the first release, blocks all later requests instead. */
async function holdRequests(page: Page, isHeld: (path: string) => boolean) {
  const requested: string[] = [];
  const finished: string[] = [];
  const held: Route[] = [];
  let holdsAll = false;
  page.on('requestfinished', (request) => finished.push(pathOf(request.url())));
  await page.route('**', async (route) => {
    const path = pathOf(route.request().url());
    requested.push(path);
    if (holdsAll || isHeld(path)) held.push(route);
    else await route.continue();
  });
  return {
    requested,
    finished,
    async release(isFree: (path: string) => boolean): Promise<void> {
      holdsAll = true;
      await Promise.all(
        held.filter((route) => isFree(pathOf(route.request().url()))).map((route) => route.continue()),
      );
    },
  };
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}
