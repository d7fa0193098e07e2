/** The API docs page: content, sending requests with a key, keyboard use, content security policy. */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { setPremium } from '#actions/account/families.ts';
import { OPERATOR } from '#storage/actor.ts';
import { describedPath } from '#http/openapi/openapi.ts';
import { KEY_ENDPOINTS } from '#http/endpoints.ts';
import { startBrowser } from './support/browser.ts';
import { sendEdits, signUp, startService } from '../support/service.ts';
import { TIMEOUT_MS } from '../support/until.ts';
import { checkAxe, tabTo } from './support/web.ts';

const SEND = "Send: This week's meal plan";

const service = await startService({ after, before });
const browser = await startBrowser({ after });
const key = await createKey();

test('the API docs page', async (t) => {
  const { page, errors, requests } = await openDocs(t);
  const plan = page.locator('#getCurrentMealPlan .try');

  await t.test('shows every operation of the description', async () => {
    const shown = await page.locator('article h3').allTextContents();
    deepStrictEqual(shown.toSorted(), KEY_ENDPOINTS.map(({ summary }) => summary).toSorted());
    const addresses = await page.locator('.address').allTextContents();
    const expected = KEY_ENDPOINTS.map(({ method, path }) => `${method} ${describedPath(path)}`);
    deepStrictEqual(addresses.toSorted(), expected.toSorted());
    const put = await page.locator('#putMeal').getByLabel('Request').innerText();
    const first = await page.locator('main > pre').innerText();
    const address = `${service.url}/api/meal-plans/v1/current`;
    strictEqual(first, `curl -H 'X-API-Key: YOUR_KEY' '${address}'`, 'before all else');
    match(put, /^curl -X PUT .* -d '\{"description":"Shakshuka".*\/2026-11-16\/Monday\/dinner'$/);
  });

  await t.test('shows the response to a request by keyboard alone, and stores the key nowhere', async () => {
    await tabTo(page, '#key');
    await page.keyboard.type(key);
    await tabTo(page, `[aria-label="${SEND}"]`);
    await page.keyboard.press('Enter');
    await plan.getByText('200 OK').waitFor();
    match(await plan.getByLabel('Response body').innerText(), /"description": "Jollof rice"/);
    match(await plan.getByLabel('Response headers').innerText(), /ratelimit-policy: "key";q=600;w=60/);
    strictEqual(
      await plan
        .locator('[aria-live]')
        .innerText()
        .then((text) => text.slice(0, 6)),
      '200 OK',
    );
    deepStrictEqual(errors, []);
    deepStrictEqual(
      requests.filter((url) => !url.startsWith(`${service.url}/`)),
      [],
    );
    ok(requests.every((url) => !url.includes(key)));
    // Compares lengths, because an entry named `key` is hidden by the method `Storage.key`.
    const stored =
      'JSON.stringify([localStorage.length, sessionStorage.length, document.cookie, location.href])';
    strictEqual(await page.evaluate(stored), JSON.stringify([0, 0, '', `${service.url}/api/docs`]));
  });

  await t.test('sends an operation with the value of its parameter field', async () => {
    await page.fill('#key', key);
    const card = page.locator('#getRecipe .try');
    await card.getByLabel('recipeId').fill(' huevos-rancheros ');
    await card.getByRole('button', { name: 'Send: A recipe' }).click();
    await card.getByText('200 OK').waitFor();
    match(await card.getByLabel('Response body').innerText(), /"id": "huevos-rancheros"/);
    ok(requests.at(-1)?.endsWith('/api/recipes/v1/huevos-rancheros'));
  });

  await t.test('hides the key until the user shows it', async () => {
    const field = page.getByLabel('Your API key');
    strictEqual(await field.getAttribute('type'), 'password');
    strictEqual(await field.getAttribute('autocomplete'), 'off');
    await page.getByRole('button', { name: 'Show key' }).click();
    strictEqual(await field.getAttribute('type'), 'text');
    await page.getByRole('button', { name: 'Hide key' }).click();
    strictEqual(await field.getAttribute('type'), 'password');
  });

  await t.test(
    'fits a phone, a tablet and a desktop, with headings in order and every field labelled',
    async () => {
      for (const width of [390, 820, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        strictEqual(await page.evaluate('document.documentElement.scrollWidth'), width);
      }
      const levels = await page
        .locator('h1, h2, h3, h4')
        .evaluateAll((all) => all.map(({ nodeName }: { nodeName: string }) => Number(nodeName[1])));
      strictEqual(levels[0], 1);
      levels.forEach((level, at) =>
        ok(level <= (levels[at - 1] ?? 0) + 1, `heading ${at} of level ${level}`),
      );
      await checkAxe(page);
      strictEqual(await page.locator('button:not([type]), input:not([id])').count(), 0);
      const unlabelled = `Array.from(document.querySelectorAll('input'), ({ id }) => id).filter(
        (id) => document.querySelectorAll('label[for="' + id + '"]').length !== 1)`;
      deepStrictEqual(await page.evaluate(unlabelled), []);
    },
  );

  await t.test('has nothing inline, and the policy blocks an injected script', async () => {
    const html = await (await fetch(`${service.url}/api/docs`)).text();
    match(html, /<article id="getCurrentMealPlan"/, 'readable without scripts');
    doesNotMatch(html, /<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)|javascript:/i);
    strictEqual(
      await page.evaluate("document.querySelectorAll('[style], style, script:not([src])').length"),
      0,
    );
    deepStrictEqual(errors, []);
    await page.evaluate(`document.body.append(
      Object.assign(document.createElement('script'), { textContent: 'window.planted = true' }),
    )`);
    strictEqual(await page.evaluate('window.planted'), undefined);
    match(errors.join('\n'), /Content Security Policy/);
  });

  await t.test('shows 401 and the problem for a wrong key', async () => {
    await page.getByLabel('Your API key').fill('wf_wrong');
    await page.getByRole('button', { name: SEND }).click();
    await plan.getByText('401 Unauthorized').waitFor();
    match(await plan.getByLabel('Response body').innerText(), /"code": "invalid-api-key"/);
  });

  await t.test('shows a message when there is no response', async () => {
    await page.context().setOffline(true);
    await page.getByRole('button', { name: SEND }).click();
    await page.getByText('No response.').waitFor();
    await page.context().setOffline(false);
  });

  await t.test('has an anchor for the type of every problem', async () => {
    // Without another page between, only the fragment of the address would change.
    await page.goto('about:blank');
    await page.goto(`${service.url}/api/docs#rate-limited`);
    await page.locator('#problems').waitFor();
    const api = (await (await fetch(`${service.url}/api/openapi.json`)).json()) as {
      'x-problems': { code: string }[];
    };
    const codes = api['x-problems'].map(({ code }) => code);
    const found = `${JSON.stringify(codes)}.filter(
      (code) => document.querySelectorAll('[id="' + code + '"]').length === 1)`;
    deepStrictEqual(await page.evaluate(found), codes);
    const top = Number(
      await page.evaluate("document.getElementById('rate-limited').getBoundingClientRect().top"),
    );
    ok(top >= 0 && top < 800, `the problem is at ${top} pixels`);
  });

  await t.test('has the logo and links to the app', async () => {
    await page.getByRole('link', { name: 'Open the app' }).waitFor();
    strictEqual(await page.locator('header .brand svg').count(), 1);
    match(
      await page.evaluate<string>(
        'document.fonts.ready.then(() => getComputedStyle(document.body).fontFamily)',
      ),
      /^"?Atkinson/,
    );
    await page.getByRole('link', { name: 'Weekfare', exact: true }).click();
    await page.locator('#app main').waitFor();
  });
});

async function createKey(): Promise<string> {
  const { browser: member, family } = await signUp(service);
  await setPremium({ store: service.store, actor: OPERATOR, nowMs: 0 }, family, 'forever');
  const meal = { description: 'Jollof rice' };
  await sendEdits(member, [{ week: '2026-11-09', day: 'Monday', slot: 'dinner', before: null, after: meal }]);
  return (await member.call('POST', '/app/api/keys', { name: 'tablet' })).body.key;
}

/** Opens the page and records its requests and errors. */
async function openDocs(t: TestContext) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 }, reducedMotion: 'reduce' });
  t.after(() => page.close());
  page.setDefaultTimeout(TIMEOUT_MS);
  // As on a machine without a locale.
  await page.addInitScript("Object.defineProperty(navigator, 'languages', { value: ['en-US@posix'] })");
  const [errors, requests]: [string[], string[]] = [[], []];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${service.url}/api/docs`);
  await page.locator('#problems').waitFor();
  return { page, errors, requests };
}
