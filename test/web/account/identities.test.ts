/** Signing in with an identity provider, in a real browser. */
import { strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startBrowser } from '../support/browser.ts';
import { navigate } from '../support/navigate.ts';
import { Issuer } from '#test/support/servers/issuer.ts';
import { startService } from '#test/support/service.ts';
import { checkAxe, checkWidths, visitAsFamily } from '../support/web.ts';

const issuer = await new Issuer().start({ after });
const service = await startService({ after, before }, { config: { oidc: issuer.settings } });
const browser = await startBrowser({ after });

test('a member links an account, signs in with it, proves with it and unlinks it; somebody joins and signs up', async (t) => {
  const { page, api } = await visitAsFamily(t, browser, service, { path: '/profile#identities' });
  const section = page.getByRole('region', { name: 'Sign-in service' });
  const { body: invitation } = await api.call('POST', '/app/api/invitations', { role: 'member' });
  const signOut = async () => {
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
  };

  await t.test('links, and is back on the page', async () => {
    await section.getByText('No account linked yet.').waitFor();
    await section.getByRole('button', { name: 'Link an account' }).click();
    await page.getByText('Your account is linked.').waitFor();
    await section.getByRole('button', { name: 'Unlink ada@provider.example' }).waitFor();
    strictEqual(new URL(page.url()).pathname + new URL(page.url()).search, '/profile');
    await checkAxe(page, '#identities');
    await checkWidths(page);
  });

  await t.test('signs in, and comes to the page that was asked for', async () => {
    await signOut();
    await page.goto('/sign-in?back=%2Flist');
    const button = page.getByRole('button', { name: 'Sign in with Home Login' });
    await button.waitFor();
    await checkAxe(page);
    await button.click();
    await page.waitForURL('**/list');
  });

  await t.test('another site as the page to return to is ignored', async () => {
    await signOut();
    await page.goto('/sign-in?back=%2F%2Fevil.example%2Flist');
    await page.getByRole('button', { name: 'Sign in with Home Login' }).click();
    await page.waitForURL(`${service.url}/`);
  });

  await t.test('a sensitive action is confirmed at the provider', async () => {
    service.clock.nowMs += 11 * 60_000;
    await navigate(page, '/profile');
    await section.getByRole('button', { name: 'Unlink ada@provider.example' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await page.getByRole('button', { name: 'Confirm with Home Login' }).click();
    await page.getByText('Thank you. Now you can continue.').waitFor();
    await section.getByRole('button', { name: 'Unlink ada@provider.example' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await section.getByText('No account linked yet.').waitFor();
  });

  await t.test('somebody new joins by invitation', async () => {
    await signOut();
    issuer.person = { subject: 'bea', email: 'bea@provider.example' };
    await page.goto(invitation.link);
    await page.getByRole('button', { name: 'Join with Home Login' }).click();
    await page.getByText('Nearly there: a few details are missing.').waitFor();
    strictEqual(await page.getByLabel('Email').inputValue(), 'bea@provider.example');
    await checkAxe(page);
    await page.getByRole('button', { name: 'Join the family' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  await t.test('somebody new signs up', async () => {
    await signOut();
    issuer.person = { subject: 'cem', email: 'cem@provider.example' };
    await page.goto('/sign-up');
    await page.getByRole('button', { name: 'Sign up with Home Login' }).click();
    await page.getByText('Nearly there: a few details are missing.').waitFor();
    await page.getByLabel('Family name').fill('Yilmaz');
    await checkAxe(page);
    await checkWidths(page);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.waitForURL(`${service.url}/`);
  });

  await t.test('a return that is not of this browser says so', async () => {
    await signOut();
    await page.goto('/oidc?code=x&state=y');
    await page.getByRole('heading', { name: 'Signing in did not work' }).waitFor();
    strictEqual(new URL(page.url()).search, '');
    await checkAxe(page);
  });
});
