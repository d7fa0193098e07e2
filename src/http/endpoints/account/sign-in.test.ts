/** Sign-in during password guesses, with unusual email addresses, and with restricted sign-up. */
import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newId } from '#auth/secret.ts';
import { SignInLimit } from '#auth/sign-in-limit.ts';
import type { Challenge, Proof } from '#domain/rate-limit/proof-of-work.ts';
import { insertMember, updateMember } from '#storage/tables/account/members.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, PASSWORD } from '#test/support/world.ts';
import { AppClient, type Reply, type Service, signUp, startService } from '#test/support/service.ts';
import { quickHash } from '#test/support/quick-hash.ts';
import { freshStore, ONE_KIND, type Scope } from '#test/support/store.ts';
import { solve } from '#web/accounts/proof-of-work/proof-of-work.ts';

/** Little work, because these tests do not measure its duration. */
const BITS = 4;
const HOME = '198.51.100.7';

type Attempt = { email: string; password?: string; proof?: Proof; from?: string };

function signIn(service: Service, { from = HOME, password = PASSWORD, ...rest }: Attempt): Promise<Reply> {
  const body = { password, ...rest };
  return new AppClient(service).call('POST', '/app/api/sign-in', body, { 'x-forwarded-for': from });
}

function startBehindProxy(scope: Scope, options: Parameters<typeof startService>[1]) {
  const config = { trustedProxies: ['127.0.0.1'] };
  return startService(scope, { ...options, config, signInLimit: new SignInLimit(BITS) });
}

/** 14 concurrent guesses from 14 addresses: more than an account allows in a minute. */
async function guessPasswords(service: Service, email: string): Promise<void> {
  service.clock.nowMs += 60_000;
  const guesses = await Promise.all(
    Array.from({ length: 14 }, (_, at) =>
      signIn(service, { email, password: `guess ${at}`, from: `203.0.113.${at}` }),
    ),
  );
  strictEqual(guesses.filter(({ status }) => status === 401).length, 10);
}

for (const kind of ONE_KIND) {
  describe(`${kind}: sign-in`, () => {
    test('an owner on a new device can sign in with a proof of work during password guesses', async (t) => {
      const service = await startBehindProxy(t, { kind });
      const { email } = (await makeWorld(service)).owner;
      await guessPasswords(service, email);
      const first = await signIn(service, { email });
      deepStrictEqual([first.status, first.body.code], [429, 'sign-in-limited']);
      match(first.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
      const challenge = first.body.challenge as Challenge;
      strictEqual(challenge.bits, BITS);
      const proof = solve(challenge);
      strictEqual(
        (await signIn(service, { email, proof, from: '198.51.100.8' })).status,
        429,
        'from another address',
      );
      strictEqual((await signIn(service, { email, proof })).status, 200);

      const again = await signIn(service, { email, proof });
      strictEqual(again.status, 429, 'a proof is valid once');
      strictEqual(again.body.challenge, undefined, 'a network gets one challenge per minute');
      service.clock.nowMs += 61_000;
      strictEqual((await signIn(service, { email })).status, 200);
    });

    test('returns 401 for a wrong password with a proof of work', async (t) => {
      const service = await startBehindProxy(t, { kind });
      const { email } = (await makeWorld(service)).owner;
      await guessPasswords(service, email);
      const { body } = await signIn(service, { email });
      const { status } = await signIn(service, { email, password: 'a guess', proof: solve(body.challenge) });
      strictEqual(status, 401);
    });

    test('known and unknown emails get the same responses, including challenges', async (t) => {
      const service = await startBehindProxy(t, { kind });
      const { email } = (await makeWorld(service)).owner;
      const responses: string[][] = [];
      for (const one of [email, 'nobody@example.org']) {
        await guessPasswords(service, one);
        const limited = await signIn(service, { email: one });
        const proof = solve(limited.body.challenge);
        const wrong = await signIn(service, { email: one, password: 'a guess', proof });
        const later = await signIn(service, { email: one });
        responses.push([shape(limited), shape(wrong), shape(later)]);
      }
      deepStrictEqual(responses[0], responses[1]);
      match(responses[0]?.join() ?? '', /challenge/);
    });

    test('refuses a malformed proof with 400', async (t) => {
      const service = await startBehindProxy(t, { kind });
      const nonces = Array<number>(16).fill(0);
      for (const proof of [
        { token: 'x'.repeat(201), nonces },
        { token: 'x', nonces: nonces.slice(1) },
        { token: 'x', nonces: [...nonces, 0] },
        { token: 'x', nonces: nonces.with(0, -1) },
        { token: 'x', nonces: nonces.with(0, 2 ** 32) },
        { token: 'x' },
      ]) {
        strictEqual((await signIn(service, { email: 'a@example.org', proof: proof as Proof })).status, 400);
      }
    });

    test('a replica accepts the proof for a challenge of another replica', async (t) => {
      const store = await freshStore(t, kind);
      const [one, other] = [
        await startBehindProxy(t, { store }),
        await startBehindProxy(t, { store }),
      ] as const;
      const { email } = (await makeWorld(one)).owner;
      await guessPasswords(one, email);
      await guessPasswords(other, email);
      const { body } = await signIn(one, { email });
      strictEqual((await signIn(other, { email, proof: solve(body.challenge) })).status, 200);
    });

    test('sign-up and joining get no challenge', async (t) => {
      const service = await startBehindProxy(t, { kind });
      const { email } = (await makeWorld(service)).owner;
      await guessPasswords(service, email);
      for (const [path, body] of [
        ['/app/api/sign-up', { familyName: 'A', timeZone: 'UTC' }],
        ['/app/api/join', { token: 'none' }],
      ] as const) {
        const details = { ...body, email, password: PASSWORD };
        const reply = await new AppClient(service).call('POST', path, details, { 'x-forwarded-for': HOME });
        deepStrictEqual([reply.status, reply.body.challenge], [429, undefined]);
      }
    });

    test('accounts of earlier versions with unusual addresses can sign in, also next to a normalized one', async (t) => {
      const service = await startService(t, { kind });
      const { family } = await makeWorld(service);
      const passwordHash = quickHash('the old password');
      const composed = 'zoë@example.org';
      const old = [composed.normalize('NFD'), 'a\u200bb@example.org', 'a\u202e@example.org'];
      for (const email of old) {
        const member = { id: newId(), email, role: 'member' as const, passwordHash };
        await service.store.db
          .transaction()
          .execute((tx) => insertMember(tx, family, member, service.clock.nowMs));
        strictEqual((await signIn(service, { email, password: 'the old password' })).status, 200);
        service.clock.nowMs += 60_000;
      }
      await signUp(service, { email: composed });
      const password = 'the old password';
      strictEqual((await signIn(service, { email: composed.normalize('NFD'), password })).status, 200);
      strictEqual((await signIn(service, { email: composed })).status, 200);
    });

    test('an email in another Unicode composition is the same account, with the same limit', async (t) => {
      const service = await startBehindProxy(t, { kind });
      const { email, family, member } = await signUp(service, { email: 'ZOË@example.org' });
      await service.store.db
        .transaction()
        .execute((tx) => updateMember(tx, family, member, { passwordHash: quickHash(PASSWORD) }));
      strictEqual((await signIn(service, { email: email.normalize('NFD') })).status, 200);
      await guessPasswords(service, email.normalize('NFD'));
      strictEqual((await signIn(service, { email })).status, 429);
    });

    test('sign-up refuses an email with invisible characters and names the reason', async (t) => {
      const service = await startService(t, { kind });
      const details = { familyName: 'A', email: 'a\u200b@example.org', password: PASSWORD, timeZone: 'UTC' };
      const { status, body } = await new AppClient(service).call('POST', '/app/api/sign-up', details);
      strictEqual(status, 400);
      deepStrictEqual(body.errors, [
        { in: 'body', field: 'email', message: 'must not contain spaces or characters that cannot be seen' },
      ]);
    });

    test('with sign-up by invitation, owners can invite and others join, but not create a family', async (t) => {
      const service = await startService(t, { kind, config: { signUp: 'invitation' } });
      const { owner, invitationToken } = await makeWorld(service);
      await expectSignUpClosed(service);
      strictEqual((await call(service, 'GET', '/app/api/sign-up')).body.signUp, 'invitation');
      strictEqual((await call(service, 'POST', '/app/api/invitations', {}, owner.token)).status, 200);
      const invited = { token: invitationToken };
      strictEqual((await call(service, 'POST', '/app/api/invitation', invited)).status, 200);
      const joining = { ...invited, email: 'new@example.org', password: PASSWORD };
      strictEqual((await call(service, 'POST', '/app/api/join', joining)).status, 200);
    });

    test('with sign-up closed, members can sign in, but nobody can create a family, invite or join', async (t) => {
      const service = await startService(t, { kind, config: { signUp: 'closed' } });
      const { owner, invitationToken } = await makeWorld(service);
      await expectSignUpClosed(service);
      strictEqual((await call(service, 'GET', '/app/api/sign-up')).body.signUp, 'closed');
      const before = await dump(service.store);
      const invited = { token: invitationToken };
      const joining = { ...invited, email: 'new@example.org', password: PASSWORD };
      for (const reply of [
        await call(service, 'POST', '/app/api/invitations', {}, owner.token),
        await call(service, 'POST', '/app/api/invitation', invited),
        await call(service, 'POST', '/app/api/join', joining),
      ]) {
        deepStrictEqual([reply.status, reply.body.code], [403, 'joining-closed']);
      }
      deepStrictEqual(await dump(service.store), before);
      strictEqual((await signIn(service, { email: owner.email })).status, 200);
    });
  });
}

/** Repeats more often than the limit of attempts: the refusal comes before that check. */
async function expectSignUpClosed(service: Service): Promise<void> {
  const before = await dump(service.store);
  const details = { familyName: 'A', email: 'a@example.org', password: PASSWORD, timeZone: 'UTC' };
  for (let times = 0; times < 8; times += 1) {
    const { status, body } = await call(service, 'POST', '/app/api/sign-up', details);
    deepStrictEqual([status, body.code], [403, 'sign-up-closed']);
  }
  deepStrictEqual(await dump(service.store), before);
}

function call(service: Service, method: string, path: string, body?: unknown, token?: string) {
  const browser = new AppClient(service);
  if (token !== undefined) browser.cookies.set('weekfare-session', token);
  return browser.call(method, path, body);
}

/** The response without values that differ each time: seconds and secrets. */
function shape({ status, headers, body }: Reply): string {
  const names = [...headers.keys()].filter((name) => name !== 'date');
  const { challenge, ...rest } = body;
  const [first = '', ...parts] = String(challenge?.token ?? '').split('.');
  const form = challenge && { bits: challenge.bits, first, parts: parts.map(({ length }) => length) };
  return JSON.stringify([status, names, rest, 'challenge', form]);
}
