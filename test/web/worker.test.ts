/** The service worker: opens the app offline, caches no family data, updates to a newer version, can be removed. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser } from './support/browser.ts';
import { startHttpProxy } from '../support/servers/http-proxy.ts';
import { signUp, startService } from '../support/service.ts';
import { buildSyncPage } from './support/sync-page.ts';
import { until } from '../support/until.ts';
import { setCookies, visit, visitAsFamily } from './support/web.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

const LIST_CACHED = `(async () => {
  const entries = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) entries.push(name + ' ' + new URL(url).pathname);
  return entries;
})()`;

async function openSyncPage(t: TestContext) {
  const proxy = await startHttpProxy(t, service.url, { files: await buildSyncPage('1', 'with-worker') });
  const { context, page } = await visit(t, browser, { ...service, url: proxy.url }, { hasWorker: true });
  const { browser: api } = await signUp(service);
  await setCookies(context, { ...service, url: proxy.url }, api.cookies);
  await page.goto('/');
  await waitForWorker(page);
  return { proxy, context, page };
}

async function waitForWorker(page: Page): Promise<void> {
  await until('the worker controls the page', () =>
    page.evaluate('navigator.serviceWorker.controller !== null'),
  );
}

function loadedVersion(page: Page): Promise<unknown> {
  return page.evaluate('window.version');
}

test('the app opens offline at any page, and the worker caches no family data', async (t) => {
  const { page, context } = await visitAsFamily(t, browser, service, { hasWorker: true });
  await waitForWorker(page);
  await context.setOffline(true);
  for (const path of ['/', '/profile']) {
    await page.goto(path);
    await page.getByText('Okafor').first().waitFor();
  }
  const cached = (await page.evaluate<string[]>(LIST_CACHED)).map((entry) => entry.split(' ')[1] as string);
  ok(cached.includes('/') && cached.includes('/icon.svg'), cached.join());
  deepStrictEqual(
    cached.filter(
      (path) => !/^\/(|assets\/[\w-]+\.(js|css|woff2)|icon[\w-]*\.\w+|manifest\.webmanifest)$/.test(path),
    ),
    [],
  );
});

test('the worker’s script is always revalidated, and its scope is every page', async () => {
  const response = await fetch(`${service.url}/service-worker.js`);
  strictEqual(response.status, 200);
  strictEqual(response.headers.get('cache-control'), 'no-cache');
  match(response.headers.get('content-type') ?? '', /^text\/javascript/);
  const listed = JSON.parse(/BUILT=(\{.*?\});/.exec(await response.text())?.[1] ?? '') as { files: string[] };
  ok(listed.files.length > 10);
  for (const file of listed.files) strictEqual((await fetch(service.url + file)).status, 200, file);
});

test('a worker from its first version to its end', async (t) => {
  const { proxy, context, page } = await openSyncPage(t);

  for (const [what, failure] of [
    ['fails', { status: 503 }],
    ['cannot be reached', { isStuck: true }],
  ] as const) {
    await t.test(`a server that ${what} does not prevent the app from opening`, async () => {
      const { files } = proxy;
      proxy.files = new Map([['/', { type: 'text/html', body: '', ...failure }]]);
      await page.reload();
      strictEqual(await loadedVersion(page), '1');
      proxy.files = files;
      // A request without a response would delay the next one for the same page.
      proxy.closeConnections();
    });
  }

  await t.test('the worker ignores the APIs and pages that are not the app', async () => {
    await page.goto('/api/docs');
    await page.getByText('API').first().waitFor();
    await context.setOffline(true);
    for (const path of ['/api/docs', '/app/api/me']) {
      match(await page.goto(path).then(String, String), /ERR_INTERNET_DISCONNECTED/);
    }
    await context.setOffline(false);
  });

  const other = await context.newPage();
  await t.test(
    'a newer version is shown at the next load, even before its worker is active; open pages are notified',
    async () => {
      await page.goto('/');
      await other.goto('/');
      proxy.files = await buildSyncPage('2', 'with-worker');
      await page.reload();
      strictEqual(await loadedVersion(page), '2');
      await until('the open page is notified', () =>
        other.evaluate<boolean>('window.state?.isNewer === true'),
      );
      await until('the newer worker is active', () =>
        page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')"),
      );
      // The other page is still of the first version and may request more of its files.
      const versions = (await page.evaluate<string[]>(LIST_CACHED)).map((entry) => entry.split(' ')[0]);
      deepStrictEqual([...new Set(versions)], ['weekfare-1', 'weekfare-2']);
      proxy.files = await buildSyncPage('3', 'with-worker');
      await page.reload();
      await until(
        'the oldest cache is deleted',
        async () => !(await page.evaluate<string>(`(${LIST_CACHED}).then(String)`)).includes('weekfare-1'),
      );
    },
  );
  await other.close();

  await t.test('a retired worker removes itself and its cache', async () => {
    proxy.files = await buildSyncPage('4', 'without-worker');
    await page.reload();
    await until(
      'the caches are deleted',
      async () => (await page.evaluate<string[]>(LIST_CACHED)).length === 0,
    );
    await until('the worker is unregistered', async () => {
      return (
        (await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')) === 0
      );
    });
    await page.reload();
    strictEqual(await loadedVersion(page), '4');
  });
});
