/** The page that shows the API description, as someone uses it: in a real browser, by keyboard, with a real key. */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert/strict';
import { after, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { setPremium } from '#actions/families.ts';
import { OPERATOR } from '#storage/transaction.ts';
import { startBrowser } from './browser.ts';
import { sendEdits, signUp, startService } from './service.ts';

const SEND = "Send: This week's meal plan";

const service = await startService({ after });
const browser = await startBrowser({ after });
const key = await makeKey();

test('shows every operation of the description', async (t) => {
  const { page } = await open(t);
  deepStrictEqual(await page.locator('article h3').allTextContents(), [
    "This week's meal plan",
    "Next week's meal plan",
    'A recipe',
    "This week's shopping list",
    "Next week's shopping list",
  ]);
  deepStrictEqual(await page.locator('.address').allTextContents(), [
    'GET /api/meal-plans/v1/current',
    'GET /api/meal-plans/v1/next',
    'GET /api/recipes/v1/{recipeId}',
    'GET /api/shopping-lists/v1/current',
    'GET /api/shopping-lists/v1/next',
  ]);
});

test('a read with a parameter is sent with what was typed into its field', async (t) => {
  const { page, requests } = await open(t);
  await page.fill('#key', key);
  const card = page.locator('#getRecipe .try');
  await card.getByLabel('recipeId').fill(' huevos-rancheros ');
  await card.getByRole('button', { name: 'Send: A recipe' }).click();
  await card.getByText('200 OK').waitFor();
  match(await card.getByLabel('Body of the answer').innerText(), /"id": "huevos-rancheros"/);
  ok(requests.at(-1)?.endsWith('/api/recipes/v1/huevos-rancheros'));
});

test('a key and a request, by keyboard alone: the answer is shown, and the key kept nowhere', async (t) => {
  const { page, complaints, requests } = await open(t);
  await tabTo(page, '#key');
  await page.keyboard.type(key);
  await tabTo(page, `[aria-label="${SEND}"]`);
  await page.keyboard.press('Enter');
  const shown = page.locator('#getCurrentMealPlan .try');
  await shown.getByText('200 OK').waitFor();
  match(await shown.getByLabel('Body of the answer').innerText(), /"description": "Jollof rice"/);
  match(await shown.locator('table').innerText(), /ratelimit-policy\s+"key";q=600;w=60/);
  strictEqual(
    await shown
      .locator('[aria-live]')
      .innerText()
      .then((text) => text.slice(0, 6)),
    '200 OK',
  );
  deepStrictEqual(complaints, []);
  deepStrictEqual(
    requests.filter((url) => !url.startsWith(`${service.url}/`)),
    [],
  );
  ok(requests.every((url) => !url.includes(key)));
  // By length: an entry called `key` does not show among the fields of a Storage.
  const kept = 'JSON.stringify([localStorage.length, sessionStorage.length, document.cookie, location.href])';
  strictEqual(await page.evaluate(kept), JSON.stringify([0, 0, '', `${service.url}/api/docs`]));
});

test('a wrong key shows 401 and why', async (t) => {
  const { page } = await open(t);
  await page.getByLabel('Your API key').fill('wf_wrong');
  await page.getByRole('button', { name: SEND }).click();
  await page.getByText('401 Unauthorized').waitFor();
  match(await page.getByLabel('Body of the answer').innerText(), /"code": "invalid-api-key"/);
});

test('the key is hidden until it is asked for', async (t) => {
  const { page } = await open(t);
  const field = page.getByLabel('Your API key');
  strictEqual(await field.getAttribute('type'), 'password');
  strictEqual(await field.getAttribute('autocomplete'), 'off');
  await page.getByRole('button', { name: 'Show key' }).click();
  strictEqual(await field.getAttribute('type'), 'text');
  await page.getByRole('button', { name: 'Hide key' }).click();
  strictEqual(await field.getAttribute('type'), 'password');
});

test('says in words when the service is away', async (t) => {
  const { page } = await open(t);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: SEND }).click();
  await page.getByText('No answer came.').waitFor();
});

test('says in words when there is no description', async (t) => {
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.route('**/api/openapi.json', (route) => route.abort());
  await page.goto(`${service.url}/api/docs`);
  await page.getByText('The description could not be loaded').waitFor();
  strictEqual(await page.getByRole('button', { name: 'Try again' }).count(), 1);
});

test('the type of every problem leads to its place on the page', async (t) => {
  const { page } = await open(t, '#rate-limited');
  const api = (await (await fetch(`${service.url}/api/openapi.json`)).json()) as {
    'x-problems': { code: string }[];
  };
  for (const { code } of api['x-problems'])
    strictEqual(await page.locator(`[id="${code}"]`).count(), 1, code);
  const top = Number(
    await page.evaluate("document.getElementById('rate-limited').getBoundingClientRect().top"),
  );
  ok(top >= 0 && top < 800, `the problem stands at ${top}`);
});

test('nothing is inline, and what is planted inline does not run', async (t) => {
  const html = await (await fetch(`${service.url}/api/docs`)).text();
  doesNotMatch(html, /<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)|javascript:/i);
  const { page, complaints } = await open(t);
  strictEqual(
    await page.evaluate("document.querySelectorAll('[style], style, script:not([src])').length"),
    0,
  );
  deepStrictEqual(complaints, []);
  await page.evaluate(`document.body.append(
    Object.assign(document.createElement('script'), { textContent: 'window.planted = true' }),
  )`);
  strictEqual(await page.evaluate('window.planted'), undefined);
  match(complaints.join('\n'), /Content Security Policy/);
});

test('fits a phone, a tablet and a desk, with headings in order and every field named', async (t) => {
  const { page } = await open(t);
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    strictEqual(await page.evaluate('document.documentElement.scrollWidth'), width);
  }
  const levels = await page
    .locator('h1, h2, h3, h4')
    .evaluateAll((all) => all.map(({ nodeName }: { nodeName: string }) => Number(nodeName[1])));
  strictEqual(levels[0], 1);
  levels.forEach((level, at) => ok(level <= (levels[at - 1] ?? 0) + 1, `heading ${at} of level ${level}`));
  strictEqual(await page.locator('button:not([type]), input:not([id])').count(), 0);
  for (const input of await page.locator('input').all()) {
    const id = await input.getAttribute('id');
    strictEqual(await page.locator(`label[for="${id}"]`).count(), 1, `the label of ${id}`);
  }
});

async function makeKey(): Promise<string> {
  const { browser: member, family } = await signUp(service);
  await setPremium({ store: service.store, actor: OPERATOR, nowMs: 0 }, family, 'forever');
  const meal = { description: 'Jollof rice' };
  await sendEdits(member, [{ week: '2026-11-09', day: 'Monday', slot: 'dinner', before: null, after: meal }]);
  return (await member.call('POST', '/app/api/keys', { name: 'tablet' })).body.key;
}

/** The page, ready, with everything it asked for and every error it gave rise to. */
async function open(t: TestContext, place = '') {
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  t.after(() => page.close());
  page.setDefaultTimeout(10_000);
  const [complaints, requests]: [string[], string[]] = [[], []];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${service.url}/api/docs${place}`);
  await page.locator('#problems').waitFor();
  return { page, complaints, requests };
}

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 50; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.locator(`${selector}:focus-visible`).count()) return;
  }
  throw new Error(`The Tab key does not lead to ${selector}.`);
}
