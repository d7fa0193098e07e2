/**
 * The cookies: the session, the proof that this device has signed in before, the token of a kitchen display, and
 * the secret of a trip to an identity provider. Over https they carry the `__Host-` prefix, which ties them to this host and to secure connections.
 */
import type { FastifyReply } from 'fastify';
import { SESSION_DAYS } from '#auth/session.ts';

const DAY_SECONDS = 86_400;
const DEVICE_DAYS = 365;
/** Renewed with every read: the link of a display is opened only once. */
const DISPLAY_DAYS = 365;
/** Of a trip to the identity provider and the form after it. */
const TRIP_DAYS = 1 / 48;

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

  set session(token: string | undefined) {
    this.#set('weekfare-session', token, SESSION_DAYS);
  }

  get device(): string | undefined {
    return this.#received.get(this.#name('weekfare-device'));
  }

  set device(proof: string) {
    this.#set('weekfare-device', proof, DEVICE_DAYS);
  }

  get display(): string | undefined {
    return this.#received.get(this.#name('weekfare-display'));
  }

  set display(token: string) {
    this.#set('weekfare-display', token, DISPLAY_DAYS);
  }

  get trip(): string | undefined {
    return this.#received.get(this.#name('weekfare-trip'));
  }

  set trip(secret: string) {
    this.#set('weekfare-trip', secret, TRIP_DAYS);
  }

  #name(name: string): string {
    return this.#secure ? `__Host-${name}` : name;
  }

  #set(name: string, value: string | undefined, days: number): void {
    const age = value === undefined ? 0 : days * DAY_SECONDS;
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
