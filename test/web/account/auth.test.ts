/** Welcome page, sign-up, sign-in, joining a family, an expired session, and an unreachable server. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { DEMO_EMAIL } from '#actions/demo/demo-family.ts';
import { PREFERENCES } from '#test/support/world.ts';
import { AppClient, signUp, startService } from '#test/support/service.ts';
import { navigate } from '../support/navigate.ts';
import { checkAxe, checkWidths, setCookies, tabTo, visit } from '../support/web.ts';

const PASSWORD = 'correct horse battery';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

test('a visitor reads the welcome page and signs up with the keyboard alone', async (t) => {
  const { page } = await visit(t, browser, service, { timezoneId: 'Asia/Kolkata' });
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Nobody has to ask what’s for dinner.' }).waitFor();
  await checkAxe(page);
  await tabTo(page, 'a[href="/sign-up"]');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Create your family' }).waitFor();
  strictEqual(await page.title(), 'Create your family · Weekfare');
  await tabTo(page, '[name=familyName]');
  await page.keyboard.type('Rao');
  await tabTo(page, '[name=email]');
  await page.keyboard.type('rao@example.org');
  await tabTo(page, '[name=password]');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  const codes = await page.locator('.recovery-codes code').allTextContents();
  strictEqual(codes.length, 8);
  await checkAxe(page);
  await tabTo(page, '.recovery-actions .button-primary');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Who eats with you?' }).waitFor();
  strictEqual(new URL(page.url()).pathname, '/start');
  ok(await page.getByRole('link', { name: 'Rao' }).isVisible());
  const me = await page.evaluate("fetch('/app/api/me').then((response) => response.json())");
  // Browsers report the zone by its old or by its new name.
  match((me as { family: { timeZone: string } }).family.timeZone, /^Asia\/(Kolkata|Calcutta)$/);

  await t.test('who has forgotten the password comes back with a recovery code, and is told', async () => {
    const other = page;
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await other.getByRole('link', { name: 'Forgot your password?' }).click();
    await other.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await checkAxe(other);
    await checkWidths(other);
    const recover = async (code: string) => {
      await other.getByLabel('Email').fill('rao@example.org');
      await other.getByLabel('Recovery code').fill(code);
      await other.getByLabel('New password').fill('a completely new one');
      await other.getByRole('button', { name: 'Save the new password' }).click();
    };
    await recover('0000-0000-0000-0000');
    await other.getByText('The email address or the code is wrong').waitFor();
    await recover(codes[2]?.toLowerCase().replaceAll('-', ' ') ?? '');
    await other.getByRole('heading', { name: 'Your new password is saved' }).waitFor();
    await other.getByText('7 recovery codes').waitFor();
    await checkAxe(other);
    await checkWidths(other);
    await other.getByRole('button', { name: 'Go to the week' }).click();
    await other.getByText('Your password was reset on').waitFor();
    await checkAxe(other);
    await other.getByRole('button', { name: 'Got it' }).click();
    await other.getByText('Your password was reset on').waitFor({ state: 'detached' });
    await navigate(other, '/profile');
    await other.getByText('You have no codes yet.').waitFor();
  });
});

test('pages of a signed-out visitor', async (t) => {
  const { page, context } = await visit(t, browser, service);

  await t.test('an unknown path shows "Page not found"', async () => {
    await page.goto('/no/such/page');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await checkAxe(page);
    await checkWidths(page);
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await page.getByRole('link', { name: 'Start planning' }).waitFor();
    for (const path of ['/week/2026-11-10', '/week/never']) {
      await navigate(page, path);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      await page.getByRole('link', { name: 'Go to the start page' }).click();
    }
    await checkWidths(page);
    await page.getByRole('link', { name: 'See how it works' }).click();
    const top = await page.evaluate<number>(
      "document.querySelector('#features').getBoundingClientRect().top",
    );
    ok(top >= 0 && top < 100, `${top}`);
  });

  await t.test('on the server’s own computer the welcome page leads to the demo family', async () => {
    await signUp(service, { email: DEMO_EMAIL });
    await page.goto('/');
    await page.getByRole('link', { name: 'See the demo' }).click();
    await page.getByText('was shown in the terminal').waitFor();
    strictEqual(await page.getByLabel('Email').inputValue(), DEMO_EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await context.clearCookies();
    await page.evaluate('localStorage.clear()');
  });

  await t.test(
    'while the server is unreachable the page says so, and continues automatically afterwards',
    async () => {
      await page.route('**/app/api/session', (route) => route.abort());
      await page.goto('/profile');
      await page.getByRole('heading', { name: 'Weekfare cannot be reached' }).waitFor();
      await checkAxe(page);
      await page.unroute('**/app/api/session');
      await page.waitForURL('**/sign-in?back=%2Fprofile');
    },
  );

  await t.test('under a host name that is not allowed, sign-in names the setting to change', async () => {
    await page.route('**/app/api/sign-in', async (route) => {
      const sent = route.request().headers();
      const headers = { ...sent, 'sec-fetch-site': 'same-origin', host: 'family.example' };
      return route.fulfill({ response: await route.fetch({ headers }) });
    });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await checkWidths(page);
    await page.getByLabel('Email').fill('rao@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('must set PUBLIC_URL to the address that people use').waitFor();
    await checkAxe(page);
    await page.unroute('**/app/api/sign-in');
  });

  await t.test('an invalid field shows its error, announces it and takes the focus', async () => {
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('Time zone').fill('Atlantis');
    await page.getByRole('button', { name: 'Sign up' }).click();
    deepStrictEqual(await errorsIn(page), {
      familyName: 'Please enter a name of at most 100 characters.',
      email:
        'Please enter an email address, such as name@example.org, without spaces or invisible characters.',
      password: 'A password needs 10 to 200 characters.',
      timeZone: 'Please choose a time zone from the list, such as Europe/Berlin.',
    });
    strictEqual(await page.evaluate('document.activeElement.name'), 'familyName');
    await checkAxe(page);
    await checkWidths(page);

    const { email } = await signUp(service);
    await page.getByLabel('Family name').fill('Okafor');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Time zone').fill('Africa/Lagos');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('There is already an account with this email address.').waitFor();
    deepStrictEqual(await errorsIn(page), {
      email: 'There is already an account with this email address.',
    });
    strictEqual(await page.evaluate('document.activeElement.name'), 'email');
    strictEqual(await page.getByLabel('Family name').inputValue(), 'Okafor');
  });

  await t.test(
    'a form keeps its text when the server is unreachable, and its time zone can be changed',
    async () => {
      await page.reload();
      const zone = page.getByLabel('Time zone');
      strictEqual(await zone.inputValue(), 'Africa/Lagos');
      strictEqual(await page.locator('datalist option[value="Europe/Lisbon"]').count(), 1);
      await zone.fill('Europe/Lisbon');
      await page.getByLabel('Family name').fill('Silva');
      await page.getByLabel('Email').fill('silva@example.org');
      await page.getByLabel('Password').fill(PASSWORD);
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Sign up' }).click();
      await page.getByRole('alert').getByText('Weekfare cannot be reached.').waitFor();
      strictEqual(await page.getByLabel('Email').inputValue(), 'silva@example.org');
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Sign up' }).click();
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
      const me = await page.evaluate("fetch('/app/api/me').then((response) => response.json())");
      strictEqual((me as { family: { timeZone: string } }).family.timeZone, 'Europe/Lisbon');
    },
  );
});

test('a member signs in, again after the session has expired, and out', async (t) => {
  const { email } = await signUp(service, { familyName: 'Adeyemi' });
  const { page } = await visit(t, browser, service);
  const expire = async (member: string) => {
    const api = new AppClient(service);
    await api.call('POST', '/app/api/sign-in', { email: member, password: PASSWORD });
    strictEqual((await api.call('POST', '/app/api/sign-out-everywhere')).status, 204);
  };
  const isStored = (name: string) =>
    page.evaluate<boolean>(`JSON.stringify(localStorage).includes('${name}')`);

  await t.test('a signed-out visitor of a page signs in first and then sees that page', async () => {
    await page.goto('/week/2026-11-09');
    await page.waitForURL('**/sign-in?back=%2Fweek%2F2026-11-09');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('not this one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The email address or password is wrong.').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Password').press('Enter');
    await page.waitForURL('**/week/2026-11-09');
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  await t.test('sign-in redirects only to our own origin', async () => {
    for (const back of [
      '//evil.example/',
      'https://evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      await navigate(page, `/sign-in?back=${encodeURIComponent(back)}`);
      await page.waitForURL(`${service.url}/`);
    }
  });

  await t.test('an expired session can be renewed on the same page', async () => {
    await expire(email);
    await page.goto('/profile');
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    await dialog.getByText(email).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor();
    await checkAxe(page, 'dialog');
    await dialog.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    strictEqual(new URL(page.url()).pathname, '/profile');
    strictEqual(await page.evaluate("fetch('/app/api/me').then((response) => response.status)"), 200);
  });

  await t.test('another person who joins another family sees no data of the first one', async () => {
    const { browser: owner } = await signUp(service, { familyName: 'Bello' });
    await page.goto((await owner.call('POST', '/app/api/invitations', {})).body.link);
    // Represents the state in the page's memory: only a full page load clears it.
    await page.evaluate('window.theirs = true');
    await page.getByLabel('Email').fill('guest@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Join the family' }).click();
    await page.getByRole('link', { name: 'Bello' }).waitFor();
    strictEqual(await page.evaluate('window.theirs'), undefined);
    strictEqual(new URL(page.url()).pathname, '/');
    strictEqual(await isStored('Adeyemi'), false);
  });

  await t.test('another person after an expired session sees no data of the first one', async () => {
    strictEqual(await isStored('Bello'), true);
    await expire('guest@example.org');
    await page.reload();
    await page.getByRole('button', { name: /Not you/ }).click();
    await page.waitForURL('**/sign-in');
    await page.getByLabel('Email').waitFor();
    strictEqual(await isStored('Bello'), false);
  });

  await t.test('signing out with the keyboard deletes the family’s data from the device', async () => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Adeyemi' }).waitFor();
    strictEqual(await isStored('Adeyemi'), true);
    // The next Tab leads to what follows the link.
    await page.getByRole('link', { name: 'Adeyemi' }).focus();
    await tabTo(page, '.shell-head button[aria-haspopup=menu]');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemcheckbox', { name: 'English', checked: true }).waitFor();
    await checkAxe(page, '[role=menu]');
    await page.keyboard.press('ArrowUp');
    strictEqual(await page.evaluate('document.activeElement.textContent'), 'Sign out');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Start planning' }).waitFor();
    strictEqual(await isStored('Adeyemi'), false);
    strictEqual(await page.evaluate("fetch('/app/api/me').then((response) => response.status)"), 401);
  });
});

test('an invitation works once, and its token leaves the address at once', async (t) => {
  const { browser: owner } = await signUp(service, { familyName: 'Lindqvist' });
  const eaters = ['Mia', 'Ben'].map((name) => ({ ...PREFERENCES.eaters[0], id: name, name }));
  await owner.call('PUT', '/app/api/preferences', { version: 0, preferences: { ...PREFERENCES, eaters } });
  await owner.call('PUT', '/app/api/stars', { eaterId: 'Ben', recipeId: 'shakshuka', stars: 4 });
  const { link } = (await owner.call('POST', '/app/api/invitations', { role: 'member' })).body;
  const { page, context } = await visit(t, browser, service);
  await page.goto(link);
  await page.getByRole('heading', { name: 'Join Lindqvist' }).waitFor();
  strictEqual(page.url(), `${service.url}/join`);
  await checkAxe(page);
  await page.reload();
  await page.getByLabel('Who are you?').selectOption('I am Ben');
  await page.getByLabel('Email').fill('son@example.org');
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Join the family' }).click();
  await page.getByText('A password needs 10 to 200 characters.').waitFor();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Join the family' }).click();
  await page.getByRole('link', { name: 'Lindqvist' }).waitFor();
  const { members } = (await owner.call('GET', '/app/api/members')).body;
  strictEqual(members.length, 2);

  await navigate(page, '/preferences');
  await page.locator('summary').filter({ hasText: 'Ben' }).getByText('You').waitFor();
  await navigate(page, '/recipes/shakshuka');
  const own = page.getByRole('group', { name: 'How do you like it?' }).getByRole('group').first();
  await own.getByRole('radio', { name: '4 stars', checked: true }).waitFor();
  strictEqual(await own.getAttribute('aria-label'), 'Ben');
  await navigate(page, '/profile');
  const row = page.getByRole('listitem').filter({ hasText: 'son@example.org' });
  await row.getByText('Ben', { exact: true }).waitFor();
  await row.getByLabel('Who you are at the table').selectOption('I am Mia');
  await row.getByText('Mia', { exact: true }).waitFor();

  await context.clearCookies();
  await page.goto(link);
  await page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor();
  await checkAxe(page, '#app');
});

test('a page that cannot be loaded offers a reload, and other pages still work', async (t) => {
  // Not through `visit`: errors are expected here, and a service worker would serve the file from its cache.
  const page = await browser.newPage({ baseURL: service.url, locale: 'en-GB', serviceWorkers: 'block' });
  t.after(() => page.close());
  await page.route('**/assets/sign-up-*.js', (route) => route.abort());
  await page.goto('/');
  await page.getByRole('link', { name: 'Start planning' }).click();
  await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Start planning' }).waitFor();
  await page.goForward();
  await page.unroute('**/assets/sign-up-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByLabel('Family name').waitFor();
});

for (const { signUp: mode, note, title } of [
  { signUp: 'invitation', note: 'New here? Ask someone in your family', title: 'You need an invitation' },
  { signUp: 'closed', note: 'accepts no new families or members', title: 'No new sign-ups' },
] as const) {
  test(`with SIGN_UP=${mode} no page offers sign-up, and each gives the reason`, async (t) => {
    // With both settings the pages have the same elements.
    const isClosed = mode === 'closed';
    const house = await startService(t, { store: service.store, config: { signUp: mode } });
    const { browser: owner } = await signUp(service);
    const { link } = (await owner.call('POST', '/app/api/invitations', {})).body;
    const { page, context } = await visit(t, browser, house);
    await page.goto('/');
    await page.getByText(note).waitFor();
    strictEqual(await page.locator('a[href^="/sign-up"]').count(), 0);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    strictEqual(await page.locator('a[href^="/sign-up"]').count(), 0);
    await navigate(page, '/sign-up');
    await page.getByRole('heading', { name: title }).waitFor();
    strictEqual(await page.locator('form').count(), 0);
    if (isClosed) await checkAxe(page);

    await navigate(page, `/join#${link.split('#')[1]}`);
    const joinTitle = page.getByRole('heading', { name: 'Join Okafor' });
    await (isClosed ? page.getByText('so the invitation does not work') : joinTitle).waitFor();
    if (isClosed) strictEqual(await page.getByRole('heading', { level: 1 }).innerText(), title);

    await setCookies(context, house, owner.cookies);
    await page.goto('/profile');
    await page.getByRole('heading', { name: 'Invitations' }).waitFor();
    const closedNote = page.getByText('so you cannot invite anyone');
    const invite = page.getByRole('button', { name: 'Invite someone' });
    await (isClosed ? closedNote : invite).waitFor();
    strictEqual(await (isClosed ? invite : closedNote).count(), 0);
  });
}

test('uses the browser’s language, and remembers another choice', async (t) => {
  const { page } = await visit(t, browser, service, { locale: 'de-AT' });
  await page.goto('/sign-in');
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  strictEqual(await page.getAttribute('html', 'lang'), 'de');
  await page.getByLabel('Sprache').selectOption('English');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  deepStrictEqual(
    [await page.getAttribute('html', 'lang'), await page.getAttribute('html', 'dir')],
    ['en', 'ltr'],
  );
});

test('says so if another language cannot be loaded', async (t) => {
  const { page } = await visit(t, browser, service, { locale: 'de-AT' });
  await page.goto('/sign-in');
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await page.route(/\/assets\/common-/, (route) => route.abort());
  await page.getByLabel('Sprache').selectOption('English');
  await page.locator('.toast').waitFor();
  strictEqual(await page.getAttribute('html', 'lang'), 'de');
});

/** The error text of each invalid field, found through `aria-describedby`. */
async function errorsIn(page: Page): Promise<Record<string, string>> {
  await page.locator('[aria-invalid=true]').first().waitFor();
  return page.evaluate(`Object.fromEntries(Array.from(document.querySelectorAll('[aria-invalid=true]'), (field) => {
    const ids = field.getAttribute('aria-describedby').split(' ');
    return [field.name, document.getElementById(ids.at(-1)).innerText];
  }))`);
}
