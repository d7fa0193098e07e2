/** Passkeys in a real browser, with Chromium's virtual authenticator. */
import { strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { startService } from '#test/support/service.ts';
import { checkAxe, checkWidths, visitAsFamily } from '../support/web.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });
/** Browsers refuse passkeys at an IP address. */
const here = { ...service, url: service.url.replace('127.0.0.1', 'localhost') };

test('a member adds passkeys, signs in with one by button and by autofill, proves with it, and removes it', async (t) => {
  const { page, context } = await visitAsFamily(t, browser, here, { path: '/profile#passkeys' });
  const authenticator = await addAuthenticator(context, page);
  const section = page.getByRole('region', { name: 'Passkeys' });

  await t.test('adds one, and the same device cannot add a second', async () => {
    await section.getByText('No passkey yet.').waitFor();
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('You can sign in with it now.').waitFor();
    strictEqual((await authenticator.credentials()).length, 1);
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await section.getByText('This device already has a passkey for your account.').waitFor();
  });

  await t.test('renames it', async () => {
    await section.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Blue phone');
    await checkAxe(page, 'dialog');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await section.getByRole('button', { name: 'Remove Blue phone' }).waitFor();
    await checkAxe(page, '#passkeys');
    await checkWidths(page);
  });

  await t.test('the button signs in', async () => {
    await signOut(page);
    await authenticator.setPresent(false);
    await page.goto('/sign-in?back=%2Flist');
    const button = page.getByRole('button', { name: 'Use a passkey' });
    await button.waitFor();
    strictEqual(await page.getByLabel('Email').getAttribute('autocomplete'), 'username webauthn');
    await checkAxe(page);
    await authenticator.setPresent(true);
    await button.click();
    await page.waitForURL('**/list');
  });

  await t.test('the suggestions of the email field sign in', async () => {
    await signOut(page);
    // The virtual authenticator chooses the suggestion at once.
    await page.goto('/sign-in?back=%2Fprofile');
    await page.waitForURL('**/profile');
  });

  await t.test('a sensitive action asks for the passkey', async () => {
    service.clock.nowMs += 11 * 60_000;
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
    await checkAxe(page, 'dialog');
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm with a passkey' }).click();
    await section.getByText('This device already has a passkey for your account.').waitFor();
  });

  await t.test('adds a security key as a second one', async () => {
    await authenticator.setPresent(false);
    const securityKey = await addAuthenticator(context, page, 'usb');
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await section.locator('.section-row').nth(1).waitFor();
    strictEqual((await securityKey.credentials()).length, 1);
    await securityKey.remove();
  });

  await t.test('a removed passkey signs nobody in, and the page says why', async () => {
    await section.getByRole('button', { name: 'Remove Blue phone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Blue phone was removed.').waitFor();
    strictEqual(await section.locator('.section-row').count(), 1);
    await signOut(page);
    // The virtual authenticator chooses the suggestion at once.
    await authenticator.setPresent(true);
    await page.goto('/sign-in');
    await page.getByText('This passkey is not known here any more.').waitFor();
    strictEqual(await page.evaluate("fetch('/app/api/me').then(({ status }) => status)"), 401);
  });
});

async function signOut(page: Page): Promise<void> {
  await page.evaluate("fetch('/app/api/sign-out', { method: 'POST' })");
  await page.evaluate('localStorage.clear()');
}

/** Documented in the Chrome DevTools Protocol, domain WebAuthn. */
async function addAuthenticator(
  context: BrowserContext,
  page: Page,
  transport: 'internal' | 'usb' = 'internal',
) {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** Whether the authenticator answers as if its user had touched it. */
    setPresent: (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    remove: () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
}
