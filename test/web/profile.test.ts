/** The profile page: family, members, displays, password, sessions, Premium, download and deletion of all data. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setPremium } from '#actions/families.ts';
import { OPERATOR } from '#storage/transaction.ts';
import { startBrowser } from './browser.ts';
import { expectError, planDinner, readSecrets, visitProfile } from './profile-page.ts';
import { AppClient, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { checkAxe, checkWidths, setCookies, visit } from './web.ts';

const PASSWORD = 'correct horse battery';

const service = await startService({ after, before }, { config: { premium: 'everyone' } });
const browser = await startBrowser({ after });

let makers = 0;

test('name and time zone are saved together, and the zone’s effect is shown before', async (t) => {
  const { page, api } = await visitProfile(t, browser, service);
  const family = page.locator('#family');
  await family.getByText('The time there is Wednesday 13:').waitFor();
  await family.getByLabel('Time zone').fill('Pacific/Kiritimati');
  await family.getByText('The time there is Thursday 02:').waitFor();
  await family.getByText(/the current week is 9\s*–\s*15 November/).waitFor();
  await family.getByLabel('Name').fill('Okafor-Lind');
  await family.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Okafor-Lind' }).waitFor();
  strictEqual((await api.call('GET', '/app/api/me')).body.family.timeZone, 'Pacific/Kiritimati');
  await family.getByLabel('Name').fill(' ');
  await family.getByLabel('Time zone').fill('Mars/Olympus');
  await family.getByRole('button', { name: 'Save' }).click();
  await expectError(family, 'Name', 'Please enter a name of at most 100 characters.');
  await expectError(family, 'Time zone', 'Please choose a time zone from the list, such as Europe/Berlin.');
});

test('an invited person joins and sees only what a member may', async (t) => {
  const { page } = await visitProfile(t, browser, service);
  await page.getByRole('button', { name: 'Invite someone' }).click();
  await checkAxe(page, 'dialog');
  await page.getByRole('button', { name: 'Create the link' }).click();
  const [link = ''] = await readSecrets(page);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('Invitation, as Member').waitFor();

  const { page: theirs, context } = await visit(t, browser, service);
  await context.clock.install({ time: service.clock.nowMs });
  await theirs.goto(link);
  await theirs.getByLabel('Email').fill('tunde@example.org');
  await theirs.getByLabel('Password').fill(PASSWORD);
  await theirs.getByRole('button', { name: 'Join the family' }).click();
  await theirs.getByRole('navigation', { name: 'Pages' }).waitFor();
  await theirs.goto('/profile');
  await theirs.getByText('Only owners see and create keys.').waitFor();
  await theirs.getByText('No display yet.').waitFor();
  await checkAxe(theirs);
  const buttons = await theirs.getByRole('main').getByRole('button').allTextContents();
  deepStrictEqual(buttons, ['Leave the family', 'Show', 'Show', 'Change password', 'Sign out everywhere']);
  strictEqual(await theirs.locator('#members select, #family input').count(), 0);

  // After the promotion to owner, the page offers more actions.
  await page.reload();
  await page.getByLabel('Role of tunde@example.org').selectOption('Owner');
  await page.getByText('Saved.').waitFor();
  await theirs.reload();
  await theirs.getByRole('button', { name: 'Create a key' }).waitFor();
});

test('a member can be removed and can leave; the last owner cannot', async (t) => {
  const { page, api } = await visitProfile(t, browser, service);
  await page.getByText('The only owner. Make someone else an owner').waitFor();
  strictEqual(await page.getByRole('button', { name: 'Leave the family' }).count(), 0);
  for (const email of ['one@example.org', 'two@example.org']) await join(api, email);
  await page.reload();
  await page.getByRole('button', { name: 'Remove one@example.org' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('one@example.org is no longer a member.').waitFor();

  const member = new AppClient(service);
  await member.call('POST', '/app/api/sign-in', { email: 'two@example.org', password: PASSWORD });
  const { page: theirs, context } = await visit(t, browser, service);
  await setCookies(context, service, member.cookies);
  await theirs.goto('/profile');
  await theirs.getByRole('button', { name: 'Leave the family' }).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Leave the family' }).click();
  await theirs.getByRole('link', { name: 'Start planning' }).waitFor();
  strictEqual((await api.call('GET', '/app/api/members')).body.members.length, 1);
});

test('removing a member lists their keys and displays and asks whether to revoke them', async (t) => {
  for (const choice of ['Revoke them too', 'Keep them']) {
    const { page, api } = await visitProfile(t, browser, service);
    const email = `maker${(makers += 1)}@example.org`;
    const second = await join(api, email, 'owner');
    await second.call('POST', '/app/api/keys', { name: 'Their script' });
    await second.call('POST', '/app/api/displays', { name: 'Their wall' });
    await api.call('POST', '/app/api/displays', { name: 'Our wall' });
    const { link } = (await second.call('POST', '/app/api/invitations', {})).body;
    await page.reload();
    await page.locator('#keys').getByText(`by ${email}`).waitFor();
    await page.locator('#displays').getByText(`by ${email}`).waitFor();
    await page.locator('#displays').getByText('by you').waitFor();
    await page.locator('#members').getByText(`by ${email}`).waitFor();
    await page.getByRole('button', { name: `Remove ${email}` }).click();
    const dialog = page.getByRole('dialog');
    const made = dialog.getByRole('list', { name: `Created by ${email} and still valid:` });
    deepStrictEqual(await made.getByRole('listitem').allInnerTexts(), [
      'API key Their script',
      'Display link Their wall',
    ]);
    ok(
      await dialog.getByRole('radio', { name: 'Revoke them too' }).isChecked(),
      'the safe choice is preselected',
    );
    await checkAxe(page, 'dialog');
    await dialog.getByRole('radio', { name: choice }).check();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText(`${email} is no longer a member.`).waitFor();
    const names = async () => (await page.locator('#displays .section-name').allInnerTexts()).toSorted();
    const areRetained = choice === 'Keep them';
    await until('the lists are updated', async () => (await names()).length === (areRetained ? 2 : 1));
    deepStrictEqual(await names(), areRetained ? ['Our wall', 'Their wall'] : ['Our wall']);
    if (areRetained) await page.locator('#displays').getByText('by a former member').waitFor();
    await page
      .getByText(areRetained ? 'by a former member' : '1 inactive key')
      .first()
      .waitFor();
    await page.getByText('No open invitations.').waitFor();
    const token = link.split('#')[1];
    strictEqual((await new AppClient(service).call('POST', '/app/api/join/look', { token })).status, 404);
  }
});

test('a member without keys and displays is removed without that question', async (t) => {
  const { page, api } = await visitProfile(t, browser, service);
  await join(api, 'five@example.org');
  await page.reload();
  await page.getByRole('button', { name: 'Remove five@example.org' }).click();
  const dialog = page.getByRole('dialog');
  await until('the question is hidden', async () => (await dialog.getByRole('radio').count()) === 0);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('five@example.org is no longer a member.').waitFor();
});

test('a display link can expire, is then marked, and can be removed', async (t) => {
  const { page, api, context } = await visitProfile(t, browser, service);
  await page.getByRole('button', { name: 'Create a display link' }).click();
  const dialog = page.getByRole('dialog');
  deepStrictEqual(await dialog.getByLabel('Expires').locator('option').allInnerTexts(), [
    'Never',
    'In a week',
    'In 30 days',
    'In a year',
    'On a date I choose',
  ]);
  await dialog.getByLabel('Name').fill('Guests');
  await dialog.getByLabel('Expires').selectOption('On a date I choose');
  await dialog.getByLabel('Last day').fill('2026-11-01');
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  await expectError(dialog, 'Last day', 'Choose a date in the future.');
  await checkAxe(page, 'dialog');
  await dialog.getByLabel('Expires').selectOption('In a week');
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  const row = page.locator('#displays li');
  await row.getByText(/Expires (in 7 days|next week|in 1 week)/).waitFor();
  const [{ expiresAt }] = (await api.call('GET', '/app/api/displays')).body.displays;
  ok(Math.abs(Date.parse(expiresAt) - service.clock.nowMs - 7 * 86_400_000) < 600_000, expiresAt);
  await context.clock.fastForward(8 * 86_400_000);
  await row.getByText('Expired on 18 November 2026').waitFor();
  await checkAxe(page, '#displays');
  await row.getByRole('button', { name: 'Remove Guests' }).click();
  await page.getByText('No display yet.').waitFor();
});

test('an invitation can be withdrawn', async (t) => {
  const { page, api } = await visitProfile(t, browser, service);
  const { link } = (await api.call('POST', '/app/api/invitations', {})).body;
  await page.reload();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('No open invitations.').waitFor();
  const token = link.split('#')[1];
  strictEqual((await new AppClient(service).call('POST', '/app/api/join/look', { token })).status, 404);
});

test('a display link opens a display, which ends when the link is revoked', async (t) => {
  const { page } = await visitProfile(t, browser, service);
  await page.getByRole('button', { name: 'Create a display link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  await expectError(dialog, 'Name', 'Please enter a name of at most 100 characters.');
  await dialog.getByLabel('Name').fill('Kitchen wall');
  await checkAxe(page, 'dialog');
  await page.keyboard.press('Enter');
  const [link = ''] = await readSecrets(page);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('Not opened yet').waitFor();

  const { page: wall, context } = await visit(t, browser, service);
  await context.clock.install({ time: service.clock.nowMs });
  await wall.goto(link);
  await wall.getByText('Okafor').waitFor();
  await page.reload();
  // The page's clock may be behind the service's, so the text may be in the past or in the future.
  await page.getByText(/Last online (just now|(in )?\d+ minutes?( ago)?) \(/).waitFor();
  await page.getByRole('button', { name: 'Revoke Kitchen wall' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No display yet.').waitFor();
  await wall.getByRole('heading', { name: 'This display link no longer works' }).waitFor();
});

test('a new password ends all other sessions; a wrong one is an error at its field', async (t) => {
  const { page, email } = await visitProfile(t, browser, service);
  const other = new AppClient(service);
  await other.call('POST', '/app/api/sign-in', { email, password: PASSWORD });
  const section = page.locator('#password');
  await section.getByLabel('Current password').fill('not the one at all');
  await section.getByLabel('New password').fill('a much better one');
  await section.getByRole('button', { name: 'Change password' }).click();
  await expectError(section, 'Current password', 'This is not your current password.');
  await section.getByLabel('Current password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Change password' }).click();
  await section.getByText('Your password was changed').waitFor();
  strictEqual(await section.getByLabel('New password').inputValue(), '');
  strictEqual((await other.call('GET', '/app/api/me')).status, 401);
  strictEqual(await page.evaluate("fetch('/app/api/me').then((response) => response.status)"), 200);
  strictEqual(
    (await other.call('POST', '/app/api/sign-in', { email, password: 'a much better one' })).status,
    200,
  );
});

test('sessions are listed by device and can all be ended', async (t) => {
  const { page, email } = await visitProfile(t, browser, service);
  const phone = new AppClient(service);
  const agent = { 'user-agent': 'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0' };
  await phone.call('POST', '/app/api/sign-in', { email, password: PASSWORD }, agent);
  await page.reload();
  const rows = page.locator('#sessions li');
  await rows.filter({ hasText: 'Firefox on Android' }).waitFor();
  strictEqual(await rows.filter({ hasText: 'This device' }).count(), 1);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('link', { name: 'Start planning' }).waitFor();
  strictEqual((await phone.call('GET', '/app/api/me')).status, 401);
  strictEqual(await page.evaluate('JSON.stringify(localStorage).includes("Okafor")'), false);
});

test('the Premium section shows the family’s status', async (t) => {
  const granted = await startService(t);
  const { page, family } = await visitProfile(t, browser, granted);
  const premium = page.locator('#premium');
  await premium.getByText('Your family does not have Premium.').waitFor();
  await premium.getByText(`your family’s ID: ${family}`).waitFor();
  await page.locator('#keys').getByText('Keys work only while the family has Premium.').waitFor();
  await checkAxe(page, '#premium');
  const context = { store: granted.store, actor: OPERATOR, nowMs: granted.clock.nowMs };
  for (const [value, words] of [
    ['2027-03-04T12:00:00.000Z', 'Your family has Premium until 4 March 2027.'],
    ['2026-03-04T12:00:00.000Z', 'Your family’s Premium ended on 4 March 2026.'],
    ['forever', 'Your family has Premium without an end date.'],
  ] as const) {
    await setPremium(context, family, value);
    await page.reload();
    await premium.getByText(words).waitFor();
  }
});

test('everything can be downloaded as one file', async (t) => {
  const { page, api } = await visitProfile(t, browser, service);
  await planDinner(page, 'Jollof rice');
  await api.call('POST', '/app/api/keys', { name: 'Named key' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download everything' }).click(),
  ]);
  match(download.suggestedFilename(), /^weekfare-2026-11-11\.json$/);
  const saved = JSON.parse(readFileSync(await download.path(), 'utf8'));
  const { body: now } = await api.call('GET', '/app/api/family/export');
  deepStrictEqual(saved, now);
  strictEqual(saved.plans[0].meals.Wednesday.dinner.description, 'Jollof rice');
  strictEqual(saved.apiKeys[0].name, 'Named key');
});

test('a refused download shows an error and saves nothing', async (t) => {
  const { page } = await visitProfile(t, browser, service);
  await page.route('**/app/api/family/export', (route) => route.abort());
  await page.getByRole('button', { name: 'Download everything' }).click();
  await page.locator('#data').getByText('Weekfare cannot be reached.').waitFor();
});

test('the family is deleted only with its name and the password, with all its data', async (t) => {
  const { page, api, email } = await visitProfile(t, browser, service);
  await page.getByRole('button', { name: 'Delete the family …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete “Okafor”?' });
  await dialog.getByText('all meals of all weeks').waitFor();
  await dialog.getByLabel('Type the family’s name').fill('okafor');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await expectError(dialog, 'Type the family’s name', 'This is not the family’s name.');
  strictEqual((await api.call('GET', '/app/api/me')).status, 200);
  await dialog.getByLabel('Type the family’s name').fill('Okafor');
  await dialog.getByLabel('Your password').fill('something else');
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await expectError(dialog, 'Your password', 'This is not your current password.');
  await checkAxe(page, 'dialog');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByRole('link', { name: 'Start planning' }).waitFor();
  const again = await new AppClient(service).call('POST', '/app/api/sign-in', { email, password: PASSWORD });
  strictEqual(again.status, 401);
});

test('a list that failed to load shows an error and can be retried', async (t) => {
  const { page } = await visitProfile(t, browser, service);
  await page.route('**/app/api/displays', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.reload();
  const section = page.locator('#displays');
  await section.getByText('Something went wrong on our side.').waitFor();
  await checkAxe(page, '#displays');
  await page.unroute('**/app/api/displays');
  await section.getByRole('button', { name: 'Try again' }).click();
  await section.getByText('No display yet.').waitFor();
});

test('a refused role change is reverted with the reason', async (t) => {
  const { page, api } = await visitProfile(t, browser, service);
  await join(api, 'three@example.org');
  await page.reload();
  await page.getByLabel('Role of three@example.org').waitFor();
  await page.route(/\/app\/api\/members/, (route) => route.abort());
  const role = page.getByLabel('Role of three@example.org');
  await role.selectOption('Owner');
  await page.getByText('Weekfare cannot be reached.').waitFor();
  strictEqual(await role.inputValue(), 'member');
});

test('the profile has no axe violation and fits every width, double text size and right-to-left', async (t) => {
  const { page, api } = await visitProfile(t, browser, service);
  await join(api, 'four@example.org');
  const name = 'A name without any space in it that is as long as names may be'.replaceAll(' ', '-');
  await api.call('POST', '/app/api/keys', { name, expiresAt: '2027-01-01T00:00:00Z' });
  await api.call('POST', '/app/api/displays', { name });
  await page.reload();
  await page.getByText(name, { exact: true }).nth(1).waitFor();
  await checkAxe(page);
  await checkWidths(page);
});

test('the table of contents and fragments lead to each section', async (t) => {
  const { page } = await visitProfile(t, browser, service, { viewport: { width: 1440, height: 900 } });
  const links = await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').all();
  strictEqual(links.length, await page.locator('.profile-sections > section').count());
  await page.goto('/profile#data');
  await until('the section is in view', async () =>
    page.locator('#data').evaluate((section) => section.getBoundingClientRect().top < 900),
  );
});

test('is completely in German', async (t) => {
  const { page } = await visitProfile(t, browser, service);
  await page.locator('#language').getByLabel('Language').selectOption('Deutsch');
  await page.getByRole('heading', { name: 'API-Schlüssel' }).waitFor();
  await page.getByText('Noch kein Schlüssel.').waitFor();
});

/** Joins the owner's family and returns the signed-in client. */
async function join(owner: AppClient, email: string, role = 'member'): Promise<AppClient> {
  const { link } = (await owner.call('POST', '/app/api/invitations', { role })).body;
  const token = link.split('#')[1];
  const newcomer = new AppClient(service);
  const joined = await newcomer.call('POST', '/app/api/join', { token, email, password: PASSWORD });
  strictEqual(joined.status, 200);
  return newcomer;
}

test('signing out deletes the cached weeks, although the week page is not open', async (t) => {
  const { page } = await visitProfile(t, browser, service);
  await planDinner(page, 'Lasagne');
  const countCachedWeeks = () => page.evaluate(COUNT_CACHED_WEEKS);
  await page.goto('/');
  await page.getByText('Lasagne').first().waitFor();
  await until('the week is cached', async () => Number(await countCachedWeeks()) > 0);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  strictEqual(await countCachedWeeks(), 0);
});

/** Counts the weeks cached in IndexedDB. */
const COUNT_CACHED_WEEKS = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('weekfare');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const counting = opening.result.transaction('weeks').objectStore('weeks').count();
    counting.onsuccess = () => { opening.result.close(); resolve(counting.result); };
  };
})`;
