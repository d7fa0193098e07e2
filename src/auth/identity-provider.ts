/**
 * The identity provider of the operator (OpenID Connect): where a browser is sent, and what is believed of what it
 * brings back. The library is loaded at the first use, because most installations have no provider.
 */
import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { Configuration } from 'openid-client';

export type ProviderSettings = {
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which PKCE alone protects. */
  clientSecret: string | undefined;
  /** What people call it: the text of the button. */
  name: string;
};

/** What a response of the provider must belong to: the state, and the secret in the cookie of the browser. */
export type AuthorizationRequest = {
  state: string;
  browser: string;
  redirectUri: string;
  isReauthentication: boolean;
};

/** An account of the provider, as its signed ID token names it. */
export type ProviderAccount = { issuer: string; subject: string; label: string };

const TIMEOUT_SECONDS = 5;
/** After this time the provider's metadata is read again. The library reads unknown keys earlier. */
const METADATA_MS = 3_600_000;
/** Clocks of two machines may differ by this much. */
const TOLERANCE_SECONDS = 30;
/** reauthentication needs a sign-in at the provider that is at most this old. */
const REAUTHENTICATION_SECONDS = 60;
/** OpenID Connect Core, section 2. */
const MAX_SUBJECT_LENGTH = 255;
const MAX_LABEL_LENGTH = 254;
/** In the log. */
const MAX_REASON_LENGTH = 300;

export class IdentityProvider {
  readonly settings: ProviderSettings;
  readonly #clock: () => number;
  readonly #reportRefused: (reason: string) => void;
  #known: { configuration: Configuration; readAtMs: number } | undefined;

  /** `reportRefused` gets why a response was refused: for the operator, since often the settings are wrong. */
  constructor(settings: ProviderSettings, clock: () => number, reportRefused: (reason: string) => void) {
    this.settings = settings;
    this.#clock = clock;
    this.#reportRefused = reportRefused;
  }

  /** The address at the provider to send the browser to; undefined if the provider cannot be reached. */
  async startUrl({
    state,
    browser,
    redirectUri,
    isReauthentication,
  }: AuthorizationRequest): Promise<string | undefined> {
    const configuration = await this.#configure();
    if (!configuration) return undefined;
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
    const { nonce, verifier } = secretsOf({ state, browser });
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(isReauthentication && { prompt: 'login', max_age: String(REAUTHENTICATION_SECONDS) }),
    });
    return url.href;
  }

  /**
   * Redeems the code of the response for the account. `refused` if anything about the response or the ID token is not
   * as OpenID Connect requires, `unavailable` if the provider cannot be reached.
   */
  async redeem(
    search: string,
    authorization: AuthorizationRequest,
  ): Promise<ProviderAccount | 'refused' | 'unavailable'> {
    const configuration = await this.#configure();
    if (!configuration) return 'unavailable';
    const { authorizationCodeGrant } = await import('openid-client');
    const { nonce, verifier } = secretsOf(authorization);
    const url = new URL(authorization.redirectUri);
    url.search = search;
    try {
      const tokens = await authorizationCodeGrant(configuration, url, {
        expectedState: authorization.state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(authorization.isReauthentication && { maxAge: REAUTHENTICATION_SECONDS }),
      });
      const { iss, sub, ...claims } = tokens.claims() ?? {};
      if (typeof iss !== 'string' || typeof sub !== 'string') return 'refused';
      if (sub === '' || sub.length > MAX_SUBJECT_LENGTH) return 'refused';
      return { issuer: iss, subject: sub, label: labelOf(claims) };
    } catch (error) {
      if (isUnreachable(error)) return 'unavailable';
      this.#reportRefused(reasonOf(error));
      return 'refused';
    }
  }

  async #configure(): Promise<Configuration | undefined> {
    const nowMs = this.#clock();
    if (this.#known && nowMs - this.#known.readAtMs < METADATA_MS) return this.#known.configuration;
    const client = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.settings;
    const server = new URL(issuer);
    try {
      const configuration = await client.discovery(
        server,
        clientId,
        { [client.clockTolerance]: TOLERANCE_SECONDS },
        clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret),
        {
          timeout: TIMEOUT_SECONDS,
          execute: [
            // Without it the library relies on TLS and does not check the signature of the ID token.
            client.enableNonRepudiationChecks,
            ...(isAllowedWithoutTls(server) ? [client.allowInsecureRequests] : []),
          ],
        },
      );
      this.#known = { configuration, readAtMs: nowMs };
    } catch {
      // An outage of the provider: what was read before may still be right.
    }
    return this.#known?.configuration;
  }
}

const LOOPBACK_NAMES = ['localhost', '[::1]'];

/** Plain http only on the same machine, where nobody can listen. */
export function isAllowedWithoutTls(url: URL): boolean {
  const { protocol, hostname } = url;
  const isLoopback = isIP(hostname) === 4 ? hostname.startsWith('127.') : LOOPBACK_NAMES.includes(hostname);
  return protocol === 'http:' && isLoopback;
}

/** Derived from the secret in the browser's cookie, so that nobody can finish a sign-in with what the database has. */
function secretsOf({ state, browser }: Pick<AuthorizationRequest, 'state' | 'browser'>) {
  const derive = (use: string) => createHmac('sha256', browser).update(`${use} ${state}`).digest('base64url');
  return { nonce: derive('nonce'), verifier: derive('verifier') };
}

function labelOf(claims: Record<string, unknown>): string {
  const { email, preferred_username: name } = claims;
  const label = typeof email === 'string' ? email : name;
  return typeof label === 'string' ? label.slice(0, MAX_LABEL_LENGTH) : '';
}

/** Without the cause, which may contain tokens. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { error: code = '', error_description: description = '' } = error as {
    error?: unknown;
    error_description?: unknown;
  };
  return [error.message, code, description].filter(Boolean).join('; ').slice(0, MAX_REASON_LENGTH);
}

/** `fetch` throws a TypeError if there is no connection, and the time limit a TimeoutError. */
function isUnreachable(error: unknown): boolean {
  const causes = [error, error instanceof Error ? error.cause : undefined];
  return causes.some(
    (cause) =>
      cause instanceof Error &&
      (cause.name === 'TimeoutError' || (cause instanceof TypeError && cause.message === 'fetch failed')),
  );
}
