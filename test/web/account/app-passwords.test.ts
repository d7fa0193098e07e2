/** App passwords in the profile: creation, the lines to type for each app, copying, the list of keys, revocation. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { makeWorld } from '#test/support/world.ts';
import { startBrowser } from '../support/browser.ts';
import { returnToPage } from '../support/navigate.ts';
import { expectError, readSecrets, visitProfile } from '../support/profile-page.ts';
import { checkAxe, setCookies, visit } from '../support/web.ts';

const service = await startService({ after, before }, { config: { premium: 'everyone' } });
const browser = await startBrowser({ after });

async function create(page: Page, name: string): Promise<string[]> {
  await page.locator('#calendar').getByRole('button', { name: 'Create an app password' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create an app password' }).click();
  return readSecrets(page);
}

test('an owner makes an app password, types it into an app and revokes it', async (t) => {
  const { page, context, api } = await visitProfile(t, browser, service);
  const { email } = (await api.call('GET', '/app/api/session')).body.me.member;
  const statusWith = async (key: string, path: string, method = 'GET') =>
    (await fetch(service.url + path, { method, headers: { 'x-api-key': key } })).status;
  let password = '';

  await t.test('shows the three lines of each app once, and copies them', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('#calendar').getByRole('button', { name: 'Create an app password' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Create an app password' }).click();
    await expectError(form, 'Name', 'Please enter a name of at most 100 characters.');
    await checkAxe(page, 'dialog');
    await page.keyboard.press('Escape');
    const lines = await create(page, 'Anna’s iPhone');
    password = lines[2] ?? '';
    match(password, /^wf_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
    const origin = new URL(page.url()).origin;
    deepStrictEqual(lines, [new URL(origin).host, email, password]);
    const dialog = page.getByRole('dialog', { name: 'Your app password' });
    await dialog.getByText('Add CalDAV Account').waitFor();
    await checkAxe(page, 'dialog');
    for (const [app, server, step] of [
      ['Android (DAVx⁵)', 'Base URL', 'Login with URL and user name'],
      ['Home Assistant', 'URL', 'Add integration'],
      ['Another app', 'URL', 'add a CalDAV account'],
    ] as const) {
      await dialog.getByLabel('Where do you want to enter it?').selectOption(app);
      await dialog.getByText(step).waitFor();
      deepStrictEqual(await readSecrets(page), [`${origin}/dav/`, email, password], app);
      await dialog.getByRole('button', { name: `Copy: ${server}`, exact: true }).click();
      await until(
        `the address for ${app} is copied`,
        async () => (await page.evaluate('navigator.clipboard.readText()')) === `${origin}/dav/`,
      );
    }
    await dialog.getByRole('button', { name: 'Copy: Password' }).click();
    await until(
      'the password is copied',
      async () => (await page.evaluate('navigator.clipboard.readText()')) === password,
    );
    await page.getByRole('button', { name: 'I have copied it' }).click();
    ok(!(await page.content()).includes(password), 'it is not shown again');
  });

  await t.test('it reads meals and lists, changes lists, and nothing else', async () => {
    const { keys } = (await api.call('GET', '/app/api/keys')).body;
    deepStrictEqual(keys[0].scopes, ['plans:read', 'lists:read', 'lists:write']);
    strictEqual(await statusWith(password, '/api/meal-plans/v1/current'), 200);
    strictEqual(await statusWith(password, '/api/shopping-lists/v1/current'), 200);
    strictEqual(await statusWith(password, '/api/recipes/v1'), 403);
    const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
    const listed = await fetch(`${service.url}/dav/calendars/`, {
      method: 'PROPFIND',
      headers: { authorization, depth: '1' },
    });
    strictEqual(listed.status, 207, 'an app that sends the three lines finds both calendars');
    match(await listed.text(), /\/dav\/calendars\/meals\/[^]*\/dav\/calendars\/shopping\//);
    strictEqual(await statusWith(password, '/api/meal-plans/v1/2026-11-09/Monday/dinner', 'DELETE'), 403);
  });

  await t.test('it is listed with the keys, with its last use, and can be replaced and revoked', async () => {
    await until('the use is noted', async () =>
      Boolean((await api.call('GET', '/app/api/keys')).body.keys[0].lastUsedAt),
    );
    await returnToPage(page);
    const row = page.locator('#keys').getByRole('listitem').filter({ hasText: 'Anna’s iPhone' });
    await row.getByText('App password: reads meals, changes shopping lists').waitFor();
    await row.getByText(/Last used/).waitFor();
    await row.getByRole('button', { name: 'Replace' }).click();
    await page.getByLabel('How long does the old key keep working').selectOption('not at all: it stops now');
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    const [, , next = ''] = await readSecrets(page);
    await page.getByRole('dialog', { name: 'Your app password' }).waitFor();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await until(
      'the old one is refused',
      async () => (await statusWith(password, '/api/meal-plans/v1/current')) === 401,
    );
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await until(
      'the new one is refused',
      async () => (await statusWith(next, '/api/meal-plans/v1/current')) === 401,
      1_000,
    );
  });
});

test('a member is told to ask an owner, here in German', async (t) => {
  const { member } = await makeWorld(service);
  const { page, context } = await visit(t, browser, service, { locale: 'de-DE' });
  await context.clock.install({ time: service.clock.nowMs });
  await setCookies(context, service, new Map([['weekfare-session', member.token]]));
  await page.goto('/profile');
  const section = page.locator('#calendar');
  await section.getByText('Verwalter können eines für dich erstellen.').waitFor();
  strictEqual(await section.getByRole('button', { name: 'App-Passwort erstellen' }).count(), 0);
  await checkAxe(page, '#calendar');
});
