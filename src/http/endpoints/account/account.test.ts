/** Sign-up, sign-in and sign-out as a browser does them: responses, cookies, sessions and limits. */
import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dump } from '#test/support/snapshot.ts';
import { EATER, makeWorld, PASSWORD } from '#test/support/world.ts';
import { AppClient, type Reply, signUp, startService } from '#test/support/service.ts';
import { ONE_KIND } from '#test/support/store.ts';

const isSignedIn = async (browser: AppClient) => (await browser.call('GET', '/app/api/me')).status === 200;
const signIn = (browser: AppClient, email: string, password = PASSWORD) =>
  browser.call('POST', '/app/api/sign-in', { email, password });
const cookieOf = ({ headers }: Reply, name: string) =>
  headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`)) ?? '';

const newcomer = (name: string) => ({ email: `${name}@example.org`, password: PASSWORD });

const listSessions = async (browser: AppClient) =>
  (await browser.call('GET', '/app/api/sessions')).body.sessions;

for (const kind of ONE_KIND) {
  describe(`${kind}: account`, async () => {
    const service = await startService({ after, before }, { kind });
    /** Attempts are limited per minute; each test starts a new one. */
    const nextMinute = () => (service.clock.nowMs += 60_000);

    test('sign-up names every invalid field and stores nothing', async () => {
      nextMinute();
      const before = await dump(service.store);
      const wrong = { familyName: ' ', email: 'nobody', password: 'short', timeZone: '+02:00' };
      const { status, body } = await new AppClient(service).call('POST', '/app/api/sign-up', wrong);
      strictEqual(status, 400);
      const fields = body.errors.map((error: { field: string }) => error.field);
      deepStrictEqual(fields.toSorted(), ['email', 'familyName', 'password', 'timeZone']);
      deepStrictEqual(await dump(service.store), before);
    });

    test('a new family gets the units of its time zone', async () => {
      nextMinute();
      for (const [timeZone, units] of [
        ['America/Chicago', 'us'],
        ['Europe/Berlin', 'metric'],
      ] as const) {
        const { browser } = await signUp(service, { timeZone });
        strictEqual((await browser.call('GET', '/app/api/me')).body.family.units, units);
      }
    });

    test('says whether an eater has an allergy, a diet or a food that they never eat', async () => {
      nextMinute();
      const { browser } = await signUp(service);
      const eater = { id: 'mia', name: 'Mia', diets: [], allergens: [], dislikes: [] };
      const seen: boolean[] = [];
      for (const allergens of [[], ['peanuts'], []]) {
        const { version, preferences } = (await browser.call('GET', '/app/api/preferences')).body;
        const changed = { ...preferences, eaters: [{ ...eater, allergens }] };
        await browser.call('PUT', '/app/api/preferences', { version, preferences: changed });
        seen.push((await browser.call('GET', '/app/api/me')).body.family.hasEaterRules);
      }
      deepStrictEqual(seen, [false, true, false]);
    });

    test('says which slots the family plans, once it has chosen them', async () => {
      nextMinute();
      const { browser } = await signUp(service);
      const slots = async () => (await browser.call('GET', '/app/api/me')).body.family.slots;
      strictEqual(await slots(), undefined);
      const { version, preferences } = (await browser.call('GET', '/app/api/preferences')).body;
      const slotSettings = { Monday: { dinner: {} }, Sunday: { snack: {} } };
      const changed = { version, preferences: { ...preferences, slotSettings } };
      strictEqual((await browser.call('PUT', '/app/api/preferences', changed)).status, 200);
      deepStrictEqual(await slots(), ['snack', 'dinner']);
    });

    test('a new family sees no calories until it wants them', async () => {
      nextMinute();
      const { browser } = await signUp(service);
      const shows = async () => (await browser.call('GET', '/app/api/me')).body.family.showsNutrition;
      strictEqual(await shows(), false);
      const { version, preferences } = (await browser.call('GET', '/app/api/preferences')).body;
      const changed = { version, preferences: { ...preferences, showsNutrition: true } };
      strictEqual((await browser.call('PUT', '/app/api/preferences', changed)).status, 200);
      strictEqual(await shows(), true);
    });

    test('an email belongs to one account, ignoring case', async () => {
      nextMinute();
      const { email } = await signUp(service, { email: `Ada.${kind}@Example.org` });
      const before = await dump(service.store);
      const again = { familyName: 'Other', password: PASSWORD, timeZone: 'UTC' };
      for (const same of [email, email.toUpperCase(), ` ${email.toLowerCase()} `]) {
        const details = { ...again, email: same };
        const { status, body } = await new AppClient(service).call('POST', '/app/api/sign-up', details);
        deepStrictEqual([status, body.code], [409, 'email-taken']);
      }
      deepStrictEqual(await dump(service.store), before);
      strictEqual((await signIn(new AppClient(service), email.toUpperCase())).status, 200);
    });

    test('returns 429 with Retry-After for password guesses, and lets a known device sign in', async () => {
      nextMinute();
      const { email } = await signUp(service);
      const device = new AppClient(service);
      strictEqual((await signIn(device, email)).status, 200);
      nextMinute();
      const guesses: Reply[] = [];
      for (let n = 0; n < 8; n += 1) guesses.push(await signIn(new AppClient(service), email, `guess ${n}`));
      deepStrictEqual(new Set(guesses.map(({ status }) => status)), new Set([401, 429]));
      const limited = guesses.at(-1) as Reply;
      strictEqual(limited.body.code, 'sign-in-limited');
      match(limited.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
      strictEqual((await signIn(new AppClient(service), email)).status, 429);
      strictEqual((await signIn(device, email)).status, 200);
      nextMinute();
      strictEqual((await signIn(new AppClient(service), email)).status, 200);
    });

    test('the session and device cookies are HttpOnly and SameSite=Lax', async () => {
      nextMinute();
      const { email } = await signUp(service);
      const reply = await signIn(new AppClient(service), email);
      for (const name of ['weekfare-session', 'weekfare-device']) {
        match(cookieOf(reply, name), /^[a-z-]+=[\w.-]{30,}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
      }
    });

    test('sign-out ends this session, sign-out everywhere ends all', async () => {
      nextMinute();
      const { browser: first, email } = await signUp(service);
      const [second, third] = [new AppClient(service), new AppClient(service)];
      for (const browser of [second, third]) strictEqual((await signIn(browser, email)).status, 200);
      const cookies = new Map(second.cookies);
      const signedOut = await second.call('POST', '/app/api/sign-out');
      strictEqual(signedOut.status, 204);
      strictEqual(signedOut.headers.get('clear-site-data'), '"cache"');
      ok(!second.cookies.has('weekfare-session'));
      for (const [name, value] of cookies) second.cookies.set(name, value);
      deepStrictEqual(
        [await isSignedIn(first), await isSignedIn(second), await isSignedIn(third)],
        [true, false, true],
      );
      strictEqual((await third.call('POST', '/app/api/sign-out-everywhere')).status, 204);
      deepStrictEqual([await isSignedIn(first), await isSignedIn(third)], [false, false]);
    });

    test("lists a member's own sessions with their devices and marks the current one", async () => {
      nextMinute();
      const { browser: first, email } = await signUp(service);
      await signUp(service);
      nextMinute();
      const second = new AppClient(service);
      const agent = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
      const credentials = { email, password: PASSWORD };
      await second.call('POST', '/app/api/sign-in', credentials, { 'user-agent': agent });
      const shown = await listSessions(second);
      deepStrictEqual(
        shown.map(({ device, isThis }: { device: string; isThis: boolean }) => [device, isThis]),
        [
          ['Firefox on Android', true],
          ['', false],
        ],
      );
      ok(shown[0].startedAt > shown[1].startedAt);
      deepStrictEqual(Object.keys(shown[0]).toSorted(), [
        'address',
        'device',
        'id',
        'isThis',
        'seenAt',
        'startedAt',
      ]);
      await second.call('POST', '/app/api/sign-out');
      strictEqual((await listSessions(first)).length, 1);
      service.clock.nowMs += 89 * 86_400_000;
      await signIn(second, email);
      service.clock.nowMs += 2 * 86_400_000;
      strictEqual((await listSessions(second)).length, 1, 'the other session has expired');
      const { owner } = await makeWorld(service);
      const asOwner = new AppClient(service);
      asOwner.cookies.set('weekfare-session', owner.token);
      strictEqual(
        (await listSessions(asOwner)).length,
        1,
        'the list does not contain sessions of other members',
      );
    });

    test('sign-in, sign-up and joining on a device end its old session and no other', async () => {
      nextMinute();
      const { browser: elsewhere, email, family } = await signUp(service);
      const other = await signUp(service);
      const device = new AppClient(service);
      const isValid = (token: string | undefined) => {
        const old = new AppClient(service);
        old.cookies.set('weekfare-session', token ?? '');
        return isSignedIn(old);
      };
      const { link } = (await other.browser.call('POST', '/app/api/invitations', {})).body;
      const entries = [
        () => signIn(device, email),
        () => signIn(device, email),
        () => signIn(device, other.email),
        () =>
          device.call('POST', '/app/api/sign-up', {
            familyName: 'Third',
            timeZone: 'UTC',
            ...newcomer(`again.${kind}`),
          }),
        () =>
          device.call('POST', '/app/api/join', { token: link.split('#')[1], ...newcomer(`joined.${kind}`) }),
      ];
      for (const enter of entries) {
        nextMinute();
        const before = device.cookies.get('weekfare-session');
        strictEqual((await enter()).status, 200);
        notStrictEqual(device.cookies.get('weekfare-session'), before);
        deepStrictEqual([await isSignedIn(device), await isValid(before)], [true, false]);
      }
      deepStrictEqual([await isSignedIn(elsewhere), await isSignedIn(other.browser)], [true, true]);
      // The audit log of the family has the ends of its own sessions only.
      const { audit } = await dump(service.store, family);
      const ends = (audit as { action: string; actor: string }[]).filter(
        ({ action }) => action === 'member.sign-out',
      );
      const { member } = (await elsewhere.call('GET', '/app/api/me')).body;
      deepStrictEqual(
        ends.map(({ actor }) => actor),
        [member.id, member.id],
      );
    });

    test('a failed sign-in does not end the session of the device', async () => {
      nextMinute();
      const { browser, email } = await signUp(service);
      strictEqual((await signIn(browser, email, 'not the password')).status, 401);
      strictEqual(await isSignedIn(browser), true);
    });

    test('a valid invitation shows only the names of the family and of its eaters', async () => {
      nextMinute();
      const { browser } = await signUp(service, { familyName: 'The Okafors' });
      const { link, id } = (await browser.call('POST', '/app/api/invitations', {})).body;
      const readInvitation = (token: string) =>
        new AppClient(service).call('POST', '/app/api/invitation', { token });
      const token = String(link).split('#')[1] as string;
      deepStrictEqual((await readInvitation(token)).body, { familyName: 'The Okafors', eaters: [] });
      strictEqual((await readInvitation(`${token.slice(0, -1)}!`)).status, 404);
      strictEqual((await browser.call('DELETE', `/app/api/invitations/${id}`)).status, 204);
      strictEqual((await readInvitation(token)).status, 404);
      const { invitationToken } = await makeWorld(service);
      deepStrictEqual((await readInvitation(invitationToken)).body.eaters, [{ id: EATER, name: 'Anna' }]);
      service.clock.nowMs += 86_400_000;
      strictEqual((await readInvitation(invitationToken)).status, 404, 'it has expired');
    });

    test('a change of the password ends all other sessions', async () => {
      nextMinute();
      const { browser: here, email } = await signUp(service);
      const elsewhere = new AppClient(service);
      await signIn(elsewhere, email);
      const change = (current: string) =>
        here.call('PUT', '/app/api/password', { current, next: 'a completely new one' });
      strictEqual((await change('not the password')).body.code, 'wrong-password');
      strictEqual(await isSignedIn(elsewhere), true);
      strictEqual((await change(PASSWORD)).status, 200);
      deepStrictEqual([await isSignedIn(here), await isSignedIn(elsewhere)], [true, false]);
      strictEqual((await signIn(new AppClient(service), email)).status, 401);
      strictEqual((await signIn(new AppClient(service), email, 'a completely new one')).status, 200);
    });
  });

  test(`${kind}: over https the cookies have the __Host- prefix and Secure`, async (t) => {
    const publicUrl = 'https://weekfare.example';
    const service = await startService(t, { kind, config: { publicUrl } });
    const browser = new AppClient(service);
    const person = { familyName: 'A', email: 'a@example.org', password: PASSWORD, timeZone: 'UTC' };
    const reply = await browser.call('POST', '/app/api/sign-up', person, { origin: publicUrl });
    strictEqual(reply.status, 200);
    match(
      cookieOf(reply, '__Host-weekfare-session'),
      /; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    );
    ok(!cookieOf(reply, '__Host-weekfare-session').includes('Domain'));
    strictEqual(await isSignedIn(browser), true);
    const [[, token]] = [...browser.cookies] as [[string, string]];
    const plain = { cookie: `weekfare-session=${token}` };
    strictEqual((await new AppClient(service).call('GET', '/app/api/me', undefined, plain)).status, 401);
  });
}
