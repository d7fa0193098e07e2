/** Signs in with a real identity provider, oidc-provider: its metadata, keys, PKCE, forms and ID tokens. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { Provider } from 'oidc-provider';
import { CLIENT } from './support/servers/issuer.ts';
import { AppClient, startService } from './support/service.ts';
import { makeWorld } from './support/world.ts';

describe('a real identity provider', async () => {
  let listener: RequestListener | undefined;
  const server = createServer((request, response) => listener?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const oidc = { ...CLIENT, issuer };
  const service = await startService({ after, before }, { config: { oidc } });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  // It warns that its own forms are for development.
  const { warn, info } = console;
  console.warn = console.info = () => {};
  listener = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${service.url}/oidc`],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the tests'] },
    claims: { email: ['email'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@example.org` }),
    }),
  }).callback();
  Object.assign(console, { warn, info });

  /** Fills in the provider's forms; the query with which it sends the browser back. */
  const signInAtProvider = async (url: string, login: string): Promise<string> => {
    const cookies = new Map<string, string>();
    let [next, form]: [string, string | undefined] = [url, undefined];
    for (let steps = 0; steps < 10; steps += 1) {
      const response = await fetch(next, {
        redirect: 'manual',
        method: form ? 'POST' : 'GET',
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(form && { body: form }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
        cookies.set(name, value);
      }
      const page = await response.text();
      const to = response.headers.get('location');
      if (to?.startsWith(`${service.url}/oidc`)) return new URL(to).search;
      if (!to && !page.includes('name="prompt"')) throw new Error(`Unexpected page: ${page}`);
      form = to ? undefined : page.includes('value="login"') ? loginForm(login) : 'prompt=consent';
      next = new URL(to ?? next, next).href;
    }
    throw new Error('The provider does not send the browser back.');
  };
  const authorize = async (browser: AppClient, login: string, [start, end]: [string, string]) => {
    const { body } = await browser.call('POST', `/app/api/${start}`, {});
    const search = await signInAtProvider(body.url, login);
    return browser.call('POST', `/app/api/${end}`, { search });
  };
  const SIGN_IN: [string, string] = ['oidc/start', 'oidc/finish'];

  test('somebody signs up and in, a member links and proves, and a code works once', async () => {
    const browser = new AppClient(service);
    const { body } = await authorize(browser, 'ada', SIGN_IN);
    strictEqual(body.email, 'ada@example.org');
    const details = { ticket: body.ticket, familyName: 'Okafor', timeZone: 'UTC', email: body.email };
    const made = await browser.call('POST', '/app/api/oidc/sign-up', details);
    strictEqual(made.status, 200);
    deepStrictEqual((await authorize(new AppClient(service), 'ada', SIGN_IN)).body, made.body);

    const member = new AppClient(service);
    const { owner } = await makeWorld(service);
    member.cookies.set('weekfare-session', owner.token);
    strictEqual((await authorize(member, 'bea', ['identities/start', 'identities'])).status, 204);
    strictEqual(
      (await authorize(member, 'ada', ['identities/start', 'identities'])).body.code,
      'identity-taken',
    );
    strictEqual(
      (await authorize(member, 'bea', ['reauthentication/oidc/start', 'reauthentication/oidc'])).status,
      204,
    );
    strictEqual((await authorize(new AppClient(service), 'bea', SIGN_IN)).body.member, owner.id);

    const started = await browser.call('POST', '/app/api/oidc/start', {});
    const search = await signInAtProvider(started.body.url, 'ada');
    match(search, /[?&]code=.*&iss=/);
    strictEqual((await browser.call('POST', '/app/api/oidc/finish', { search })).status, 200);
    const replayed = await browser.call('POST', '/app/api/oidc/finish', { search });
    strictEqual(replayed.body.code, 'identity-refused');
    ok(!service.log().includes(CLIENT.clientSecret));
  });
});

function loginForm(login: string): string {
  return `prompt=login&login=${login}&password=any`;
}
