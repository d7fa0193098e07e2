/** The shopping list page: ticks, added items, staples, pantry, prices, offline use, two devices. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Page, Request } from 'playwright-core';
import { startBrowser } from './support/browser.ts';
import { readStored } from './support/indexed-db.ts';
import { HOSTILE_TEXTS } from '../support/texts/hostile-texts.ts';
import {
  expectVersions,
  trolleyRow,
  joinAsMember,
  openOnAnotherDevice,
  row,
  visitEmptyList,
  visitList,
  createRecipe,
} from './support/list-page.ts';
import { type AppClient, startService, sendEdits } from '../support/service.ts';
import { allowedMs, until } from '../support/until.ts';
import { checkAxe } from './support/web.ts';
import { meal, planMeals, WEEK } from './support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

test('the list of a family, from an empty one to signing out', async (t) => {
  const { page, context, api, openNextList } = await visitEmptyList(t, browser, service);
  await t.test('each empty state names its reason and the next step', async () => {
    await page.getByText('Nothing is planned yet').waitFor();
    await checkAxe(page);
    await planMeals(api, { Monday: { dinner: meal('Lasagne') } });
    await page.getByText('These meals have no recipes').waitFor();
    const recipeId = await createRecipe(api, 'Leeks', ['2 leeks']);
    await sendEdits(api, [
      { week: WEEK, day: 'Friday', slot: 'lunch', before: null, after: { description: 'Leeks', recipeId } },
    ]);
    await row(page, '2 leeks').click();
    await page.getByText('Everything is in the trolley.').waitFor();
    await page.getByText('Lasagne adds nothing to the list: choose a recipe').waitFor();
    await page.getByRole('link', { name: 'Next week' }).click();
    await page.getByText('Nothing is planned yet').waitFor();
    strictEqual(new URL(page.url()).pathname, '/list/2026-11-16');
    await page.getByRole('link', { name: 'This week' }).click();
    await page.getByText('1 of 1 done').waitFor();
  });

  await t.test('a week with recipes becomes a list by aisle with the purpose of each item', async () => {
    await openNextList();
    await row(page, '2 leeks').waitFor();
    const aisles = await page.locator('.list-aisle h2').allTextContents();
    deepStrictEqual(aisles, ['Vegetables', 'Milk and cheese', 'Other things']);
    const names = await page.locator('.list-aisle .list-name').allTextContents();
    deepStrictEqual(
      names.map((name) => name.replaceAll('\u{A0}', ' ').trim()),
      ['500 g carrots', '2 leeks', '250 ml cream', 'a secret of the house'],
    );
    ok((await row(page, '2 leeks').textContent())?.includes('Leek soup (Mon)'));
  });

  await t.test('a tick shows immediately and can be removed and undone', async () => {
    const week = '2026-11-16';
    await row(page, '2 leeks').click();
    await row(page, '2 leeks').waitFor({ state: 'detached' });
    await page.getByText('1 of 4 done').waitFor();
    await expectVersions(api, { 'food:leek': 1 }, week);
    await (await trolleyRow(page, '2 leeks')).click();
    await row(page, '2 leeks').waitFor();
    await expectVersions(api, { 'food:leek': 2 }, week);
    await page.getByRole('button', { name: 'Undo: leeks' }).click();
    await row(page, '2 leeks').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo: leeks' }).click();
    await row(page, '2 leeks').waitFor();
    ok(await page.getByRole('button', { name: 'Undo', exact: true }).isDisabled());
  });

  await t.test('after a tick with the keyboard, the next item has the focus', async () => {
    await row(page, '250 ml cream').press('Space');
    await page.getByText('1 of 4 done').waitFor();
    strictEqual(await page.locator('.list-aisle .list-tick:focus-visible').count(), 1);
    await page.keyboard.press('Space');
    await page.getByText('2 of 4 done').waitFor();
  });

  await t.test('an item added by hand joins its food and can be removed', async () => {
    await page.getByRole('textbox').fill('3 leeks');
    await page.getByRole('button', { name: 'Add to the list' }).click();
    await row(page, '5 leeks').waitFor();
    ok((await row(page, '5 leeks').textContent())?.includes('Added by hand: 3 leeks'));
    await page.getByRole('button', { name: 'Remove from the list: 3 leeks' }).click();
    await row(page, '2 leeks').waitFor();
    await page.getByRole('button', { name: 'Undo: 3 leeks' }).click();
    await row(page, '5 leeks').waitFor();
  });

  await t.test('an undo takes back all things of a line that became several', async () => {
    await page.getByRole('textbox').fill('toilet paper, 2 bananas');
    await page.keyboard.press('Enter');
    await row(page, 'toilet paper').waitFor();
    await row(page, '2 bananas').waitFor();
    await page.getByRole('button', { name: 'Undo: toilet paper, 2 bananas' }).click();
    for (const name of ['toilet paper', '2 bananas']) await row(page, name).waitFor({ state: 'detached' });
    // The next test leaves the page: by then, these two and the leeks must be removed on the server too.
    await until('the undo is sent', async () => {
      const { versions } = (await api.call('GET', '/app/api/lists/2026-11-16')).body;
      return (
        Object.keys(versions).filter((item) => item.startsWith('added:') && versions[item] === 2).length === 3
      );
    });
  });

  await t.test('a page fetches its list and its plan once, and its list once after a change', async () => {
    const fetched: string[] = [];
    const record = (request: Request) => {
      const [, part = ''] = /\/app\/api\/(lists|plans)\/[\d-]+(?:\?|$)/.exec(request.url()) ?? [];
      if (part && request.method() === 'GET') fetched.push(part);
    };
    page.on('request', record);
    const streamed = page.waitForResponse(/app\/api\/events/);
    await page.reload();
    await row(page, '5 leeks').waitFor();
    await page.getByText('2 of 4 done').waitFor();
    await streamed;
    // The server reports the last change as soon as the stream is open. The next one comes after it.
    await api.call('PUT', '/app/api/prices/leek', { centsPerKg: 100 });
    await until('the change is fetched', () => fetched.filter((part) => part === 'lists').length > 1);
    strictEqual(fetched.filter((part) => part === 'lists').length, 2);
    // Once more if the page has its plan before the stream is open.
    ok(fetched.length <= 5, fetched.join());
    page.off('request', record);
  });

  await t.test('a line added by hand stays until it is bought, whatever the week', async () => {
    for (const text of ['bin bags', 'bread']) {
      await page.getByRole('textbox').fill(text);
      await page.keyboard.press('Enter');
      // As it was typed, although the catalogue calls it white bread.
      await row(page, text).waitFor();
    }
    const next = await page.getByRole('link', { name: 'Following week' }).getAttribute('href');
    await page.getByRole('link', { name: 'Following week' }).click();
    await page.waitForURL(`**${next}`);
    await row(page, 'bread').click();
    await (await trolleyRow(page, 'bread')).waitFor();
    await page.getByRole('link', { name: 'Previous week' }).click();
    await row(page, 'bin bags').waitFor();
    await until('the bought line is gone', async () => (await row(page, 'bread').count()) === 0);
  });

  await t.test('hostile lines are shown literally', async () => {
    const { week } = await openNextList();
    // Every fourth text, because a list has at most 300 lines.
    const texts = HOSTILE_TEXTS.filter(
      (text, at) => at % 4 === 0 && text.length <= 500 && !text.includes('\n'),
    );
    for (let at = 0; at < texts.length; at += 100) {
      const operations = texts
        .slice(at, at + 100)
        .map((text, index) => ({ opId: `hostile-${at + index}`, kind: 'add', text }));
      const { status, body } = await api.call('POST', `/app/api/lists/${week}/operations`, { operations });
      strictEqual(status, 200, JSON.stringify(body));
    }
    await until(
      'all items are shown',
      async () => (await page.locator('.list-remove').count()) >= texts.length,
    );
    const labels = await page
      .locator('.list-remove')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
    // A line with several things is an item for each of them.
    const whole = texts.filter((text) => !/[,;]/.test(text));
    for (const text of whole) ok(labels.includes(`Remove from the list: ${text.trim()}`), text);
    strictEqual(await page.evaluate('window.__hit'), undefined);
  });

  await t.test('a changed plan keeps ticks and added items, and adds only the difference', async () => {
    const { week, recipe } = await openNextList();
    await page.getByRole('textbox').fill('bin bags');
    await page.keyboard.press('Enter');
    await row(page, '2 leeks').click();
    await expectVersions(api, { 'food:leek': 1, [await addedId(page)]: 1 }, week);
    const after = { description: 'Soup again', recipeId: recipe, servings: 6 };
    await sendEdits(api, [{ week, day: 'Tuesday', slot: 'dinner', before: null, after }]);
    await row(page, '3 leeks').waitFor();
    await (await trolleyRow(page, '2 leeks')).waitFor();
    await row(page, 'bin bags').waitFor();
  });

  await t.test('on a phone axe finds no violation, and nothing is cut off', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await checkAxe(page);
    ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    const small = await page
      .locator('.list button, .list a, .shell-link')
      .evaluateAll((targets) =>
        targets.filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 44),
      );
    strictEqual(small.length, 0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  // The next tests share one list.
  let sentTo = '';
  await t.test('a tick whose response is lost is sent again and applied once', async () => {
    ({ week: sentTo } = await openNextList());
    let losses = 2;
    await page.route('**/operations?*', async (route) => {
      if (losses === 0) return route.continue();
      losses -= 1;
      await route.fetch();
      return route.abort();
    });
    await row(page, '2 leeks').click();
    const shown = await watchProgress(page);
    await page.getByText('1 of 4 done', { exact: true }).waitFor();
    strictEqual(losses, 0);
    await expectVersions(api, { 'food:leek': 1 }, sentTo);
    await page.unrouteAll({ behavior: 'wait' });
    deepStrictEqual(
      (await shown()).filter((text) => !text.startsWith('1 of 4')),
      [],
    );
  });

  await t.test('a late, older response removes no tick', async () => {
    const late = Promise.withResolvers<void>();
    let [requests, responses] = [0, 0];
    await page.route(`**/lists/${sentTo}?*`, async (route) => {
      requests += 1;
      const response = await route.fetch();
      await late.promise;
      await route.fulfill({ response });
      responses += 1;
    });
    const lunch = { week: sentTo, day: 'Sunday', slot: 'lunch', before: null, after: meal('Lasagne') };
    await sendEdits(api, [lunch]);
    await until('the list is requested again', () => requests > 0);
    await row(page, '500 g carrots').click();
    await page.getByText('2 of 4 done', { exact: true }).waitFor();
    await expectVersions(api, { 'food:carrot': 1, 'food:leek': 1 }, sentTo);
    const shown = await watchProgress(page);
    late.resolve();
    await until('the late response and a new one have arrived', () => responses >= 2);
    await page.unrouteAll({ behavior: 'wait' });
    deepStrictEqual(
      (await shown()).filter((text) => !text.startsWith('2 of 4')),
      [],
    );
  });

  await t.test('after 429 the list stays, and ticks are sent after the Retry-After time', async () => {
    let [refusedReads, refusedChanges, isLimited] = [0, 0, true];
    await page.route(`**/lists/${sentTo}**`, async (route) => {
      if (!isLimited) return route.continue();
      if (route.request().method() === 'GET') refusedReads += 1;
      else refusedChanges += 1;
      const body = JSON.stringify({ code: 'too-many-requests', status: 429 });
      return route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, body });
    });
    await row(page, '250 ml cream').click();
    const lunch = { week: sentTo, day: 'Saturday', slot: 'lunch', before: null, after: meal('Lasagne') };
    await sendEdits(api, [lunch]);
    await until('reads and changes were refused twice', () => refusedReads > 1 && refusedChanges > 1);
    await page.getByText('3 of 4 done').waitFor();
    strictEqual(await page.getByText('This change was not accepted.').count(), 0);
    strictEqual(
      await page.getByRole('button', { name: 'Try again' }).count(),
      0,
      'the server is not reported as unreachable',
    );
    isLimited = false;
    await expectVersions(api, { 'food:carrot': 1, 'food:cream': 1, 'food:leek': 1 }, sentTo);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await t.test(
    'under a host name that is not allowed the page names the setting, and no change is lost',
    async () => {
      await page.route('**/operations?*', async (route) => {
        const sent = route.request().headers();
        const headers = { ...sent, 'sec-fetch-site': 'same-origin', host: 'family.example' };
        return route.fulfill({ response: await route.fetch({ headers }) });
      });
      await (await trolleyRow(page, '2 leeks')).click();
      await page.getByText(/must set PUBLIC_URL to .* or add the host name to ALLOWED_HOSTS\.$/).waitFor();
      await page.getByText('2 of 4 done').waitFor();
      strictEqual(await page.getByText('This change was not accepted.').count(), 0);
      await page.unrouteAll({ behavior: 'wait' });
      await expectVersions(api, { 'food:carrot': 1, 'food:cream': 1, 'food:leek': 2 }, sentTo);
    },
  );

  await t.test('a refused item is shown with its reason and does not block others', async () => {
    let isAway = true;
    await page.route('**/operations?*', async (route) => {
      if (isAway) return route.abort();
      const text = route.request().postData() ?? '';
      const body = JSON.stringify({ code: 'too-many', detail: 'Too many.' });
      if (!text.includes('"add"')) return route.continue();
      return route.fulfill({ status: 409, contentType: 'application/problem+json', body });
    });
    await page.getByRole('textbox').fill('bin bags');
    await page.keyboard.press('Enter');
    await row(page, '2 leeks').click();
    await page.getByText('2 changes not sent yet').waitFor();
    isAway = false;
    await page.getByText('This change was not accepted.').waitFor();
    await expectVersions(api, { 'food:carrot': 1, 'food:cream': 1, 'food:leek': 3 }, sentTo);
    strictEqual(await row(page, 'bin bags').count(), 0);
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByText('This change was not accepted.').waitFor({ state: 'detached' });
    await page.unrouteAll({ behavior: 'wait' });
  });

  const scripts: string[] = [];
  let next = page;
  await t.test('offline ticks are sent from any page', async () => {
    const { week } = await openNextList();
    await row(page, '2 leeks').waitFor();
    await context.setOffline(true);
    await row(page, '2 leeks').click();
    await page.getByText('1 change not sent yet').waitFor();
    await until('the tick is stored', async () => (await countUnsent(page)) === 1);
    await page.close();
    await context.setOffline(false);
    next = await context.newPage();
    next.on('request', (request) => void scripts.push(request.url()));
    await next.goto('/profile');
    await expectVersions(api, { 'food:leek': 1 }, week);
    await until('the list’s script is loaded', () => scripts.some((url) => url.includes('/shopping-list-')));
    await until('the outbox is empty', async () => (await countUnsent(next)) === 0);
  });

  await t.test('with an empty outbox, another page does not load the list’s script', async () => {
    scripts.length = 0;
    await next.reload();
    await next.getByRole('heading', { name: 'API keys' }).waitFor();
    await next.waitForLoadState('networkidle');
    deepStrictEqual(
      scripts.filter((url) => url.includes('/shopping-list-')),
      [],
    );
  });

  await t.test('signing out deletes the lists from the device', async () => {
    await next.getByRole('button', { name: 'More' }).click();
    await next.getByRole('menuitem', { name: 'Sign out' }).click();
    await next.waitForURL('**/');
    deepStrictEqual(await readStored(next, 'values'), []);
  });
});

/** Counts the list operations in this device's outbox. An operation is shown before it is stored. */
async function countUnsent(page: Page): Promise<number> {
  const outboxes = await readStored(page, 'outboxes');
  return outboxes.flatMap(({ key, value }) => (key.at(-1) === 'lists' ? value : [])).length;
}

test('an offline tick survives an offline reload and is sent once', async (t) => {
  const { page, api, context } = await visitList(t, browser, service, { hasWorker: true });
  await until('the worker controls the page', () =>
    page.evaluate('navigator.serviceWorker.controller !== null'),
  );
  await context.setOffline(true);
  await row(page, '2 leeks').click();
  await page.getByText('1 of 4 done').waitFor();
  await until('the tick is stored', async () => (await countUnsent(page)) === 1);
  await page.reload();
  await page.getByText('1 of 4 done').waitFor();
  await page.getByText('1 change is saved on this device').waitFor();
  strictEqual(await row(page, '2 leeks').count(), 0);
  await expectVersions(api, {});
  await context.setOffline(false);
  await page.getByText('cannot be reached').waitFor({ state: 'detached' });
  await expectVersions(api, { 'food:leek': 1 });
});

test('amounts, staples, prices, the pantry, units, and two people with a device each', async (t) => {
  const soup = [
    '2 (15 oz) cans black beans',
    '250 g kidney beans',
    '500 g carrots or parsnips',
    'For the sauce:',
  ];
  const { page, context, api, openNextList } = await visitList(t, browser, service, { soup });
  await t.test(
    'shows cans as cans, drained amounts, and where slightly less or another food is enough',
    async () => {
      const details = async (name: string) =>
        (await row(page, name).locator('.list-detail bdi').allTextContents()).slice(0, -1);
      deepStrictEqual(await details('2 tins black beans'), []);
      deepStrictEqual(await details('1 tin kidney beans'), [
        'need 250\u{A0}g drained',
        'slightly less is enough',
      ]);
      deepStrictEqual(await details('500\u{A0}g carrots'), ['or parsnips']);
      strictEqual(await page.getByText('For the sauce').count(), 0);
    },
  );

  await t.test(
    'staples are asked about: available ones are always at home, missing ones stay on the list',
    async () => {
      const { week } = await openNextList({ soup: ['1 tsp salt', '2 tbsp sugar'] });
      const questions = page.locator('.list-asked');
      await questions.getByText('2', { exact: true }).waitFor();
      await questions.getByRole('button', { name: /^Always .*salt/ }).click();
      await questions.getByRole('button', { name: /^Need it .*sugar/ }).click();
      await questions.waitFor({ state: 'detached' });
      strictEqual(await page.locator('.list-aisle .list-tick').count(), 1);
      ok((await page.locator('.list-aisle').textContent())?.includes('sugar'));
      await expectVersions(api, { 'food:sugar': 1 }, week);
      // Not asked about again, until somebody says otherwise.
      await openNextList({ soup: ['1 tsp salt', '1 kg carrots'] });
      await row(page, '1\u{A0}kg carrots').waitFor();
      strictEqual(await page.locator('.list-asked').count(), 0);
      await page.getByRole('button', { name: 'Pantry' }).click();
      await page.getByRole('button', { name: 'No longer always at home: salt' }).click();
      await page.keyboard.press('Escape');
      await questions.getByRole('button', { name: /^Always .*salt/ }).waitFor();
      // Many questions are folded, have one answer for all, and one undo.
      const staples = ['1 tsp salt', '2 tbsp sugar', '1 tsp pepper', '1 tbsp olive oil', '100 g flour'];
      await openNextList({ soup: [...staples, '1 kg carrots'] });
      await questions.getByText('5', { exact: true }).waitFor();
      strictEqual(await questions.getByRole('button', { name: /^Always/ }).count(), 0);
      match(await questions.innerText(), /salt/);
      await questions.getByRole('button', { name: 'We always have all of these' }).press('Enter');
      await questions.waitFor({ state: 'detached' });
      strictEqual(await page.locator('.list-tick:focus').count(), 1, 'the next item has the focus');
      await page.getByRole('button', { name: 'Undo: We always have all of these' }).click();
      await questions.getByText('5', { exact: true }).waitFor();
    },
  );

  await t.test('an item can be changed in amount, moved to another aisle, removed and put back', async () => {
    await openNextList({ soup: ['1 kg carrots', '2 leeks'] });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Change: leeks' }).click();
    await dialog.getByLabel('How much').fill('5');
    await dialog.getByLabel('Aisle').selectOption('Bakery');
    await checkAxe(page, 'dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const bakery = page.locator('.list-aisle', { hasText: 'Bakery' });
    await bakery.getByRole('checkbox', { name: '5 leeks' }).waitFor();
    await page.getByRole('button', { name: 'Change: carrots' }).click();
    await dialog.getByRole('button', { name: 'Remove from the list' }).click();
    await row(page, '1\u{A0}kg carrots').waitFor({ state: 'detached' });
    await page.locator('.list-dropped summary').click();
    await page.getByRole('button', { name: 'Put back: carrots' }).click();
    await row(page, '1\u{A0}kg carrots').waitFor();
    // The order of aisles is the family's own.
    await page.getByRole('button', { name: 'List options' }).click();
    await page.getByRole('menuitem', { name: 'Shops and aisles' }).click();
    await dialog.waitFor();
    await checkAxe(page, 'dialog');
    await dialog.getByRole('button', { name: 'Move down: Frozen' }).press('Enter');
    await dialog.getByRole('button', { name: 'Move down: Frozen' }).and(page.locator(':focus')).waitFor();
    const up = dialog.getByRole('button', { name: 'Move up: Bakery' });
    await up.focus();
    for (let above = 0; above < 5 && !(await up.isDisabled()); above += 1) await page.keyboard.press('Enter');
    await up.and(page.locator(':focus')).waitFor();
    // Another choice keeps the focus, although it shows another order.
    const shops = dialog.getByLabel('Shop', { exact: true });
    await shops.focus();
    await shops.selectOption('Another shop …');
    await dialog.getByLabel('Name of the shop').waitFor();
    strictEqual(await shops.evaluate((shop) => shop.matches(':focus')), true);
    await dialog.getByRole('button', { name: 'Save and use it' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await shops.selectOption('Our usual shop');
    await up.focus();
    for (let above = 0; above < 5 && !(await up.isDisabled()); above += 1) await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Save and use it' }).click();
    await until('the bakery comes first', async () => {
      const aisles = await page.locator('.list-aisle h2').allTextContents();
      return isDeepStrictEqual(aisles, ['Bakery', 'Vegetables']);
    });
    await page.emulateMedia({ media: 'print' });
    const buttons = page.locator('.list button:not(.list-tick)');
    strictEqual(await buttons.filter({ visible: true }).count(), 0, 'no buttons on paper');
    await page.emulateMedia({ media: 'screen' });
  });

  await t.test('an undo brings back the amount or the line that was changed, step by step', async () => {
    const { week } = await openNextList({ soup: ['2 leeks'] });
    const dialog = page.getByRole('dialog');
    const change = async (item: string, label: string, text: string) => {
      await page.getByRole('button', { name: `Change: ${item}` }).click();
      await dialog.getByLabel(label).fill(text);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    };
    const undo = (what: string) => page.getByRole('button', { name: `Undo: ${what}` }).click();
    await change('leeks', 'How much', '5');
    await row(page, '5 leeks').waitFor();
    await change('leeks', 'How much', '7');
    await row(page, '7 leeks').waitFor();
    await undo('leeks');
    await row(page, '5 leeks').waitFor();
    await undo('leeks');
    await row(page, '2 leeks').waitFor();

    await page.getByRole('textbox').fill('string');
    await page.keyboard.press('Enter');
    await row(page, 'string').waitFor();
    await change('string', 'What to buy', 'long string');
    await row(page, 'long string').waitFor();
    await undo('long string');
    await row(page, 'string').waitFor();
    await undo('string');
    await row(page, 'string').waitFor({ state: 'detached' });
    await until('the server has the same list', async () => {
      const { list } = (await api.call('GET', `/app/api/lists/${week}`)).body;
      const names = list.aisles.flatMap(({ items }: { items: { name: string }[] }) => items);
      return isDeepStrictEqual(
        names.map(({ name }: { name: string }) => name),
        ['leeks'],
      );
    });
  });

  await t.test('the list shows its cost, with estimated prices or the family’s own', async () => {
    const { week } = await openNextList({ soup: ['1 kg carrots', '2 kg potatoes'] });
    const cost = page.locator('.list-cost');
    for (const food of ['carrot', 'potato'])
      await api.call('PUT', `/app/api/prices/${food}`, { centsPerKg: 100 });
    await cost.getByText('costs about 3.00').click();
    const dialog = page.getByRole('dialog');
    const carrots = dialog.getByLabel('carrots, per kg');
    await carrots.fill('cheap');
    await page.keyboard.press('Enter');
    await dialog.getByText('Enter a price such as 2.49.').waitFor();
    await carrots.fill('2,5');
    await page.keyboard.press('Enter');
    await dialog.getByText('costs about 4.50').waitFor();
    // As on the shelf: a piece for 50 cents.
    await dialog.getByLabel('What the price is for: carrots').selectOption('each');
    await dialog.getByLabel('carrots, each').fill('0.50');
    await page.keyboard.press('Enter');
    await until('the price is stored as typed', async () => {
      const { body } = await api.call('GET', `/app/api/lists/${week}/costs`);
      return isDeepStrictEqual(body.foods[0].offer, { cents: 50, per: '1 piece' });
    });
    strictEqual(await dialog.getByLabel('carrots, each').inputValue(), '0.50');
    strictEqual(await dialog.getByText('Enter a price').count(), 0);
    await dialog.getByLabel('potatoes, per kg').fill('cheap');
    await page.keyboard.press('Enter');
    await dialog.getByText('Enter a price such as 2.49.').waitFor();
    await checkAxe(page, 'dialog');
    await dialog.getByRole('button', { name: 'Back to the estimated price: potatoes' }).click();
    await dialog
      .getByRole('button', { name: 'Back to the estimated price: potatoes' })
      .waitFor({ state: 'detached' });
    const { body } = await api.call('GET', `/app/api/lists/${week}/costs`);
    deepStrictEqual(
      body.foods.map(({ foodId, isOwn }: { foodId: string; isOwn: boolean }) => [foodId, isOwn]),
      [
        ['carrot', true],
        ['potato', false],
      ],
    );
    const sum = (body.cost.costCents / 100).toFixed(2);
    await dialog.getByText(`costs about ${sum}`).waitFor();
    await page.keyboard.press('Escape');
    await cost.getByText(`costs about ${sum}`).waitFor();
    await page.getByRole('textbox').fill('stardust');
    await page.keyboard.press('Enter');
    await cost.getByText(`costs at least ${sum}`).waitFor();
  });

  const drawer = page.getByRole('dialog');
  const openPantry = () => page.getByRole('button', { name: 'Pantry' }).click();
  await t.test('food in the pantry is subtracted once', async () => {
    await openNextList({
      meals: (recipeId) => ({
        Monday: { dinner: { description: 'Leek soup', recipeId } },
        Tuesday: { dinner: { description: 'Soup again', recipeId } },
      }),
    });
    await row(page, '4 leeks').waitFor();
    await openPantry();
    await page.getByText('Food in the pantry is taken off the list').waitFor();
    const field = drawer.getByRole('combobox', { name: 'What do you have?' });
    await field.fill('1 Packung Reis, 1 lee');
    await drawer.getByRole('option', { name: 'leeks', exact: true }).click();
    strictEqual(await field.inputValue(), '1 Packung Reis, 1 leeks');
    await page.keyboard.press('Enter');
    strictEqual(await drawer.getByLabel('How much: leeks').inputValue(), '1');
    strictEqual(await drawer.getByLabel(/^How much: .*rice/).inputValue(), '1 Packung');
    await drawer.getByRole('button', { name: /^Used up: .*rice/ }).click();
    await page.keyboard.press('Escape');
    await row(page, '3 leeks').waitFor();
    await openPantry();
    await drawer.getByLabel('How much: leeks').fill('2');
    await page.keyboard.press('Enter');
    await page.locator('.list-aisle').getByText('2 leeks').waitFor({ state: 'attached' });
    await drawer.getByRole('button', { name: 'Used up: leeks' }).click();
    await page.keyboard.press('Escape');
    await row(page, '4 leeks').waitFor();
  });

  await t.test('a best-before date in the pantry survives other changes', async () => {
    await openPantry();
    await drawer.getByLabel('What do you have?').fill('feta');
    await drawer.getByRole('button', { name: 'Add' }).click();
    await drawer.getByLabel('Best before: feta').fill('2026-11-14');
    await page.keyboard.press('Enter');
    await drawer.getByLabel('How much: feta').fill('200 g');
    await page.keyboard.press('Enter');
    await expectPantry(api, [
      { foodId: 'feta', name: 'feta', quantityText: '200 g', bestBefore: '2026-11-14' },
    ]);
    await drawer.getByLabel('What do you have?').fill('2 eggs, gunk');
    await drawer.getByRole('button', { name: 'Add' }).click();
    await drawer.getByText('gunk: Weekfare does not know this').waitFor();
    await checkAxe(page, 'dialog');
    await drawer.getByLabel('Best before: feta').fill('');
    await page.keyboard.press('Enter');
    await expectPantry(api, [{ foodId: 'feta', name: 'feta', quantityText: '200 g' }]);
  });

  await t.test('two foods that are used up at once are removed, not others', async () => {
    const { version } = (await api.call('GET', '/app/api/pantry')).body;
    const entries = ['rice', 'milk', 'feta', 'leek'].map((foodId) => ({ foodId }));
    await page.keyboard.press('Escape');
    await api.call('PUT', '/app/api/pantry', { version, entries });
    await openPantry();
    await drawer.getByRole('button', { name: 'Used up: leeks' }).waitFor();
    const saved = Promise.withResolvers<void>();
    await page.route('**/app/api/pantry?*', async (route) => {
      if (route.request().method() === 'PUT') await saved.promise;
      await route.continue();
    });
    await drawer.getByRole('button', { name: /^Used up: .*rice/ }).click();
    await drawer.getByRole('button', { name: /^Used up: .*milk/ }).click();
    saved.resolve();
    await expectPantry(api, [
      { foodId: 'feta', name: 'feta' },
      { foodId: 'leek', name: 'leeks' },
    ]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await t.test('a pantry changed by someone else is shown, not overwritten', async () => {
    const { version } = (await api.call('GET', '/app/api/pantry')).body;
    await api.call('PUT', '/app/api/pantry', { version, entries: [{ foodId: 'rice' }] });
    await drawer.getByLabel('What do you have?').fill('leek');
    await drawer.getByRole('button', { name: 'Add' }).click();
    await drawer.getByText('Someone has just changed the pantry').waitFor();
    await drawer.getByLabel(/^How much: .*rice/).waitFor();
    strictEqual(await drawer.getByLabel('What do you have?').inputValue(), 'leek');
    await page.keyboard.press('Escape');
  });

  await t.test('an item shows the needed amount in the food’s unit', async () => {
    await openNextList({ soup: ['473 ml milk', '3 eggs', '2 leeks'] });
    const needs = (name: string) => row(page, name).locator('.list-detail').textContent();
    match((await needs('1 l milk')) ?? '', /^need 473\u{A0}ml/u);
    match((await needs('1 pack of 6 eggs')) ?? '', /^need 3 eggs/);
    match((await needs('2 leeks')) ?? '', /^Leek soup/);
    await page.getByRole('button', { name: 'List options' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Ounces and pounds (US)' }).click();
    await row(page, '16 fl oz milk').getByText('need 2 cups').waitFor();
    match((await needs('3 eggs')) ?? '', /^Leek soup/);
  });

  await t.test('prices are per pound with US units', async () => {
    const { week } = await openNextList({ soup: ['1 kg potatoes'] });
    await page.locator('.list-cost').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('potatoes, per lb').fill('1.99');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Back to the estimated price: potatoes' }).waitFor();
    strictEqual(await dialog.getByLabel('potatoes, per lb').inputValue(), '1.99');
    const { body } = await api.call('GET', `/app/api/lists/${week}/costs`);
    strictEqual(body.foods[0].centsPerKg, 439);
    await page.keyboard.press('Escape');
  });

  const shared = await openNextList({
    soup: [
      '2 leeks',
      '250 ml cream',
      '500 g carrots',
      '1 cauliflower',
      '3 lemons',
      '2 cucumbers',
      '4 bananas',
    ],
  });
  await row(page, '4 bananas').click();
  await expectVersions(api, { 'food:banana': 1 }, shared.week);
  strictEqual((await api.call('PATCH', '/app/api/family', { currency: 'USD' })).status, 204);
  const member = await joinAsMember(service, api);
  const other = await openOnAnotherDevice(t, browser, service, { api: member, week: shared.week });

  await t.test('another device shows the stored ticks, and prices in the family’s currency', async () => {
    await other.page.getByText('1 of 7 done').waitFor();
    await other.page.locator('.list-cost').getByText('Rough estimate: US$').waitFor();
    await other.page.locator('.list-cost').click();
    await other.page.getByRole('dialog').getByText('does not convert them').waitFor();
    await other.page.keyboard.press('Escape');
  });

  await t.test('any member can switch the family to grams and litres', async () => {
    await row(page, '1¼ lb carrots').waitFor();
    await other.page.getByRole('button', { name: 'List options' }).click();
    const choice = (name: string) => other.page.getByRole('menuitemcheckbox', { name });
    strictEqual(await choice('Ounces and pounds (US)').getAttribute('aria-checked'), 'true');
    await choice('Grams and litres').click();
    for (const tab of [other.page, page]) await row(tab, '500 g carrots').waitFor();
  });

  await t.test('two people in a shop see each other’s ticks within two seconds', async () => {
    await row(page, '2 leeks').click();
    await row(other.page, '2 leeks').waitFor({ state: 'detached', timeout: allowedMs(2_000) });
    await Promise.all([row(other.page, '250 ml cream').click(), row(page, '1 cauliflower').click()]);
    for (const tab of [page, other.page])
      await tab.getByText('4 of 7 done').waitFor({ timeout: allowedMs(2_000) });
  });

  await t.test('ticks that two people make offline are merged', async () => {
    const both = [
      { page, context },
      { page: other.page, context: other.context },
    ];
    for (const device of both) {
      await device.context.setOffline(true);
      await row(device.page, '3 lemons').click();
      await device.page.getByText('5 of 7 done').waitFor();
    }
    await row(page, '2 cucumbers').click();
    for (const device of both) await device.context.setOffline(false);
    for (const device of both) await device.page.getByText('6 of 7 done', { exact: true }).waitFor();
    const versions = {
      'food:banana': 1,
      'food:cream': 1,
      'food:cucumber': 1,
      'food:leek': 1,
      'food:lemon': 2,
      'food:cauliflower': 1,
    };
    await expectVersions(api, versions, shared.week);
  });
});

/** Waits until the server has exactly these pantry entries. */
async function expectPantry(api: AppClient, entries: object[]): Promise<void> {
  let seen: unknown;
  const hasEntries = async () => {
    seen = (await api.call('GET', '/app/api/pantry')).body.entries;
    return isDeepStrictEqual(seen, entries);
  };
  await until('the server has the pantry', hasEntries).catch(() => deepStrictEqual(seen, entries));
}

/** Records every progress text that the page shows from now on. */
async function watchProgress(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`
    window.shown = [];
    new MutationObserver(() => shown.push(document.querySelector('.list-progress p')?.textContent ?? 'no progress'))
      .observe(document.body, { subtree: true, childList: true, characterData: true });
  `);
  return () => page.evaluate<string[]>('shown');
}

async function addedId(page: Page): Promise<string> {
  const id = await page.locator('[data-item^="added:"]').getAttribute('data-item');
  return id ?? '';
}
