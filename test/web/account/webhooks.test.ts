/** Webhooks in the profile: a new endpoint, its secret, a test, the last deliveries, and switching off. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startBrowser } from '../support/browser.ts';
import { expectError, planDinner, readSecrets, visitProfile } from '../support/profile-page.ts';
import { startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { ALLOWS_LOOPBACK, startReceiver, verify } from '#test/support/servers/webhook-receiver.ts';
import { checkAxe } from '../support/web.ts';

const service = await startService(
  { after, before },
  { config: { premium: 'everyone', ...ALLOWS_LOOPBACK }, isPublic: true },
);
const browser = await startBrowser({ after });

test('a webhook, from the form to its last deliveries', async (t) => {
  const receiver = await startReceiver(t);
  const { page } = await visitProfile(t, browser, service);
  const section = page.getByRole('region', { name: 'Webhooks' });
  await section.getByText('No webhook yet.').waitFor();
  await section.getByRole('button', { name: 'Create a webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a webhook' });
  const submit = dialog.getByRole('button', { name: 'Create a webhook' });
  await dialog.getByLabel('Name').fill('Kitchen light');
  await dialog.getByLabel('Address').fill('http://192.168.1.5:8123/hook');
  await submit.click();
  const isPrivate =
    'This address is in a private network or only known in one. The person who runs this Weekfare can allow it (setting FETCH_PRIVATE_HOSTS).';
  await expectError(dialog, 'Address', isPrivate);
  await checkAxe(page, 'dialog');
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByLabel(/Today’s dinner/).check();
  await submit.click();
  const [secret = ''] = await readSecrets(page);
  match(secret, /^whsec_/);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  // The path of an address is often a secret.
  await section.getByText(`${new URL(receiver.url).origin}/…`).waitFor();
  ok(!(await page.content()).includes(secret), 'the secret is not shown again');
  await until(
    'the default time',
    async () => (await section.getByLabel('Time', { exact: true }).inputValue()) === '16:00',
  );

  await section.getByRole('button', { name: 'Send a test Kitchen light' }).click();
  await page.getByText('The test has arrived at “Kitchen light”.').waitFor();
  await planDinner(page, 'Jollof rice');
  await until('delivery', () => receiver.received.length === 2);
  for (const each of receiver.received) verify(secret, each);
  deepStrictEqual(
    receiver.accepted().map(({ type }) => type),
    ['test', 'plan.changed'],
  );
  receiver.respond = () => ({ status: 500 });
  await section.getByRole('button', { name: 'Send a test Kitchen light' }).click();
  await page.getByText('The test has not arrived: status 500').waitFor();
  await section.getByText('Last deliveries').click();
  await section
    .getByText(/status 204/)
    .first()
    .waitFor();
  await section.getByText(/status 500 · 1 attempt/).waitFor();
  await checkAxe(page, '#webhooks');

  await section.getByLabel('Time', { exact: true }).fill('17:30');
  await section.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await section.getByRole('button', { name: 'Switch off Kitchen light' }).click();
  await section.getByText('Off', { exact: true }).waitFor();
  await section.getByRole('button', { name: 'Delete Kitchen light' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await section.getByText('No webhook yet.').waitFor();
  strictEqual(receiver.received.length, 3);
});
