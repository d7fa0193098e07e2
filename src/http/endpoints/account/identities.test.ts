/** Accounts at the identity provider: signing up, joining, linking, unlinking, signing in and reauthentication. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noPassword } from '#auth/password.ts';
import { newId } from '#auth/secret.ts';
import { updateMember } from '#storage/tables/account/members.ts';
import { Issuer } from '#test/support/servers/issuer.ts';
import { startService } from '#test/support/service.ts';
import { dump } from '#test/support/snapshot.ts';
import { KINDS, ONE_KIND } from '#test/support/store.ts';
import { OidcBrowser } from '#test/support/clients/oidc-browser.ts';
import { makeWorld, PASSWORD } from '#test/support/world.ts';

const MINUTE_MS = 60_000;

for (const kind of KINDS) {
  describe(`${kind}: identities`, async () => {
    const issuer = await new Issuer().start({ after });
    const service = await startService({ after, before }, { kind, config: { oidc: issuer.settings } });
    /** Attempts are limited per minute. */
    const makeMember = async () => {
      service.clock.nowMs += MINUTE_MS;
      const world = await makeWorld(service);
      const browser = new OidcBrowser(service, issuer);
      browser.cookies.set('weekfare-session', world.owner.token);
      return { browser, ...world };
    };
    const newBrowser = () => new OidcBrowser(service, issuer);

    test('somebody new signs up, signs in on another device, and never has a password', async () => {
      service.clock.nowMs += MINUTE_MS;
      const [browser, subject, email] = [newBrowser(), newId(), `${newId().toLowerCase()}@example.org`];
      const { body } = await browser.signIn(subject, 'told@provider.example');
      strictEqual(body.email, 'told@provider.example');
      ok(!browser.cookies.has('weekfare-session'));
      const details = { ticket: body.ticket, familyName: 'Okafor', timeZone: 'UTC' };
      const { email: taken } = (await makeWorld(service)).owner;
      const refused = await browser.call('POST', '/app/api/oidc/sign-up', { ...details, email: taken });
      deepStrictEqual([refused.status, refused.body.code], [409, 'email-taken']);
      // The form can be corrected, and then the ticket is used up.
      const made = await browser.call('POST', '/app/api/oidc/sign-up', { ...details, email });
      strictEqual(made.status, 200, JSON.stringify(made.body));
      const again = { ...details, email: `${newId().toLowerCase()}@example.org` };
      strictEqual((await browser.call('POST', '/app/api/oidc/sign-up', again)).body.code, 'identity-refused');
      strictEqual((await browser.call('GET', '/app/api/me')).body.member.email, email);

      const phone = newBrowser();
      deepStrictEqual((await phone.signIn(subject)).body, made.body);
      // Signing in is reauthentication.
      strictEqual((await phone.call('POST', '/app/api/keys', { name: 'tablet' })).status, 200);
      deepStrictEqual((await phone.call('GET', '/app/api/reauthentication')).body.methods, ['oidc']);
      const guess = { email, password: PASSWORD };
      strictEqual((await newBrowser().call('POST', '/app/api/sign-in', guess)).status, 401);
      const [identity] = await listed(phone);
      deepStrictEqual([identity.label, identity.otherIssuer], ['told@provider.example', null]);
      ok(identity.lastUsedAt);
    });

    test('somebody joins by invitation, once, as one of the eaters', async () => {
      const { browser: owner, family, invitationToken } = await makeMember();
      const [browser, subject, email] = [newBrowser(), newId(), `${newId().toLowerCase()}@example.org`];
      const { ticket } = (await browser.signIn(subject)).body;
      const details = { ticket, token: invitationToken, email };
      const wrong = await browser.call('POST', '/app/api/oidc/join', { ...details, token: 'none' });
      deepStrictEqual([wrong.status, wrong.body.code], [410, 'invitation-ended']);
      const joined = await browser.call('POST', '/app/api/oidc/join', details);
      deepStrictEqual([joined.status, joined.body.family], [200, family]);
      const emails = (await owner.call('GET', '/app/api/members')).body.members.map(
        (member: { email: string }) => member.email,
      );
      ok(emails.includes(email));
      strictEqual((await newBrowser().signIn(subject)).body.member, joined.body.member);
      const second = newBrowser();
      const other = (await second.signIn(newId())).body.ticket;
      const late = { ...details, ticket: other, email: `${newId().toLowerCase()}@example.org` };
      strictEqual((await second.call('POST', '/app/api/oidc/join', late)).body.code, 'invitation-ended');
    });

    test('a member links, signs in with it, unlinks, and links again; the family sees it', async () => {
      const { browser, family, owner } = await makeMember();
      const subject = newId();
      strictEqual((await browser.link(subject)).status, 204);
      // Once more changes nothing.
      strictEqual((await browser.link(subject)).status, 204);
      strictEqual((await newBrowser().signIn(subject)).body.member, owner.id);
      const [{ id }, ...others] = await listed(browser);
      deepStrictEqual(others, []);
      strictEqual((await browser.call('DELETE', `/app/api/identities/${id}`)).status, 204);
      ok((await newBrowser().signIn(subject)).body.ticket);
      service.clock.nowMs += MINUTE_MS;
      strictEqual((await browser.link(subject)).status, 204);
      strictEqual((await newBrowser().signIn(subject)).body.member, owner.id);
      const { body } = await browser.call('GET', '/app/api/security-events');
      const seen = body.events.map((event: { action: string }) => event.action);
      for (const action of ['identity.link', 'identity.unlink']) ok(seen.includes(action), action);
      const { audit } = await dump(service.store, family);
      const linked = (audit as { action: string }[]).filter(({ action }) => action === 'identity.link');
      strictEqual(linked.length, 2);
    });

    test('an identity of another account cannot be linked, seen, unlinked or used as proof', async () => {
      const [ours, theirs] = [await makeMember(), await makeMember()];
      const subject = newId();
      await theirs.browser.link(subject);
      const [{ id }] = await listed(theirs.browser);
      const stored = await dump(service.store, theirs.family);
      const linked = await ours.browser.link(subject);
      deepStrictEqual([linked.status, linked.body.code], [409, 'identity-taken']);
      strictEqual((await ours.browser.call('DELETE', `/app/api/identities/${id}`)).status, 404);
      deepStrictEqual(await listed(ours.browser), []);
      const search = await ours.browser.signInAtProvider(subject, {
        start: '/app/api/reauthentication/oidc/start',
      });
      strictEqual(
        (await ours.browser.finish(search, '/app/api/reauthentication/oidc')).body.code,
        'identity-refused',
      );
      deepStrictEqual(await dump(service.store, theirs.family), stored);
    });

    test('the last way to sign in cannot be unlinked', async () => {
      const { browser, family, owner } = await makeMember();
      await browser.link(newId());
      await browser.link(newId());
      await service.store.db
        .transaction()
        .execute((tx) => updateMember(tx, family, owner.id, { passwordHash: noPassword() }));
      const [one, two] = await listed(browser);
      strictEqual((await browser.call('DELETE', `/app/api/identities/${one.id}`)).status, 204);
      const last = await browser.call('DELETE', `/app/api/identities/${two.id}`);
      deepStrictEqual([last.status, last.body.code], [409, 'last-sign-in-method']);
      strictEqual((await listed(browser)).length, 1);
    });

    test('an identity of an earlier provider is no sign-in method any more', async () => {
      const { browser, family, owner } = await makeMember();
      await browser.link(newId());
      await service.store.db.transaction().execute(async (tx) => {
        await updateMember(tx, family, owner.id, { passwordHash: noPassword() });
        await tx
          .updateTable('identities')
          .set({ issuer: 'https://old.example' })
          .where('family_id', '=', family)
          .where('member_id', '=', owner.id)
          .execute();
      });
      await browser.link(newId());
      const [old, today] = await listed(browser);
      deepStrictEqual([old.otherIssuer, today.otherIssuer], ['https://old.example', null]);
      strictEqual(
        (await browser.call('DELETE', `/app/api/identities/${today.id}`)).body.code,
        'last-sign-in-method',
      );
      strictEqual((await browser.call('DELETE', `/app/api/identities/${old.id}`)).status, 204);
    });

    test('a member has at most five', async () => {
      const { browser } = await makeMember();
      for (let linked = 0; linked < 5; linked += 1) strictEqual((await browser.link(newId())).status, 204);
      strictEqual((await browser.link(newId())).body.code, 'too-many');
    });

    test('reauthentication needs a sign-in at the provider of the last minute', async () => {
      const { browser } = await makeMember();
      const subject = newId();
      await browser.link(subject);
      service.clock.nowMs += 11 * MINUTE_MS;
      const start = '/app/api/reauthentication/oidc/start';
      const needed = await browser.call('POST', '/app/api/identities/start', {});
      strictEqual(needed.body.code, 'reauthentication-required');
      const prove = async (authTime: number | undefined) => {
        const search = await browser.signInAtProvider(subject, { start });
        issuer.lies = authTime === 0 ? {} : { claims: { auth_time: authTime } };
        const reply = await browser.finish(search, '/app/api/reauthentication/oidc');
        issuer.lies = {};
        return reply;
      };
      const asked = new URL(await browser.begin(start)).searchParams;
      deepStrictEqual([asked.get('prompt'), asked.get('max_age')], ['login', '60']);
      strictEqual((await prove(Math.floor(Date.now() / 1_000) - 300)).body.code, 'identity-refused');
      strictEqual((await prove(undefined)).body.code, 'identity-refused');
      strictEqual((await browser.call('POST', '/app/api/identities/start', {})).status, 403);
      // Half of a pair, a control and a letter that browsers escape.
      for (const invalid of ['\uD800', '\0', 'é'])
        strictEqual(
          (await browser.finish(`?state=x&code=${invalid}`, '/app/api/reauthentication/oidc')).status,
          400,
        );
      strictEqual((await prove(0)).status, 204);
      strictEqual((await browser.call('POST', '/app/api/identities/start', {})).status, 200);
    });

    test('the database has nothing with which a sign-in could be finished', async () => {
      service.clock.nowMs += MINUTE_MS;
      const browser = newBrowser();
      const asked = new URL(await browser.begin()).searchParams;
      const stored = JSON.stringify((await dump(service.store)).sign_in_attempts);
      const secrets = [asked.get('state'), asked.get('nonce'), browser.cookies.get('weekfare-authorization')];
      for (const secret of secrets) ok(secret && secret.length >= 43 && !stored.includes(secret));
      strictEqual(asked.get('code_challenge_method'), 'S256');
    });
  });
}

for (const kind of ONE_KIND) {
  describe(`${kind}: settings of the identity provider`, async () => {
    const issuer = await new Issuer().start({ after });
    const oidc = issuer.settings;
    const only = await startService({ after, before }, { kind, config: { oidc, signIn: 'oidc' } });
    const closed = await startService({ after, before }, { kind, config: { oidc, signUp: 'closed' } });
    const none = await startService({ after, before }, { kind });
    const away = await startService(
      { after, before },
      { kind, config: { oidc: { ...oidc, issuer: 'http://127.0.0.1:1' } } },
    );

    test('with SIGN_IN=oidc passwords and passkeys do not work, and do not count as sign-in methods', async () => {
      const { owner, invitationToken: token } = await makeWorld(only);
      const browser = new OidcBrowser(only, issuer);
      browser.cookies.set('weekfare-session', owner.token);
      await browser.link('me');
      const credentials = { email: owner.email, password: PASSWORD };
      const newcomer = { email: 'new@example.org', password: PASSWORD };
      for (const [path, body] of [
        ['sign-in', credentials],
        ['sign-up', { ...newcomer, familyName: 'Okafor', timeZone: 'UTC' }],
        ['join', { ...newcomer, token }],
        ['passkeys/sign-in/options', {}],
        ['passkeys/options', {}],
        ['reauthentication/password', { password: PASSWORD }],
        ['reset', { token: 'x'.repeat(43), password: PASSWORD }],
        ['recover', { email: owner.email, code: 'any', password: PASSWORD }],
      ] as const) {
        const { status, body: reply } = await browser.call('POST', `/app/api/${path}`, body);
        deepStrictEqual([status, reply.code], [403, 'only-oidc'], path);
      }
      deepStrictEqual((await browser.call('GET', '/app/api/reauthentication')).body.methods, ['oidc']);
      const [{ id }] = (await browser.call('GET', '/app/api/identities')).body.identities;
      strictEqual(
        (await browser.call('DELETE', `/app/api/identities/${id}`)).body.code,
        'last-sign-in-method',
      );
      strictEqual((await new OidcBrowser(only, issuer).signIn('me')).body.member, owner.id);
      const { signIn, provider } = (await browser.call('GET', '/app/api/sign-up')).body;
      deepStrictEqual([signIn, provider], ['oidc', { name: 'Home Login' }]);
    });

    test('where sign-up is closed, an identity makes no account', async () => {
      const { invitationToken: token } = await makeWorld(closed);
      const browser = new OidcBrowser(closed, issuer);
      const { ticket } = (await browser.signIn('stranger')).body;
      const details = { ticket, email: 'new@example.org' };
      const family = { ...details, familyName: 'Okafor', timeZone: 'UTC' };
      strictEqual((await browser.call('POST', '/app/api/oidc/sign-up', family)).body.code, 'sign-up-closed');
      const joined = await browser.call('POST', '/app/api/oidc/join', { ...details, token });
      strictEqual(joined.body.code, 'joining-closed');
    });

    test('without a provider, and while it cannot be reached, a sign-in is refused', async () => {
      const refused = await new OidcBrowser(none, issuer).call('POST', '/app/api/oidc/start', {});
      deepStrictEqual([refused.status, refused.body.code], [409, 'no-oidc']);
      const unreachable = await new OidcBrowser(away, issuer).call('POST', '/app/api/oidc/start', {});
      deepStrictEqual([unreachable.status, unreachable.body.code], [503, 'provider-unavailable']);
    });
  });
}

async function listed(browser: OidcBrowser) {
  return (await browser.call('GET', '/app/api/identities')).body.identities;
}
