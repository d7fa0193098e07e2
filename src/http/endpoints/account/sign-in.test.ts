/** Sign-in during password guesses, with unusual email addresses, and with restricted sign-up. */
import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newId } from '#auth/secret.ts';
import { insertMember, updateMember } from '#storage/tables/account/members.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, PASSWORD } from '#test/support/world.ts';
import { AppClient, type Reply, type Service, signUp, startService } from '#test/support/service.ts';
import { quickHash } from '#test/support/quick-hash.ts';
import { ONE_KIND, type Scope } from '#test/support/store.ts';

const HOME = '198.51.100.7';

type Attempt = { email: string; password?: string; from?: string };

function signIn(service: Service, { from = HOME, password = PASSWORD, ...rest }: Attempt): Promise<Reply> {
  const body = { password, ...rest };
  return new AppClient(service).call('POST', '/app/api/sign-in', body, { 'x-forwarded-for': from });
}

function startBehindProxy(scope: Scope, options: Parameters<typeof startService>[1]) {
  const config = { trustedProxies: ['127.0.0.1'] };
  return startService(scope, { ...options, config });
}

/** 80 concurrent guesses from 80 addresses: more than an account allows in a minute, also from new networks. */
async function guessPasswords(service: Service, email: string): Promise<void> {
  service.clock.nowMs += 60_000;
  const guesses = await Promise.all(
    Array.from({ length: 80 }, (_, at) =>
      signIn(service, { email, password: `guess ${at}`, from: `203.0.113.${at}` }),
    ),
  );
  // Others wait too long for their turn to hash.
  strictEqual(guesses.filter(({ status }) => status !== 429).length, 70);
}

for (const kind of ONE_KIND) {
  describe(`${kind}: sign-in`, () => {
    test('an owner on a new device can sign in a minute after password guesses, and with a recovery code at once', async (t) => {
      const service = await startBehindProxy(t, { kind });
      const { browser, email } = await signUp(service);
      const { codes } = (await browser.call('POST', '/app/api/recovery-codes')).body;
      await guessPasswords(service, email);
      const first = await signIn(service, { email });
      deepStrictEqual([first.status, first.body.code], [429, 'sign-in-limited']);
      match(first.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
      const phone = new AppClient(service);
      const recovery = { email, code: codes[0], password: 'a new password of the owner' };
      const recovered = await phone.call('POST', '/app/api/recover', recovery, { 'x-forwarded-for': HOME });
      strictEqual(recovered.status, 200);
      service.clock.nowMs += 61_000;
      strictEqual((await signIn(service, { email, password: recovery.password })).status, 200);
    });

    test('known and unknown emails get the same responses', async (t) => {
      const service = await startBehindProxy(t, { kind });
      const { email } = (await makeWorld(service)).owner;
      const responses: string[][] = [];
      for (const tried of [email, 'nobody@example.org']) {
        const wrong = await signIn(service, { email: tried, password: 'a guess' });
        await guessPasswords(service, tried);
        const limited = await signIn(service, { email: tried });
        responses.push([shape(wrong), shape(limited)]);
      }
      deepStrictEqual(responses[0], responses[1]);
      match(responses[0]?.join() ?? '', /sign-in-limited/);
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

/** The response without values that differ each time: seconds and dates. */
function shape({ status, headers, body }: Reply): string {
  const names = [...headers.keys()].filter((name) => name !== 'date');
  return JSON.stringify([status, names, body]);
}
