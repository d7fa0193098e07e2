/**
 * The cookies: the session, the proof that this device has signed in before, the token of a kitchen display, and
 * the secret of a sign-in at the identity provider. Over https they carry the `__Host-` prefix, which ties them to this
 * host and to secure connections.
 */
import type { FastifyReply } from 'fastify';
import { SESSION_DAYS } from '#auth/session.ts';

const DAY_SECONDS = 86_400;
const SESSION_SECONDS = SESSION_DAYS * DAY_SECONDS;
const DEVICE_SECONDS = 365 * DAY_SECONDS;
/** Renewed with every read: the link of a display is opened only once. */
const DISPLAY_SECONDS = 365 * DAY_SECONDS;
/** Of a sign-in at the identity provider and the form after it. */
const OIDC_FLOW_SECONDS = 1_800;

export class Cookies {
  readonly #received: Map<string, string>;
  readonly #reply: FastifyReply;
  readonly #secure: boolean;

  constructor(header: string | undefined, reply: FastifyReply, publicUrl: string | undefined) {
    this.#received = parseCookies(header ?? '');
    this.#reply = reply;
    // By PUBLIC_URL, not by what a request claims.
    this.#secure = publicUrl?.startsWith('https:') ?? false;
  }

  get session(): string | undefined {
    return this.#received.get(this.#name('weekfare-session'));
  }

  /** Without a session the browser also forgets what it has cached, such as photos. */
  set session(token: string | undefined) {
    if (token === undefined) this.#reply.header('Clear-Site-Data', '"cache"');
    this.#set('weekfare-session', token, SESSION_SECONDS);
  }

  get device(): string | undefined {
    return this.#received.get(this.#name('weekfare-device'));
  }

  set device(proof: string) {
    this.#set('weekfare-device', proof, DEVICE_SECONDS);
  }

  get display(): string | undefined {
    return this.#received.get(this.#name('weekfare-display'));
  }

  set display(token: string) {
    this.#set('weekfare-display', token, DISPLAY_SECONDS);
  }

  get oidcFlow(): string | undefined {
    return this.#received.get(this.#name('weekfare-authorization'));
  }

  set oidcFlow(secret: string) {
    this.#set('weekfare-authorization', secret, OIDC_FLOW_SECONDS);
  }

  #name(name: string): string {
    return this.#secure ? `__Host-${name}` : name;
  }

  #set(name: string, value: string | undefined, seconds: number): void {
    const age = value === undefined ? 0 : seconds;
    const secure = this.#secure ? '; Secure' : '';
    this.#reply.header(
      'Set-Cookie',
      `${this.#name(name)}=${value ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`,
    );
  }
}

/** Our values are letters, digits, dots and dashes, so nothing needs decoding. */
function parseCookies(header: string): Map<string, string> {
  const pairs = header.split(';').map((pair) => pair.trim().split('=', 2));
  return new Map(pairs.map(([name = '', value = '']) => [name, value]));
}
