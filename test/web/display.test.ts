/** The kitchen display: by link and by session, live updates, night mode, midnight, offline, revoked links. */
import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { startBrowser } from './support/browser.ts';
import { type AppClient, sendEdits, type Service, signUp, startService } from '../support/service.ts';
import type { Scope } from '../support/store.ts';
import { allowedMs, until } from '../support/until.ts';
import { checkAxe, checkWidths, setCookies, visit } from './support/web.ts';

const WEEK = '2026-11-09';
/** Wednesday, 17:00 in Lagos. */
const NOW_MS = Date.parse('2026-11-11T16:00:00Z');

const service = await startService({ after, before }, { nowMs: NOW_MS });
const browser = await startBrowser({ after });

test('the display of one family', async (t) => {
  const { page, context, owner, link } = await openDisplay(
    t,
    {
      Wednesday: { breakfast: 'Porridge', dinner: 'Jollof rice' },
      Thursday: { lunch: 'Tomato soup', dinner: 'Fish tacos' },
    },
    {
      before: (page) =>
        page.addInitScript(`
        window.wakeLockRequests = 0;
        const request = navigator.wakeLock.request.bind(navigator.wakeLock);
        navigator.wakeLock.request = (kind) => { window.wakeLockRequests += kind === 'screen'; return request(kind); };
      `),
    },
  );

  await t.test(
    'a display link shows tonight and the next days without sign-in, and removes the token from the address',
    async () => {
      await waitForMeal(page, 'Tonight Jollof rice');
      strictEqual(page.url(), `${service.url}/display`);
      const token = link.split('#')[1] as string;
      ok(
        !(
          await page.evaluate<string>('JSON.stringify([history.state, document.cookie, localStorage])')
        ).includes(token),
      );
      const [thursday] = await page.getByRole('listitem').allInnerTexts();
      match(thursday ?? '', /Thursday\s+12 Nov\s+Dinner:\s+Fish tacos\s+Lunch Tomato soup/);
      ok(!(await page.locator('body').innerText()).includes('Porridge'), 'breakfast is not shown');
    },
  );

  await t.test('requests a wake lock, again whenever the page becomes visible', async () => {
    await until('the wake lock is requested', () => page.evaluate<boolean>('window.wakeLockRequests > 0'));
    const before = await page.evaluate<number>('window.wakeLockRequests');
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await until('the wake lock is requested again', () =>
      page.evaluate<boolean>(`window.wakeLockRequests > ${before}`),
    );
  });

  await t.test('a change from another device appears within two seconds', async () => {
    const dinners = ['Jollof rice', 'Pancakes', 'Jollof rice'];
    for (const [place, dinner] of dinners.slice(1).entries()) {
      await changeDinner(owner, 'Wednesday', dinners[place] as string, dinner);
      const startedAt = performance.now();
      await waitForMeal(page, `Tonight ${dinner}`);
      ok(performance.now() - startedAt < allowedMs(2_000));
    }
  });

  await t.test('by day the display uses the device’s colour scheme', async () => {
    await waitForMeal(page, 'Tonight Jollof rice');
    const paper = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await paper();
    await page.emulateMedia({ colorScheme: 'dark' });
    notStrictEqual(await paper(), light);
    await page.emulateMedia({ colorScheme: null });
  });

  await t.test(
    'shows immediately that the device is offline, although no connection has closed',
    async () => {
      await page.route('**/app/api/display?*', (route) => route.abort());
      await page.evaluate("dispatchEvent(new Event('offline'))");
      await page.getByText('No connection. As of').waitFor();
      await page.unroute('**/app/api/display?*');
      await page.evaluate("dispatchEvent(new Event('online'))");
      await until(
        'the offline note disappears',
        async () => (await page.getByText('No connection').count()) === 0,
      );
    },
  );

  await t.test('the cached week appears immediately when the server is unreachable', async () => {
    await page.route('**/app/api/display?*', (route) => route.abort());
    await page.reload();
    await waitForMeal(page, 'Tonight Jollof rice');
    await page.getByText('No connection. As of').waitFor();
    await page.unroute('**/app/api/display?*');
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByText('No connection').waitFor({ state: 'detached' });
  });

  await t.test(
    'offline, the display shows the cached week with its time, and updates when online again',
    async () => {
      await context.setOffline(true);
      await page.getByText(/No connection\. As of Wednesday,? (at )?17:0\d\./).waitFor();
      await checkAxe(page, '.display-foot');
      await waitForMeal(page, 'Tonight Jollof rice');
      await changeDinner(owner, 'Wednesday', 'Jollof rice', 'Pancakes instead');
      await context.setOffline(false);
      await waitForMeal(page, 'Tonight Pancakes instead');
      await until(
        'the offline note disappears',
        async () => (await page.getByText('No connection').count()) === 0,
      );
    },
  );

  await t.test('reloads when the server has a newer version, and only then', async () => {
    await changeDinner(owner, 'Wednesday', 'Pancakes instead', null);
    await waitForMeal(page, 'Tonight Nothing planned yet');
    let checks = 0;
    let script = '';
    await page.route(`${service.url}/`, async (route) => {
      checks += 1;
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replace(/(?<=src="\/assets\/)[\w-]+\.js/, (own) => script || own),
      });
    });
    let loads = 0;
    page.on('load', () => (loads += 1));
    await context.clock.fastForward('10:01');
    await until('the page checks for a new version', () => checks === 1);
    await waitForMeal(page, 'Tonight Nothing planned yet');
    strictEqual(loads, 0);
    script = 'newer.js';
    // Not awaited: the reload interrupts the call.
    void context.clock.fastForward('10:01').catch(() => {});
    await until('the page reloads', () => loads === 1);
    await waitForMeal(page, 'Tonight Nothing planned yet');
    await page.unroute(`${service.url}/`);
  });

  await t.test(
    'is readable from three metres, has no axe violation, and fits every screen and right-to-left',
    async () => {
      await planMeals(owner, { Wednesday: { dinner: 'Jollof rice' }, Thursday: { breakfast: 'Buns' } });
      const curry = 'Chickpea curry and rice and chutney, '.repeat(13).trim();
      await changeDinner(owner, 'Thursday', 'Fish tacos', curry);
      await page.getByText(curry).waitFor();
      await waitForMeal(page, 'Tonight Jollof rice');
      await checkAxe(page);
      for (const [width, height] of [
        [1440, 900],
        [820, 1180],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        const [size, days] = await page.evaluate<[number, number]>(`[
        parseFloat(getComputedStyle(document.querySelector('.display-meal')).fontSize),
        parseFloat(getComputedStyle(document.querySelector('.display-day-dinner')).fontSize)]`);
        ok(size >= 0.05 * width, `${size} px text on ${width} px`);
        ok(days >= 0.02 * width, `${days} px text on ${width} px`);
        strictEqual(
          await page.evaluate('document.documentElement.scrollHeight'),
          height,
          'the page does not scroll',
        );
      }
      await changeDinner(
        owner,
        'Wednesday',
        'Jollof rice',
        'Donaudampfschifffahrtsgesellschaftskapitänsmütze'.repeat(10),
      );
      await page.getByText('Donaudampf').waitFor();
      await checkWidths(page);
    },
  );

  await t.test(
    'a revoked link shows a message within seconds and no family data, also after a reload',
    async () => {
      const [{ id }] = (await owner.call('GET', '/app/api/displays')).body.displays;
      await owner.call('DELETE', `/app/api/displays/${id}`);
      const checkNoData = async () => {
        await page
          .getByRole('heading', { name: 'This display link no longer works' })
          .waitFor({ timeout: allowedMs(5_000) });
        const all = (await page.content()) + (await page.evaluate<string>('JSON.stringify(localStorage)'));
        for (const word of ['Jollof', 'Donaudampf', 'Chickpea', 'Okafor']) ok(!all.includes(word), word);
      };
      await checkNoData();
      await checkAxe(page);
      await page.reload();
      await checkNoData();
    },
  );
});

test('a device that gets its link later', async (t) => {
  const { page, context } = await visit(t, browser, service);
  await context.clock.install({ time: NOW_MS });

  await t.test('a member sees the display by session, can go back, and leaves no data behind', async () => {
    const { browser: owner } = await signUp(service, { familyName: 'Adeyemi' });
    await planMeals(owner, { Wednesday: { dinner: 'Jollof rice' } });
    await setCookies(context, service, owner.cookies);
    await page.goto('/profile');
    await page.getByRole('link', { name: 'Displays and links' }).click();
    await page.getByRole('link', { name: 'Open the display on this device' }).click();
    await waitForMeal(page, 'Tonight Jollof rice');
    await page.getByRole('link', { name: 'Adeyemi to the week' }).click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Start planning' }).waitFor();
    strictEqual(await page.evaluate('JSON.stringify(localStorage).includes("Jollof")'), false);
  });

  await t.test('without a link, the page shows where to get one', async () => {
    await page.goto('/display');
    await page.getByRole('heading', { name: 'This display has no link yet' }).waitFor();
    await checkAxe(page);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('**/sign-in?back=%2Fdisplay');
  });

  await t.test('a new link replaces an ended one', async () => {
    const { owner } = await createDisplay({ Wednesday: { dinner: 'Jollof rice' } });
    await page.goto('/display#nobody');
    await page.getByRole('heading', { name: 'This display link no longer works' }).waitFor();
    const { link } = (await owner.call('POST', '/app/api/displays', { name: 'Another' })).body;
    await page.evaluate(`location.assign('${link}')`);
    await waitForMeal(page, 'Tonight Jollof rice');
  });

  await t.test('a link opened while the server is unreachable is not lost', async () => {
    const { link } = await createDisplay({ Wednesday: { dinner: 'Jollof rice' } });
    await context.clearCookies();
    await page.evaluate('localStorage.clear()');
    await page.goto('about:blank');
    await page.route('**/app/api/display/open', (route) => route.abort());
    await page.goto(link);
    await page.getByRole('heading', { name: 'Weekfare cannot be reached' }).waitFor();
    await checkAxe(page);
    strictEqual(page.url(), `${service.url}/display`);
    await page.unroute('**/app/api/display/open');
    // Repeated, because the page may not have set its timer yet.
    await until('the display tries again', async () => {
      await context.clock.fastForward('01:00');
      return (await mealHeading(page, 'Tonight Jollof rice').count()) === 1;
    });
  });
});

test('in the family’s time zone, which is not the browser’s, and in the browser’s language', async (t) => {
  // Sunday, 03:00 on Kiritimati, but still Saturday in Los Angeles.
  const nowMs = Date.parse('2026-11-14T13:00:00Z');
  const there = await startService(t, { nowMs });
  const sunday = { breakfast: 'Coconut bread', lunch: 'Roast', dinner: 'Sandwiches' };
  const { page, context, owner } = await openDisplay(
    t,
    { Saturday: { dinner: 'Yesterday' }, Sunday: sunday },
    {
      at: there,
      details: { timeZone: 'Pacific/Kiritimati' },
      options: { locale: 'de-DE', timezoneId: 'America/Los_Angeles', colorScheme: 'light' },
    },
  );
  await planMeals(owner, { Monday: { dinner: 'Dal with rice' } }, '2026-11-16');

  await t.test('shows today and its next meal, with dark colours at night', async () => {
    await waitForMeal(page, 'Zum Frühstück Coconut bread');
    await page.getByText('Sonntag, 15. November').waitFor();
    await page
      .locator('time')
      .filter({ hasText: /^0?3:0\d$/ })
      .waitFor();
    strictEqual(await page.evaluate('getComputedStyle(document.documentElement).colorScheme'), 'dark');
    const [first] = await page.locator('.display-day').allInnerTexts();
    match(first ?? '', /^Montag/);
    deepStrictEqual(await page.title(), 'Küchenanzeige · Weekfare');
  });

  await t.test('the next meal changes with the hour', async () => {
    // 14:45 is still within lunch time.
    await context.clock.fastForward('11:45:00');
    await waitForMeal(page, 'Zum Mittagessen Roast');
    await page.getByText('Heute Abend Sandwiches').waitFor();
    await context.clock.fastForward('20:00');
    await waitForMeal(page, 'Heute Abend Sandwiches');
  });

  await t.test('the day changes at midnight', async () => {
    await context.clock.fastForward('08:40:00');
    await waitForMeal(page, 'Heute Abend Sandwiches');
    await context.clock.fastForward('20:00');
    await page.getByText('Montag, 16. November').waitFor();
    await waitForMeal(page, 'Heute Abend Dal with rice');
  });
});

type Days = Record<string, Record<string, string>>;
type DisplayOptions = {
  at?: Service;
  details?: Record<string, string>;
  options?: BrowserContextOptions;
  before?: (page: Page) => Promise<unknown>;
};

/** Creates a family with a plan and opens its display link in a signed-out browser. */
async function openDisplay(
  scope: Scope,
  days: Days,
  { at = service, details = {}, options = {}, before }: DisplayOptions = {},
) {
  const { owner, link } = await createDisplay(days, at, details);
  const { page, context } = await visit(scope, browser, at, options);
  await context.clock.install({ time: at.clock.nowMs });
  await before?.(page);
  await page.goto(link);
  return { page, context, owner, link };
}

async function createDisplay(days: Days, at = service, details: Record<string, string> = {}) {
  const { browser: owner } = await signUp(at, details);
  await planMeals(owner, days);
  const { link } = (await owner.call('POST', '/app/api/displays', { name: 'Kitchen wall' })).body;
  return { owner, link: link as string };
}

async function planMeals(owner: AppClient, days: Days, week = WEEK): Promise<void> {
  const edits = Object.entries(days).flatMap(([day, slots]) =>
    Object.entries(slots).map(([slot, text]) => ({
      week,
      day,
      slot,
      before: null,
      after: { description: text.trim() },
    })),
  );
  if (edits.length > 0) await sendEdits(owner, edits);
}

async function changeDinner(owner: AppClient, day: string, before: string, text: string | null) {
  const after = text === null ? null : { description: text };
  await sendEdits(owner, [{ week: WEEK, day, slot: 'dinner', before: { description: before }, after }]);
}

/** Waits for the heading: the time of the next meal, and the meal. */
async function waitForMeal(page: Page, text: string): Promise<void> {
  await mealHeading(page, text).waitFor();
}

function mealHeading(page: Page, text: string): Locator {
  return page.getByRole('heading', { level: 1, name: text, exact: true });
}
