/**
 * An identity provider that can lie: it follows OpenID Connect, except where a test tells it not to. It refuses what a
 * real one refuses: a code that was used, and a wrong PKCE verifier, redirect address or client.
 */
import { createHash, createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Scope } from '../store.ts';

export const CLIENT = { clientId: 'weekfare', clientSecret: 'a secret of the client', name: 'Home Login' };

export type Lies = {
  /** Replace claims of the ID token; undefined removes one. */
  claims?: Record<string, unknown>;
  /** How the ID token is signed instead. */
  signed?: 'none' | 'other-key' | 'unknown-key' | 'hs256-public-key' | 'hs256-secret' | 'changed-after';
  /** Instead of the ID token; null for none. */
  idToken?: string | null;
  /** Replace members of the metadata. */
  metadata?: Record<string, unknown>;
  /** Where the token endpoint redirects to. */
  redirect?: string;
};

type Code = { nonce: string; challenge: string; redirectUri: string; subject: string; email: string };

const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export class Issuer {
  url = '';
  lies: Lies = {};
  /** Who is signed in at the provider, for browsers that come to its page. */
  person = { subject: 'ada', email: 'ada@provider.example' };
  readonly #codes = new Map<string, Code>();
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #other = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  get settings() {
    return { ...CLIENT, issuer: this.url };
  }

  async start(scope: Scope): Promise<this> {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => (body += piece));
      request.on('end', () => {
        const [status, answer] = this.#answer(request.url ?? '', body, request.headers.authorization);
        if (status === 302) response.writeHead(302, { location: String(answer) }).end();
        else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    scope.after(() => server.close());
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this;
  }

  /** What the user does at the provider: signs in there and is sent back. Returns the query of the return address. */
  authorize(url: string, { subject, email = 'me@provider.example' }: { subject: string; email?: string }) {
    const asked = new URL(url).searchParams;
    const code = createHash('sha256').update(`${this.#codes.size} ${url}`).digest('base64url');
    const of = (name: string) => asked.get(name) ?? '';
    const [nonce, challenge, redirectUri] = [of('nonce'), of('code_challenge'), of('redirect_uri')];
    this.#codes.set(code, { nonce, challenge, redirectUri, subject, email });
    return new URLSearchParams({ code, state: of('state'), iss: this.url });
  }

  #answer(path: string, body: string, authorization: string | undefined): [number, unknown] {
    if (path === '/.well-known/openid-configuration') return [200, this.#metadata()];
    if (path === '/keys') return [200, { keys: [this.#jwk()] }];
    if (path.startsWith('/authorize')) {
      const url = new URL(path, this.url);
      const search = this.authorize(url.href, this.person);
      return [302, `${url.searchParams.get('redirect_uri') ?? ''}?${String(search)}`];
    }
    if (this.lies.redirect) return [302, this.lies.redirect];
    const form = new URLSearchParams(body);
    const code = this.#codes.get(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const secret = Buffer.from(authorization?.slice('Basic '.length) ?? '', 'base64').toString();
    const isRight =
      code?.challenge === verifier &&
      code.redirectUri === form.get('redirect_uri') &&
      decodeURIComponent(secret.replaceAll('+', ' ')) === `${CLIENT.clientId}:${CLIENT.clientSecret}`;
    if (!isRight) return [400, { error: 'invalid_grant' }];
    this.#codes.set(form.get('code') ?? '', { ...code, challenge: 'used' });
    const { idToken = this.#sign(this.#claims(code)) } = this.lies;
    return [200, { access_token: 'a', token_type: 'Bearer', ...(idToken !== null && { id_token: idToken }) }];
  }

  #metadata() {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
      ...this.lies.metadata,
    };
  }

  #claims({ nonce, subject, email }: Code) {
    // The library compares with the clock of the machine.
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: this.url,
      sub: subject,
      aud: CLIENT.clientId,
      exp: now + 300,
      iat: now,
      auth_time: now,
      nonce,
      email,
    };
    return { ...claims, ...this.lies.claims };
  }

  #sign(claims: object): string {
    const { signed } = this.lies;
    const kid = signed === 'unknown-key' ? 'unknown' : 'key-1';
    const alg = signed === 'none' ? 'none' : signed?.startsWith('hs256') ? 'HS256' : 'ES256';
    const content = `${text({ alg, kid })}.${text(claims)}`;
    if (alg === 'none') return `${content}.`;
    if (alg === 'HS256') {
      const pem = this.#key.publicKey.export({ type: 'spki', format: 'pem' });
      const secret = signed === 'hs256-secret' ? CLIENT.clientSecret : pem;
      return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
    }
    const { privateKey } = signed === 'other-key' || signed === 'unknown-key' ? this.#other : this.#key;
    const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
    const signature = sign('sha256', Buffer.from(content), key).toString('base64url');
    if (signed !== 'changed-after') return `${content}.${signature}`;
    return `${text({ alg, kid })}.${text({ ...claims, sub: 'somebody-else' })}.${signature}`;
  }

  #jwk() {
    const jwk = createPublicKey(this.#key.privateKey).export({ format: 'jwk' });
    return { ...jwk, kid: 'key-1', use: 'sig', alg: 'ES256' };
  }
}
