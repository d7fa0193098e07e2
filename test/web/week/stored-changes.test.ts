/**
 * What version 0.2.0 stores on a device, which later versions must read: unsent changes and cached weeks are shown and
 * sent, also while another tab holds the database open.
 */
import { ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { createRecipe } from '../support/list-page.ts';
import { startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { visitAsFamily } from '../support/web.ts';
import { NOW_MS, planMeals, WEEK } from '../support/week-page.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

/** Writes these records as 0.2.0 does, and holds the connection open, as another tab does. */
function writeRecords(page: Page, outboxes: [string[], unknown][], values: [string[], unknown][]) {
  return page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('weekfare', 2);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('outboxes');
      opening.result.createObjectStore('values');
    };
    opening.onsuccess = () => {
      window.held = opening.result;
      const writing = opening.result.transaction(['outboxes', 'values'], 'readwrite');
      for (const [key, value] of ${JSON.stringify(outboxes)}) writing.objectStore('outboxes').put(value, key);
      for (const [key, value] of ${JSON.stringify(values)}) writing.objectStore('values').put(value, key);
      writing.oncomplete = () => resolve();
      writing.onabort = () => reject(writing.error);
    };
    opening.onerror = () => reject(opening.error);
  })`);
}

test('unsent changes and cached weeks of version 0.2.0 are shown and sent', async (t) => {
  const { page: oldTab, api, context } = await visitAsFamily(t, browser, service, { path: 'about:blank' });
  const recipe = await createRecipe(api, 'Leek soup', ['2 leeks']);
  await planMeals(api, { Monday: { dinner: { description: 'Leek soup', recipeId: recipe } } });
  const { family, member } = (await api.call('GET', '/app/api/me')).body;
  const account = [family.id, member.id];
  const { plan: current } = (await api.call('GET', `/app/api/plans/${WEEK}`)).body;
  const list = (await api.call('GET', `/app/api/lists/${WEEK}?language=en`)).body;
  // Differs from the server's plan, to distinguish the cached week from the loaded one.
  const cached = {
    ...current,
    meals: { ...current.meals, Tuesday: { dinner: { description: 'Cached stew' } } },
  };
  const edit = {
    week: WEEK,
    day: 'Friday',
    slot: 'dinner',
    before: null,
    after: { description: 'Unsent pie' },
  };
  const made = { edits: [edit], what: 'put', createdAtMs: Date.now() };
  const reason = { status: 400, code: 'invalid-input', detail: 'Too long.' };
  const refused = { ...edit, day: 'Sunday', after: { description: 'Refused roast' } };
  await oldTab.goto('/app/api/me');
  await writeRecords(
    oldTab,
    [
      [
        [...account, 'plans'],
        [
          { id: randomUUID(), ...made, edits: [refused], state: 'refused', reason },
          { id: randomUUID(), ...made, state: 'waiting' },
        ],
      ],
      [
        [...account, 'lists'],
        [{ week: WEEK, operation: { opId: randomUUID(), kind: 'add', text: 'candles' } }],
      ],
    ],
    [
      [[...account, 'plans', WEEK], { value: cached, seenAtMs: 1_000 }],
      [[...account, 'lists', WEEK], { value: list, seenAtMs: 1_000 }],
    ],
  );

  const isWithout = /\/app\/api\/(plans|lists|changes|events)/;
  await context.route(isWithout, (route) => route.abort());
  const page = await context.newPage();
  await page.clock.install({ time: NOW_MS });
  await page.goto(`/week/${WEEK}`);
  for (const text of ['Cached stew', 'Unsent pie', 'Refused roast'])
    await page.getByText(text).first().waitFor();
  await page.getByRole('link', { name: 'List', exact: true }).click();
  for (const text of ['leeks', 'candles']) await page.getByText(text).first().waitFor();
  await context.unroute(isWithout);
  await page.evaluate("dispatchEvent(new Event('online'))");
  await until('the plan change is sent', async () => {
    const { body } = await api.call('GET', `/app/api/plans/${WEEK}`);
    return body.plan.meals.Friday?.dinner?.description === 'Unsent pie';
  });
  await until('the list operation is sent', async () => {
    const { body } = await api.call('GET', `/app/api/lists/${WEEK}?language=en`);
    return JSON.stringify(body.list).includes('candles');
  });
  // The other tab can still write.
  await oldTab.evaluate(`new Promise((resolve, reject) => {
    const writing = window.held.transaction('outboxes', 'readwrite');
    writing.objectStore('outboxes').put([], ['another']);
    writing.oncomplete = () => resolve();
    writing.onabort = () => reject(writing.error);
  })`);

  await t.test('a later version of the app can upgrade the database while this one is open', async () => {
    const version = await oldTab.evaluate(`new Promise((resolve, reject) => {
      window.held.close();
      const opening = indexedDB.open('weekfare', 3);
      opening.onblocked = () => reject(new Error('blocked'));
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => resolve(opening.result.version);
    })`);
    strictEqual(version, 3);
    ok(await page.locator('.list-things').isVisible());
  });
});
