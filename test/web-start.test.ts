/**
 * How the week page starts: what it needs is on its way while the app's script still is, it is drawn once
 * and whole, and all that can wait comes after it.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { startBrowser } from './browser.ts';
import { startService } from './service.ts';
import type { Scope } from './store.ts';
import { until } from './until.ts';
import { visit, visitAsFamily } from './web.ts';
import { meal, NOW_MS, plan, WEEK } from './week-page.ts';

const service = await startService({ after });
const browser = await startBrowser({ after });

const ME = '/app/api/me';
const PLAN = `/app/api/plans/${WEEK}`;
const APP = /^\/assets\/app-.*\.js$/;
/** What stands on the page while something is still to come. */
const COMING = '[role=status].skeleton, .week-board-coming';

test('everything the first page needs comes beside the script, and the page is drawn once, and whole', async (t) => {
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
  await page.locator('.skeleton').waitFor();
  // From here on the script gets nothing but itself.
  await network.letGo((path) => APP.test(path));
  await page.locator('.week-slot-filled').filter({ hasText: 'Lasagne' }).waitFor();
  strictEqual(await page.evaluate('window.comings'), 0);
  deepStrictEqual(
    [ME, PLAN].map((path) => network.asked.filter((one) => one === path).length),
    [1, 1],
  );
});

test('a week seen before is drawn without waiting for the service', async (t) => {
  const page = await newDevice(t);
  await page.goto('/');
  await page.getByText('Lasagne').first().waitFor();
  await holdBack(page, (path) => path.startsWith('/app/api/'));
  await page.reload({ waitUntil: 'commit' });
  await page.locator('.week-slot-filled').filter({ hasText: 'Lasagne' }).waitFor();
});

test('a stranger is asked for once, and welcomed', async (t) => {
  const { page } = await visit(t, browser, service);
  const network = await holdBack(page, () => false);
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  deepStrictEqual(
    network.asked.filter((path) => path.startsWith('/app/api/')),
    [ME],
  );
});

test('the files for later are fetched when the page stands', async (t) => {
  const { page, context } = await visitAsFamily(t, browser, service, { path: '/no/such/page' });
  await context.addInitScript(`if (navigator.serviceWorker) navigator.serviceWorker.register = async () => {
    window.stood ??= document.querySelector('.week-slot') !== null;
  };`);
  await page.goto('/');
  await until('the worker is put to work', () => page.evaluate("'stood' in window"));
  ok(await page.evaluate('window.stood'));
});

/** A family's phone that has never been here, in a week with a meal in it. */
async function newDevice(scope: Scope): Promise<Page> {
  const { page, context, api } = await visitAsFamily(scope, browser, service, { path: '/no/such/page' });
  await page.clock.install({ time: NOW_MS });
  await context.addInitScript('delete Navigator.prototype.serviceWorker');
  await plan(api, { Monday: { dinner: meal('Lasagne') } });
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
    async letGo(isFree: (path: string) => boolean): Promise<void> {
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
