/**
 * The plan store in browsers, with a real service behind a proxy that injects faults: two devices, offline
 * changes, lost responses, conflicts, expired sessions, rate limits, several tabs.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { AppClient, signUp, startService } from '../support/service.ts';
import {
  countPlanChanges,
  dinnerOf,
  getDinners,
  isSynced,
  PASSWORD,
  putMondayByApi,
  type SyncState,
  service,
  signInOn,
  signOutOn,
  startWithProxy,
  WEEK,
} from './support/sync-device.ts';
import { allowedMs, until } from '../support/until.ts';

test('two devices of one family, then one with two tabs', async (t) => {
  const { open, api, proxy, family, clear } = await startWithProxy(t);
  const [phone, tablet] = [await open(), await open()];

  await t.test(
    'undo works for a pending change and for one that someone else has changed since',
    async () => {
      await phone.context.setOffline(true);
      await phone.put('Monday', null, 'Slip');
      await phone.call("undo('Undo')");
      await phone.waitForDinner('Monday', null);
      await phone.context.setOffline(false);
      await phone.waitUntilSent();
      deepStrictEqual(await getDinners(api), {});
      strictEqual((await phone.state())?.lastChange, undefined);

      await phone.put('Tuesday', null, 'Soup');
      await tablet.waitForDinner('Tuesday', 'Soup');
      await tablet.put('Tuesday', 'Soup', 'Rice');
      await phone.waitForDinner('Tuesday', 'Rice');
      await phone.call("undo('Undo')");
      const state = await phone.waitFor('a conflict is shown', ({ conflicts }) => conflicts.length === 1);
      strictEqual(dinnerOf(state, 'Tuesday'), 'Rice');
      deepStrictEqual(state.conflicts[0]?.places[0]?.mine, null);
      deepStrictEqual(await getDinners(api), { Tuesday: 'Rice' });
      strictEqual(new Set(proxy.forwardedIds).size, 5);
      await phone.call(`resolveConflict(${JSON.stringify(state.conflicts[0]?.id)}, 'theirs')`);
    },
  );

  await t.test('a change appears in the other browser within two seconds', async () => {
    await clear(phone, tablet);
    await phone.put('Monday', null, 'Jollof rice');
    await tablet.waitForDinner('Monday', 'Jollof rice', 2_000);
    await tablet.put('Monday', 'Jollof rice', 'Soup');
    await phone.waitForDinner('Monday', 'Soup', 2_000);
  });

  await t.test('a broken event stream reconnects, and missed changes appear', async () => {
    await clear(phone, tablet);
    proxy.closeConnections();
    await tablet.put('Monday', null, 'Soup');
    await phone.waitForDinner('Monday', 'Soup');
    await tablet.put('Monday', 'Soup', 'Rice');
    await phone.waitForDinner('Monday', 'Rice');
  });

  for (const choice of ['mine', 'theirs'] as const) {
    await t.test(
      `the same slot edited by both while one is offline is a conflict; ${choice} is taken`,
      async () => {
        await clear(phone, tablet);
        await phone.context.setOffline(true);
        await phone.put('Monday', null, 'Mine');
        await phone.waitForDinner('Monday', 'Mine');
        await tablet.put('Monday', null, 'Theirs');
        await tablet.waitUntilSent();
        await phone.context.setOffline(false);
        await phone.waitFor('the conflict is shown', ({ conflicts }) => conflicts.length === 1);
        strictEqual(dinnerOf((await phone.state()) as SyncState, 'Monday'), 'Theirs');
        await phone.page.goto('/?week=2026-11-16');
        const { conflicts } = await phone.waitFor(
          'the conflict survives navigation and is shown on every week',
          (state) => state.conflicts[0]?.places[0]?.theirs?.description === 'Theirs',
        );
        const [conflict] = conflicts;
        deepStrictEqual(
          conflict?.places.map(({ day, mine, theirs }) => [day, mine?.description, theirs?.description]),
          [['Monday', 'Mine', 'Theirs']],
        );
        await phone.call(`resolveConflict(${JSON.stringify(conflict?.id)}, '${choice}')`);
        const wanted = choice === 'mine' ? 'Mine' : 'Theirs';
        await phone.waitFor('the conflict is resolved', isSynced);
        await tablet.waitForDinner('Monday', wanted);
        deepStrictEqual(await getDinners(api), { Monday: wanted });
        await phone.page.goto('/');
        await phone.waitUntilReady();
      },
    );
  }

  await t.test('changes made while the server is down are sent automatically', async (t) => {
    await clear(phone, tablet);
    proxy.isUnreachable = true;
    proxy.closeConnections();
    await phone.put('Monday', null, 'Soup');
    await phone.waitFor(
      'the server is reported as unreachable',
      ({ isOnline, waiting }) => !isOnline && waiting === 1,
    );
    const again = await startService(t, { store: service.store });
    proxy.target = again.url;
    proxy.isUnreachable = false;
    await phone.waitUntilSent();
    await tablet.waitForDinner('Monday', 'Soup');
    deepStrictEqual(await getDinners(api), { Monday: 'Soup' });
    proxy.target = service.url;
    proxy.closeConnections();
  });

  await tablet.page.close();
  const second = await phone.openTab();

  await t.test('a change never flickers while it moves from pending to saved, in any tab', async () => {
    await clear(phone, second);
    for (const tab of [phone, second]) await tab.page.evaluate('window.mondays = []');
    await phone.put('Monday', null, 'Soup');
    for (const tab of [phone, second]) {
      await tab.waitForDinner('Monday', 'Soup');
      await tab.waitUntilSent();
      const mondays = await tab.page.evaluate<(string | null)[]>('window.mondays');
      deepStrictEqual(new Set(mondays.slice(mondays.indexOf('Soup'))), new Set(['Soup']));
    }
  });

  await t.test('tabs share pending changes, the plan and undo; each change is sent once', async () => {
    await clear(phone, second);
    const earlier = await countPlanChanges(family);
    await phone.context.setOffline(true);
    await phone.put('Monday', null, 'Soup');
    await second.waitForDinner('Monday', 'Soup');
    await second.put('Tuesday', null, 'Rice');
    await phone.waitFor('both changes are pending', ({ waiting }) => waiting === 2);
    await phone.context.setOffline(false);
    await phone.waitUntilSent();
    await second.waitUntilSent();
    strictEqual(proxy.forwardedIds.length, 2);
    await phone.call("undo('Undo')");
    await second.waitForDinner('Tuesday', null);
    await second.waitUntilSent();
    deepStrictEqual(await getDinners(api), { Monday: 'Soup' });
    strictEqual((await countPlanChanges(family)) - earlier, 3);
    await second.page.close();
  });

  await t.test('a hidden page has no event stream and updates when visible', async () => {
    await clear(phone);
    await until('the event stream is open', () => proxy.openEventStreams === 1);
    await phone.page.evaluate(`Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`);
    await until('the event stream is closed', () => proxy.openEventStreams === 0);
    await putMondayByApi(api, null, 'Soup');
    await phone.page.evaluate(
      "delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))",
    );
    await phone.waitForDinner('Monday', 'Soup');
    await until('the event stream is open again', () => proxy.openEventStreams === 1);
  });

  await t.test('a refused change is reverted, with its reason and text', async () => {
    await clear(phone);
    const long = 'x'.repeat(501);
    await phone.put('Monday', null, long);
    await phone.put('Tuesday', null, 'Rice');
    const state = await phone.waitFor(
      'the change is refused',
      ({ refused, waiting }) => refused.length === 1 && !waiting,
    );
    strictEqual(dinnerOf(state, 'Monday'), null);
    const [refused] = state.refused;
    strictEqual(refused?.edits[0]?.after?.description, long);
    strictEqual(refused?.reason.status, 400);
    match(refused?.reason.detail ?? '', /at most 500 characters/);
    await phone.call(`dismissRefused('${refused?.id}')`);
    await phone.waitFor('the refusal is dismissed', ({ refused }) => refused.length === 0);
    deepStrictEqual(await getDinners(api), { Tuesday: 'Rice' });
  });

  await t.test('a hotspot’s login page in place of a response confirms no change', async () => {
    await clear(phone);
    const page = { headers: { 'Content-Type': 'text/html' }, body: '<h1>Welcome, guest</h1>' };
    proxy.cannedResponses = [200, 403].map((status) => ({ status, ...page }));
    await phone.put('Monday', null, 'Soup');
    await phone.waitUntilSent();
    deepStrictEqual((await phone.state())?.refused, []);
    deepStrictEqual(await getDinners(api), { Monday: 'Soup' });
  });

  await t.test('after 429 the outbox waits for the Retry-After time, also with more to send', async () => {
    await clear(phone);
    const limit = JSON.stringify({ code: 'rate-limited', status: 429 });
    proxy.cannedResponses = [{ status: 429, headers: { 'Retry-After': '2' }, body: limit }];
    const began = performance.now();
    await phone.put('Monday', null, 'Soup');
    await phone.waitFor('the response 429 is sent', () => proxy.cannedResponses.length === 0);
    await phone.put('Tuesday', null, 'Rice');
    await phone.waitUntilSent();
    ok(performance.now() - began > 2_000);
    strictEqual(proxy.forwardedIds.length, 2);
  });

  await t.test(
    'offline changes are sent in order and applied once, although responses get lost',
    async () => {
      await clear(phone);
      const earlier = await countPlanChanges(family);
      await phone.context.setOffline(true);
      const ids = [
        await phone.put('Monday', null, 'Soup'),
        await phone.put('Monday', 'Soup', 'Rice'),
        await phone.put('Tuesday', null, 'Stew'),
      ];
      await phone.waitFor('all changes are pending', ({ waiting, isOnline }) => waiting === 3 && !isOnline);
      deepStrictEqual(await getDinners(api), {});
      proxy.responsesToLose = 2;
      await phone.context.setOffline(false);
      strictEqual((await phone.waitUntilSent()).isOnline, true);
      deepStrictEqual(await getDinners(api), { Monday: 'Rice', Tuesday: 'Stew' });
      deepStrictEqual([...new Set(proxy.forwardedIds)], ids);
      strictEqual(proxy.forwardedIds.length, 5);
      strictEqual((await countPlanChanges(family)) - earlier, 3);
    },
  );

  await t.test('a change shows within 100 ms while the server is unreachable', async () => {
    proxy.isUnreachable = true;
    const shown = await phone.page.evaluate(`new Promise((resolve) => {
      const after = { description: 'Pie' };
      const began = performance.now();
      window.sync.change([{ week: '${WEEK}', day: 'Friday', slot: 'dinner', before: null, after }], 'put');
      requestAnimationFrame(() => setTimeout(() =>
        resolve(window.state.plan.meals.Friday.dinner.description + ' ' + (performance.now() - began < ${allowedMs(100)}))));
    })`);
    strictEqual(shown, 'Pie true');
    proxy.isUnreachable = false;
    await phone.call('retryNow()');
    await phone.waitUntilSent();
  });

  await t.test('opened offline, the page shows the cached week as stale, with pending changes', async () => {
    await clear(phone);
    await phone.put('Monday', null, 'Soup');
    await phone.waitUntilSent();
    await phone.page.waitForFunction('navigator.serviceWorker.controller !== null');
    await phone.context.setOffline(true);
    await phone.waitUntilStored(await phone.put('Tuesday', null, 'Rice'));
    await phone.page.reload();
    const state = await phone.waitFor(
      'the week is stale',
      ({ plan, waiting }) => plan.isStale && waiting === 1,
    );
    deepStrictEqual([dinnerOf(state, 'Monday'), dinnerOf(state, 'Tuesday')], ['Soup', 'Rice']);
    strictEqual(state.isOnline, false);
    ok(Math.abs((state.plan.seenAtMs ?? 0) - Date.now()) < 60_000);
    await phone.context.setOffline(false);
    await phone.waitFor('the week is current', ({ plan, waiting }) => !plan.isStale && waiting === 0);
    deepStrictEqual(await getDinners(api), { Monday: 'Soup', Tuesday: 'Rice' });
    strictEqual(proxy.forwardedIds.length, 2);
  });

  await t.test('opened offline, an uncached week shows an error', async () => {
    await phone.page.waitForFunction('navigator.serviceWorker.controller !== null');
    proxy.isUnreachable = true;
    proxy.closeConnections();
    await phone.page.goto('/?week=2026-12-07');
    await phone.waitFor('the week has failed', ({ plan }) => plan.state === 'failed');
  });
});

test('one device without events', async (t) => {
  const { open, api, email, member, proxy, clear } = await startWithProxy(t);
  // Without events, only the sign-in itself can restart the sending.
  proxy.hasEvents = false;
  const phone = await open();

  await t.test('after the session expires, changes wait until the same member signs in again', async () => {
    await api.call('POST', '/app/api/sign-out-everywhere');
    await phone.put('Monday', null, 'Soup');
    await phone.waitFor(
      'the change waits for sign-in',
      ({ isSignedOut, waiting }) => isSignedOut && waiting === 1,
    );
    await signInOn(phone, email, member);
    strictEqual((await phone.waitUntilSent()).isSignedOut, false);
    await api.call('POST', '/app/api/sign-in', { email, password: PASSWORD });
    deepStrictEqual(await getDinners(api), { Monday: 'Soup' });
  });

  await t.test('without events, the week is polled every 30 seconds', async () => {
    await clear(phone);
    await phone.page.clock.install();
    await phone.page.reload();
    await phone.waitUntilReady();
    await putMondayByApi(api, null, 'Soup');
    // The first poll can be lost while the page still loads.
    for (let polls = 0; polls < 3; polls += 1) await phone.page.clock.fastForward(31_000);
    await phone.waitForDinner('Monday', 'Soup');
  });
});

test("another person on the same device neither sees nor sends the first one's changes", async (t) => {
  const { open, api, email, member, proxy } = await startWithProxy(t);
  const phone = await open();
  await phone.put('Monday', null, 'Soup');
  await phone.waitUntilSent();
  proxy.cannedResponses = Array.from({ length: 20 }, () => ({ status: 503, headers: {}, body: '' }));
  await phone.waitUntilStored(await phone.put('Tuesday', null, 'Secret'));
  const oldTab = await phone.openTab();

  const other = await signUp(service);
  await signOutOn(phone);
  await api.call('POST', '/app/api/sign-in', { email, password: PASSWORD });
  await signInOn(phone, other.email, other.member);
  proxy.cannedResponses = [];
  const state = await phone.waitFor('the other plan is shown', ({ plan, waiting }) => {
    return plan.state === 'ready' && waiting === 0 && plan.meals.Monday === undefined;
  });
  deepStrictEqual(state.plan.meals, {});
  await phone.put('Friday', null, 'Pie');
  await phone.waitUntilSent();
  // The first person's tab is still open, but the cookie now belongs to the other person.
  await oldTab.call('retryNow()');
  await oldTab.waitFor('the old tab is signed out', ({ isSignedOut }) => isSignedOut);
  deepStrictEqual(await getDinners(other.browser), { Friday: 'Pie' });
  deepStrictEqual(await getDinners(api), { Monday: 'Soup' });
  await oldTab.page.close();

  await signOutOn(phone);
  await signInOn(phone, email, member);
  await phone.waitForDinner('Tuesday', 'Secret');
  await phone.waitUntilSent();
  deepStrictEqual(await getDinners(api), { Monday: 'Soup', Tuesday: 'Secret' });
  deepStrictEqual(await getDinners(other.browser), { Friday: 'Pie' });
});

test('under a real rate limit no change is lost or refused, and all are sent eventually', async (t) => {
  const { open, proxy, api, family } = await startWithProxy(t);
  const config = { appRateLimitPerMinute: 60 };
  const limited = await startService(t, { store: service.store, config });
  proxy.target = limited.url;
  const phone = await open();
  const texts = Array.from({ length: 30 }, (_, at) => `Soup ${at}`);
  for (const [at, text] of texts.entries()) await phone.put('Monday', texts[at - 1] ?? null, text);
  const held = await phone.waitFor('the rate limit is reached', ({ waiting }) => waiting > 0 && waiting < 7);
  deepStrictEqual([held.refused, held.conflicts, held.isOnline, held.plan.isStale], [[], [], true, false]);
  strictEqual(dinnerOf(held, 'Monday'), 'Soup 29');
  limited.clock.nowMs += 60_000;
  await phone.waitUntilSent();
  deepStrictEqual(await getDinners(api), { Monday: 'Soup 29' });
  strictEqual(await countPlanChanges(family), 30);

  // Reads: another client has exhausted the session's rate limit.
  limited.clock.nowMs += 60_000;
  const session = new AppClient(limited);
  for (const [name, value] of api.cookies) session.cookies.set(name, value);
  const isExhausted = async () => (await session.call('GET', '/app/api/me')).status === 429;
  await until('the rate limit is exhausted', isExhausted);
  await putMondayByApi(api, 'Soup 29', 'Rice');
  await phone.call('retryNow()');
  limited.clock.nowMs += 60_000;
  const state = await phone.waitForDinner('Monday', 'Rice');
  deepStrictEqual([state.isOnline, state.plan.isStale], [true, false]);
});

test('a browser without storage shows a notice and still sends changes', async (t) => {
  const { open, api } = await startWithProxy(t);
  const phone = await open('IDBFactory.prototype.open = () => { throw new Error("not here"); }');
  await phone.put('Monday', null, 'Soup');
  strictEqual((await phone.waitUntilSent()).isStored, false);
  deepStrictEqual(await getDinners(api), { Monday: 'Soup' });
});

test('on plain http, without service worker and locks, two tabs stay in sync', async (t) => {
  const { open, api, family } = await startWithProxy(t);
  const first = await open(`delete Navigator.prototype.locks; delete Navigator.prototype.serviceWorker;
    delete Crypto.prototype.randomUUID;`);
  const second = await first.openTab();
  await first.put('Monday', null, 'Soup');
  await second.waitForDinner('Monday', 'Soup');
  await second.put('Monday', 'Soup', 'Rice');
  await first.waitForDinner('Monday', 'Rice');
  await first.waitUntilSent();
  await second.waitUntilSent();
  deepStrictEqual(await getDinners(api), { Monday: 'Rice' });
  strictEqual(await countPlanChanges(family), 2);
});
