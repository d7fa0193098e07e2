/** The shopping list by a link: made in the list's menu, read without an account, revoked on the page of links. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService } from '../support/service.ts';
import { allowedMs, until } from '../support/until.ts';
import { startBrowser } from './support/browser.ts';
import { row, visitList } from './support/list-page.ts';
import { checkAxe, checkWidths, visit } from './support/web.ts';

const NOW = '2026-11-11T16:00:00Z';
const service = await startService({ after, before }, { nowMs: Date.parse(NOW) });
const browser = await startBrowser({ after });

test('a link to the list', async (t) => {
  const { page, api } = await visitList(t, browser, service);
  let link = '';
  const reader = await visit(t, browser, service, {
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
  });

  await t.test('is made in the menu of the list, where axe finds no violation', async () => {
    await page.getByRole('button', { name: 'List options' }).click();
    await page.getByRole('menuitem', { name: 'Link to read along' }).click();
    const dialog = page.getByRole('dialog', { name: 'Links to the shopping list' });
    await dialog.getByText('No links yet.').waitFor();
    await checkAxe(page, 'dialog');
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    const made = page.getByRole('dialog', { name: 'Your link to the shopping list' });
    link = await made.locator('code').innerText();
    match(link, /\/shared-list\?language=en#\w{43}$/);
    await made.getByRole('button', { name: 'I have copied it' }).click();
  });

  await t.test('shows the list by aisle without an account, and follows changes', async () => {
    await reader.page.goto(link);
    await reader.page.getByRole('heading', { level: 2, name: 'Vegetables' }).waitFor();
    deepStrictEqual(await reader.page.locator('.shared-list-group').first().locator('li').allInnerTexts(), [
      '500\u{A0}g carrots',
      '2 leeks',
    ]);
    ok(!(await reader.page.locator('body').innerText()).includes('Leek soup'), 'no meals');
    const requests: string[] = [];
    reader.page.on('request', (request) => requests.push(request.url() + (request.headers().referer ?? '')));
    await row(page, '2 leeks').click();
    await reader.page.getByText('2 leeks').waitFor({ state: 'detached', timeout: allowedMs(2_000) });
    await reader.page.getByText('1 thing is in the trolley already').waitFor();
    const token = link.split('#')[1] as string;
    ok(requests.length > 0 && !requests.some((url) => url.includes(token)), requests.join('\n'));
    await checkAxe(reader.page);
    await checkWidths(reader.page);
  });

  await t.test('is printed without buttons', async () => {
    await reader.page.emulateMedia({ media: 'print' });
    strictEqual(await reader.page.getByRole('button').filter({ visible: true }).count(), 0);
    strictEqual(await reader.page.getByText('carrots').isVisible(), true);
    await reader.page.emulateMedia({ media: null });
  });

  await t.test('is in the language of its creator, or else in that of the reader', async () => {
    await reader.page.goto(link.replace('=en#', '=de#'));
    await reader.page.getByRole('heading', { level: 2, name: 'Gemüse' }).waitFor();
    await reader.page.getByText('Karotten').waitFor();
    await reader.page.goto(link.replace('=en#', '=xx#'));
    await reader.page.getByText('carrots').waitFor();
  });

  await t.test('is revoked on the page of links, and the open page shows it at once', async () => {
    // The page shows whether the link has ended.
    await page.clock.setFixedTime(NOW);
    await page.goto('/profile/displays');
    const section = page.getByRole('region', { name: 'Links to the shopping list' });
    await section.getByText('by you').waitFor();
    await checkAxe(page);
    await section.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await reader.page.getByText('This link no longer works').waitFor({ timeout: allowedMs(2_000) });
    await section.getByText('No links yet.').waitFor();
    await checkAxe(reader.page);
    const { events } = (await api.call('GET', '/app/api/security-events')).body;
    deepStrictEqual(
      events.slice(0, 2).map(({ action }: { action: string }) => action),
      ['list-link.revoke', 'list-link.add'],
    );
  });

  await t.test('without an answer of the server, the page says so and tries again', async () => {
    const { link: next } = (await api.call('POST', '/app/api/list-links', { days: 7 })).body;
    await reader.page.route('**/app/api/shared-list', (route) => route.abort());
    await reader.page.goto(next);
    await reader.page.reload();
    await reader.page.getByText('The list could not be loaded').waitFor();
    await reader.page.unroute('**/app/api/shared-list');
    await reader.page.evaluate("dispatchEvent(new Event('online'))");
    await until('the list is shown', () => reader.page.getByText('carrots').isVisible());
  });
});
