/** Signing in while others guess, with addresses in odd spellings, and where not everyone may come in. */
import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hashPassword } from '#auth/password.ts';
import { newId } from '#auth/secret.ts';
import { SignInLimit } from '#auth/sign-in-limit.ts';
import type { Challenge, Proof } from '#domain/rate-limit/proof-of-work.ts';
import { insertMember } from '#storage/tables/members.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, PASSWORD } from '#test/support/world.ts';
import { AppClient, type Reply, type Service, signUp, startService } from '#test/support/service.ts';
import { freshStore, KINDS, type Scope } from '#test/support/store.ts';
import { solve } from '#web/auth/proof-of-work.ts';

/** Little work: these tests are not about how long it takes. */
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

/** 14 guesses from 14 addresses, at once: more than an account has in a minute. */
async function besiege(service: Service, email: string): Promise<void> {
  service.clock.nowMs += 60_000;
  const guesses = await Promise.all(
    Array.from({ length: 14 }, (_, at) =>
      signIn(service, { email, password: `guess ${at}`, from: `203.0.113.${at}` }),
    ),
  );
  strictEqual(guesses.filter(({ status }) => status === 401).length, 10);
}

for (const kind of KINDS) {
  describe(`${kind}: sign-in`, () => {
    test('an owner on a new device gets in by a proof of work while others guess', async (t) => {
      const service = await startBehindProxy(t, { kind });
      const { email } = await signUp(service);
      await besiege(service, email);
      const first = await signIn(service, { email });
      deepStrictEqual([first.status, first.body.code], [429, 'sign-in-limited']);
      match(first.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
      const challenge = first.body.challenge as Challenge;
      strictEqual(challenge.bits, BITS);
      const proof = solve(challenge);
      strictEqual((await signIn(service, { email, proof, from: '198.51.100.8' })).status, 429, 'elsewhere');
      strictEqual((await signIn(service, { email, proof })).status, 200);

      const again = await signIn(service, { email, proof });
      strictEqual(again.status, 429, 'it counts once');
      strictEqual(again.body.challenge, undefined, 'and a network has one a minute');
      service.clock.nowMs += 61_000;
      strictEqual((await signIn(service, { email })).status, 200);
    });

    test('a wrong password is wrong with a proof of work too', async (t) => {
      const service = await startBehindProxy(t, { kind });
      const { email } = await signUp(service);
      await besiege(service, email);
      const { body } = await signIn(service, { email });
      const { status } = await signIn(service, { email, password: 'a guess', proof: solve(body.challenge) });
      strictEqual(status, 401);
    });

    test('known and unknown emails get the same answers, challenges included', async (t) => {
      const service = await startBehindProxy(t, { kind });
      const { email } = await signUp(service);
      const answers: string[][] = [];
      for (const one of [email, 'nobody@example.org']) {
        await besiege(service, one);
        const limited = await signIn(service, { email: one });
        const proof = solve(limited.body.challenge);
        const wrong = await signIn(service, { email: one, password: 'a guess', proof });
        const later = await signIn(service, { email: one });
        answers.push([shape(limited), shape(wrong), shape(later)]);
      }
      deepStrictEqual(answers[0], answers[1]);
      match(answers[0]?.join() ?? '', /challenge/);
    });

    test('a proof that is malformed is refused before it costs anything', async (t) => {
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

    test('a replica accepts the proof for a challenge of another', async (t) => {
      const store = await freshStore(t, kind);
      const [one, other] = [
        await startBehindProxy(t, { store }),
        await startBehindProxy(t, { store }),
      ] as const;
      const { email } = await signUp(one);
      await besiege(one, email);
      await besiege(other, email);
      const { body } = await signIn(one, { email });
      strictEqual((await signIn(other, { email, proof: solve(body.challenge) })).status, 200);
    });

    test('signing up and joining are offered no proof of work', async (t) => {
      const service = await startBehindProxy(t, { kind });
      const email = 'new@example.org';
      await besiege(service, email);
      for (const [path, body] of [
        ['/app/api/sign-up', { familyName: 'A', timeZone: 'UTC' }],
        ['/app/api/join', { token: 'none' }],
      ] as const) {
        const call = { ...body, email, password: PASSWORD };
        const reply = await new AppClient(service).call('POST', path, call, { 'x-forwarded-for': HOME });
        deepStrictEqual([reply.status, reply.body.challenge], [429, undefined]);
      }
    });

    test('accounts with odd addresses from earlier versions still sign in, and cannot be hidden', async (t) => {
      const service = await startService(t, { kind });
      const { family } = await makeWorld(service);
      const passwordHash = await hashPassword('the old password', []);
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

    test('an address typed in another composition is the same account, and counts as the same', async (t) => {
      const service = await startBehindProxy(t, { kind });
      const { email } = await signUp(service, { email: 'ZOË@example.org' });
      strictEqual((await signIn(service, { email: email.normalize('NFD') })).status, 200);
      await besiege(service, email.normalize('NFD'));
      strictEqual((await signIn(service, { email })).status, 429);
    });

    test('an address with something unseen in it makes no account, and the answer says why', async (t) => {
      const service = await startService(t, { kind });
      const details = { familyName: 'A', email: 'a\u200b@example.org', password: PASSWORD, timeZone: 'UTC' };
      const { status, body } = await new AppClient(service).call('POST', '/app/api/sign-up', details);
      strictEqual(status, 400);
      deepStrictEqual(body.errors, [
        { in: 'body', field: 'email', message: 'must not contain spaces or characters that cannot be seen' },
      ]);
    });

    test('by invitation: nobody makes a family, members invite, the invited join', async (t) => {
      const service = await startService(t, { kind, config: { signUp: 'invitation' } });
      const { owner, invitationToken } = await makeWorld(service);
      await refusesSignUp(service);
      strictEqual((await ask(service, 'GET', '/app/api/sign-up')).body.signUp, 'invitation');
      strictEqual((await ask(service, 'POST', '/app/api/invitations', {}, owner.token)).status, 200);
      const invited = { token: invitationToken };
      strictEqual((await ask(service, 'POST', '/app/api/join/look', invited)).status, 200);
      const joining = { ...invited, email: 'new@example.org', password: PASSWORD };
      strictEqual((await ask(service, 'POST', '/app/api/join', joining)).status, 200);
    });

    test('closed: nobody makes a family, invites or joins, and members sign in', async (t) => {
      const service = await startService(t, { kind, config: { signUp: 'closed' } });
      const { owner, invitationToken } = await makeWorld(service);
      await refusesSignUp(service);
      strictEqual((await ask(service, 'GET', '/app/api/sign-up')).body.signUp, 'closed');
      const before = await dump(service.store);
      const invited = { token: invitationToken };
      const joining = { ...invited, email: 'new@example.org', password: PASSWORD };
      for (const reply of [
        await ask(service, 'POST', '/app/api/invitations', {}, owner.token),
        await ask(service, 'POST', '/app/api/join/look', invited),
        await ask(service, 'POST', '/app/api/join', joining),
      ]) {
        deepStrictEqual([reply.status, reply.body.code], [403, 'joining-closed']);
      }
      deepStrictEqual(await dump(service.store), before);
      strictEqual((await signIn(service, { email: owner.email })).status, 200);
    });
  });
}

/** More often than anyone may try a password: it is refused before any is looked at. */
async function refusesSignUp(service: Service): Promise<void> {
  const before = await dump(service.store);
  const details = { familyName: 'A', email: 'a@example.org', password: PASSWORD, timeZone: 'UTC' };
  for (let times = 0; times < 8; times += 1) {
    const { status, body } = await ask(service, 'POST', '/app/api/sign-up', details);
    deepStrictEqual([status, body.code], [403, 'sign-up-closed']);
  }
  deepStrictEqual(await dump(service.store), before);
}

function ask(service: Service, method: string, path: string, body?: unknown, token?: string) {
  const browser = new AppClient(service);
  if (token !== undefined) browser.cookies.set('weekfare-session', token);
  return browser.call(method, path, body);
}

/** All of an answer but what is new in each: numbers of seconds and secrets. */
function shape({ status, headers, body }: Reply): string {
  const names = [...headers.keys()].filter((name) => name !== 'date');
  const { challenge, ...rest } = body;
  const [first = '', ...parts] = String(challenge?.token ?? '').split('.');
  const form = challenge && { bits: challenge.bits, first, parts: parts.map(({ length }) => length) };
  return JSON.stringify([status, names, rest, 'challenge', form]);
}
