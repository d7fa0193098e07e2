/**
 * The device of a removed member: it deletes the family's data when it next reaches the server. An expired
 * session alone deletes nothing.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { AppClient, sendEdits, signUp, startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { checkAxe, setCookies, visit } from '../support/web.ts';
import { typeMeal } from '../support/week-page.ts';

const PASSWORD = 'correct horse battery';
const WEEK = '2026-11-09';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

let memberCount = 0;

/** Creates a family with two owners and a dinner on Monday, and opens its week as the second owner. */
async function setUpTwoOwners(page: Page) {
  const { browser: first } = await signUp(service, { familyName: 'Adebayo-Winter' });
  const { link } = (await first.call('POST', '/app/api/invitations', { role: 'owner' })).body;
  const second = new AppClient(service);
  const email = `second${(memberCount += 1)}@example.org`;
  const body = { token: link.split('#')[1], email, password: PASSWORD };
  const { member } = (await second.call('POST', '/app/api/join', body)).body as { member: string };
  const dinner = { description: 'Egusi soup' };
  await sendEdits(first, [{ week: WEEK, day: 'Monday', slot: 'dinner', before: null, after: dinner }]);
  const context = page.context();
  await page.unrouteAll();
  await context.unrouteAll();
  await context.clearCookies();
  await setCookies(context, service, second.cookies);
  await page.goto('/');
  await page.getByText('Egusi soup').first().waitFor();
  await until('the worker controls the page', () =>
    page.evaluate('navigator.serviceWorker.controller !== null'),
  );
  await until('the week is cached', () => isStored(page, 'Egusi soup'));
  const remove = async () => {
    const choice = { endKeysAndDisplays: true };
    strictEqual((await first.call('DELETE', `/app/api/members/${member}`, choice)).status, 204);
  };
  return { first, second, email, member, remove };
}

/**
 * Finds texts in localStorage, sessionStorage, IndexedDB and the caches of this origin. Runs in the page: the caches
 * hold the whole app, of which only the files with a hash in their names are left out.
 */
const FIND_STORED = `async (texts) => {
  const found = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const store of database.objectStoreNames) {
      const read = (method) => new Promise((resolve) => {
        const asking = database.transaction(store).objectStore(store)[method]();
        asking.onsuccess = () => resolve(asking.result);
      });
      found.push(store, JSON.stringify(await read('getAllKeys')), JSON.stringify(await read('getAll')));
    }
    database.close();
  }
  const missing = () => texts.filter((text) => !found.some((stored) => stored.includes(text)));
  for (const name of missing().length > 0 ? await caches.keys() : []) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      found.push(request.url);
      // The files of the app are the same for everyone, and large.
      if (new URL(request.url).pathname.startsWith('/assets/')) continue;
      found.push(await (await cache.match(request)).text());
    }
  }
  return texts.filter((text) => !missing().includes(text));
}`;

/** Holds a transaction open, so that others wait until this page is closed. */
const HOLD_DATABASE = `new Promise((resolve) => {
  const opening = indexedDB.open('weekfare');
  opening.onsuccess = () => {
    const store = opening.result.transaction(['values', 'outboxes'], 'readwrite').objectStore('values');
    const again = () => (store.count().onsuccess = again);
    again();
    resolve();
  };
})`;

/** The texts that are stored on the device. */
function findStored(page: Page, texts: string[]): Promise<string[]> {
  return page.evaluate<string[]>(`(${FIND_STORED})(${JSON.stringify(texts)})`);
}

async function isStored(page: Page, text: string): Promise<boolean> {
  return (await findStored(page, [text])).length > 0;
}

/** Waits for the message, and checks that no family data is on the page or in any storage. */
async function expectDataDeleted(page: Page, secrets: string[]): Promise<void> {
  await page.getByRole('heading', { name: 'You are no longer in this family' }).waitFor();
  strictEqual(new URL(page.url()).pathname, '/removed');
  const all = ['Adebayo-Winter', 'Egusi soup', ...secrets];
  deepStrictEqual(await findStored(page, all), []);
  const shown = await page.content();
  for (const secret of all) ok(!shown.includes(secret), `${secret} is shown`);
}

async function putLunch(page: Page, text: string): Promise<void> {
  await typeMeal(page, 'Lunch, Tuesday', text);
  await page.getByText(text).first().waitFor();
}

test('the device of a member, with one person after the other', async (t) => {
  const { page, context } = await visit(t, browser, service, { hasWorker: true });
  await context.clock.install({ time: service.clock.nowMs });

  await t.test('an open page deletes the family’s data as soon as the member is removed', async () => {
    const { remove, email, member } = await setUpTwoOwners(page);
    await remove();
    await expectDataDeleted(page, [email, member]);
    await checkAxe(page);
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await page.getByRole('link', { name: 'Start planning' }).waitFor();
  });

  await t.test('a second response does not interrupt the deletion', async () => {
    const { remove, email, member } = await setUpTwoOwners(page);
    const other = await context.newPage();
    await other.goto('/manifest.webmanifest');
    await other.evaluate(HOLD_DATABASE);
    let refusals = 0;
    page.on('response', (response) => {
      if (response.status() === 401) refusals += 1;
    });
    await remove();
    await until('two responses have arrived', () => refusals >= 2);
    await other.close();
    await expectDataDeleted(page, [email, member]);
  });

  await t.test('the profile page, which loads no week, deletes it too', async () => {
    const { remove, email, member } = await setUpTwoOwners(page);
    await page.goto('/profile');
    await page.getByText(email).first().waitFor();
    await remove();
    // The lists of the profile are refetched every 30 seconds.
    await context.clock.fastForward(60_000);
    await expectDataDeleted(page, [email, member]);
  });

  await t.test('a device that was offline deletes the data on its return, with unsent changes', async () => {
    const { remove, email, member } = await setUpTwoOwners(page);
    await context.setOffline(true);
    await putLunch(page, 'Unsent pepper soup');
    await until('the change is stored', () => isStored(page, 'Unsent pepper soup'));
    await remove();
    // Blocks the check for leftover data (`/me`): the response to the pending request alone must delete everything.
    await context.route('**/app/api/me', (route) => route.abort());
    await context.setOffline(false);
    await expectDataDeleted(page, [email, member, 'Unsent pepper soup']);
  });

  await t.test('a device that is opened later deletes the data before it shows anything', async () => {
    const { remove, email, member } = await setUpTwoOwners(page);
    await page.goto('about:blank');
    await remove();
    await page.goto('/');
    await expectDataDeleted(page, [email, member]);
  });

  await t.test('unsent changes of a signed-out member are deleted only after their removal', async () => {
    const { first, remove, email, member } = await setUpTwoOwners(page);
    await page.route('**/app/api/changes', (route) => route.abort());
    await putLunch(page, 'Unsent pepper soup');
    await until('the change is stored', () => isStored(page, 'Unsent pepper soup'));
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Start planning' }).waitFor();
    const reopen = async () => {
      const response = page.waitForResponse(
        (candidate) => candidate.request().headers()['weekfare-member'] === member,
      );
      await page.goto('/');
      strictEqual((await response).status(), 401);
      const { pathname } = new URL((await response).url());
      // The page may leave before the body of its own response can be read.
      const headers = { 'weekfare-member': member };
      return (await new AppClient(service).call('GET', pathname, undefined, headers)).body;
    };
    strictEqual((await reopen()).code, 'not-signed-in');
    ok(await isStored(page, 'Unsent pepper soup'));
    await remove();
    strictEqual((await reopen()).code, 'member-removed');
    await until('the data is deleted', async () => !(await isStored(page, member)));
    const texts = ['Adebayo-Winter', 'Egusi soup', 'Unsent pepper soup', email];
    deepStrictEqual(await findStored(page, texts), []);
    strictEqual((await first.call('GET', '/app/api/me')).status, 200);
  });

  await t.test('an expired session keeps the week and unsent changes', async () => {
    // The last one: its data stay on the device.
    const { second } = await setUpTwoOwners(page);
    await context.setOffline(true);
    await putLunch(page, 'Unsent pepper soup');
    await second.call('POST', '/app/api/sign-out-everywhere');
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Please sign in again' }).waitFor();
    const texts = ['Adebayo-Winter', 'Egusi soup', 'Unsent pepper soup'];
    deepStrictEqual(await findStored(page, texts), texts);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await until('the change is sent', async () => {
      const caller = new AppClient(service);
      for (const { name, value } of await context.cookies()) caller.cookies.set(name, value);
      const { plan } = (await caller.call('GET', `/app/api/plans/${WEEK}`)).body ?? {};
      return JSON.stringify(plan ?? null).includes('Unsent pepper soup');
    });
  });
});
