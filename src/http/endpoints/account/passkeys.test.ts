/** Passkeys: adding, naming, removing, signing in, reauthentication, and every way in which a response can be false. */
import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { noPassword } from '#auth/password.ts';
import { relyingPartyAt } from '#auth/relying-party.ts';
import { updateMember } from '#storage/tables/account/members.ts';
import { Authenticator, type Faults } from '#test/support/clients/authenticator.ts';
import { AppClient, startService } from '#test/support/service.ts';
import { dump } from '#test/support/snapshot.ts';
import { KINDS } from '#test/support/store.ts';
import { makeWorld } from '#test/support/world.ts';

const MINUTE_MS = 60_000;

test('the relying party is a host name with https, or this machine', () => {
  const cases: Record<string, unknown> = {
    'https://meals.example.org': { id: 'meals.example.org', origin: 'https://meals.example.org' },
    'https://example.org:8443/weekfare': { id: 'example.org', origin: 'https://example.org:8443' },
    'http://localhost:3000': { id: 'localhost', origin: 'http://localhost:3000' },
    'http://meals.localhost': { id: 'meals.localhost', origin: 'http://meals.localhost' },
    'http://meals.example.org': 'needs-https',
    'http://raspberrypi.local:3000': 'needs-https',
    'http://localhost.example.org': 'needs-https',
    'http://192.168.0.5:3000': 'needs-name',
    'https://192.168.0.5': 'needs-name',
    'https://[fd00::1]:443': 'needs-name',
    'http://undefined': 'needs-https',
    'no address': 'needs-name',
  };
  for (const [origin, expected] of Object.entries(cases))
    deepStrictEqual(relyingPartyAt(origin), expected, origin);
});

for (const kind of KINDS) {
  describe(`${kind}: passkeys`, async () => {
    const service = await startService({ after, before }, { kind });
    const url = service.url.replace('127.0.0.1', 'localhost');
    const here = { ...service, url };
    /** Attempts are limited per minute. */
    const nextMinute = () => (service.clock.nowMs += MINUTE_MS);

    const makeMember = async () => {
      nextMinute();
      const { family, owner } = await makeWorld(service);
      const browser = new AppClient(here);
      browser.cookies.set('weekfare-session', owner.token);
      await service.store.db.transaction().execute((tx) => tx.deleteFrom('passkeys').execute());
      const authenticator = new Authenticator(url);
      const add = async (faults: Faults = {}, name?: string) => {
        const { body } = await browser.call('POST', '/app/api/passkeys/options', {});
        const { made, response } = authenticator.create(body.options, faults);
        const reply = await browser.call('POST', '/app/api/passkeys', {
          response,
          ...(name && { name }),
        });
        return { made, reply, options: body.options };
      };
      return { browser, family, member: owner.id, authenticator, add };
    };
    const beginSignIn = async (browser = new AppClient(here)) => {
      const { body } = await browser.call('POST', '/app/api/passkeys/sign-in/options', {});
      const finish = (response: object) => browser.call('POST', '/app/api/passkeys/sign-in', { response });
      return { browser, options: body.options, finish };
    };

    test('a member adds two, renames one, signs in with each, and removes one', async () => {
      const { browser, authenticator, add, member, family } = await makeMember();
      const first = await add({}, 'Blue phone');
      strictEqual(first.reply.status, 200, JSON.stringify(first.reply.body));
      const second = await add();
      deepStrictEqual([first.reply.body.name, second.reply.body.name], ['Blue phone', 'Passkey']);
      // A browser with the first passkey refuses to make another one beside it.
      deepStrictEqual(second.options.excludeCredentials, [
        { id: first.made.id, type: 'public-key', transports: ['internal'] },
      ]);
      const { id } = second.reply.body;
      strictEqual((await browser.call('PATCH', `/app/api/passkeys/${id}`, { name: 'Key ring' })).status, 204);

      for (const { made } of [first, second]) {
        const { browser: device, options, finish } = await beginSignIn();
        const { status, body } = await finish(authenticator.get(made, options));
        deepStrictEqual([status, body], [200, { family, member }]);
        strictEqual((await device.call('GET', '/app/api/me')).body.member.id, member);
        // Signing in is reauthentication.
        strictEqual((await device.call('POST', '/app/api/passkeys/options', {})).status, 200);
      }
      const [one, two] = await listed(browser);
      deepStrictEqual([one.name, two.name, one.otherHost], ['Blue phone', 'Key ring', null]);
      notStrictEqual(one.lastUsedAt, null);

      strictEqual((await browser.call('DELETE', `/app/api/passkeys/${id}`)).status, 204);
      const { options, finish } = await beginSignIn();
      const { status, body } = await finish(authenticator.get(second.made, options));
      deepStrictEqual([status, body.code], [403, 'passkey-unknown']);
      const { audit } = await dump(service.store, family);
      const actions = (audit as { action: string }[]).map(({ action }) => action);
      deepStrictEqual(
        actions.filter((action) => action.startsWith('passkey.')),
        ['passkey.add', 'passkey.add', 'passkey.rename', 'passkey.remove'],
      );
    });

    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const evil = 'https://evil.example.org';
    const FALSE_RESPONSES: Record<string, Faults> = {
      'another origin': { origin: evil },
      'the origin with another port': { origin: 'http://localhost:1' },
      'another relying party': { rpId: 'example.org' },
      'the response to a registration': { type: 'webauthn.create' },
      'a challenge that was never issued': { challenge: 'A'.repeat(43) },
      'no challenge': { challenge: '' },
      'no user': { flags: 0 },
      'a user who is not verified': { flags: 1 },
      'a frame of another site': { crossOrigin: true, topOrigin: evil },
      'the key of another device': { signWith: stranger },
      'the user handle of another member': { userHandle: Buffer.from('x'.repeat(16)).toString('base64url') },
      'an unknown credential': { credentialId: 'A'.repeat(22) },
    };
    test('a challenge works once, for five minutes, and for one purpose', async () => {
      const { browser, authenticator, add } = await makeMember();
      const { made } = await add();
      const { options, finish } = await beginSignIn();
      const response = authenticator.get(made, options);
      const replies = await Promise.all([finish(response), finish(response), finish(response)]);
      deepStrictEqual(replies.map(({ status }) => String(status)).toSorted(), ['200', '403', '403']);

      const late = await beginSignIn();
      service.clock.nowMs += 5 * MINUTE_MS;
      strictEqual((await late.finish(authenticator.get(made, late.options))).body.code, 'passkey-refused');

      // A challenge of this session's reauthentication does not sign anyone in, and the other way round.
      const proof = await browser.call('POST', '/app/api/reauthentication/passkey/options', {});
      const asSignIn = await late.finish(authenticator.get(made, proof.body.options));
      strictEqual(asSignIn.body.code, 'passkey-refused');
      const fresh = await beginSignIn();
      const asReauthentication = { response: authenticator.get(made, fresh.options) };
      strictEqual(
        (await browser.call('POST', '/app/api/reauthentication/passkey', asReauthentication)).body.code,
        'passkey-refused',
      );
      const stored = await dump(service.store);
      deepStrictEqual(
        (stored.sign_in_attempts as { purpose: string }[]).map(({ purpose }) => purpose).toSorted(),
        ['passkey.reauthenticate', 'passkey.sign-in'],
      );
    });

    test('a passkey whose counter does not grow was copied: it is refused, and the family sees it', async () => {
      const { authenticator, add, family, browser } = await makeMember();
      authenticator.counter = 7;
      const { made } = await add();
      for (const [counter, status] of [
        [8, 200],
        [8, 403],
        [7, 403],
        [0, 403],
        [9, 200],
      ] as const) {
        const { options, finish } = await beginSignIn();
        strictEqual(
          (await finish(authenticator.get(made, options, { counter }))).status,
          status,
          `${counter}`,
        );
      }
      const { audit } = await dump(service.store, family);
      const copied = (audit as { action: string }[]).filter(({ action }) => action === 'passkey.copied');
      strictEqual(copied.length, 3);
      const { body } = await browser.call('GET', '/app/api/security-events');
      const seen = body.events.map((event: { action: string }) => event.action);
      for (const action of ['passkey.add', 'passkey.copied', 'member.sign-in'])
        ok(seen.includes(action), action);
    });

    test('a credential that belongs to another family cannot be added, used as proof, changed or removed', async () => {
      const [ours, theirs] = [await makeMember(), await makeMember()];
      const { made, reply } = await theirs.add();
      const before = await dump(service.store, theirs.family);
      const again = await ours.add({ credentialId: made.id });
      deepStrictEqual([again.reply.status, again.reply.body.code], [403, 'passkey-refused']);
      const { body } = await ours.browser.call('POST', '/app/api/reauthentication/passkey/options', {});
      const response = theirs.authenticator.get(made, body.options);
      const proof = await ours.browser.call('POST', '/app/api/reauthentication/passkey', { response });
      strictEqual(proof.body.code, 'passkey-unknown');
      const path = `/app/api/passkeys/${reply.body.id}`;
      strictEqual((await ours.browser.call('PATCH', path, { name: 'Mine' })).status, 404);
      strictEqual((await ours.browser.call('DELETE', path)).status, 404);
      deepStrictEqual(await dump(service.store, theirs.family), before);
      deepStrictEqual(await listed(ours.browser), []);
    });

    test('adding needs reauthentication, which a passkey gives', async () => {
      const { browser, authenticator, add } = await makeMember();
      const { made } = await add();
      deepStrictEqual((await browser.call('GET', '/app/api/reauthentication')).body.methods, [
        'passkey',
        'password',
      ]);
      service.clock.nowMs += 11 * MINUTE_MS;
      const needed = [
        await browser.call('POST', '/app/api/passkeys/options', {}),
        await browser.call('DELETE', `/app/api/passkeys/${made.id.replaceAll(/[-_]/g, '')}`),
      ];
      for (const { body } of needed) strictEqual(body.code, 'reauthentication-required');
      const { body } = await browser.call('POST', '/app/api/reauthentication/passkey/options', {});
      deepStrictEqual(body.options.allowCredentials, [
        { id: made.id, type: 'public-key', transports: ['internal'] },
      ]);
      const response = authenticator.get(made, body.options);
      strictEqual(
        (await browser.call('POST', '/app/api/reauthentication/passkey', { response })).status,
        204,
      );
      strictEqual((await add()).reply.status, 200);
    });

    test('the last way to sign in cannot be removed', async () => {
      const { browser, add, family, member } = await makeMember();
      const [one, two] = [(await add()).reply.body, (await add()).reply.body];
      await service.store.db
        .transaction()
        .execute((tx) => updateMember(tx, family, member, { passwordHash: noPassword() }));
      deepStrictEqual((await browser.call('GET', '/app/api/reauthentication')).body.methods, ['passkey']);
      strictEqual((await browser.call('DELETE', `/app/api/passkeys/${one.id}`)).status, 204);
      const last = await browser.call('DELETE', `/app/api/passkeys/${two.id}`);
      deepStrictEqual([last.status, last.body.code], [409, 'last-sign-in-method']);
      strictEqual((await listed(browser)).length, 1);
    });

    test('a member has at most 20', async () => {
      const { add } = await makeMember();
      for (let added = 0; added < 20; added += 1) strictEqual((await add()).reply.status, 200);
      const { reply } = await add();
      deepStrictEqual([reply.status, reply.body.code], [409, 'too-many']);
    });

    test('a stranger gets few challenges a minute, and expired ones are deleted', async () => {
      nextMinute();
      const statuses: number[] = [];
      for (let tries = 0; tries < 31; tries += 1) {
        statuses.push(
          (await new AppClient(here).call('POST', '/app/api/passkeys/sign-in/options', {})).status,
        );
      }
      deepStrictEqual([statuses[0], statuses.at(-1)], [200, 429]);
      service.clock.nowMs += 6 * MINUTE_MS;
      await beginSignIn();
      strictEqual((await dump(service.store)).sign_in_attempts?.length, 1);
    });

    // What follows needs no other queries: one database is enough.
    if (kind !== 'sqlite') return;

    test('the options of a sign-in name nobody and are the same for everyone', async () => {
      await (await makeMember()).add();
      const { options } = await beginSignIn();
      const { options: other } = await beginSignIn();
      notStrictEqual(options.challenge, other.challenge);
      deepStrictEqual({ ...options, challenge: '' }, { ...other, challenge: '' });
      deepStrictEqual(options.allowCredentials ?? [], []);
      strictEqual(options.userVerification, 'required');
      strictEqual(options.rpId, 'localhost');
    });

    for (const [what, faults] of Object.entries(FALSE_RESPONSES)) {
      test(`a sign-in is refused with ${what}`, async () => {
        const { authenticator, add } = await makeMember();
        const { made } = await add();
        const { browser, options, finish } = await beginSignIn();
        const { status, body } = await finish(authenticator.get(made, options, faults));
        strictEqual(status, 403);
        match(body.code, /^passkey-(refused|unknown)$/);
        strictEqual(browser.cookies.size, 0);
        strictEqual(
          (await finish(authenticator.get(made, options))).status,
          what.includes('challenge') ? 200 : 403,
        );
      });
    }

    for (const [what, faults] of Object.entries({
      'another origin': { origin: evil },
      'another relying party': { rpId: 'example.org' },
      'the response to a sign-in': { type: 'webauthn.get' },
      'a challenge that was never issued': { challenge: 'A'.repeat(43) },
      'a user who is not verified': { flags: 1 + 64 },
    } satisfies Record<string, Faults>)) {
      test(`a new passkey is refused with ${what}`, async () => {
        const { add, browser } = await makeMember();
        strictEqual((await add(faults)).reply.body.code, 'passkey-refused');
        deepStrictEqual(await listed(browser), []);
      });
    }

    test('at an IP address passkeys are not offered, and one made elsewhere says for which host', async () => {
      const { browser, add } = await makeMember();
      await add();
      const atAddress = new AppClient(service);
      for (const [name, value] of browser.cookies) atAddress.cookies.set(name, value);
      const { body } = await atAddress.call('GET', '/app/api/sign-up');
      deepStrictEqual(
        [body.passkeys, (await browser.call('GET', '/app/api/sign-up')).body.passkeys],
        ['needs-name', 'yes'],
      );
      strictEqual((await listed(atAddress))[0].otherHost, 'localhost');
      for (const path of [
        'passkeys/options',
        'passkeys/sign-in/options',
        'reauthentication/passkey/options',
      ]) {
        const refused = await atAddress.call('POST', `/app/api/${path}`, {});
        deepStrictEqual([refused.status, refused.body.code], [409, 'no-passkeys'], path);
      }
    });
  });
}

async function listed(browser: AppClient) {
  return (await browser.call('GET', '/app/api/passkeys')).body.passkeys;
}
