/**
 * How the week page starts: what it needs is on its way while the app's script still is, a picture of it
 * stands before that, it is drawn once and whole, and all that can wait comes after it.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { startBrowser } from './browser.ts';
import { startService } from '../support/service.ts';
import type { Scope } from '../support/store.ts';
import { until } from '../support/until.ts';
import { visit, visitAsFamily } from './web.ts';
import { meal, NOW_MS, plan, WEEK } from './week-page.ts';

const service = await startService({ after });
const browser = await startBrowser({ after });

const ME = '/app/api/me';
const PLAN = `/app/api/plans/${WEEK}`;
const APP = /^\/assets\/app-.*\.js$/;
/** What stands on the page while something is still to come. */
const COMING = '[role=status].skeleton, .week-board-coming';

/** Every text of the week, and where it stands. */
const WHAT_IS_SEEN = `[...document.querySelectorAll(
    'h1, .week-which, .week-day-heading span, .week-slot-name, .week-slot-text, .week-slot-kind',
  )].map((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    const { x, y, height } = words.getBoundingClientRect();
    return [element.textContent, x, y, height].join(' ');
  })`;

test('the first page’s data loads in parallel with the script, and the first render is complete', async (t) => {
  const page = await newDevice(t);
  await page.addInitScript(`window.comings = 0;
    new MutationObserver(() => document.querySelector('${COMING}') && window.comings++)
      .observe(document, { childList: true, subtree: true });`);
  const network = await holdBack(page, (path) => APP.test(path));
  await page.goto('/', { waitUntil: 'commit' });
  const needed = [ME, PLAN, /^\/assets\/en-.*\.js$/, /\.woff2$/, /\.css$/];
  await until('all the rest is there', async () =>
    needed.every((one) => network.answered.some((path) => path.match(one))),
  );
  // From here on the script gets nothing but itself.
  await network.release((path) => APP.test(path));
  await page.locator('#main .week-slot-filled').filter({ hasText: 'Lasagne' }).waitFor();
  strictEqual(await page.evaluate('window.comings'), 0);
  deepStrictEqual(
    [ME, PLAN].map((path) => network.asked.filter((one) => one === path).length),
    [1, 1],
  );
});

for (const width of [390, 820, 1440]) {
  test(`this week is seen before the app is there, as the app then shows it, ${width} wide`, async (t) => {
    const page = await newDevice(t);
    await page.setViewportSize({ width, height: 800 });
    const network = await holdBack(page, (path) => APP.test(path));
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('.week-slot-text').filter({ hasText: 'Lasagne' }).waitFor();
    await page.evaluate('document.fonts.ready');
    const before = await page.evaluate(WHAT_IS_SEEN);
    strictEqual(await page.locator('#main').count(), 0);
    await network.release((path) => APP.test(path));
    await page.locator('#main .week-slot').first().waitFor();
    deepStrictEqual(await page.evaluate(WHAT_IS_SEEN), before);
  });
}

for (const [what, path] of [
  ['a week by its own address', `/week/${WEEK}`],
  ['a proposal', '/?proposal'],
]) {
  test(`${what} waits for the app`, async (t) => {
    const page = await newDevice(t);
    const network = await holdBack(page, (one) => APP.test(one));
    await page.goto(path as string, { waitUntil: 'commit' });
    await until('all is answered', async () => network.answered.some((one) => one.includes('/plans/')));
    await page.locator('.skeleton').waitFor();
    strictEqual(await page.locator('.week-slot').count(), 0);
  });
}

test('a cached week is rendered without waiting for the server', async (t) => {
  const page = await newDevice(t);
  await page.goto('/');
  // By the app itself, which keeps it, and not by the picture before it.
  await page.locator('#main .week-slot-filled').filter({ hasText: 'Lasagne' }).waitFor();
  await holdBack(page, (path) => path.startsWith('/app/api/'));
  await page.reload({ waitUntil: 'commit' });
  await page.locator('.week-slot-filled').filter({ hasText: 'Lasagne' }).waitFor();
});

test('a signed-out visitor causes one session request and sees the welcome page', async (t) => {
  const { page } = await visit(t, browser, service);
  const network = await holdBack(page, () => false);
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  deepStrictEqual(
    network.asked.filter((path) => path.startsWith('/app/api/')),
    [ME, '/app/api/sign-up'],
  );
});

test('files of other pages are fetched after the first render', async (t) => {
  const options = { path: 'about:blank', hasWorker: true };
  const { page, context } = await visitAsFamily(t, browser, service, options);
  await context.addInitScript(`if (navigator.serviceWorker) navigator.serviceWorker.register = async () => {
    window.stood ??= document.querySelector('#main .week-slot') !== null;
  };`);
  await page.goto('/');
  await until('the worker is put to work', () => page.evaluate("'stood' in window"));
  ok(await page.evaluate('window.stood'));
});

/** A family's phone that has never been here, in a week with a meal in it. */
async function newDevice(scope: Scope): Promise<Page> {
  const { page, api } = await visitAsFamily(scope, browser, service, { path: '/no/such/page' });
  await page.clock.install({ time: NOW_MS });
  await plan(api, {
    Monday: { dinner: meal('Lasagne') },
    Tuesday: {
      lunch: meal('What is left of it', 'leftovers'),
      dinner: { description: 'Soup', recipeId: 'shakshuka' },
    },
  });
  return page;
}

/** Holds back what is named; once some of it is let go, all that is asked later is held back instead. */
async function holdBack(page: Page, isHeld: (path: string) => boolean) {
  const asked: string[] = [];
  const answered: string[] = [];
  const held: Route[] = [];
  let isLate = false;
  page.on('requestfinished', (request) => answered.push(pathOf(request.url())));
  await page.route('**', async (route) => {
    const path = pathOf(route.request().url());
    asked.push(path);
    if (isLate || isHeld(path)) held.push(route);
    else await route.continue();
  });
  return {
    asked,
    answered,
    async release(isFree: (path: string) => boolean): Promise<void> {
      isLate = true;
      await Promise.all(
        held.filter((route) => isFree(pathOf(route.request().url()))).map((route) => route.continue()),
      );
    },
  };
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}
