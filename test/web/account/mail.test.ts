/** Mail in the browser: a forgotten password, a confirmed and a changed address, an invitation, and a first password. */
import { ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noPassword } from '#auth/password.ts';
import { startMailServer } from '#test/support/servers/mail-server.ts';
import { signUp, startService } from '#test/support/service.ts';
import { startBrowser } from '../support/browser.ts';
import { navigate } from '../support/navigate.ts';
import { checkAxe, checkWidths, visit } from '../support/web.ts';

const mailServer = await startMailServer({ after, before });
const service = await startService(
  { after, before },
  { config: { mail: mailServer.settings }, isPublic: true },
);
const browser = await startBrowser({ after });

test('from a forgotten password to a new address', async (t) => {
  const {
    email,
    member,
    browser: api,
  } = await signUp(service, { email: 'rao@example.org', familyName: 'Rao' });
  const { page } = await visit(t, browser, service);
  /** Opens the link of a mail as a mail program does: as a new page of the browser. */
  const openLink = async (to: string, number: number) => {
    const { text } = await mailServer.receive(to, number);
    const [link = ''] = /http:\/\/\S+#\w+/.exec(text) ?? [];
    ok(link.startsWith(`${service.url}/`), link);
    await page.goto('about:blank');
    await page.goto(link);
  };

  await t.test('forgot password, mail, new password, signed in', async () => {
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByText('We send you a link').waitFor();
    await checkAxe(page);
    await checkWidths(page);
    await page.getByLabel('Email').first().fill(email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText(`If ${email} has an account here, an email is on its way.`).waitFor();
    await checkAxe(page);
    // The first mail confirms the address of the new account.
    await openLink(email, 2);
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    strictEqual(new URL(page.url()).hash, '');
    const save = async (password: string) => {
      await page.getByLabel('New password').fill(password);
      await page.getByRole('button', { name: 'Save the new password' }).click();
    };
    await save('Password2026!');
    await page.getByText('Many people use this password').waitFor();
    await save('rao@example.org');
    await page.getByText('This is your name or address').waitFor();
    await checkAxe(page);
    await save('a completely new one');
    await page.getByText('Your password was reset on').waitFor();
    await page.getByRole('button', { name: 'Got it' }).click();
    strictEqual((await api.call('GET', '/app/api/me')).status, 401);
  });

  await t.test('the address is confirmed, and a new one counts when its link is opened', async () => {
    await navigate(page, '/profile');
    const section = page.locator('#email');
    await section.getByText('Confirmed', { exact: true }).waitFor();
    await section.getByRole('button', { name: 'Change address' }).click();
    await page.getByRole('dialog').getByLabel('Email').fill('new@example.org');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await section.getByText('Not confirmed').waitFor();
    await section.getByText('new@example.org').waitFor();
    await section.getByRole('button', { name: 'Send the link again' }).click();
    await page.getByText('An email to new@example.org is on its way.').first().waitFor();
    await checkAxe(page, '#email');
    await openLink('new@example.org', 2);
    await page.getByText('You want to use new@example.org for your Weekfare account.').waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await page.getByText('new@example.org is confirmed.').waitFor();
    await openLink('new@example.org', 1);
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await navigate(page, '/profile');
    await page.locator('#email').getByText('new@example.org').waitFor();
    const told = await mailServer.receive(email, 4);
    strictEqual(told.subject, 'Your email address was changed');
  });

  await t.test('an invitation is sent by mail and listed with its address', async () => {
    await page.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create the link' }).waitFor();
    await dialog.getByLabel('Email address (optional)').fill('aunt@example.org');
    await checkAxe(page, 'dialog');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await page.locator('#members').getByText('aunt@example.org').waitFor();
    await openLink('aunt@example.org', 1);
    await page.getByRole('heading', { name: 'Join Rao' }).waitFor();
  });

  await t.test('a member without a password sets one', async () => {
    await service.store.db
      .transaction()
      .execute((tx) =>
        tx.updateTable('members').set({ password_hash: noPassword() }).where('id', '=', member).execute(),
      );
    await navigate(page, '/profile');
    const section = page.locator('#password');
    await section.getByText('You have no password').waitFor();
    strictEqual(await section.getByLabel('Current password').count(), 0);
    await section.getByLabel('New password').fill('three hens in a garden');
    await section.getByRole('button', { name: 'Set password' }).click();
    await section.getByText('You can sign in with your password now.').waitFor();
    await section.getByLabel('Current password').waitFor();
    await checkAxe(page, '#password');
  });
});
