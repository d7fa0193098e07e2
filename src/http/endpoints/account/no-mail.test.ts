/** A service that sends no mail, or where people sign in only with the identity provider. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '#test/support/service.ts';
import { send } from '#test/support/clients/request.ts';
import { ONE_KIND } from '#test/support/store.ts';
import { makeWorld } from '#test/support/world.ts';

const ask = (at: { url: string }) =>
  send(at, { method: 'POST', path: '/app/api/reset/mail', body: { email: 'a@example.org' } });

for (const kind of ONE_KIND) {
  test(`${kind}: with SIGN_IN=oidc no mail resets a password, and without a mail server none is asked for`, async (t) => {
    const oidc = { issuer: 'https://login.example', clientId: 'x', clientSecret: undefined, name: 'x' };
    const service = await startService(t, { kind, config: { signIn: 'oidc', oidc } });
    strictEqual((await ask(service)).body.code, 'only-oidc');
    const plain = await startService(t, { kind });
    strictEqual((await ask(plain)).body.code, 'no-mail');
    const { member } = await makeWorld(plain);
    const { token } = member;
    const changed = await send(plain, {
      method: 'PUT',
      path: '/app/api/me/email',
      token,
      body: { email: 'now@example.org' },
    });
    deepStrictEqual(changed.body, { isPending: false });
    const { body } = await send(plain, { method: 'GET', path: '/app/api/me', token });
    deepStrictEqual([body.member.email, body.member.isEmailConfirmed], ['now@example.org', false]);
  });
}
