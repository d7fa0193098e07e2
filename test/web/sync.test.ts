/**
 * The plan store in real browsers with the real service behind a rough network: what two people see of
 * each other, what becomes of changes made without network, of lost answers, ended sessions, several tabs.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { AppClient, signUp, startService } from '../support/service.ts';
import {
  changesOf,
  dinner,
  dinnersOf,
  isSettled,
  PASSWORD,
  putByApi,
  type Seen,
  service,
  signInOn,
  signOutOn,
  start,
  WEEK,
} from './sync-device.ts';
import { until } from '../support/until.ts';

test('two browsers see each other within two seconds', async (t) => {
  const { open } = await start(t);
  const [phone, tablet] = [await open(), await open()];
  await phone.put('Monday', null, 'Jollof rice');
  await tablet.shows('Monday', 'Jollof rice', 2_000);
  await tablet.put('Monday', 'Jollof rice', 'Soup');
  await phone.shows('Monday', 'Soup', 2_000);
});

test('a change shows at once, whatever the server does', async (t) => {
  const { open, proxy } = await start(t);
  const phone = await open();
  proxy.isAway = true;
  const shown = await phone.page.evaluate(`new Promise((resolve) => {
    const after = { description: 'Pie' };
    const began = performance.now();
    window.sync.change([{ week: '${WEEK}', day: 'Friday', slot: 'dinner', before: null, after }], 'put');
    requestAnimationFrame(() => setTimeout(() =>
      resolve(window.seen.plan.meals.Friday.dinner.description + ' ' + (performance.now() - began < 100))));
  })`);
  strictEqual(shown, 'Pie true');
});

test('a change never flickers while it moves from pending to saved, in any tab', async (t) => {
  const { open } = await start(t);
  const first = await open();
  const second = await first.tab();
  await second.ready();
  await first.put('Monday', null, 'Soup');
  for (const tab of [first, second]) {
    await tab.shows('Monday', 'Soup');
    await tab.sent();
    const mondays = await tab.page.evaluate<(string | null)[]>('window.mondays');
    deepStrictEqual(new Set(mondays.slice(mondays.indexOf('Soup'))), new Set(['Soup']));
  }
});

for (const choice of ['mine', 'theirs'] as const) {
  test(`the same slot edited by both while one is offline is a conflict; ${choice} is taken`, async (t) => {
    const { open, api } = await start(t);
    const [phone, tablet] = [await open(), await open()];
    await phone.context.setOffline(true);
    await phone.put('Monday', null, 'Mine');
    await phone.shows('Monday', 'Mine');
    await tablet.put('Monday', null, 'Theirs');
    await tablet.sent();
    await phone.context.setOffline(false);
    await phone.until('the conflict is shown', ({ conflicts }) => conflicts.length === 1);
    strictEqual(dinner((await phone.seen()) as Seen, 'Monday'), 'Theirs');
    await phone.page.goto('/?week=2026-11-16');
    const { conflicts } = await phone.until('it outlives the page, and is shown on every week', (seen) => {
      const [place] = seen.conflicts[0]?.places ?? [];
      return place?.theirs?.description === 'Theirs';
    });
    const [conflict] = conflicts;
    deepStrictEqual(
      conflict?.places.map(({ day, mine, theirs }) => [day, mine?.description, theirs?.description]),
      [['Monday', 'Mine', 'Theirs']],
    );
    await phone.act(`resolveConflict(${JSON.stringify(conflict?.id)}, '${choice}')`);
    const wanted = choice === 'mine' ? 'Mine' : 'Theirs';
    await phone.until('it is settled', isSettled);
    await tablet.shows('Monday', wanted);
    deepStrictEqual(await dinnersOf(api), { Monday: wanted });
  });
}

test('offline changes are sent in order and applied once, although responses get lost', async (t) => {
  const { open, api, proxy, family } = await start(t);
  const phone = await open();
  await phone.context.setOffline(true);
  const ids = [
    await phone.put('Monday', null, 'Soup'),
    await phone.put('Monday', 'Soup', 'Rice'),
    await phone.put('Tuesday', null, 'Stew'),
  ];
  await phone.until('all wait', ({ waiting, isOnline }) => waiting === 3 && !isOnline);
  deepStrictEqual(await dinnersOf(api), {});
  proxy.answersToLose = 2;
  await phone.context.setOffline(false);
  strictEqual((await phone.sent()).isOnline, true);
  deepStrictEqual(await dinnersOf(api), { Monday: 'Rice', Tuesday: 'Stew' });
  deepStrictEqual([...new Set(proxy.passed)], ids);
  strictEqual(proxy.passed.length, 5);
  strictEqual(await changesOf(family), 3);
});

test('opened offline, it shows the cached week with pending changes and says so', async (t) => {
  const { open, proxy, api } = await start(t);
  const phone = await open();
  await phone.put('Monday', null, 'Soup');
  await phone.sent();
  await phone.page.waitForFunction('navigator.serviceWorker.controller !== null');
  await phone.context.setOffline(true);
  await phone.put('Tuesday', null, 'Rice');
  await phone.shows('Tuesday', 'Rice');
  await phone.page.reload();
  const seen = await phone.until('the week is old', ({ plan, waiting }) => plan.isStale && waiting === 1);
  deepStrictEqual([dinner(seen, 'Monday'), dinner(seen, 'Tuesday')], ['Soup', 'Rice']);
  strictEqual(seen.isOnline, false);
  ok(Math.abs((seen.plan.seenAtMs ?? 0) - Date.now()) < 60_000);
  await phone.context.setOffline(false);
  await phone.until('it is current', ({ plan, waiting }) => !plan.isStale && waiting === 0);
  deepStrictEqual(await dinnersOf(api), { Monday: 'Soup', Tuesday: 'Rice' });
  strictEqual(proxy.passed.length, 2);
});

test('opened offline, an uncached week shows an error', async (t) => {
  const { open, proxy } = await start(t);
  const phone = await open();
  await phone.page.waitForFunction('navigator.serviceWorker.controller !== null');
  proxy.isAway = true;
  proxy.cut();
  await phone.page.goto('/?week=2026-12-07');
  await phone.until('it has failed', ({ plan }) => plan.state === 'failed');
});

test('changes made while the server is down are sent automatically', async (t) => {
  const { open, proxy, api } = await start(t);
  const [phone, tablet] = [await open(), await open()];
  proxy.isAway = true;
  proxy.cut();
  await phone.put('Monday', null, 'Soup');
  await phone.until('it is known to be away', ({ isOnline, waiting }) => !isOnline && waiting === 1);
  const again = await startService(t, { store: service.store });
  proxy.target = again.url;
  proxy.isAway = false;
  await phone.sent();
  await tablet.shows('Monday', 'Soup');
  deepStrictEqual(await dinnersOf(api), { Monday: 'Soup' });
});

test('after the session expires, changes wait until the same member signs in again', async (t) => {
  const { open, api, email, member, proxy } = await start(t);
  // Signing in is word enough.
  proxy.hasEvents = false;
  const phone = await open();
  await api.call('POST', '/app/api/sign-out-everywhere');
  await phone.put('Monday', null, 'Soup');
  await phone.until('it waits for signing in', ({ isSignedOut, waiting }) => isSignedOut && waiting === 1);
  await signInOn(phone, email, member);
  strictEqual((await phone.sent()).isSignedOut, false);
  await api.call('POST', '/app/api/sign-in', { email, password: PASSWORD });
  deepStrictEqual(await dinnersOf(api), { Monday: 'Soup' });
});

test("another person on the same device neither sees nor sends the first one's changes", async (t) => {
  const { open, api, email, member, proxy } = await start(t);
  const phone = await open();
  await phone.put('Monday', null, 'Soup');
  await phone.sent();
  proxy.replies = Array.from({ length: 20 }, () => ({ status: 503, headers: {}, body: '' }));
  await phone.put('Tuesday', null, 'Secret');
  await phone.until('it waits', ({ waiting }) => waiting === 1);
  const oldTab = await phone.tab();
  await oldTab.ready();

  const other = await signUp(service);
  await signOutOn(phone);
  await api.call('POST', '/app/api/sign-in', { email, password: PASSWORD });
  await signInOn(phone, other.email, other.member);
  proxy.replies = [];
  const seen = await phone.until('the other plan is shown', ({ plan, waiting }) => {
    return plan.state === 'ready' && waiting === 0 && plan.meals.Monday === undefined;
  });
  deepStrictEqual(seen.plan.meals, {});
  await phone.put('Friday', null, 'Pie');
  await phone.sent();
  // The first one's tab is still open, under a cookie that is no longer theirs.
  await oldTab.act('retryNow()');
  await oldTab.until('it waits for the right person', ({ isSignedOut }) => isSignedOut);
  deepStrictEqual(await dinnersOf(other.browser), { Friday: 'Pie' });
  deepStrictEqual(await dinnersOf(api), { Monday: 'Soup' });
  await oldTab.page.close();

  await signOutOn(phone);
  await signInOn(phone, email, member);
  await phone.shows('Tuesday', 'Secret');
  await phone.sent();
  deepStrictEqual(await dinnersOf(api), { Monday: 'Soup', Tuesday: 'Secret' });
  deepStrictEqual(await dinnersOf(other.browser), { Friday: 'Pie' });
});

test('a refused change is reverted, with its reason and text', async (t) => {
  const { open, api } = await start(t);
  const phone = await open();
  const long = 'x'.repeat(501);
  await phone.put('Monday', null, long);
  await phone.put('Tuesday', null, 'Rice');
  const seen = await phone.until('it is refused', ({ refused, waiting }) => refused.length === 1 && !waiting);
  strictEqual(dinner(seen, 'Monday'), null);
  const [refused] = seen.refused;
  strictEqual(refused?.edits[0]?.after?.description, long);
  strictEqual(refused?.reason.status, 400);
  match(refused?.reason.detail ?? '', /at most 500 characters/);
  await phone.act(`dismissRefused('${refused?.id}')`);
  await phone.until('it is gone', ({ refused }) => refused.length === 0);
  deepStrictEqual(await dinnersOf(api), { Tuesday: 'Rice' });
});

test('after 429 it waits for the Retry-After time, also with more to send', async (t) => {
  const { open, proxy } = await start(t);
  const phone = await open();
  const limit = JSON.stringify({ code: 'rate-limited', status: 429 });
  proxy.replies = [{ status: 429, headers: { 'Retry-After': '2' }, body: limit }];
  const began = performance.now();
  await phone.put('Monday', null, 'Soup');
  await phone.until('it was told', () => proxy.replies.length === 0);
  await phone.put('Tuesday', null, 'Rice');
  await phone.sent();
  ok(performance.now() - began > 2_000);
  strictEqual(proxy.passed.length, 2);
});

test('under a real rate limit no change is lost or refused, and all are sent in the end', async (t) => {
  const { open, proxy, api, family } = await start(t);
  const config = { appRateLimitPerMinute: 60 };
  const limited = await startService(t, { store: service.store, config });
  proxy.target = limited.url;
  const phone = await open();
  const texts = Array.from({ length: 30 }, (_, at) => `Soup ${at}`);
  for (const [at, text] of texts.entries()) await phone.put('Monday', texts[at - 1] ?? null, text);
  const held = await phone.until('the service has had enough', ({ waiting }) => waiting > 0 && waiting < 7);
  deepStrictEqual([held.refused, held.conflicts, held.isOnline, held.plan.isStale], [[], [], true, false]);
  strictEqual(dinner(held, 'Monday'), 'Soup 29');
  limited.clock.nowMs += 60_000;
  await phone.sent();
  deepStrictEqual(await dinnersOf(api), { Monday: 'Soup 29' });
  strictEqual(await changesOf(family), 30);

  // Reads: another tab has used up what this session may ask.
  limited.clock.nowMs += 60_000;
  const session = new AppClient(limited);
  for (const [name, value] of api.cookies) session.cookies.set(name, value);
  await until('no token is left', async () => (await session.call('GET', '/app/api/me')).status === 429);
  await api.call('POST', '/app/api/changes', {
    id: randomUUID(),
    edits: [
      {
        week: WEEK,
        day: 'Monday',
        slot: 'dinner',
        before: { description: 'Soup 29' },
        after: { description: 'Rice' },
      },
    ],
  });
  await phone.act('retryNow()');
  limited.clock.nowMs += 60_000;
  const seen = await phone.shows('Monday', 'Rice');
  deepStrictEqual([seen.isOnline, seen.plan.isStale], [true, false]);
});

test('a hotspot’s login page in place of a response confirms no change', async (t) => {
  const { open, proxy, api } = await start(t);
  const phone = await open();
  const page = { headers: { 'Content-Type': 'text/html' }, body: '<h1>Welcome, guest</h1>' };
  proxy.replies = [
    { status: 200, ...page },
    { status: 403, ...page },
  ];
  await phone.put('Monday', null, 'Soup');
  await phone.sent();
  deepStrictEqual((await phone.seen())?.refused, []);
  deepStrictEqual(await dinnersOf(api), { Monday: 'Soup' });
});

test('tabs share pending changes, the plan and undo; each change is sent once', async (t) => {
  const { open, proxy, api, family } = await start(t);
  const first = await open();
  const second = await first.tab();
  await second.ready();
  await first.context.setOffline(true);
  await first.put('Monday', null, 'Soup');
  await second.shows('Monday', 'Soup');
  await second.put('Tuesday', null, 'Rice');
  await first.until('both wait', ({ waiting }) => waiting === 2);
  await first.context.setOffline(false);
  await first.sent();
  await second.sent();
  strictEqual(proxy.passed.length, 2);
  await first.act("undo('Undo')");
  await second.shows('Tuesday', null);
  await second.sent();
  deepStrictEqual(await dinnersOf(api), { Monday: 'Soup' });
  strictEqual(await changesOf(family), 3);
});

test('undo works for a pending change and for one that someone else has changed since', async (t) => {
  const { open, proxy, api } = await start(t);
  const [phone, tablet] = [await open(), await open()];
  await phone.context.setOffline(true);
  await phone.put('Monday', null, 'Slip');
  await phone.act("undo('Undo')");
  await phone.shows('Monday', null);
  await phone.context.setOffline(false);
  await phone.sent();
  deepStrictEqual(await dinnersOf(api), {});
  strictEqual((await phone.seen())?.lastChange, undefined);

  await phone.put('Tuesday', null, 'Soup');
  await tablet.shows('Tuesday', 'Soup');
  await tablet.put('Tuesday', 'Soup', 'Rice');
  await phone.shows('Tuesday', 'Rice');
  await phone.act("undo('Undo')");
  const seen = await phone.until('a conflict is shown', ({ conflicts }) => conflicts.length === 1);
  strictEqual(dinner(seen, 'Tuesday'), 'Rice');
  deepStrictEqual(seen.conflicts[0]?.places[0]?.mine, null);
  deepStrictEqual(await dinnersOf(api), { Tuesday: 'Rice' });
  strictEqual(new Set(proxy.passed).size, 5);
});

test('a broken event stream reconnects, and missed changes appear', async (t) => {
  const { open, proxy } = await start(t);
  const [phone, tablet] = [await open(), await open()];
  proxy.cut();
  await tablet.put('Monday', null, 'Soup');
  await phone.shows('Monday', 'Soup');
  await tablet.put('Monday', 'Soup', 'Rice');
  await phone.shows('Monday', 'Rice');
});

test('without events, the week is polled every 30 seconds', async (t) => {
  const { open, proxy, api } = await start(t);
  proxy.hasEvents = false;
  const phone = await open();
  await phone.page.clock.install();
  await phone.page.reload();
  await phone.ready();
  await putByApi(api, 'Soup');
  await phone.page.clock.fastForward(31_000);
  await phone.shows('Monday', 'Soup');
});

test('a hidden page has no event stream and updates when visible', async (t) => {
  const { open, proxy, api } = await start(t);
  const phone = await open();
  await until('it listens', () => proxy.listening === 1);
  await phone.page.evaluate(`Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`);
  await until('it listens no longer', () => proxy.listening === 0);
  await putByApi(api, 'Soup');
  await phone.page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))");
  await phone.shows('Monday', 'Soup');
  await until('it listens again', () => proxy.listening === 1);
});

test('a browser without storage shows a notice and still sends changes', async (t) => {
  const { open, api } = await start(t);
  const phone = await open('IDBFactory.prototype.open = () => { throw new Error("not here"); }');
  await phone.put('Monday', null, 'Soup');
  strictEqual((await phone.sent()).isStored, false);
  deepStrictEqual(await dinnersOf(api), { Monday: 'Soup' });
});

test('on plain http, without service worker and locks, two tabs still agree', async (t) => {
  const { open, api, family } = await start(t);
  const first = await open(`delete Navigator.prototype.locks; delete Navigator.prototype.serviceWorker;
    delete Crypto.prototype.randomUUID;`);
  const second = await first.tab();
  await second.ready();
  await first.put('Monday', null, 'Soup');
  await second.shows('Monday', 'Soup');
  await second.put('Monday', 'Soup', 'Rice');
  await first.shows('Monday', 'Rice');
  await first.sent();
  await second.sent();
  deepStrictEqual(await dinnersOf(api), { Monday: 'Rice' });
  strictEqual(await changesOf(family), 2);
});
