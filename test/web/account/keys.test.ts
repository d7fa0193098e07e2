/** API keys in the profile: creation, the secret shown once, the curl command, expiry, replacement, revocation. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { returnToPage } from '../support/navigate.ts';
import { expectError, planDinner, readSecrets } from '../support/profile-page.ts';
import { AppClient, startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { checkAxe, tabTo, visit } from '../support/web.ts';

const PASSWORD = 'correct horse battery';

const service = await startService({ after, before }, { config: { premium: 'everyone' } });
const browser = await startBrowser({ after });

test('API keys, from sign-up to revocation', async (t) => {
  const { page, context } = await visit(t, browser, service);
  const email = 'first@example.org';
  let key = '';

  await t.test('from sign-up to a meal, a key, and a curl command that fetches the plan', async () => {
    await context.clock.install({ time: service.clock.nowMs });
    await page.goto('/sign-up');
    await page.getByLabel('Family name').fill('Okafor');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.waitFor();
    await planDinner(page, 'Jollof rice');
    await pages.getByRole('link', { name: 'Family', exact: true }).click();
    await page.getByText('No key yet.').waitFor();

    const created = await createKey(page, 'Home Assistant');
    ({ key } = created);
    match(key, /^wf_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
    const { data } = JSON.parse(await fetchLikeCurl(created.curl));
    strictEqual(data.meals.Wednesday.dinner.description, 'Jollof rice');
    // The key is not shown again.
    ok(!(await page.content()).includes(key));
  });

  const api = new AppClient(service);
  await api.call('POST', '/app/api/sign-in', { email, password: PASSWORD });

  await t.test('revoking a key asks for confirmation and takes effect within a second', async () => {
    const revoke = page.getByRole('button', { name: 'Revoke Home Assistant' });
    await revoke.click();
    await checkAxe(page, 'dialog');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    strictEqual(await statusWith(key), 200);
    await revoke.click();
    await page
      .getByRole('dialog', { name: 'Revoke “Home Assistant”?' })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await page.getByText('No key yet.').waitFor();
    await until('the key is rejected', async () => (await statusWith(key)) === 401, 1_000);
    await page.getByText('1 inactive key').click();
    await page.getByText('Revoked on 11 November 2026').waitFor();
  });

  await t.test('a secret’s dialog closes only with its button, and works with the keyboard', async () => {
    // The next Tab leads to what follows this button.
    await page.locator('#calendar').getByRole('button').last().focus();
    await tabTo(page, '#keys .button');
    await page.keyboard.press('Enter');
    await page.locator('dialog input:focus').waitFor();
    await page.keyboard.type('Typed');
    // Selecting the text may end outside of the dialog.
    const field = await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).boundingBox();
    ok(field);
    await page.mouse.move(field.x + field.width / 2, field.y + field.height / 2);
    await page.mouse.down();
    await page.mouse.move(5, 5);
    await page.mouse.up();
    strictEqual(await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).inputValue(), 'Typed');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('dialog', { name: 'Your new key' });
    await shown.waitFor();
    // Browsers close the dialog at the second one, and it opens again.
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
    await shown.waitFor();
    await page.mouse.click(5, 5);
    await shown.waitFor();
    await checkAxe(page, 'dialog');
    await tabTo(page, 'dialog .button-primary');
    await page.keyboard.press('Enter');
    await shown.waitFor({ state: 'detached' });
    ok(await page.locator('#keys .button:focus').count(), 'the focus returns to the button');
  });

  await t.test('a key shows its last use and its expiry', async () => {
    const { key } = await createKey(page, 'For a year', 'In a year');
    await rowOf(page, 'For a year')
      .getByText(/Not used yet · Expires in 12 months|Expires in 1 year|Expires next year/)
      .waitFor();
    strictEqual(await statusWith(key), 200);
    await until('the use is noted', async () => Boolean((await keyNamed(api, 'For a year')).lastUsedAt));
    await returnToPage(page);
    await rowOf(page, 'For a year')
      .getByText(/Last used (just now|\d+ minutes? ago) \(11 Nov 2026, 13:/)
      .waitFor();
  });

  await t.test('a key expires on a chosen day; a past day is refused', async () => {
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await expectError(dialog, 'Name', 'Please enter a name of at most 100 characters.');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Guest');
    await dialog.getByLabel('Expires').selectOption('On a date I choose');
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await expectError(dialog, 'Last day', 'Please choose a date.');
    await dialog.getByLabel('Last day').fill('2026-11-01');
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await expectError(dialog, 'Last day', 'Choose a date in the future.');
    await checkAxe(page, 'dialog');
    await dialog.getByLabel('Last day').fill('2026-12-24');
    await chooseScopes(dialog);
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    // The browser's time zone is Lagos, UTC+1.
    const { expiresAt, scopes } = await keyNamed(api, 'Guest');
    strictEqual(expiresAt, '2026-12-24T22:59:59.999Z');
    deepStrictEqual(scopes, ['lists:read', 'pantry:read']);
    await rowOf(page, 'Guest').getByText('Read shopping lists, Read the pantry').waitFor();
  });

  await t.test('replacing a key creates a new one and ends the old one after the chosen time', async () => {
    const { key: old } = await createKey(page, 'Wall');
    const { key: next } = await replaceKey(page, 'a day', () => checkAxe(page, 'dialog'));
    deepStrictEqual([await statusWith(old), await statusWith(next)], [200, 200]);
    await until('both keys are listed', async () => (await rowOf(page, 'Wall').count()) === 2);
    const row = page.locator('#keys li').filter({ hasText: 'Replaced' });
    deepStrictEqual(
      await row.getByRole('button').allTextContents(),
      [`Revoke Wall ${old.slice(0, 11)}…`],
      'a replaced key cannot be replaced again',
    );
    await row.getByText(`${old.slice(0, 11)}… · Reads plans, shopping lists and recipes`).waitFor();
    await rowOf(page, 'Wall')
      .getByText(`${next.slice(0, 11)}… · Reads plans, shopping lists and recipes`)
      .waitFor();
    // The list begins with the newest key.
    const { key: last } = await replaceKey(page, 'not at all: it stops now');
    await until('the previous key is rejected', async () => (await statusWith(next)) === 401);
    deepStrictEqual([await statusWith(old), await statusWith(last)], [200, 200]);
  });

  await t.test('the copy buttons copy exactly what is shown', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Copied');
    await page.keyboard.press('Enter');
    const texts = await readSecrets(page);
    for (const [place, name] of ['Copy the key', 'Copy the command'].entries()) {
      await page.getByRole('button', { name }).click();
      await until(name, async () => (await page.evaluate('navigator.clipboard.readText()')) === texts[place]);
    }
  });
});

async function createKey(page: Page, name: string, ends = 'Never') {
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByLabel('Expires').selectOption(ends);
  await dialog.getByRole('button', { name: 'Create a key' }).click();
  return copySecret(page);
}

async function replaceKey(page: Page, overlap: string, check?: () => Promise<void>) {
  await page.getByRole('button', { name: 'Replace Wall' }).first().click();
  await page.getByLabel('How long does the old key keep working').selectOption(overlap);
  await check?.();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  return copySecret(page);
}

async function copySecret(page: Page) {
  const [key = '', curl = ''] = await readSecrets(page);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  return { key, curl };
}

/** The shopping set, less what changes lists, and the pantry. Nothing chosen is refused. */
async function chooseScopes(dialog: Locator): Promise<void> {
  strictEqual(await dialog.getByRole('radio', { name: /^Display/ }).isChecked(), true);
  await dialog.getByRole('radio', { name: /^Shopping/ }).check();
  await dialog.getByText('More', { exact: true }).click();
  await dialog.getByRole('checkbox', { name: 'Change shopping lists' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Read shopping lists' }).uncheck();
  await dialog.getByRole('button', { name: 'Create a key' }).click();
  await dialog.getByText('Please choose at least one thing that the key may do.').waitFor();
  await dialog.getByRole('checkbox', { name: 'Read shopping lists' }).check();
  await dialog.getByRole('checkbox', { name: 'Read the pantry' }).check();
}

type Key = { scopes: string[]; name: string; lastUsedAt: string | null; expiresAt: string | null };

async function keyNamed(api: AppClient, wanted: string): Promise<Key> {
  const { keys } = (await api.call('GET', '/app/api/keys')).body as { keys: Key[] };
  const found = keys.find(({ name }) => name === wanted);
  if (!found) throw new Error(`There is no key ${wanted}.`);
  return found;
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
}

async function statusWith(key: string): Promise<number> {
  const headers = { 'X-API-Key': key };
  return (await fetch(`${service.url}/api/meal-plans/v1/current`, { headers })).status;
}

/** What the command line prints. curl itself is not on every machine. */
async function fetchLikeCurl(line: string): Promise<string> {
  const [, key = '', address = ''] = /^curl -H "X-API-Key: (\w+)" "(http:[^"]+)"$/.exec(line) ?? [];
  return (await fetch(address, { headers: { 'X-API-Key': key } })).text();
}
