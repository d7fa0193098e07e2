/**
 * Limits sign-in attempts per account and per network, against guessed passwords, without locking the owner out: a
 * device that has signed in before proves it and has a limit of its own, and the first attempts of a network that is
 * new to an account have one that guessers cannot use up for long (docs/decisions/0059-no-proof-of-work.md). Counts
 * are per process.
 */
import { createHmac } from 'node:crypto';
import { SlidingWindowLimit } from '#domain/rate-limit/sliding-window-limit.ts';
import { networkOf } from './network.ts';
import { randomText, equalSecrets } from './secret.ts';

const PER_ACCOUNT = 10;
/** Both are below the account's limit, so that one guesser leaves attempts for the owner on a new device elsewhere. */
const PER_ACCOUNT_AND_LINK = 5;
const PER_ACCOUNT_AND_SITE = 8;
const PER_LINK = 30;
const PER_SITE = 90;
const PER_KNOWN_DEVICE = 10;

/** A site is new to an account until it has made this many attempts on it within an hour. */
const NEWCOMER_ATTEMPTS = 3;
const NEWCOMER_WINDOW_MS = 3_600_000;
/** From all newcomers together, once the account's other attempts are used up. */
const PER_ACCOUNT_OF_NEWCOMERS = 60;

export type Attempt = { email: string; address: string; device: string | undefined };

export class SignInLimit {
  readonly #accounts = new SlidingWindowLimit(PER_ACCOUNT);
  readonly #links = new SlidingWindowLimit(PER_LINK);
  readonly #sites = new SlidingWindowLimit(PER_SITE);
  readonly #accountsByLink = new SlidingWindowLimit(PER_ACCOUNT_AND_LINK);
  readonly #accountsBySite = new SlidingWindowLimit(PER_ACCOUNT_AND_SITE);
  readonly #devices = new SlidingWindowLimit(PER_KNOWN_DEVICE);
  readonly #newcomers = new SlidingWindowLimit(NEWCOMER_ATTEMPTS, { windowMs: NEWCOMER_WINDOW_MS });
  readonly #accountsByNewcomers = new SlidingWindowLimit(PER_ACCOUNT_OF_NEWCOMERS);

  /** Counts an attempt and returns 0, or returns the seconds to wait. Unknown emails count like known ones. */
  take({ email, address, device }: Attempt, nowMs: number): number {
    if (device !== undefined) return this.#devices.take(device, nowMs);
    const { link, site } = networkOf(address);
    const ofOwn = this.takeByAddress(address, nowMs) || this.#accountsByLink.take(`${link} ${email}`, nowMs);
    if (ofOwn > 0) return ofOwn;
    const isNewcomer = this.#newcomers.take(`${site} ${email}`, nowMs) === 0;
    const ofOthers =
      this.#accountsBySite.take(`${site} ${email}`, nowMs) || this.#accounts.take(email, nowMs);
    if (ofOthers === 0 || !isNewcomer) return ofOthers;
    return Math.min(ofOthers, this.#accountsByNewcomers.take(email, nowMs));
  }

  /** Like `take`, for links, such as invitations, which belong to no account. */
  takeByAddress(address: string, nowMs: number): number {
    const { link, site } = networkOf(address);
    return this.#links.take(link, nowMs) || this.#sites.take(site, nowMs);
  }

  /** The result of `takeByAddress`, without counting. */
  peekByAddress(address: string, nowMs: number): number {
    const { link, site } = networkOf(address);
    return this.#links.peek(link, nowMs) || this.#sites.peek(site, nowMs);
  }
}

/** Proof that a device has signed in with this email before: a random id, signed with the password's hash. */
export function deviceToken(email: string, passwordHash: string, id = randomText(16)): string {
  return `${id}.${createHmac('sha256', passwordHash).update(`${id} ${email}`).digest('base64url')}`;
}

/** The device's id if the proof is valid for this account. A changed password makes all proofs invalid. */
export function knownDevice(proof: string | undefined, email: string, passwordHash: string | undefined) {
  const id = proof?.split('.')[0];
  if (!proof || !id || !passwordHash) return undefined;
  return equalSecrets(proof, deviceToken(email, passwordHash, id)) ? id : undefined;
}
