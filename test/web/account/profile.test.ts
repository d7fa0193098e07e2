/** The Family page: family, members, displays, password, sessions, Premium, download and deletion of all data. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import jsQR from 'jsqr';
import type { Locator } from 'playwright-core';
import { setPremium } from '#actions/account/families.ts';
import { DEFAULT_PREFERENCES } from '#domain/preferences/preferences.ts';
import { OPERATOR } from '#storage/actor.ts';
import { startBrowser } from '../support/browser.ts';
import { readStored } from '../support/indexed-db.ts';
import { returnToPage } from '../support/navigate.ts';
import { unpack } from '#test/support/exports/unpack.ts';
import { expectError, planDinner, readSecrets, visitProfile } from '../support/profile-page.ts';
import { AppClient, startService } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { checkAxe, checkWidths, setCookies, visit } from '../support/web.ts';

const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'a much better one';
/** Of an own key and an own display. */
const LONG_NAME = 'A-name-without-any-space-in-it-that-is-as-long-as-names-may-be';

const service = await startService({ after, before }, { config: { premium: 'everyone' } });
const browser = await startBrowser({ after });

test('the owner’s settings, data and display links, and the deletion of the family', async (t) => {
  const { page, api, email, context } = await visitProfile(t, browser, service, {
    viewport: { width: 1440, height: 900 },
    prepare: async (owner, page) => {
      const eater = { id: 'mia', name: 'Mia', diets: ['vegetarian'], allergens: ['peanuts'], dislikes: [] };
      const preferences = { ...DEFAULT_PREFERENCES, eaters: [{ ...eater, portion: 'child' }] };
      await owner.call('PUT', '/app/api/preferences', { version: 0, preferences });
      // Headless browsers have no share sheet.
      await page.addInitScript(`Object.assign(navigator, {
        canShare: () => true,
        share: async (data) => { window.shared = data; },
      })`);
    },
  });

  await t.test('the table of contents and fragments lead to each section', async () => {
    const links = await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').all();
    const titles = await Promise.all(links.map((link) => link.innerText()));
    deepStrictEqual(titles, await page.locator('.profile-sections > section h2').allInnerTexts());
    deepStrictEqual(titles.slice(0, 3), ['Name and region', 'Who eats', 'Members']);
    deepStrictEqual(titles.slice(-3), ['API keys', 'Webhooks', 'Premium']);
    await page.goto('/profile#data');
    await until('the section is in view', async () =>
      page.locator('#data').evaluate((section) => section.getBoundingClientRect().top < 900),
    );
  });

  await t.test('the navigation has four pages, and shows who eats', async () => {
    const pages = page.getByRole('navigation', { name: 'Pages' });
    deepStrictEqual(await pages.getByRole('link').allInnerTexts(), ['Week', 'Recipes', 'List', 'Family']);
    const row = page.locator('#eaters').getByRole('listitem');
    strictEqual(await row.innerText(), 'Mia\n\nChild · Vegetarian · never: Peanuts');
    await page.getByRole('link', { name: 'Change Who eats' }).click();
    await page.getByRole('heading', { name: 'Preferences' }).waitFor();
    await page.goBack();
  });

  await t.test('is completely in German', async () => {
    const choice = page.locator('#language').getByLabel('Language');
    // Chosen by mistake and changed back while its texts load.
    const late = Promise.withResolvers<void>();
    await page.route(/\/assets\/common-/, async (route) => {
      await late.promise;
      await route.continue();
    });
    const loaded = page.waitForResponse(/\/assets\/common-/);
    await choice.selectOption('Deutsch');
    await choice.selectOption('English');
    late.resolve();
    await (await loaded).finished();
    await page.unrouteAll({ behavior: 'wait' });
    await page.evaluate('new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve)))');
    strictEqual(await page.evaluate('document.documentElement.lang'), 'en');
    await choice.selectOption('Deutsch');
    await page.getByRole('heading', { name: 'API-Schlüssel' }).waitFor();
    await page.getByText('Noch kein Schlüssel.').waitFor();
    await page.getByText('Passkeys funktionieren nicht unter einer Adresse aus Zahlen').waitFor();
    await page.locator('#language').getByLabel('Sprache').selectOption('English');
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
  });

  await t.test('everything can be downloaded as one file', async () => {
    await planDinner(page, 'Jollof rice');
    await api.call('POST', '/app/api/keys', { name: 'Named key' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download everything' }).click(),
    ]);
    match(download.suggestedFilename(), /^weekfare-2026-11-11\.zip$/);
    const saved = await unpack(readFileSync(await download.path()));
    strictEqual(saved['plans.json'][0].meals.Wednesday.dinner.description, 'Jollof rice');
    strictEqual(saved['account.json'].apiKeys[0].name, 'Named key');
  });

  await t.test('a refused download shows an error and saves nothing', async () => {
    await page.route('**/app/api/family/export', (route) => route.abort());
    await page.getByRole('button', { name: 'Download everything' }).click();
    await page.locator('#data').getByText('Weekfare cannot be reached.').waitFor();
    await page.unroute('**/app/api/family/export');
  });

  await t.test('name and time zone are saved together, and the zone’s effect is shown before', async () => {
    const family = page.locator('#family');
    await family.getByText('The time there is Wednesday 13:').waitFor();
    await family.getByLabel('Time zone').fill('Pacific/Kiritimati');
    await family.getByText('The time there is Thursday 02:').waitFor();
    await family.getByText(/the current week is 9\s*–\s*15 November/).waitFor();
    await family.getByLabel('Name').fill('Okafor-Lind');
    await family.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Okafor-Lind' }).waitFor();
    strictEqual((await api.call('GET', '/app/api/me')).body.family.timeZone, 'Pacific/Kiritimati');
    await family.getByLabel('Currency').selectOption('CHF · Swiss Franc');
    await family.getByRole('button', { name: 'Save' }).click();
    await until('the currency is saved', async () => {
      const { body } = await api.call('GET', '/app/api/me');
      return body.family.currency === 'CHF';
    });
    await family.getByLabel('Name').fill(' ');
    await family.getByLabel('Time zone').fill('Mars/Olympus');
    await family.getByRole('button', { name: 'Save' }).click();
    await expectError(family, 'Name', 'Please enter a name of at most 100 characters.');
    await expectError(family, 'Time zone', 'Please choose a time zone from the list, such as Europe/Berlin.');
  });

  await t.test('a new password ends all other sessions; a wrong one is an error at its field', async () => {
    const other = new AppClient(service);
    await other.call('POST', '/app/api/sign-in', { email, password: PASSWORD });
    const section = page.locator('#password');
    await section.getByLabel('Current password').fill('not the one at all');
    await section.getByLabel('New password').fill(NEW_PASSWORD);
    await section.getByRole('button', { name: 'Change password' }).click();
    await expectError(section, 'Current password', 'This is not your current password.');
    await section.getByLabel('Current password').fill(PASSWORD);
    await section.getByRole('button', { name: 'Change password' }).click();
    await section.getByText('Your password was changed').waitFor();
    strictEqual(await section.getByLabel('New password').inputValue(), '');
    strictEqual((await other.call('GET', '/app/api/me')).status, 401);
    strictEqual(await page.evaluate("fetch('/app/api/me').then((response) => response.status)"), 200);
    strictEqual(
      (await other.call('POST', '/app/api/sign-in', { email, password: NEW_PASSWORD })).status,
      200,
    );
  });

  await t.test('sessions are listed by device and end alone, and sign-ins are events', async () => {
    const phone = new AppClient(service);
    const agent = { 'user-agent': 'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0' };
    await phone.call('POST', '/app/api/sign-in', { email, password: NEW_PASSWORD }, agent);
    await returnToPage(page);
    const rows = page.locator('#sessions li');
    await rows.filter({ hasText: 'Firefox on Android' }).waitFor();
    strictEqual(await rows.filter({ hasText: 'This device' }).count(), 1);
    const events = page.locator('#security li');
    await events
      .filter({ hasText: 'Sign-in' })
      .filter({ hasText: 'Firefox on Android · 127.0.0.1' })
      .waitFor();
    await page.getByRole('button', { name: 'Sign out Firefox on Android' }).click();
    await page.getByText('Firefox on Android was signed out.').waitFor();
    strictEqual((await phone.call('GET', '/app/api/me')).status, 401);
    strictEqual(await events.count(), 5);
    await page.getByRole('button', { name: 'Show older' }).click();
    await events.filter({ hasText: 'Family created' }).waitFor();
  });

  await t.test('a list that failed to load shows an error and can be retried', async () => {
    const section = page.locator('#displays');
    await page.route('**/app/api/displays', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.getByRole('link', { name: 'Displays and links' }).click();
    await section.getByText('Something went wrong on our side.').waitFor();
    await checkAxe(page, '#displays');
    await page.unroute('**/app/api/displays');
    await section.getByRole('button', { name: 'Try again' }).click();
    await section.getByText('No display yet.').waitFor();
  });

  await t.test('a display link gives access to the display until it is revoked', async () => {
    await page.getByRole('button', { name: 'Create a display link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    await expectError(dialog, 'Name', 'Please enter a name of at most 100 characters.');
    await dialog.getByLabel('Name').fill('Kitchen wall');
    await page.keyboard.press('Enter');
    const [link = ''] = await readSecrets(page);
    strictEqual(await scan(page.getByRole('img', { name: 'QR code of the link' })), link);
    await page.emulateMedia({ colorScheme: 'dark' });
    strictEqual(await scan(page.getByRole('img', { name: 'QR code of the link' })), link);
    await checkAxe(page, 'dialog');
    await page.getByRole('button', { name: 'Share the link' }).click();
    deepStrictEqual(await page.evaluate('window.shared'), { title: 'Kitchen displays', url: link });
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('Not opened yet').waitFor();

    const wall = new AppClient(service);
    await wall.call('POST', '/app/api/display/open', { token: link.split('#')[1] });
    strictEqual((await wall.call('GET', '/app/api/display')).status, 200);
    await returnToPage(page);
    // The page's clock may be behind the service's, so the text may be in the past or in the future.
    await page.getByText(/Last online (just now|(in )?\d+ minutes?( ago)?) \(/).waitFor();
    await page.getByRole('button', { name: 'Revoke Kitchen wall' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No display yet.').waitFor();
    strictEqual((await wall.call('GET', '/app/api/display')).status, 401);
  });

  await t.test('a calendar link is made, scanned and revoked on the page of the family', async () => {
    await page.getByRole('link', { name: 'Family' }).first().click();
    const section = page.locator('#calendar');
    await section.getByRole('button', { name: 'Add a calendar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Dinner').uncheck();
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    await dialog.getByText('Choose at least one meal.').waitFor();
    await dialog.getByLabel('Lunch').check();
    await dialog.getByLabel('When?').selectOption('At our meal times');
    await dialog.locator('[name=time-lunch]').fill('13:15');
    await checkAxe(page, 'dialog');
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    const [webcal = '', link = ''] = await readSecrets(page);
    strictEqual(webcal.replace('webcal:', 'http:'), link);
    strictEqual(await scan(page.getByRole('img', { name: 'QR code of the link' })), webcal);
    strictEqual(
      await dialog.getByRole('link', { name: 'Open in the calendar' }).getAttribute('href'),
      webcal,
    );
    await checkAxe(page, 'dialog');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await section.getByText('At our meal times').waitFor();
    const { calendarLinks } = (await api.call('GET', '/app/api/calendar-links')).body;
    deepStrictEqual(
      [calendarLinks[0].settings.slots, calendarLinks[0].settings.times.lunch],
      [['lunch'], '13:15'],
    );
    strictEqual((await fetch(link)).status, 200);
    await section.getByRole('button', { name: 'Revoke Lunch' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await section.getByText('No calendars yet.').waitFor();
    strictEqual((await fetch(link)).status, 404);
    await page.goBack();
  });

  await t.test('a display link can expire, is then marked, and can be removed', async () => {
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

  await t.test(
    'the family is deleted only with its name and reauthentication, with all its data',
    async () => {
      await page.getByRole('main').getByRole('link', { name: 'Family' }).click();
      await page.getByRole('button', { name: 'Delete the family …' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete “Okafor-Lind”?' });
      await dialog.getByText('all meals, recipes, photos').waitFor();
      await dialog.getByLabel('Type the family’s name').fill('Okafor-lind');
      await dialog.getByRole('button', { name: 'Delete everything' }).click();
      await expectError(dialog, 'Type the family’s name', 'This is not the family’s name.');
      strictEqual((await api.call('GET', '/app/api/me')).status, 200);
      await dialog.getByLabel('Type the family’s name').fill('Okafor-Lind');
      service.clock.nowMs += 11 * 60_000;
      await dialog.getByRole('button', { name: 'Delete everything' }).click();
      const proof = page.getByRole('dialog', { name: 'Please confirm it’s you' });
      await proof.getByRole('button', { name: 'Close' }).click();
      await dialog.getByText('Nothing was changed, because you did not confirm that it is you.').waitFor();
      await dialog.getByRole('button', { name: 'Delete everything' }).click();
      await proof.getByLabel('Password').fill('something else');
      await proof.getByRole('button', { name: 'Confirm' }).click();
      await expectError(proof, 'Password', 'This is not your current password.');
      await checkAxe(page, 'dialog');
      strictEqual((await api.call('GET', '/app/api/me')).status, 200);
      await proof.getByLabel('Password').fill(NEW_PASSWORD);
      await proof.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('link', { name: 'Start planning' }).waitFor();
      const again = await new AppClient(service).call('POST', '/app/api/sign-in', {
        email,
        password: NEW_PASSWORD,
      });
      strictEqual(again.status, 401);
    },
  );
});

test('members, their roles and invitations', async (t) => {
  let link = '';
  const { page, api } = await visitProfile(t, browser, service, {
    prepare: async (owner) => {
      ({ link } = (await owner.call('POST', '/app/api/invitations', {})).body);
    },
  });

  await t.test('nobody eats yet', async () => {
    await page.locator('#eaters').getByText('Nobody yet.').waitFor();
  });

  await t.test('an invitation can be withdrawn', async () => {
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('No open invitations.').waitFor();
    strictEqual(await statusOf(link), 404);
  });

  await t.test('the last owner cannot leave', async () => {
    await page.getByText('The only owner. Make someone else an owner').waitFor();
    strictEqual(await page.getByRole('button', { name: 'Leave the family' }).count(), 0);
  });

  const { page: theirs, context } = await visit(t, browser, service);
  await t.test('an invited person joins and sees only what a member may', async () => {
    await page.getByRole('button', { name: 'Invite someone' }).click();
    await checkAxe(page, 'dialog');
    await page.getByRole('button', { name: 'Create the link' }).click();
    const [link = ''] = await readSecrets(page);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('Invitation, as Member').waitFor();

    const { cookies } = await acceptInvitation(link, 'tunde@example.org');
    await context.clock.install({ time: service.clock.nowMs });
    await setCookies(context, service, cookies);
    await theirs.goto('/profile');
    await theirs.getByText('Only owners see and create keys.').waitFor();
    await checkAxe(theirs);
    const buttons = await theirs.getByRole('main').getByRole('button').allTextContents();
    deepStrictEqual(buttons, [
      'Leave the family',
      'Change address',
      'Show',
      'Show',
      'Change password',
      'End all others',
      'Sign out everywhere',
      'Show older',
      'Add a calendar',
    ]);
    strictEqual(await theirs.locator('#members select, #family input').count(), 0);
  });

  await join(api, 'plain@example.org');
  const creators: { name: string; email: string; link: string }[] = [];
  for (const name of ['First', 'Second']) {
    const email = `${name.toLowerCase()}@example.org`;
    const creator = await join(api, email, 'owner');
    await creator.call('POST', '/app/api/keys', { name: `${name} script` });
    await creator.call('POST', '/app/api/displays', { name: `${name} wall` });
    creators.push({ name, email, link: (await creator.call('POST', '/app/api/invitations', {})).body.link });
  }
  await api.call('POST', '/app/api/keys', { name: LONG_NAME, expiresAt: '2027-01-01T00:00:00Z' });
  await api.call('POST', '/app/api/displays', { name: LONG_NAME });
  await returnToPage(page);

  await t.test('a member who becomes an owner can do more', async () => {
    await page.getByLabel('Role of tunde@example.org').selectOption('Owner');
    await page.getByText('Saved.').waitFor();
    await returnToPage(theirs);
    await theirs.getByRole('button', { name: 'Create a key' }).waitFor();
  });

  await t.test(
    'the page has no axe violation and fits every width, double text size and right-to-left',
    async () => {
      await page.getByText(LONG_NAME, { exact: true }).first().waitFor();
      await checkAxe(page);
      await checkWidths(page);
      await page.setViewportSize({ width: 1280, height: 800 });
    },
  );

  await t.test('a refused role change is reverted with the reason', async () => {
    const role = page.getByLabel('Role of plain@example.org');
    await page.route(/\/app\/api\/members/, (route) => route.abort());
    await role.selectOption('Owner');
    await page.getByText('Weekfare cannot be reached.').waitFor();
    strictEqual(await role.inputValue(), 'member');
    await page.unroute(/\/app\/api\/members/);
  });

  const dialog = page.getByRole('dialog');
  await t.test('a member without keys and displays is removed without a question about them', async () => {
    await page.getByRole('button', { name: 'Remove plain@example.org' }).click();
    await until('the question is hidden', async () => (await dialog.getByRole('radio').count()) === 0);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('plain@example.org is no longer a member.').waitFor();
  });

  await t.test(
    'removing a member lists their keys and displays and asks whether to revoke them',
    async () => {
      for (const { name, email, link } of creators) {
        for (const section of ['keys', 'members'])
          await page.locator(`#${section}`).getByText(`by ${email}`).waitFor();
        await page.getByRole('button', { name: `Remove ${email}` }).click();
        const made = dialog.getByRole('list', { name: `Created by ${email} and still valid:` });
        await made.waitFor();
        deepStrictEqual(await made.getByRole('listitem').allInnerTexts(), [
          `API key ${name} script`,
          `Display link ${name} wall`,
        ]);
        ok(
          await dialog.getByRole('radio', { name: 'Revoke them too' }).isChecked(),
          'the safe choice is preselected',
        );
        const areRetained = name === 'Second';
        if (!areRetained) await checkAxe(page, 'dialog');
        await dialog.getByRole('radio', { name: areRetained ? 'Keep them' : 'Revoke them too' }).check();
        await dialog.getByRole('button', { name: 'Remove' }).click();
        await page.getByText(`${email} is no longer a member.`).waitFor();
        await until(
          'the lists are updated',
          async () => (await page.locator('.profile-sections').getByText(`by ${email}`).count()) === 0,
        );
        await page.locator('#keys').getByText('1 inactive key').waitFor();
        const former = page.locator('#keys').getByText('by a former member');
        strictEqual(await former.count(), areRetained ? 1 : 0, `after ${name}`);
        strictEqual(await statusOf(link), 404);
      }
      await page.getByText('No open invitations.').waitFor();
    },
  );

  await t.test('the page of the displays says who created each; members see it, too', async () => {
    for (const tab of [page, theirs]) {
      await tab.getByRole('link', { name: 'Displays and links' }).click();
      const displays = tab.locator('#displays');
      await displays.getByText('by a former member').waitFor();
      const names = await displays.locator('.section-name').allInnerTexts();
      deepStrictEqual(names.toSorted(), [LONG_NAME, 'Second wall']);
    }
    await page.locator('#displays').getByText('by you').waitFor();
    await checkAxe(page);
    await checkWidths(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('main').getByRole('link', { name: 'Family' }).click();
    await until('the section is in view', async () =>
      page.locator('#displays').evaluate((section) => section.getBoundingClientRect().top < 800),
    );
  });

  await t.test('a member can leave', async () => {
    await page.getByLabel('Role of tunde@example.org').selectOption('Member');
    await until('the role is saved', async () =>
      (await membersOf(api)).some(({ role }) => role === 'member'),
    );
    await theirs.getByRole('main').getByRole('link', { name: 'Family' }).click();
    await theirs.getByRole('button', { name: 'Leave the family' }).click();
    await theirs.getByRole('dialog').getByRole('button', { name: 'Leave the family' }).click();
    await theirs.getByRole('link', { name: 'Start planning' }).waitFor();
    strictEqual((await membersOf(api)).length, 1);
  });

  await t.test('signing out deletes the cached weeks, although the week page is not open', async () => {
    await planDinner(page, 'Lasagne');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Week' }).click();
    await page.getByText('Lasagne').first().waitFor();
    await until('the week is cached', async () => (await readStored(page, 'values')).length > 0);
    await pages.getByRole('link', { name: 'Family', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Family' }).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    deepStrictEqual(await readStored(page, 'values'), []);
  });
});

test('the Premium status, and the end of all sessions', async (t) => {
  const granted = await startService(t);
  const { page, api, family } = await visitProfile(t, browser, granted);

  await t.test('the Premium section shows the family’s status', async () => {
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
      await returnToPage(page);
      await premium.getByText(words).waitFor();
    }
  });

  await t.test(
    'all sessions end together with reauthentication, and nothing stays on the device',
    async () => {
      granted.clock.nowMs += 11 * 60_000;
      await page.getByRole('button', { name: 'Sign out everywhere' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
      await page.getByRole('dialog').getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('link', { name: 'Start planning' }).waitFor();
      strictEqual((await api.call('GET', '/app/api/me')).status, 401);
      strictEqual(await page.evaluate('JSON.stringify(localStorage).includes("Okafor")'), false);
    },
  );
});

/** Reads a QR code from the pixels on the screen. */
async function scan(code: Locator): Promise<string | undefined> {
  const picture = (await code.screenshot()).toString('base64');
  const { data, width, height } = await code.page().evaluate<{ data: string } & Size>(`(async () => {
    const bytes = Uint8Array.from(atob('${picture}'), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    return { data: new Uint8Array(data.buffer).toBase64(), width, height };
  })()`);
  return jsQR.default(new Uint8ClampedArray(Buffer.from(data, 'base64')), width, height)?.data;
}

type Size = { width: number; height: number };

/** Joins the owner's family and returns the signed-in client. */
async function join(owner: AppClient, email: string, role = 'member'): Promise<AppClient> {
  return acceptInvitation((await owner.call('POST', '/app/api/invitations', { role })).body.link, email);
}

async function acceptInvitation(link: string, email: string): Promise<AppClient> {
  const token = link.split('#')[1];
  const newcomer = new AppClient(service);
  const joined = await newcomer.call('POST', '/app/api/join', { token, email, password: PASSWORD });
  strictEqual(joined.status, 200);
  return newcomer;
}

async function membersOf(api: AppClient): Promise<{ role: string }[]> {
  return (await api.call('GET', '/app/api/members')).body.members;
}

/** The status with which the server describes the invitation. */
async function statusOf(invitation: string): Promise<number> {
  const token = invitation.split('#')[1];
  return (await new AppClient(service).call('POST', '/app/api/invitation', { token })).status;
}
