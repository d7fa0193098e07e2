/** Attacks on signing in with an identity provider: none may open a session or reach an account. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { IdentityProvider } from '#auth/identity-provider.ts';
import { newId } from '#auth/secret.ts';
import { readConfig } from '#config.ts';
import { CLIENT, Issuer, type Lies } from './support/servers/issuer.ts';
import { startService } from './support/service.ts';
import { ONE_KIND } from './support/store.ts';
import { OidcBrowser } from './support/clients/oidc-browser.ts';
import { makeWorld } from './support/world.ts';

const MINUTE_MS = 60_000;
const HOUR = 3_600;
const now = () => Math.floor(Date.now() / 1_000);
const EVIL = 'https://evil.example';

/** Lies of a provider, or of somebody between it and us, in the ID token. */
const FALSE_TOKENS: Record<string, () => Lies> = {
  'another issuer': () => ({ claims: { iss: EVIL } }),
  'no issuer': () => ({ claims: { iss: undefined } }),
  'the audience of another client': () => ({ claims: { aud: 'another-client' } }),
  'no audience': () => ({ claims: { aud: undefined } }),
  'audiences without this client': () => ({ claims: { aud: ['one', 'two'] } }),
  'several audiences and no authorised party': () => ({ claims: { aud: [CLIENT.clientId, 'other'] } }),
  'another authorised party': () => ({ claims: { aud: [CLIENT.clientId, 'other'], azp: 'other' } }),
  'another nonce': () => ({ claims: { nonce: 'A'.repeat(43) } }),
  'no nonce': () => ({ claims: { nonce: undefined } }),
  'an end in the past': () => ({ claims: { exp: now() - HOUR, iat: now() - 2 * HOUR } }),
  'no end': () => ({ claims: { exp: undefined } }),
  'a start in the future': () => ({ claims: { nbf: now() + HOUR } }),
  'no time of issue': () => ({ claims: { iat: undefined } }),
  'no subject': () => ({ claims: { sub: undefined } }),
  'an empty subject': () => ({ claims: { sub: '' } }),
  'a number as subject': () => ({ claims: { sub: 7 } }),
  'a subject that is too long': () => ({ claims: { sub: 'x'.repeat(256) } }),
  'no signature': () => ({ signed: 'none' }),
  'the signature of another key': () => ({ signed: 'other-key' }),
  'an unknown key': () => ({ signed: 'unknown-key' }),
  'an HMAC with the public key': () => ({ signed: 'hs256-public-key' }),
  'an HMAC with the secret of the client': () => ({ signed: 'hs256-secret' }),
  'claims that were changed after signing': () => ({ signed: 'changed-after' }),
  'no ID token': () => ({ idToken: null }),
  'an ID token that is none': () => ({ idToken: 'a.b.c' }),
  'a redirect instead of tokens': () => ({ redirect: `${EVIL}/token` }),
};

/** Changes of the query with which the browser comes back. */
const FALSE_RETURNS: Record<string, (search: URLSearchParams) => void> = {
  'the issuer of another provider (mix-up)': (search) => search.set('iss', EVIL),
  'no issuer, although the provider sends one': (search) => search.delete('iss'),
  'two issuers': (search) => search.append('iss', EVIL),
  'no state': (search) => search.delete('state'),
  'a state that was never given out': (search) => search.set('state', 'A'.repeat(43)),
  'two states': (search) => search.append('state', 'A'.repeat(43)),
  'no code': (search) => search.delete('code'),
  'another code': (search) => search.set('code', 'A'.repeat(43)),
  'two codes': (search) => search.append('code', 'A'.repeat(43)),
  'an error of the provider': (search) => search.set('error', 'access_denied'),
  'an ID token in the address': (search) => search.set('id_token', 'a.b.c'),
  'a signed response that was not asked for': (search) => search.set('response', 'a.b.c'),
};

for (const kind of ONE_KIND) {
  describe(`${kind}: attacks on identities`, async () => {
    const issuer = await new Issuer().start({ after });
    const service = await startService({ after, before }, { kind, config: { oidc: issuer.settings } });
    const newBrowser = () => new OidcBrowser(service, issuer);
    /** A member with an identity, whom the attacks try to become. */
    const makeVictim = async () => {
      service.clock.nowMs += MINUTE_MS;
      const { owner, member } = await makeWorld(service);
      const [browser, subject] = [newBrowser(), newId()];
      browser.cookies.set('weekfare-session', owner.token);
      strictEqual((await browser.link(subject)).status, 204);
      return { browser, subject, owner, member };
    };

    for (const [what, lies] of Object.entries(FALSE_TOKENS)) {
      test(`a sign-in is refused with ${what}`, async () => {
        const { subject } = await makeVictim();
        const browser = newBrowser();
        const search = await browser.signInAtProvider(subject);
        issuer.lies = lies();
        try {
          await expectRefusal(browser, search);
        } finally {
          issuer.lies = {};
        }
      });
    }

    for (const [what, change] of Object.entries(FALSE_RETURNS)) {
      test(`a return is refused with ${what}`, async () => {
        const { subject } = await makeVictim();
        const browser = newBrowser();
        const search = await browser.signInAtProvider(subject);
        change(search);
        await expectRefusal(browser, search);
      });
    }

    test('a return works once, also if it is sent three times at once', async () => {
      const { subject, owner } = await makeVictim();
      const browser = newBrowser();
      const search = await browser.signInAtProvider(subject);
      const replies = await Promise.all([1, 2, 3].map(() => browser.finish(search)));
      deepStrictEqual(replies.map(({ status }) => String(status)).toSorted(), ['200', '403', '403']);
      strictEqual(replies.find(({ status }) => status === 200)?.body.member, owner.id);
      await expectRefusal(newBrowser(), search);
    });

    test('a code that was used does not work with a new state', async () => {
      const { subject } = await makeVictim();
      const browser = newBrowser();
      const used = await browser.signInAtProvider(subject);
      strictEqual((await browser.finish(used)).status, 200);
      const next = await browser.signInAtProvider(subject);
      next.set('code', used.get('code') ?? '');
      await expectRefusal(browser, next);
    });

    test('a code that was stolen from another browser does not work in one’s own sign-in', async () => {
      const { subject } = await makeVictim();
      const [victim, thief] = [newBrowser(), newBrowser()];
      const stolen = await victim.signInAtProvider(subject);
      const own = await thief.signInAtProvider('thief');
      own.set('code', stolen.get('code') ?? '');
      await expectRefusal(thief, own);
    });

    test('a return works only in the browser that has begun the sign-in', async () => {
      const { subject } = await makeVictim();
      const [attacker, victim] = [newBrowser(), newBrowser()];
      // Login CSRF: the victim opens the return address of the attacker.
      const search = await attacker.signInAtProvider(subject);
      await expectRefusal(victim, search);
      await victim.begin();
      await expectRefusal(victim, search);
      strictEqual((await attacker.finish(search)).status, 200);
    });

    test('a return works for ten minutes', async () => {
      const { subject } = await makeVictim();
      const browser = newBrowser();
      const search = await browser.signInAtProvider(subject);
      service.clock.nowMs += 10 * MINUTE_MS;
      await expectRefusal(browser, search);
    });

    test('a sign-in for one purpose cannot be finished for another, nor by another session', async () => {
      const { browser, subject, member } = await makeVictim();
      const starts = ['oidc/start', 'identities/start', 'reauthentication/oidc/start'];
      const ends = ['oidc/finish', 'identities', 'reauthentication/oidc'];
      for (const [from, start] of starts.entries()) {
        service.clock.nowMs += MINUTE_MS;
        for (const [to, end] of ends.entries()) {
          if (from === to) continue;
          const search = await browser.signInAtProvider(subject, { start: `/app/api/${start}` });
          await expectRefusal(browser, search, `/app/api/${end}`);
        }
      }
      const search = await browser.signInAtProvider('new-account', { start: '/app/api/identities/start' });
      const other = newBrowser();
      for (const [name, value] of browser.cookies) other.cookies.set(name, value);
      other.cookies.set('weekfare-session', member.token);
      await expectRefusal(other, search, '/app/api/identities');
      strictEqual((await browser.finish(search, '/app/api/identities')).status, 204);
    });

    test('the email of a member at the provider gives nobody that account', async () => {
      const { owner } = await makeVictim();
      const browser = newBrowser();
      const { body } = await browser.signIn('impostor', owner.email);
      deepStrictEqual(Object.keys(body).toSorted(), ['email', 'ticket']);
      ok(!browser.cookies.has('weekfare-session'));
      const details = { ticket: body.ticket, familyName: 'X', timeZone: 'UTC', email: owner.email };
      strictEqual((await browser.call('POST', '/app/api/oidc/sign-up', details)).body.code, 'email-taken');
    });

    test('a ticket works only in its browser, for ten minutes, and is no state', async () => {
      service.clock.nowMs += MINUTE_MS;
      const [browser, other] = [newBrowser(), newBrowser()];
      const { ticket } = (await browser.signIn(newId())).body;
      await other.begin();
      const details = {
        ticket,
        familyName: 'X',
        timeZone: 'UTC',
        email: `${newId().toLowerCase()}@example.org`,
      };
      const signUp = async (who: OidcBrowser, given = details) =>
        (await who.call('POST', '/app/api/oidc/sign-up', given)).body.code;
      strictEqual(await signUp(other), 'identity-refused');
      strictEqual(await signUp(newBrowser()), 'identity-refused');
      const state = new URL(await browser.begin()).searchParams.get('state') ?? '';
      strictEqual(await signUp(browser, { ...details, ticket: state }), 'identity-refused');
      await expectRefusal(browser, `?code=x&state=${ticket}&iss=${issuer.url}`);
      service.clock.nowMs += 10 * MINUTE_MS;
      strictEqual(await signUp(browser), 'identity-refused');
    });

    test('two tickets of one identity make one account', async () => {
      service.clock.nowMs += MINUTE_MS;
      const [browser, subject] = [newBrowser(), newId()];
      const tickets = [
        (await browser.signIn(subject)).body.ticket,
        (await browser.signIn(subject)).body.ticket,
      ];
      const codes = [];
      for (const ticket of tickets) {
        const details = {
          ticket,
          familyName: 'X',
          timeZone: 'UTC',
          email: `${newId().toLowerCase()}@example.org`,
        };
        codes.push((await browser.call('POST', '/app/api/oidc/sign-up', details)).body.code);
      }
      deepStrictEqual(codes, [undefined, 'identity-taken']);
    });

    test('a return address that the page did not ask for is refused', async () => {
      service.clock.nowMs += MINUTE_MS;
      const { status } = await newBrowser().call('POST', '/app/api/oidc/start', { back: EVIL });
      strictEqual(status, 400);
      const url = new URL(await newBrowser().begin());
      strictEqual(url.searchParams.get('redirect_uri'), `${service.url}/oidc`);
    });

    test('the number of trips is limited', async () => {
      service.clock.nowMs += MINUTE_MS;
      const codes = new Set<string>();
      for (let at = 0; at < 200; at += 1) {
        codes.add((await newBrowser().finish('?state=x')).body.code);
        if (codes.size > 1) break;
      }
      deepStrictEqual([...codes], ['identity-refused', 'sign-in-limited']);
    });
  });

  describe('attacks by metadata', async () => {
    const issuer = await new Issuer().start({ after });
    const authorization = {
      state: 's',
      browser: 'b',
      redirectUri: 'http://localhost/oidc',
      isReauthentication: false,
    };
    const startWith = async (metadata: Record<string, unknown>) => {
      issuer.lies = { metadata };
      const provider = new IdentityProvider(
        issuer.settings,
        () => 0,
        () => {},
      );
      return provider.startUrl(authorization);
    };

    test('metadata of another issuer is not believed', async () => {
      strictEqual(await startWith({ issuer: EVIL }), undefined);
      ok(await startWith({}));
    });

    test('a provider cannot choose HMAC or no signature', async () => {
      for (const [alg, signed] of [
        ['HS256', 'hs256-secret'],
        ['HS256', 'hs256-public-key'],
        ['none', 'none'],
      ] as const) {
        const metadata = { id_token_signing_alg_values_supported: [alg] };
        issuer.lies = { metadata };
        const reasons: string[] = [];
        const provider = new IdentityProvider(
          issuer.settings,
          () => 0,
          (reason) => reasons.push(reason),
        );
        const url = (await provider.startUrl(authorization)) ?? '';
        const search = issuer.authorize(url, { subject: 'me' });
        issuer.lies = { metadata, signed };
        strictEqual(await provider.redeem(String(search), authorization), 'refused', alg);
        strictEqual(reasons.length, 1);
      }
    });

    test('plain http is only for issuers on this machine', () => {
      for (const right of ['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000', EVIL])
        strictEqual(readIssuer(right), right);
      for (const wrong of [
        'http://login.example',
        'http://10.0.0.5',
        'http://127.0.0.1.example',
        'ftp://x',
      ]) {
        let message = '';
        try {
          readIssuer(wrong);
        } catch (error) {
          message = String(error);
        }
        ok(message.includes('OIDC_ISSUER'), wrong);
      }
    });
  });
}

async function expectRefusal(browser: OidcBrowser, search: URLSearchParams | string, path?: string) {
  const sessionBefore = browser.cookies.get('weekfare-session');
  const { status, body } = await browser.finish(search, path);
  deepStrictEqual([status, body?.code], [403, 'identity-refused']);
  strictEqual(browser.cookies.get('weekfare-session'), sessionBefore);
}

function readIssuer(issuer: string): string | undefined {
  return readConfig({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'weekfare' }).oidc?.issuer;
}
